import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { migrate } from '../../db/migrate.ts'
import type { Database } from '../../db/open.ts'
import { claimClick } from '../../db/queries/visits.ts'
import { openTestStore } from '../support/database.ts'

async function addAccount(db: Database): Promise<void> {
  await sql`
    insert into accounts (email, username, password_hash, plan, expires_at)
    values ('a@example.com', 'ada', 'x', 'pro', now())`.execute(db)
}

const addLinks = (db: Database, count: number, clicks: number, limit: number | null) =>
  sql`insert into links (account_id, url, clicks, uniqueclicks, clicklimit)
    select (select id from accounts), 'https://example.com/' || n, ${clicks}::bigint, 1, ${limit}::bigint
    from generate_series(1, ${count}::integer) n`.execute(db)

/** Adds clicks to links as earlier releases do, and their imports. */
const addClicks = (db: Database, clicks: number, where: string) =>
  sql`update links set clicks = clicks + ${clicks}::bigint, uniqueclicks = uniqueclicks + 1 where ${sql.raw(where)}`.execute(
    db,
  )
const importClicks = (db: Database, clicks: number, where: string) =>
  sql`update links set clicks = clicks + ${clicks}::bigint, imported_visits = imported_visits + ${clicks}::bigint
    where ${sql.raw(where)}`.execute(db)

const totals = async (db: Database) => {
  const { rows } = await sql<{ id: number; clicks: number; uniques: number; limit: number | null }>`
    select id, clicks, uniqueclicks as uniques, clicklimit as limit from link_totals order by id`.execute(db)
  return rows.map(({ id, clicks, uniques, limit }) => [id, clicks, uniques, limit])
}
const moments = async (db: Database) => {
  const { rows } = await sql<{ link_id: number; type: string }>`
    select link_id, type from link_moments order by id`.execute(db)
  return rows.map(({ link_id, type }) => `${link_id} ${type}`)
}

async function openWithAccount(t: Test, options: { migrateTo?: string } = {}): Promise<Database> {
  const store = await openTestStore(options)
  t.teardown(() => store.close())
  await addAccount(store.db)
  return store.db
}

t.test('the clicks of an old database are read after an upgrade, and those that its release adds', async (t) => {
  const db = await openWithAccount(t, { migrateTo: '0070_visit_sink' })
  await addLinks(db, 2, 7, null)
  await addLinks(db, 1, 90, 200)
  await migrate(db)
  t.strictSame(await totals(db), [
    [1, 7, 1, null],
    [2, 7, 1, null],
    [3, 90, 1, 200],
  ])
  t.equal(await claimClick(db, 3), true)
  await addClicks(db, 3, 'id <> 2')
  await addLinks(db, 1, 5, null)
  t.strictSame(await totals(db), [
    [1, 10, 2, null],
    [2, 7, 1, null],
    [3, 94, 2, 200],
    [4, 5, 1, null],
  ])
  t.strictSame(await moments(db), [])
  await addClicks(db, 6, 'id = 3')
  t.strictSame(await moments(db), ['3 link.milestone'])
  await sql`delete from links where id in (1, 4)`.execute(db)
  t.strictSame(await totals(db), [
    [2, 7, 1, null],
    [3, 100, 3, 200],
  ])
})

// A deleted link of which a row stays would end lists by clicks early.
for (const last of ['0071_link_totals', '0072_old_link_totals'])
  t.test(`links that change after ${last} are counted once`, async (t) => {
    const db = await openWithAccount(t, { migrateTo: last })
    await addLinks(db, 4, 7, 1000)
    // As if they had been there before.
    await sql`delete from noted_links`.execute(db)
    if (last !== '0071_link_totals')
      await sql`insert into link_totals select id, account_id, clicks, uniqueclicks, clicklimit from links`.execute(db)
    await addClicks(db, 5, 'id = 1')
    t.equal(await claimClick(db, 2), true)
    await sql`update links set clicklimit = 8 where id = 3`.execute(db)
    await sql`delete from links where id = 4`.execute(db)
    await addLinks(db, 1, 4, null)
    await migrate(db)
    t.strictSame(await totals(db), [
      [1, 12, 2, 1000],
      [2, 8, 1, 1000],
      [3, 7, 1, 8],
      [5, 4, 1, null],
    ])
  })

t.test('clicks of imports note no milestone and no end, but later ones do', async (t) => {
  const db = await openWithAccount(t)
  await addLinks(db, 2, 0, 1000)
  await db.transaction().execute(async (db) => {
    await importClicks(db, 999, 'id = 1')
    await addClicks(db, 150, 'id = 2')
  })
  t.strictSame(await moments(db), ['2 link.milestone'])
  t.equal(await claimClick(db, 1), true)
  t.equal(await claimClick(db, 1), false)
  t.strictSame(await moments(db), ['2 link.milestone', '1 link.milestone', '1 link.expired'])
  await sql`update links set clicklimit = 100 where id = 2`.execute(db)
  t.strictSame((await moments(db)).at(-1), '2 link.expired')
})
