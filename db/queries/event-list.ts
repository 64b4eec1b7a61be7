import { sql } from 'kysely'
import type { EventType } from '../../schemas/events.ts'
import type { Database } from '../open.ts'
import type { EventKind } from './event-subjects.ts'
import { type EventPlace, isSettled } from './events.ts'
import { wireTime } from './wire.ts'

/** The columns that `eventRecord` needs. */
export function selectEvents(db: Database) {
  return db
    .selectFrom('events')
    .select(['events.id', 'events.type', 'subject_id', 'actor', 'key_id', 'key_name', 'data'])
    .select(wireTime('events.created_at').as('date'))
}

/** An event as it is stored. */
export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['executeTakeFirstOrThrow']>>

/** Which events are wanted; what is not given does not matter. */
export interface EventFilter {
  type?: EventType | undefined
  /** Of what, by kind. */
  subjects: Partial<Record<EventKind, number>>
  key?: number | undefined
  createdAfter?: Date | undefined
  createdBefore?: Date | undefined
}

/**
 * The events of an account that come after a place in the order, or in the reverse order, at most `limit`. Those of
 * transactions that older ones may still precede are left out: pages miss none and repeat none.
 */
export function listEvents(
  db: Database,
  accountId: number,
  { type, subjects, key, createdAfter, createdBefore }: EventFilter,
  { after, direction, limit }: { after: EventPlace | undefined; direction: 'asc' | 'desc'; limit: number },
) {
  const comparison = direction === 'asc' ? sql`>` : sql`<`
  let query = selectEvents(db)
    .select(sql<string>`events.transaction::text`.as('transaction'))
    .where('events.account_id', '=', accountId)
    .where(isSettled)
    .orderBy('events.transaction', direction)
    .orderBy('events.id', direction)
    .limit(limit)
  if (after)
    query = query.where(
      sql<boolean>`(events.transaction, events.id) ${comparison} (${after.transaction}::text::xid8, ${after.id}::bigint)`,
    )
  if (type) query = query.where('events.type', '=', type)
  for (const [kind, id] of Object.entries(subjects))
    query = query.where('subject_id', '=', id).where(sql<boolean>`events.type like ${`${kind}.%`}`)
  if (key !== undefined) query = query.where('key_id', '=', key)
  if (createdAfter) query = query.where('events.created_at', '>=', createdAfter)
  if (createdBefore) query = query.where('events.created_at', '<', createdBefore)
  return query.execute()
}
