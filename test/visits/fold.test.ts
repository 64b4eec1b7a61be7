import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { foldDeltas } from '../../db/queries/visit-subjects.ts'
import { openTestStore } from '../support/database.ts'

const LINKS = 6000
const FOLDED = 200

const fill = (db: Database) =>
  sql`insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
    select 'link', n, 0, 1, 1, 1, 1 from generate_series(1, ${sql.lit(LINKS)}) n on conflict do nothing`.execute(db)

// The counts of a session include those of its transactions that it has not reported yet.
const rowsRead = async (db: Database) => {
  const { rows } = await sql<{ read: number }>`
    select (select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint
        from pg_stat_xact_user_tables where relname = 'visit_deltas')
      + (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0)::bigint
        from pg_stat_user_indexes where relname = 'visit_deltas') as read`.execute(db)
  return rows[0]?.read ?? 0
}

for (const state of ['vacuum', 'vacuum analyze', 'analyze'])
  t.test(`clicks are added by index after a ${state} of the nearly empty table`, async (t) => {
    const { db, close } = await openTestStore()
    t.teardown(close)
    // Migrations leave dead rows.
    await sql`vacuum visit_deltas`.execute(db)
    await fill(db)
    await sql`delete from visit_deltas where subject_id < ${sql.lit(LINKS - 5)}`.execute(db)
    await sql.raw(`${state} visit_deltas`).execute(db)
    await fill(db)
    const { folded, read } = await db.transaction().execute(async (db) => {
      const before = await rowsRead(db)
      const folded = await foldDeltas(db, { after: undefined, limit: FOLDED })
      return { folded, read: (await rowsRead(db)) - before }
    })
    t.equal(folded.length, FOLDED)
    // Finding the first subjects may read all rows, dead ones too, and their index entries.
    t.ok(read > 2 * FOLDED && read < 4 * LINKS, `${read} rows and index entries`)
  })
