import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { eventSubjects } from './event-subjects.ts'

// The expiry of a new link is in the future, but its transaction may commit after it. Longer transactions are missed.
const DELAY_S = 5

/** Records an event for each link that expired since the last call, at most `limit`; returns their number. */
export async function recordExpiredLinks(db: Database, limit: number): Promise<number> {
  return db.transaction().execute(async (db) => {
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
    const { source, data } = eventSubjects.link
    const { rows } = await sql<{ id: number; expires_at: string }>`
      with expired as materialized (
        select id, account_id, expires_at from links
        where (expires_at, id) > (${mark.expires_at}::text::timestamptz, ${mark.id}::bigint)
          and expires_at <= now() - make_interval(secs => ${sql.lit(DELAY_S)})
        order by expires_at, id limit ${limit}::integer
      ), recorded as (
        insert into events (account_id, type, subject_id, actor, data)
        select e.account_id, 'link.expired', e.id, 'system', thing.data || '{"reason": "expiry"}'
        from expired e cross join lateral (
          select ${data} as data from ${source} where links.id = e.id offset 0) thing
        order by e.expires_at, e.id
      )
      select id, expires_at::text from expired order by expired.expires_at, id`.execute(db)
    const last = rows.at(-1)
    if (last) {
      const expires_at = sql<Date>`${last.expires_at}::text::timestamptz`
      await db.updateTable('expiry_mark').set({ expires_at, id: last.id }).execute()
    }
    return rows.length
  })
}
