import { closeReport, listReports } from '../../../db/queries/abuse-reports.ts'
import { ban } from '../../../db/queries/bans.ts'
import { describeLists } from '../../../db/queries/block-lists.ts'
import { Lift, NewBan, OperatorQuery, ReportId } from '../../../schemas/abuse.ts'
import { ApiError, found, unauthorized } from '../../errors/api-error.ts'
import { describeBans, describeHeld, liftNamed, readBanSubject } from '../../links/ban-subject.ts'
import { hasToken } from '../../metrics/access.ts'
import { createIpLimit } from '../../security/ip-limit.ts'
import type { App, Services } from '../../services.ts'
import { readTimestamp } from '../../time/timestamps.ts'

const TOKENS = { name: 'operator', max: 20, windowMs: 60_000 }

/**
 * The operator's API, on the service's own host, for clients that have the token: what the commands `abuse …` do. It is
 * not part of the API of accounts, whose keys see only their own account.
 */
export function abuseRoutes(app: App, { db, config, changes, counters }: Services, token: string): void {
  const limitWrong = createIpLimit(counters, TOKENS)
  app.addHook('onRequest', async ({ headers, ip }, reply) => {
    reply.header('Cache-Control', 'no-store')
    if (hasToken(headers.authorization, token)) return
    const waitMs = await limitWrong(ip)
    if (waitMs > 0)
      throw new ApiError('rate_limited', 'Too many wrong tokens.', { retryAfterS: Math.ceil(waitMs / 1000) })
    throw unauthorized('key_missing', 'This needs `Authorization: Bearer` with OPERATOR_TOKEN.')
  })
  // The next visit finds it, in every instance.
  app.addHook('onSend', async ({ method }, { statusCode }) => {
    if (method === 'POST' && statusCode < 300) await changes.settle()
  })
  const hidden = { hide: true }

  app.get('/bans', { schema: { ...hidden, querystring: OperatorQuery } }, async ({ query }) => ({
    error: 0,
    bans: await describeBans(query.limit, { db, config }),
    held: await describeHeld(query.limit, { db, config }),
  }))

  app.post('/ban', { schema: { ...hidden, body: NewBan } }, async ({ body: { reason, until, ...named } }) => {
    const subject = await readBanSubject(named, { db, config })
    const ends = until === undefined ? null : readTimestamp(until)
    await ban(db, subject, { reason: reason ?? null, source: 'api', until: ends })
    return { error: 0, ...subject }
  })

  app.post('/lift', { schema: { ...hidden, body: Lift } }, async ({ body }) => {
    const { subject, isLifted } = await liftNamed(body, 'api', { db, config })
    found(isLifted, 'Ban')
    return { error: 0, ...subject }
  })

  app.get('/reports', { schema: { ...hidden, querystring: OperatorQuery } }, async ({ query: { limit } }) => ({
    error: 0,
    reports: await listReports(db, { limit, closed: false }),
  }))

  app.post('/close', { schema: { ...hidden, body: ReportId } }, async ({ body: { id } }) => {
    found(await closeReport(db, id), 'Report')
    return { error: 0, id }
  })

  app.get('/lists', { schema: hidden }, async () => ({ error: 0, lists: await describeLists(db) }))
}
