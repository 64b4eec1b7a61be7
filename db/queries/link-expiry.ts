import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { insertLinkEvents } from './events.ts'

// The expiry of a new link is in the future, but its transaction may commit after it. Longer transactions are missed.
const DELAY_S = 5

/** Records an event for each link that expired since the last call, at most `limit`; returns their number. */
export async function recordExpiredLinks(db: Database, limit: number): Promise<number> {
  return inTransaction(db, async (db) => {
    // As text: a Date has milliseconds only.
    const [mark] = await db
      .selectFrom('expiry_mark')
      // On a large table the index is created while the service runs; without it all links would be read.
      .where(sql<boolean>`exists (select from pg_index where indexrelid = to_regclass('links_expiry') and indisvalid)`)
      .select(['id', sql<string>`expires_at::text`.as('expires_at')])
      .forUpdate()
      .skipLocked()
      .execute()
    // Another instance holds the lock, or the index is missing.
    if (!mark) return 0
    const events = sql`
      select id, 'link.expired' as type, '{"reason": "expiry"}'::jsonb as more, now() as created_at
      from expired order by expires_at, id`
    const { rows } = await sql<{ id: number; expires_at: string }>`
      with expired as materialized (
        select id, expires_at from links
        where (expires_at, id) > (${mark.expires_at}::text::timestamptz, ${mark.id}::bigint)
          and expires_at <= now() - make_interval(secs => ${sql.lit(DELAY_S)})
        order by expires_at, id limit ${limit}::integer
      ), recorded as (${insertLinkEvents(events)})
      select id, expires_at::text from expired order by expired.expires_at, id`.execute(db)
    const last = rows.at(-1)
    if (last) {
      const expires_at = sql<Date>`${last.expires_at}::text::timestamptz`
      await db.updateTable('expiry_mark').set({ expires_at, id: last.id }).execute()
    }
    return rows.length
  })
}
