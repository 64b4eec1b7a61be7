import { sql } from 'kysely'
import t, { type Test } from 'tap'
import type { Database } from '../../db/open.ts'
import { readSettledId, rollUpSubjects } from '../../db/queries/visit-counters.ts'
import { keepInGroups } from '../../db/queries/visit-maintenance.ts'
import { foldDeltas } from '../../db/queries/visit-subjects.ts'
import { openTestStore, usesServer } from '../support/database.ts'
import { comparedPairs, readPlans } from '../support/plans.ts'
import { DAY_MS, newLinks } from '../support/visits.ts'

const WAITING = 20_000
const STEP = 500

async function addWaiting(db: Database, link: number, account: number): Promise<void> {
  await sql`
    insert into clicks (at, subject, subject_id, account_id, class, reason, country, first)
    select ${new Date(Date.now() - DAY_MS)}::timestamptz + make_interval(secs => n), 'link', ${link}::bigint, ${account}::bigint,
      'visitor', 'agent_browser', 'DE', true
    from generate_series(1, ${sql.lit(WAITING)}) n`.execute(db)
  await sql`insert into visit_subjects (subject, subject_id, account_id, waiting, rolled_id)
    values ('link', ${link}::bigint, ${account}::bigint, ${sql.lit(WAITING)}, 0)`.execute(db)
  await sql`insert into visit_accounts (account_id, waiting, rolled_id) values (${account}::bigint, ${sql.lit(WAITING)}, 0)`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}

