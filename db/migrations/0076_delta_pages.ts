import { type Kysely, sql } from 'kysely'

// A list that Postgres planned while visit_deltas had no pages read all of the table for each link, until it gathered
// statistics again. The table keeps these pages, so that reading an index is always cheaper.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visit_deltas set (vacuum_truncate = false)`.execute(db)
  await sql`insert into visit_deltas select 'link', 0, n, 0, 0, 0, 0 from generate_series(1, 6000) n`.execute(db)
  await sql`delete from visit_deltas where subject = 'link' and subject_id = 0`.execute(db)
}
