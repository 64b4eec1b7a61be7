import { type Kysely, sql } from 'kysely'

// Lists that were planned while visit_deltas had no pages kept plans that read all of it for each link, until
// statistics of the refilled table. With these pages, which it keeps, an index is always cheaper.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visit_deltas set (vacuum_truncate = false)`.execute(db)
  await sql`insert into visit_deltas select 'link', 0, n, 0, 0, 0, 0 from generate_series(1, 6000) n`.execute(db)
  await sql`delete from visit_deltas where subject = 'link' and subject_id = 0`.execute(db)
}
