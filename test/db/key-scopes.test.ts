import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { openTestStore } from '../support/database.ts'

t.test('the migration makes write keys admin and marks login keys', async (t) => {
  const { db, close } = await openTestStore({ migrateTo: '0017_visit_counters' })
  t.teardown(close)
  await sql`
    insert into accounts (email, username, password_hash, expires_at) values ('a@example.com', 'ada', '-', now())`.execute(
    db,
  )
  await sql`
    insert into api_keys (account_id, name, prefix, hash, scope)
    select 1, name, 'wm_', repeat(name, 64 / length(name)), scope
    from (values ('CIci', 'write'), ('Show', 'read')) as old (name, scope)`.execute(db)
  await sql`
    insert into api_keys (account_id, name, prefix, hash, scope)
    values (1, 'Login', 'wm_', repeat('x', 64), 'write')`.execute(db)

  const lines: string[] = []
  t.ok((await migrate(db, (line) => lines.push(line))).includes('0018_key_scopes'))
  t.equal(lines[0], 'Migrating the database: 0018_key_scopes', 'each migration of a database with data is reported')
  const keys = await db
    .selectFrom('api_keys')
    .select(['name', 'scope', 'is_login', 'list_error'])
    .orderBy('id')
    .execute()
  t.same(keys, [
    { name: 'CIci', scope: 'admin', is_login: false, list_error: null },
    { name: 'Show', scope: 'read', is_login: false, list_error: null },
    { name: 'Login', scope: 'admin', is_login: true, list_error: null },
  ])
})
