import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { listFacets, type VisitsQuery } from '../../db/queries/statistics.ts'
import { rollUpLeft } from '../../src/visits/roll-up.ts'
import { openTestStore } from '../support/database.ts'
import { DAY_MS, newLinks, START } from '../support/visits.ts'

const DAYS = 60
const VISITS_A_DAY = 600

async function addVisits(db: Database, link: number): Promise<void> {
  const account = sql`(select account_id from links where id = ${link}::bigint)`
  await sql`
    insert into clicks (at, subject, subject_id, account_id, class, reason, country, first)
    select ${new Date(START)}::timestamptz + make_interval(secs => n * 86400.0 / ${sql.lit(VISITS_A_DAY)}), 'link', ${link}::bigint,
      ${account}, 'visitor', 'agent_browser', 'DE', true
    from generate_series(0, ${sql.lit(DAYS * VISITS_A_DAY - 1)}) n`.execute(db)
  await sql`insert into visit_subjects (subject, subject_id, account_id, waiting, rolled_id)
    values ('link', ${link}::bigint, ${account}, ${sql.lit(DAYS * VISITS_A_DAY)}, 0)`.execute(db)
}

t.test('statistics with a part of a day do not read the raw visits of all days', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { db } = store
  const [id = 0] = await newLinks(db, 1)
  await addVisits(db, id)
  await rollUpLeft(db, { maxVisits: 10_000 })
  await sql`analyze`.execute(db)
  const from = new Date(START + DAY_MS / 4)
  const { account_id: account } = await db
    .selectFrom('links')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const range = { classes: ['visitor'] as const, from, to: new Date(START + DAYS * DAY_MS) }
  // The counts of a session include those of its transactions that it has not reported yet.
  const rowsRead = async (db: Database) => {
    const { rows } = await sql<{ read: number }>`
      select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint
        + (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0)::bigint
          from pg_stat_user_indexes where indexrelname like 'clicks%') as read
      from pg_stat_xact_user_tables where relname like 'clicks%'`.execute(db)
    return rows[0]?.read ?? 0
  }
  for (const thing of [
    { subject: 'link', id },
    { subject: 'account', id: account, account },
  ] as const) {
    const query: VisitsQuery = { ...thing, ...range }
    const { facets, read } = await db.transaction().execute(async (db) => {
      const before = await rowsRead(db)
      return { facets: await listFacets(db, query), read: (await rowsRead(db)) - before }
    })
    const total = facets.find(({ dimension }) => dimension === 'total')
    const ofPart = (VISITS_A_DAY / 4) * 3
    t.match(total, { clicks: (DAYS - 1) * VISITS_A_DAY + ofPart })
    t.ok(read >= ofPart, `raw visits and index entries are read for the ${thing.subject}: ${read}`)
    t.ok(read <= 4 * VISITS_A_DAY, `not those of other days: ${read}`)
  }
})
