import { listEvents } from '../../../db/queries/event-list.ts'
import { EventList, EventQuery } from '../../../schemas/events.ts'
import { Ref } from '../../../schemas/ref.ts'
import { cursorOf, readCursor, START } from '../../events/cursor.ts'
import { eventRecord } from '../../events/event-record.ts'
import type { App, Services } from '../../services.ts'
import { optionalTimestamp } from '../../time/timestamps.ts'

const MAX_ROWS = 1000

export function eventRoutes(app: App, { db, config }: Services): void {
  app.get(
    '/events',
    {
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'List events',
        description:
          'What changed in the account, when, and which API key did it, newest first. Send `nextcursor` as `after` to continue, with `direction=asc` also later: no event is skipped or repeated. An event appears once all changes that began before it are done.',
        querystring: EventQuery,
        response: { 200: Ref(EventList) },
      },
    },
    async ({ account, query }) => {
      const { type, key, direction, link, qr, bio, campaign, domain } = query
      const given = Object.entries({ link, qr, bio, campaign, domain }).filter(([, id]) => id !== undefined)
      const filter = {
        ...{ type, key, subjects: Object.fromEntries(given) },
        ...{
          createdAfter: optionalTimestamp(query.created_after),
          createdBefore: optionalTimestamp(query.created_before),
        },
      }
      const limit = Math.min(query.limit, MAX_ROWS)
      const after = query.after === undefined ? undefined : readCursor(query.after)
      const rows = await listEvents(db, account.id, filter, { after, direction, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const data = {
        perpage: limit,
        nextcursor: cursorOf(shown.at(-1) ?? after ?? START),
        more: rows.length > limit,
        events: shown.map((row) => eventRecord(config, row)),
      }
      return { error: '0' as const, data }
    },
  )
}
