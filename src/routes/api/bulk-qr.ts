import { NewQrs, QrsDone } from '../../../schemas/bulk-qr.ts'
import { type NewQr, WriteQuery } from '../../../schemas/qr.ts'
import { Ref } from '../../../schemas/ref.ts'
import { qrUrl } from '../../links/public-urls.ts'
import { fetchForAccount } from '../../net/safe-fetch.ts'
import { BULK_BODY_LIMIT, countItems } from '../../plugins/bulk-items.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import { readCodeReferences } from '../../qr/code-references.ts'
import { makeCodes } from '../../qr/make-codes.ts'
import { type QrInput, readQrInputs } from '../../qr/new-codes.ts'
import type { App, Services } from '../../services.ts'
import { failure, withWarnings } from '../replies.ts'
import { answerBulk } from './bulk.ts'

const placeOf = (input: QrInput | undefined) => ({
  domain: input?.columns.domain ?? null,
  warnings: input?.warnings ?? [],
})

export function bulkQrRoutes(app: App, { db, config, safeFetch, counters }: Services): void {
  app.post(
    '/qr/bulk',
    {
      bodyLimit: BULK_BODY_LIMIT,
      onRequest: requireScope('write', 'create'),
      preValidation: [replayStoredReply, countItems(counters)],
      schema: {
        operationId: 'createQrCodes',
        tags: ['QR codes'],
        summary: 'Create up to 1,000 QR codes',
        description:
          'Creates QR codes with the same results as single requests. One picture of each of 20 designs (colors and logo) is decoded; the other codes of the design share that verdict, and those of further designs get the warning `not_checked`, or `may_not_scan` with `strict=true`. A request has at most 20 different logos, on at most 100 codes. At most 1,000 items and 4 MiB. Every 100 items that are begun count as one request for the rate limit: `X-RateLimit-Cost` says how many this one was.',
        querystring: WriteQuery,
        body: Ref(NewQrs),
        response: {
          200: Ref(QrsDone),
          400: failure('may_not_scan', 'destination_blocked'),
          403: failure('plan_limit'),
          409: failure('externalid_taken'),
        },
      },
    },
    async (request) => {
      const { account, query } = request
      const sources = { assetsDir: config.ASSETS_DIR, safeFetch: fetchForAccount(safeFetch, account.id) }
      const { reply } = await answerBulk(request, db, {
        read: async (items: readonly NewQr[]) => {
          const references = await readCodeReferences(db, config, account.id, items)
          return readQrInputs(items, config, query.strict, sources, references)
        },
        run: async (db, inputs: readonly QrInput[]) => {
          const rows = inputs.map(({ columns }) => columns)
          const made = await makeCodes(db, config.plans, account, rows)
          return made.map((one, i) => (one instanceof Error ? one : { ...one, ...placeOf(inputs[i]) }))
        },
        show: ({ id, code, domain, warnings }, isDryRun) =>
          withWarnings(isDryRun ? {} : { id, link: qrUrl(config, domain, code) }, warnings),
      })
      return reply
    },
  )
}
