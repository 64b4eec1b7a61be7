import { sql } from 'kysely'
import t from 'tap'
import { listLinks } from '../../db/queries/link-list.ts'
import { openTestStore, usesServer } from '../support/database.ts'

// Postgres plans a prepared statement five times, and then again each time if no plan fits all values as well.
const TIMES = 10

t.test(
  'lists of many links are planned once',
  { skip: usesServer ? false : 'nothing is prepared there' },
  async (t) => {
    const store = await openTestStore()
    t.teardown(() => store.close())
    const { db } = store
    const { rows } = await sql<{ id: number }>`
    insert into accounts (email, username, password_hash, plan, expires_at)
    values ('a@example.com', 'ada', 'x', 'pro', now()) returning id`.execute(db)
    const account = rows[0]?.id ?? 0
    await sql`
    insert into links (account_id, url, clicks)
    select ${account}::bigint, 'https://example.com/' || n, n % 50 from generate_series(1, 1000) n`.execute(db)
    await sql`insert into aliases (link_id, alias) select id, 'link' || id from links`.execute(db)
    await sql`analyze`.execute(db)
    await db.connection().execute(async (db) => {
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
