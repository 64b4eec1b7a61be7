import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { listLinks } from '../../db/queries/link-list.ts'
import { keepDeltaPages } from '../../db/queries/visit-maintenance.ts'
import { openTestStore, usesServer } from '../support/database.ts'

// Postgres plans a prepared statement five times, and then again each time if no plan fits all values as well.
const TIMES = 10

/** Gives an account a thousand links; returns its id. */
async function addLinks(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into accounts (email, username, password_hash, plan, expires_at)
    values ('a@example.com', 'ada', 'x', 'pro', now()) returning id`.execute(db)
  const account = rows[0]?.id ?? 0
  await sql`
    insert into links (account_id, url, clicks)
    select ${account}::bigint, 'https://example.com/' || n, n % 50 from generate_series(1, 1000) n`.execute(db)
  await sql`insert into aliases (link_id, alias) select id, 'link' || id from links`.execute(db)
  return account
}

t.test(
  'lists of many links are planned once',
  { skip: usesServer ? false : 'nothing is prepared there' },
  async (t) => {
    const store = await openTestStore()
    t.teardown(() => store.close())
    const { db } = store
    const account = await addLinks(db)
    await sql`analyze`.execute(db)
    // In one transaction, so that one session has the plans.
    await db.transaction().execute(async (db) => {
      for (const [order, after] of [
        ['date', undefined],
        ['date', [500]],
        ['click', undefined],
        ['click', [20, 500]],
      ] as const)
        for (let n = 0; n < TIMES; n++) {
          const page = { limit: 15, page: 1, ...(after ? { after: [...after] } : {}) }
          t.equal((await listLinks(db, account, { order }, page)).rows.length, 15)
        }
      const { rows: plans } = await sql<{ statement: string; custom: number }>`
      select statement, custom_plans::integer as custom
      from pg_prepared_statements where generic_plans + custom_plans >= ${TIMES}::integer`.execute(db)
      t.ok(plans.length >= 4, 'a statement for each')
      for (const { statement, custom } of plans) t.ok(custom < TIMES, statement)
    })
  },
)

const WAITING = 20_000

const countRead = async (db: Database) => {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint as read
    from pg_stat_xact_user_tables where relname = 'visit_deltas'`.execute(db)
  return rows[0]?.read ?? 0
}

for (const [order, most] of [
  ['date', 50],
  // Looks through all rows of the account for links with many new clicks.
  ['click', 2 * WAITING],
] as const)
  t.test(`lists by ${order} that were planned while no clicks waited find new clicks by index`, async (t) => {
    const { db, close } = await openTestStore()
    t.teardown(close)
    const account = await addLinks(db)
    await sql`vacuum`.execute(db)
    await sql`analyze`.execute(db)
    // In one transaction, so that one session has the plans, and counts what it reads.
    await db.transaction().execute(async (db) => {
      const list = () => listLinks(db, account, { order }, { limit: 15, page: 1 })
      for (let n = 0; n < TIMES; n++) await list()
      await sql`
        insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
        select 'link', n, 0, ${account}::bigint, 1, 1, 1 from generate_series(1, ${sql.lit(WAITING)}) n`.execute(db)
      const before = await countRead(db)
      const { rows } = await list()
      t.ok(
        rows.every(({ id, clicks }) => clicks === (id % 50) + 1),
        'new clicks are counted',
      )
      const read = (await countRead(db)) - before
      t.ok(read >= 2 * rows.length && read <= most, `${read} rows`)
    })
  })

t.test('a table of new clicks that lost its empty pages gets them again', async (t) => {
  const { db, close } = await openTestStore()
  t.teardown(close)
  const account = await addLinks(db)
  const pages = async () => {
    const { rows } = await sql<{ pages: number }>`
      select pg_relation_size('visit_deltas') / 8192 as pages`.execute(db)
    return Number(rows[0]?.pages)
  }
  const added = await pages()
  await keepDeltaPages(db)
  t.equal(await pages(), added, 'nothing is added to a table that has them')

  await sql`
    insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
    values ('link', 1, 0, ${account}, 2, 1, 2)`.execute(db)
  await sql`vacuum full visit_deltas`.execute(db)
  t.equal(await pages(), 1)
  await Promise.all([keepDeltaPages(db), keepDeltaPages(db)])
  t.ok((await pages()) >= added, `${await pages()} pages`)
  await sql`vacuum visit_deltas`.execute(db)
  t.ok((await pages()) >= added, 'cleaning up keeps them')
  const { rows } = await sql`select subject_id::integer, visits::integer from visit_deltas`.execute(db)
  t.same(rows, [{ subject_id: 1, visits: 2 }], 'the clicks that waited are kept')
})
