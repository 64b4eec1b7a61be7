import {
  createTemplate,
  deleteTemplate,
  findTemplate,
  listTemplateLooks,
  listTemplates,
  MAX_TEMPLATES,
  updateTemplate,
} from '../../../db/queries/qr-templates.ts'
import { CreatedQuery } from '../../../schemas/lists.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { WriteQuery } from '../../../schemas/qr.ts'
import {
  NewQrTemplate,
  QrTemplateChange,
  QrTemplateCreated,
  QrTemplateDeleted,
  QrTemplateList,
  QrTemplateReply,
  QrTemplateUpdated,
} from '../../../schemas/qr-templates.ts'
import { Ref } from '../../../schemas/ref.ts'
import { ApiError, found } from '../../errors/api-error.ts'
import { fetchForAccount } from '../../net/safe-fetch.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { alsoReport } from '../../plugins/input.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import { readLogo } from '../../qr/logo.ts'
import { findPictureFaults } from '../../qr/qr-input.ts'
import { checkTemplate, NO_LOOK, readAppearance } from '../../qr/templates.ts'
import type { App, Services } from '../../services.ts'
import { answer, done, failure, listReply, withWarnings } from '../replies.ts'

const tags = ['QR codes']

export function qrTemplateRoutes(app: App, { db, config, safeFetch }: Services): void {
  const logoReader = (accountId: number) => (source: string) =>
    readLogo(source, { assetsDir: config.ASSETS_DIR, safeFetch: fetchForAccount(safeFetch, accountId) })

  app.get(
    '/qrtemplates',
    {
      schema: {
        operationId: 'listQrTemplates',
        tags,
        summary: 'List templates of QR codes',
        description: 'The looks that the account has stored for codes, newest first.',
        querystring: CreatedQuery,
        response: { 200: Ref(QrTemplateList) },
      },
    },
    async ({ account, page }) => listReply('templates', await listTemplates(db, account.id, page), page),
  )

  app.get(
    '/qrtemplate/:id',
    {
      schema: {
        operationId: 'getQrTemplate',
        tags,
        summary: 'Get a template of QR codes',
        description: 'One template with its colors, logo and design.',
        params: IdPath('template'),
        response: { 200: Ref(QrTemplateReply) },
      },
    },
    async ({ account, params }) =>
      answer({ details: found(await findTemplate(db, account.id, params.id), 'Template') }),
  )

  app.post(
    '/qrtemplate/add',
    {
      onRequest: requireScope('write', 'create'),
      preValidation: [
        replayStoredReply,
        alsoReport(({ account, body }) => findPictureFaults(body, logoReader(account.id))),
      ],
      schema: {
        operationId: 'createQrTemplate',
        tags,
        summary: 'Create a template of QR codes',
        description:
          'Stores a look, which a new code copies with `template`. A code with it is drawn and read back: `warnings` says why phones may not read such codes. An account has at most 100 templates.',
        querystring: WriteQuery,
        body: Ref(NewQrTemplate),
        response: {
          200: Ref(QrTemplateCreated),
          400: failure('may_not_scan'),
          403: failure('template_limit'),
        },
      },
    },
    async ({ account, body: { name, ...look }, query, answerOnce }) => {
      const template = { ...NO_LOOK, ...(await readAppearance(look, logoReader(account.id))), name }
      const warnings = await checkTemplate(template, config, query.strict)
      return answerOnce(db, async (db) => {
        const id = await createTemplate(db, account.id, template)
        if (id === 'full')
          throw new ApiError(
            'template_limit',
            `The account has ${MAX_TEMPLATES} templates; delete one that is not used.`,
          )
        return answer(withWarnings({ id }, warnings))
      })
    },
  )

  app.put(
    '/qrtemplate/:id/update',
    {
      onRequest: requireScope('write'),
      preValidation: [
        replayStoredReply,
        alsoReport(({ account, body }) => findPictureFaults(body, logoReader(account.id))),
      ],
      schema: {
        operationId: 'updateQrTemplate',
        tags,
        summary: 'Update a template of QR codes',
        description:
          'Changes any of the fields; `design` is replaced as a whole. null clears colors, logo and design. Codes that were made with the template stay as they are.',
        params: IdPath('template'),
        querystring: WriteQuery,
        body: Ref(QrTemplateChange),
        response: { 200: Ref(QrTemplateUpdated), 400: failure('may_not_scan') },
      },
    },
    async ({ account, params, body: { name, ...look }, query }) => {
      const stored = found((await listTemplateLooks(db, account.id, [params.id])).get(params.id), 'Template')
      const change = {
        ...(await readAppearance(look, logoReader(account.id))),
        ...(name === undefined ? {} : { name }),
      }
      const warnings = await checkTemplate({ ...stored, ...change }, config, query.strict)
      found(await updateTemplate(db, account.id, params.id, change), 'Template')
      return withWarnings(done('Template has been updated successfully.'), warnings)
    },
  )

  app.delete(
    '/qrtemplate/:id/delete',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteQrTemplate',
        tags,
        summary: 'Delete a template of QR codes',
        description: 'Deletes a template. Codes that were made with it stay as they are.',
        params: IdPath('template'),
        response: { 200: Ref(QrTemplateDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteTemplate(db, account.id, params.id), 'Template')
      return done('Template has been deleted successfully.')
    },
  )
}
