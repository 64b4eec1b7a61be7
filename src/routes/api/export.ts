import { Readable } from 'node:stream'
import type { Actor } from '../../../db/queries/events.ts'
import { createJob, finishJob, recordProgress } from '../../../db/queries/jobs.ts'
import { ExportQuery } from '../../../schemas/exports.ts'
import { ApiError } from '../../errors/api-error.ts'
import { exportLinksCsv } from '../../export/links-csv.ts'
import { exportLines } from '../../export/records.ts'
import { createAccountSlots } from '../../plugins/account-slots.ts'
import type { App, Services } from '../../services.ts'
import { failure } from '../replies.ts'

const MAX_AT_ONCE = 8
const MAX_OF_ACCOUNT = 2

const formats = {
  ndjson: { type: 'application/x-ndjson; charset=utf-8', extension: 'ndjson', pieces: exportLines },
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv', pieces: exportLinksCsv },
}

const response = {
  200: {
    description: 'The export. The last line of NDJSON has `"kind":"end"`; without it the export was cut off.',
    content: {
      'application/x-ndjson': {
        schema: {
          type: 'string',
          description: 'One JSON object a line.',
          examples: ['{"kind":"export","format":"waymark-export","version":1}\n{"kind":"end","records":0}\n'],
        },
      },
      'text/csv': {
        schema: {
          type: 'string',
          description: 'A table of the links with a header line.',
          examples: ['Short URL,Alias\r\nhttps://go.example.com/summer-sale,summer-sale\r\n'],
        },
      },
    },
  },
  503: failure('busy'),
}

// For the document: a response header of this operation.
const documented = { 'x-headers': ['Content-Disposition'] }

export function exportRoutes(app: App, { db, config }: Services): void {
  const slots = createAccountSlots(MAX_AT_ONCE, MAX_OF_ACCOUNT)

  app.get(
    '/export',
    {
      schema: {
        operationId: 'exportAccount',
        tags: ['Moving'],
        summary: 'Export the account',
        description:
          'Everything the account has, streamed: links with rules and aliases, QR codes, bio pages with the answers to their forms, campaigns, channels, domains, overlays, splash pages, pixels, webhooks without their secrets, and the visits of each day. ' +
          'Hashes of passwords are included for keys with the scope `admin`. Its progress is a job of the kind `export`.',
        querystring: ExportQuery,
        response,
        ...documented,
      },
    },
    async ({ account, query, method }, reply) => {
      // HEAD streams nothing (src/plugins/head-replies.ts).
      const free = method === 'HEAD' ? () => {} : slots.take(account.id)
      if (!free) throw new ApiError('busy', 'Too many exports are running; wait for one to end.', { retryAfterS: 10 })
      const { type, extension, pieces } = formats[query.format]
      const source = { db, config, accountId: account.id, withPasswords: account.scope === 'admin' }
      const stream = Readable.from(recorded(account, (onRecords) => pieces(source, onRecords)))
      stream.once('close', free)
      const date = new Date().toISOString().slice(0, 10)
      return reply
        .type(type)
        .header('Content-Disposition', `attachment; filename="waymark-${date}.${extension}"`)
        .send(stream as never)
    },
  )

  // Ends early if the client closes the connection.
  async function* recorded(
    by: Actor,
    pieces: (onRecords: (count: number) => Promise<void>) => AsyncGenerator<string>,
  ): AsyncGenerator<string> {
    const id = await createJob(db, by, { kind: 'export', args: {} })
    let isComplete = false
    try {
      yield* pieces((count) => recordProgress(db, id, count))
      isComplete = true
    } finally {
      await finishJob(db, id, isComplete ? null : 'The export was cut off.')
    }
  }
}
