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

/** Filter of a list of events; an absent property does not restrict it. */
interface EventFilter {
  type?: EventType | undefined
  /** Kind and id of the record that the events are about. */
  subjects: Partial<Record<EventKind, number>>
  key?: number | undefined
  createdAfter?: Date | undefined
  createdBefore?: Date | undefined
}

// A cursor from before a backup was restored on another server may name a transaction that this one has not had yet.
const placeOf = (accountId: number, { transaction, id }: EventPlace) => sql`(
  select case when ${transaction}::text::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then ${transaction}::text::xid8
    else coalesce((select e.transaction from events e where e.account_id = ${accountId}::bigint and e.id <= ${id}::bigint
      order by e.transaction desc, e.id desc limit 1), '0') end)`

/**
 * The events of an account that come after a place in the order, or in the reverse order, at most `limit`. Events of
 * transactions that are newer than an open one are left out, so that pages neither skip nor repeat events. Batches of
 * visits are listed only by their type.
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
      sql<boolean>`(events.transaction, events.id) ${comparison} (${placeOf(accountId, after)}, ${after.id}::bigint)`,
    )
  // As the condition of the index `events_listed`, which a parameter would not match.
  const isListed = sql<boolean>`events.type <> 'visits.recorded'`
  query = type ? query.where('events.type', '=', type) : query.where(isListed)
  for (const [kind, id] of Object.entries(subjects))
    query = query.where('subject_id', '=', id).where(sql<boolean>`events.type like ${`${kind}.%`}`)
  if (key !== undefined) query = query.where('key_id', '=', key)
  if (createdAfter) query = query.where('events.created_at', '>=', createdAfter)
  if (createdBefore) query = query.where('events.created_at', '<', createdBefore)
  return query.execute()
}
