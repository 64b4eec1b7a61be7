import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import { openEmbedded, openServer } from '../../db/open.ts'
import { newServerDatabase, usesServer } from '../support/database.ts'

t.test('the migration makes write keys admin and marks login keys', async (t) => {
  const { url, drop } = usesServer ? await newServerDatabase() : { url: '', drop: async () => {} }
  const store = usesServer ? await openServer(url) : await openEmbedded(null, 'test')
  t.teardown(async () => {
    await store.close()
    await drop()
  })
  const { db } = store
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0018'))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateTo(
    '0017_visit_counters',
  )
  t.equal(error, undefined)
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
