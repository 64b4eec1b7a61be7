import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { keepTotals } from '../../db/queries/import-resources.ts'
import { foldDeltas } from '../../db/queries/visit-subjects.ts'
import { openTestStore, usesServer } from '../support/database.ts'
import { newLinks } from '../support/visits.ts'

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

// Otherwise two of them could wait for each other.
for (const [title, table, work] of [
  [
    'adding clicks to totals',
    'link_totals',
    (db: Database, ids: number[]): Promise<unknown> =>
      foldDeltas(db, { keys: ids.map((id) => ({ subject: 'link', subject_id: id })) }),
  ],
  [
    'importing totals',
    'links',
    (db: Database, ids: number[]): Promise<unknown> =>
      keepTotals(
        db,
        'links',
        ids.map((id) => ({ id, visits: 3 })),
      ),
  ],
] as const)
  t.test(
    `${title} locks rows in the order of their ids`,
    { skip: usesServer ? false : 'needs sessions' },
    async (t) => {
      const { db, api, visitors, close } = await openTestStore()
      t.teardown(close)
      const ids = (await newLinks(db, 200)).toSorted((a, b) => a - b)
      await sql`
      insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
      select 'link', id, 0, account_id, 1, 1, 1 from links`.execute(db)
      let working: Promise<unknown> = Promise.resolve()
      await api.transaction().execute(async (held) => {
        await sql`select 1 from ${sql.table(table)} where id = ${ids[0]}::bigint for update`.execute(held)
        working = db.transaction().execute((db) => work(db, ids.toReversed()))
        const isWaiting = async () => {
          const { rows } = await sql<{ waiting: boolean }>`
            select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(
            visitors,
          )
          return rows[0]?.waiting ?? false
        }
        while (!(await isWaiting())) await setTimeout(20)
        const { rows } = await sql`
        select 1 from ${sql.table(table)} where id > ${ids[0]}::bigint for update skip locked`.execute(held)
        t.equal(rows.length, ids.length - 1, 'it waits for the first and has locked no other')
      })
      await working
    },
  )
