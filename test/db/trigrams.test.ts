import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { openServer } from '../../db/open.ts'
import { createMissingIndexes, hasTrigrams } from '../../db/queries/indexes.ts'
import { listLinks } from '../../db/queries/link-list.ts'
import { newServerDatabase, usesServer } from '../support/database.ts'
import { startServer } from '../support/process.ts'

t.test('a role that may not create extensions migrates and searches', { skip: !usesServer }, async (t) => {
  const { url, drop } = await newServerDatabase()
  const admin = await openServer(url)
  const role = `waymark_test_${randomBytes(6).toString('hex')}`
  await sql`create role ${sql.id(role)} login password 'plain'`.execute(admin.db)
  await sql`grant all on schema public to ${sql.id(role)}`.execute(admin.db)
  const own = new URL(url)
  own.username = role
  own.password = 'plain'
  const store = await openServer(own.href)
  t.teardown(async () => {
    await store.close()
    await drop()
    const server = await openServer(process.env['TEST_DATABASE_URL'] ?? '')
    await sql`drop role ${sql.id(role)}`.execute(server.db)
    await server.close()
    await admin.close()
  })
  await migrate(store.db)
  await sql`
    insert into accounts (email, username, password_hash, expires_at) values ('a@example.com', 'ada', '-', now())`.execute(
    store.db,
  )
  await sql`insert into links (account_id, url) values (1, 'https://example.com/Plain')`.execute(store.db)
  await sql`insert into aliases (link_id, alias) values (1, 'alias')`.execute(store.db)
  const found = await listLinks(store.db, 1, { order: 'date', q: 'plain ALIAS' }, { page: 1, limit: 15 })
  t.match(found, { total: 1, atleast: false, rows: [{ id: 1 }] })
  t.equal(await hasTrigrams(store.db), false)
  const server = await startServer(t, { DATABASE_URL: own.href })
  await server.printed(/run "create extension pg_trgm"/)
  server.child.kill('SIGTERM')
  await server.ended
  await sql`create extension pg_trgm`.execute(admin.db)
  await createMissingIndexes(store.patient, () => false)
  const { rows } =
    await sql`select indisvalid from pg_index where indexrelid = to_regclass('link_words_trigrams')`.execute(store.db)
  t.strictSame(rows, [{ indisvalid: true }])
})
