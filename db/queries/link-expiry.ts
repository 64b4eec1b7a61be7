import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { eventSubjects } from './event-subjects.ts'

// A link is created with an expiry in the future; a transaction that takes longer would be passed over.
const DELAY_S = 5

/** Records that links have expired since the last call, at most `limit`; returns how many there were. */
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
    // Another instance is doing it, or there is no index yet.
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
        select e.account_id, 'link.expired', e.id, 'system', thing.data
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
