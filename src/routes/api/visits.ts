import { Readable } from 'node:stream'
import { isOwned } from '../../../db/queries/owned.ts'
import { findLastVisit, listRawVisits, narrowVisits } from '../../../db/queries/raw-visits.ts'
import { Ref } from '../../../schemas/ref.ts'
import { VISIT_SUBJECTS, VisitList, VisitsQuery } from '../../../schemas/visits.ts'
import { found } from '../../errors/api-error.ts'
import { linkFilter } from '../../links/key-domains.ts'
import { refuseOutside } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { readTimestamp } from '../../time/timestamps.ts'
import { createSettledReader, cursorOf, readCursor, visitPieces } from '../../visits/raw-visits.ts'
import { failure } from '../replies.ts'

const NOUNS = { link: 'Link', qr: 'QR code', bio: 'Bio page' } as const
const MAX_ROWS = 1000
const MAX_STREAMED_ROWS = 10_000
const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' } as const

// For the document: a response header of this operation alone.
const documented = { 'x-headers': ['X-Next-Cursor'] }

const response = {
  200: {
    description: 'The visits. The header `X-Next-Cursor` is the cursor for `after`.',
    content: {
      'application/json': { schema: Ref(VisitList) },
      'application/x-ndjson': {
        schema: {
          type: 'string',
          description: 'One visit a line.',
          examples: ['{"id":42,"date":"2026-06-01 09:30:00","class":"visitor","reason":"agent_other","unique":true}\n'],
        },
      },
      'text/csv': {
        schema: {
          type: 'string',
          description: 'A table with a header line.',
          examples: ['id,date,class,reason,unique\r\n42,2026-06-01 09:30:00,visitor,agent_other,true\r\n'],
        },
      },
    },
  },
  404: failure('not_found'),
}

export function visitRoutes(app: App, { db, config }: Services): void {
  const readSettled = createSettledReader(db)

  app.get(
    '/visits',
    {
      config: { isPerDomain: true },
      schema: {
        operationId: 'listVisits',
        tags: ['Statistics'],
        summary: 'List raw visits',
        description:
          'The visits of a link, QR code or bio page, one by one, oldest first, with class and reason. Send `nextcursor` as `after` to continue, also later: no visit is skipped or repeated.',
        querystring: VisitsQuery,
        response,
        ...documented,
      },
    },
    async ({ account, query }, reply) => {
      const subject = VISIT_SUBJECTS.find((name) => query[name] !== undefined) ?? 'link'
      const id = query[subject] ?? 0
      if (subject !== 'link' && account.domains) refuseOutside(account.domains)
      const isAllowed = subject !== 'link' || (await linkFilter({ db, config }, account, [id]))(id)
      found(isAllowed && (await isOwned(db, account.id, subject, id)), NOUNS[subject])
      const after = query.after === undefined ? 0 : (readCursor(query.after) ?? 0)
      const [from = null, to = null] = [query.from, query.to].map((text) => (text ? readTimestamp(text) : null))
      const visits = await narrowVisits(db, { subject, id, from, to, after, last: await readSettled() })
      const limit = Math.min(query.limit, query.format === 'json' ? MAX_ROWS : MAX_STREAMED_ROWS)
      const { last = after, isMore } = await findLastVisit(db, visits, limit)
      const next = cursorOf(last)
      reply.header('X-Next-Cursor', next)
      const page = { ...visits, last }
      if (query.format !== 'json')
        return reply.type(TYPES[query.format]).send(Readable.from(visitPieces(db, page, query.format)) as never)
      const rows = await listRawVisits(db, page, limit)
      return { error: '0' as const, data: { perpage: limit, nextcursor: next, more: isMore, visits: rows } }
    },
  )
}
