import { sql } from 'kysely'
import type { Database } from '../open.ts'

/** Deletes events that are older than so many days, at most `limit`; returns how many there were. */
export async function deleteOldEvents(db: Database, days: number, limit: number): Promise<number> {
  const { rows } = await sql`
    with oldest as materialized (
      select id, created_at from events order by transaction, id limit ${limit}::integer for update skip locked
    )
    delete from events where id in (
      select id from oldest where created_at < now() - make_interval(days => ${days}::integer)) returning 1`.execute(db)
  return rows.length
}

/**
 * Puts events first in the order whose transactions this server has not had yet: they are from a backup of another one,
 * and would be listed only when its transactions have got to their numbers.
 */
export async function settleRestoredEvents(db: Database): Promise<void> {
  await sql`
    update events set transaction = '0' where transaction >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}
