import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import type { Database } from '../../db/open.ts'
import { findPathRoute, listRoutes } from '../../db/queries/routes.ts'
import { openTestStore } from '../support/database.ts'
import { recordStatements } from '../support/statements.ts'
import { runsAllVariants } from '../support/variants.ts'

async function addAccount(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into accounts (email, username, password_hash, plan, expires_at) values ('a@example.com', 'ada', 'x', 'pro', now()) returning id`.execute(
    db,
  )
  return rows[0]?.id
}

t.test('aliases and URLs of an old database stay, and may be longer afterwards', async (t) => {
  const store = await openTestStore({ migrateTo: '0024_removals' })
  t.teardown(() => store.close())
  const { db } = store
  const account = await addAccount(db)
  await sql`insert into domains (account_id, scheme, host) values (${account}, 'https', 'go.example.com')`.execute(db)
  await sql`
    insert into links (account_id, url) select ${account}, 'https://example.com/' || n from generate_series(1, 300) n`.execute(
    db,
  )
  await sql`
    insert into aliases (link_id, domain_id, alias)
    select id, case when id % 2 = 0 then (select min(id) from domains) end, 'Old-' || id from links`.execute(db)
  await migrate(db)
  const own = { domainId: 0, caseinsensitive: false }
  t.match(await listRoutes(db, own, ['Old-1', 'Old-9']), [
    {
      alias: 'Old-1',
      route: {
        kind: 'link',
        link: { url: 'https://example.com/1', redirectstatus: 302, starts_at: null, pathforward: false },
      },
    },
  ])
  const long = `https://example.com/${'x'.repeat(8172)}`
  await sql`update links set url = ${long}, pathforward = true where id = 1`.execute(db)
  await sql`update aliases set alias = 'ü/' || repeat('é', 253) where link_id = 2`.execute(db)
  await t.rejects(sql`update links set url = ${`${long}x`} where id = 1`.execute(db))
  await t.rejects(sql`update aliases set alias = repeat('a', 256) where link_id = 2`.execute(db))
  t.match(await findPathRoute(db, own, ['Old-1/a/b', 'Old-1/a', 'Old-1']), { link: { id: 1 } })
})

t.test('an alias is looked up with one read of an index', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { db } = store
  const account = await addAccount(db)
  await sql`
    insert into domains (account_id, scheme, host, caseinsensitive) values (${account}, 'https', 'go.example.com', true)`.execute(
    db,
  )
  await sql`
    insert into links (account_id, url) select ${account}, 'https://example.com/' || n from generate_series(1, ${runsAllVariants ? 6000 : 4000}::integer) n`.execute(
    db,
  )
  await sql`
    insert into aliases (link_id, domain_id, alias)
    select id, case when id % 2 = 0 then (select min(id) from domains) end, 'A/' || id from links`.execute(db)
  await sql`analyze aliases, links`.execute(db)
  const domainId = (await db.selectFrom('domains').select('id').executeTakeFirstOrThrow()).id
  for (const [domain, index] of [
    [{ domainId: 0, caseinsensitive: false }, 'aliases_own'],
    [{ domainId, caseinsensitive: true }, 'aliases_folded'],
  ] as const) {
    for (const find of [
      () => findPathRoute(db, domain, ['A/7/b', 'A/7', 'A']),
      () => listRoutes(db, domain, ['A/7']),
    ]) {
      const statements = await recordStatements(t, find)
      t.equal(statements.length, 1, 'one query')
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(withValues(statements[0]))}`.execute(db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      t.match(plan, new RegExp(index))
      t.notMatch(plan, /Seq Scan on (aliases|links)/)
    }
  }
})

// The statement with its values in the text.
const withValues = ({ sql: text, parameters } = { sql: '', parameters: [] as readonly unknown[] }) =>
  text.replaceAll(/\$(\d+)/g, (_, place) => {
    const value = parameters[Number(place) - 1]
    return typeof value === 'string' ? `'${value}'` : String(value)
  })
