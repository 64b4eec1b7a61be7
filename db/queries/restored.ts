import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { lockVisits } from './visit-counters.ts'
import { isWanted } from './webhooks.ts'

const LOCK = 7270504
// The numbers of events go on from the time in microseconds, if they are more than a second behind it.
const BEHIND_US = 1_000_000

/**
 * Lets events go on after a backup was restored: ids that were given after the backup are not given again, and events
 * and webhooks take their places among the transactions of this server. Does nothing where nothing was restored, but
 * for the ids of events, which go up to the time.
 */
export async function settleRestored(db: Database): Promise<void> {
  await inTransaction(db, async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(db)
    await sql`
      select setval('events_id_seq', now.us) from events_id_seq cross join (
        select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as us) now
      where last_value < now.us - ${sql.lit(BEHIND_US)}`.execute(db)
    await placeRestored(db)
    await moveVisitIds(db)
  })
}

/** Notes that the tables were made anew, even if this database gave them the same numbers as the one of the dump. */
export async function markRestored(db: Database): Promise<void> {
  await sql`update visit_mark set table_oid = 0`.execute(db)
}

// A dump that is restored makes the tables anew. Then ids of visits go up to the time too, under the lock of those who
// read up to which id all visits are stored.
async function moveVisitIds(db: Database): Promise<void> {
  const { numAffectedRows } = await sql`
    update visit_mark set table_oid = tableoid::bigint where table_oid <> tableoid::bigint`.execute(db)
  if (!numAffectedRows) return
  await lockVisits(db)
  await sql`
    select setval('click_ids', greatest(last_value, floor(extract(epoch from clock_timestamp()) * 1000000)::bigint))
    from click_ids`.execute(db)
  // ClickHouse has visits that the backup lacks: everything is sent again, to a table of its own.
  await sql`delete from visit_sink`.execute(db)
}

// Events of transactions that this server has not had yet go behind all others, in the order of their ids. What a
// webhook had not read of those that are now before its place is queued.
async function placeRestored(db: Database): Promise<void> {
  await sql`
    with place as materialized (
      select pg_snapshot_xmax(s) as next, (pg_snapshot_xmin(s)::text::bigint - 1)::text::xid8 as last
      from pg_current_snapshot() s
    ), restored as materialized (
      select w.id, w.account_id, w.types, w.transaction, w.event_id, w.since, w.transaction >= place.next as is_ahead,
        case when w.transaction >= place.next then place.last else w.transaction end as place,
        case when w.transaction < place.next then w.event_id else greatest(w.event_id, (
          select max(e.id) from events e where e.account_id = w.account_id and (
            (e.transaction, e.id) <= (w.transaction, w.event_id) or pg_visible_in_snapshot(e.transaction, w.since)))) end as passed
      from webhooks w cross join place where w.transaction >= place.next or pg_snapshot_xmax(w.since) > place.next
    ), overtaken as (
      insert into webhook_deliveries (webhook_id, event_id, type, subject_id)
      select r.id, e.id, e.type, e.subject_id from restored r join events e on e.account_id = r.account_id
        and (e.transaction, e.id) > (r.transaction, r.event_id) and e.id < r.passed
      where r.is_ahead and not pg_visible_in_snapshot(e.transaction, r.since) and ${isWanted('r', 'e')}
      order by e.transaction, e.id
      on conflict do nothing
    ), placed as (
      update webhooks w set transaction = r.place, event_id = r.passed, claimed_until = null,
        since = format('%1$s:%1$s:', greatest(r.place, '3'::xid8))::pg_snapshot
      from restored r where r.id = w.id
    ),
    -- Their visits are stored.
    noted as (
      update visit_feed_subjects set noted = place.last from place where noted >= place.next
    )
    update events set transaction = place.last from place where events.transaction >= place.next`.execute(db)
}
