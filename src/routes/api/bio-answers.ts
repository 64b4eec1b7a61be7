import { Readable } from 'node:stream'
import { deleteAnswer, findAnswer, listAnswers } from '../../../db/queries/bio-answers.ts'
import { isOwned } from '../../../db/queries/owned.ts'
import {
  BioAnswerDeleted,
  BioAnswerExportQuery,
  BioAnswerList,
  BioAnswerQuery,
  BioAnswerReply,
} from '../../../schemas/bio-answers.ts'
import { ExternalIdPath, IdsPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { found } from '../../errors/api-error.ts'
import { answersCsv } from '../../export/answers-csv.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { optionalTimestamp } from '../../time/timestamps.ts'
import { answer, done, listReply } from '../replies.ts'

const tags = ['Bio pages']
// For the document: a response header of the table.
const documented = { 'x-headers': ['Content-Disposition'] }
const AnswerPath = IdsPath({ id: 'bio', answer: 'answer' })

/** What visitors answered to the forms of bio pages. */
export function bioAnswerRoutes(app: App, { db }: Services): void {
  app.get(
    '/bio/:id/answers',
    {
      schema: {
        operationId: 'listBioAnswers',
        tags,
        summary: 'List the answers to the forms of a bio page',
        description: 'What visitors answered to the forms of the page, with the consent they gave, newest first.',
        params: ExternalIdPath('bio'),
        querystring: BioAnswerQuery,
        response: { 200: Ref(BioAnswerList) },
      },
    },
    async ({ account, params, query, page }) => {
      found(await isOwned(db, account.id, 'bio', params.id), 'Bio page')
      return listReply('answers', await listAnswers(db, account.id, params.id, page, { form: query.form }), page)
    },
  )

  app.get(
    '/bio/:id/answers.csv',
    {
      schema: {
        operationId: 'exportBioAnswers',
        tags,
        summary: 'Export the answers to the forms of a bio page',
        description: 'All answers as a table, oldest first, with a column for each label that a field has or had.',
        params: ExternalIdPath('bio'),
        querystring: BioAnswerExportQuery,
        response: {
          200: {
            description: 'A table with a header line. Values that spreadsheets would run as a formula are escaped.',
            content: {
              'text/csv': {
                schema: {
                  type: 'string',
                  description: 'A table with a header line.',
                  examples: [
                    'id,form,date,consent,consentdate,E-mail\r\n42,tour,2026-06-01 09:30:00,I agree.,2026-06-01 09:30:00,ada@example.com\r\n',
                  ],
                },
              },
            },
          },
        },
        ...documented,
      },
    },
    async ({ account, params, query }, reply) => {
      found(await isOwned(db, account.id, 'bio', params.id), 'Bio page')
      const times = {
        createdAfter: optionalTimestamp(query.created_after),
        createdBefore: optionalTimestamp(query.created_before),
      }
      const pieces = answersCsv(db, account.id, params.id, { form: query.form, ...times })
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="answers-${params.id}.csv"`)
        .send(Readable.from(pieces) as never)
    },
  )

  app.get(
    '/bio/:id/answers/:answer',
    {
      schema: {
        operationId: 'getBioAnswer',
        tags,
        summary: 'Get an answer to a form of a bio page',
        description: 'One answer with the fields of the form as they were, and the consent that was given.',
        params: AnswerPath,
        response: { 200: Ref(BioAnswerReply) },
      },
    },
    async ({ account, params }) =>
      answer({ answer: found(await findAnswer(db, account.id, params.id, params.answer), 'Answer') }),
  )

  app.delete(
    '/bio/:id/answers/:answer',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteBioAnswer',
        tags,
        summary: 'Delete an answer to a form of a bio page',
        description: 'Deletes one answer for good, such as when the person who gave it asks for that.',
        params: AnswerPath,
        response: { 200: Ref(BioAnswerDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteAnswer(db, account.id, params.id, params.answer), 'Answer')
      return done('Answer has been deleted successfully.')
    },
  )
}