// The counts of a session include those of its transactions that it has not reported yet.
const countRead = async (db: Database) => {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint as read
    from pg_stat_xact_user_tables where relname like 'clicks%'`.execute(db)
  return rows[0]?.read ?? 0
}

const newAccount = async (db: Database) => {
  const [id = 0] = await newLinks(db, 1)
  const { account_id: account } = await db
    .selectFrom('links')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, account }
}

t.test('a step of the roll-up reads only its own visits, however many wait', async (t) => {
  const { db, close } = await openTestStore()
  t.teardown(close)
  const { id, account } = await newAccount(db)
  await addWaiting(db, id, account)
  const settledId = await readSettledId(db)
  for (const key of [
    { subject: 'link', subject_id: id },
    { subject: 'account', subject_id: account },
  ] as const)
    for (const step of [1, 2]) {
      const { more, read } = await db.transaction().execute(async (db) => {
        const before = await countRead(db)
        return { more: await rollUpSubjects(db, [key], settledId, STEP), read: (await countRead(db)) - before }
      })
      t.strictSame(more, [key], 'more visits wait')
      t.ok(read >= STEP && read <= 4 * STEP, `step ${step} of the ${key.subject} reads ${read} visits`)
    }
})

const CAMPAIGNS = 300
const CHANNELS = 20
const MANY = 12_000
// The planner expects few rows of each part of the statements. Compared in pairs they took minutes, else a few seconds.
const MOST_MS = 40_000

// Each visit is in a campaign and two channels, and has parameters.
async function addToGroups(db: Database, link: number, account: number, visits = MANY): Promise<void> {
  await sql`insert into campaigns (account_id, name) select ${account}::bigint, n from generate_series(1, ${sql.lit(CAMPAIGNS)}) n`.execute(
    db,
  )
  await sql`insert into channels (account_id, name) select ${account}::bigint, n from generate_series(1, ${sql.lit(CHANNELS)}) n`.execute(
    db,
  )
  await sql`
    insert into clicks (at, subject, subject_id, account_id, class, reason, country, first, campaign_id, channel_ids, details)
    select ${new Date('2026-03-27T00:00:00Z')}::timestamptz + make_interval(secs => n * 86000.0 / ${sql.lit(visits)}), 'link', ${link}::bigint,
      ${account}::bigint, 'visitor', 'agent_browser', 'DE', true,
      (select min(id) from campaigns) + n % ${sql.lit(CAMPAIGNS)},
      array[(select min(id) from channels) + n % ${sql.lit(CHANNELS)}, (select min(id) from channels) + (n + 1) % ${sql.lit(CHANNELS)}],
      jsonb_build_object('utm_source', 'source' || n % 9, 'utm_campaign', 'campaign' || n % 40)
    from generate_series(1, ${sql.lit(visits)}) n`.execute(db)
  await sql`insert into visit_accounts (account_id, waiting, rolled_id) values (${account}::bigint, ${sql.lit(visits)}, 0)`.execute(
    db,
  )
}

t.test(
  'visits with parameters in hundreds of groups are rolled up without comparing all pairs',
  { skip: usesServer ? false : 'nothing ends a statement there' },
  async (t) => {
    const { db, close } = await openTestStore()
    t.teardown(close)
    const { id, account } = await newAccount(db)
    await addToGroups(db, id, account)
    const settledId = await readSettledId(db)
    const key = { subject: 'account', subject_id: account } as const
    await db.transaction().execute(async (db) => {
      await sql`set local statement_timeout = ${sql.lit(MOST_MS)}`.execute(db)
      for (let more: unknown[] = [key]; more.length > 0; ) more = await rollUpSubjects(db, [key], settledId, MANY / 2)
    })
    const { rows } = await sql<{ subject: string; visits: number; quarters: number }>`
      select d.subject, sum(d.visits)::integer as visits,
        (select sum(q.visits)::integer from visit_quarters q where q.subject = d.subject) as quarters
      from visit_days d group by 1 order by 1`.execute(db)
    t.strictSame(rows, [
      { subject: 'account', visits: MANY, quarters: MANY },
      { subject: 'campaign', visits: MANY, quarters: MANY },
      { subject: 'channel', visits: 2 * MANY, quarters: 2 * MANY },
    ])
    await sql`update visit_days set has_quarters = false`.execute(db)
    await sql`delete from visit_quarters`.execute(db)
    await db.transaction().execute(async (db) => {
      await sql`set local statement_timeout = ${sql.lit(MOST_MS)}`.execute(db)
      await keepInGroups(db, [{ subject: 'link', subject_id: id }])
    })
    const { rows: kept } = await sql<{ visits: number }>`
      select sum(visits)::integer as visits from visit_quarters where subject = 'campaign'`.execute(db)
    t.strictSame(kept, [{ visits: MANY }], 'also when a deleted link leaves its visits to its groups')
  },
)

// More than half of them on one day make it busy, so that it gets quarter hours.
const SOME = 5000

const checkPlans = async (t: Test, db: Database, count: number, work: (db: Database) => Promise<unknown>) => {
  const plans = await readPlans(t, db, work)
  t.equal(plans.length, count, 'statements')
  t.strictSame(plans.flatMap(comparedPairs), [])
}

t.test('no plan of the roll-up compares all pairs, on new tables and with their statistics', async (t) => {
  const { db, close } = await openTestStore()
  t.teardown(close)
  const { id, account } = await newAccount(db)
  await addToGroups(db, id, account, SOME)
  await sql`insert into visit_subjects (subject, subject_id, account_id, waiting, rolled_id)
    values ('link', ${id}::bigint, ${account}::bigint, ${sql.lit(SOME)}, 0)`.execute(db)
  const settledId = await readSettledId(db)
  const keys = [
    { subject: 'link', subject_id: id },
    { subject: 'account', subject_id: account },
  ] as const
  // The step, and the quarter hours of the link and of the groups.
  await checkPlans(t, db, 3, (db) => rollUpSubjects(db, keys, settledId, SOME / 2))
  await sql`analyze`.execute(db)
  await checkPlans(t, db, 1, (db) => rollUpSubjects(db, keys, settledId, SOME / 2))
  await sql`update visit_days set has_quarters = false`.execute(db)
  await sql`delete from visit_quarters`.execute(db)
  await checkPlans(t, db, 1, (db) => keepInGroups(db, keys.slice(0, 1)))
})

t.test('no plan of adding clicks to totals compares all pairs', async (t) => {
  const { db, close } = await openTestStore()
  t.teardown(close)
  const ids = await newLinks(db, 2000)
  const keys = ids.map((id) => ({ subject: 'link', subject_id: id }) as const)
  const fill = () =>
    sql`insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
      select 'link', id, 0, account_id, 1, 1, 1 from links`.execute(db)
  for (const deltas of [{ keys }, { after: undefined, limit: ids.length }]) {
    await fill()
    await checkPlans(t, db, 1, (db) => foldDeltas(db, deltas))
    await sql`analyze`.execute(db)
    await fill()
    await checkPlans(t, db, 1, (db) => foldDeltas(db, deltas))
  }
})
