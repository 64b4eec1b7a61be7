import { sql } from 'kysely'
import type { Database } from '../open.ts'

/** Deletes events older than `days` days, at most `limit`; returns the number deleted. */
export async function deleteOldEvents(db: Database, days: number, limit: number): Promise<number> {
  const { rows } = await sql`
    with oldest as materialized (
      select id, created_at from events order by transaction, id limit ${limit}::integer for update skip locked
    )
    delete from events where id in (
      select id from oldest where created_at < now() - make_interval(days => ${days}::integer)) returning 1`.execute(db)
  return rows.length
}

// Longer than the attempts to send something go on, which is up to 3.5 days.
const BATCH_DAYS = 4

/** Deletes old batches of visits, at most `limit`; returns how many there were. */
export async function deleteOldBatches(db: Database, limit: number): Promise<number> {
  const { rows } = await sql`
    with oldest as materialized (
      select id, created_at from events where type = 'visits.recorded'
        and exists (select from pg_index where indexrelid = to_regclass('events_visits') and indisvalid)
      order by id limit ${limit}::integer for update skip locked
    )
    delete from events where id in (
      select id from oldest where created_at < now() - make_interval(days => ${sql.lit(BATCH_DAYS)})) returning 1`.execute(
    db,
  )
  return rows.length
}
