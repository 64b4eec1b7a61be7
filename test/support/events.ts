import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'

const LONGEST_MS = 60_000

/** Makes the pause of a webhook, which its first failure has caused, last longer than any test. */
export async function extendPause(db: Database, webhook: number): Promise<void> {
  await sql`update webhooks set next_try_at = now() + interval '1 hour' where id = ${webhook}`.execute(db)
}

/**
 * Waits until all events of ended transactions are listed: older transactions of any database of the server delay them.
 */
export async function settleEvents(db: Database): Promise<void> {
  const until = Date.now() + LONGEST_MS
  while (Date.now() < until) {
    const { rows } = await sql`
      select from events, pg_current_snapshot() s
      where transaction >= pg_snapshot_xmin(s) and transaction < pg_snapshot_xmax(s) limit 1`.execute(db)
    if (rows.length === 0) return
    await setTimeout(20)
  }
  throw new Error('A transaction of the database server has been open for a minute')
}
