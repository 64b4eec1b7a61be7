import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import t from 'tap'
import { openServer } from '../../db/open.ts'
import { readConfig } from '../../src/config/config.ts'
import { isDatabaseUnavailable, isOutcomeUnknown } from '../../src/errors/database-errors.ts'
import { newMigratedDatabase, usesServer } from '../support/database.ts'
import { startService } from '../support/service.ts'

// The URL of the same database through the socket of its server; undefined if that is on another machine.
async function socketUrl(text: string): Promise<string | undefined> {
  const store = await openServer(text)
  const { rows } = await sql<{ directories: string }>`
    select current_setting('unix_socket_directories') as directories`.execute(store.db)
  await store.close()
  const url = new URL(text)
  const directory = rows[0]?.directories.split(',')[0]?.trim() ?? ''
  if (!existsSync(join(directory, `.s.PGSQL.${url.port || 5432}`))) return undefined
  url.searchParams.set('host', directory)
  url.searchParams.set('port', url.port || '5432')
  url.hostname = 'elsewhere.invalid'
  url.port = ''
  return url.href
}

t.test('the service works over a Unix socket', { skip: !usesServer && 'needs a server' }, async (t) => {
  const { url, drop } = await newMigratedDatabase()
  t.teardown(drop)
  const overSocket = await socketUrl(url)
  if (overSocket === undefined) return void t.comment('the socket of the server is not on this machine')
  const store = await openServer(overSocket)
  const { rows } = await sql<{ address: string | null }>`select inet_server_addr() as address`.execute(store.db)
  t.same(rows, [{ address: null }])
  const service = await startService(t, {}, {}, store)
  const client = await service.newClient()
  const { body } = await client.post('/api/url/add', { url: 'https://example.com/' })
  t.equal((await service.send('GET', new URL(body.shorturl).pathname)).status, 302)
})

t.test('a socket that does not exist is a database that is away', async (t) => {
  const store = await openServer('postgres:///waymark?host=/nonexistent/socket')
  const error = await sql`select 1`.execute(store.db).catch((error: unknown) => error)
  t.ok(isDatabaseUnavailable(error), String(error))
  t.notOk(isOutcomeUnknown(error))
  await store.close()
})

t.test('a database URL has a host or the directory of a socket', async (t) => {
  for (const url of ['postgres:///waymark?host=/var/run/postgresql', 'postgres://ada@localhost/waymark'])
    t.equal(readConfig({ DATABASE_URL: url }).DATABASE_URL, url)
  for (const start of ['postgres://ada', 'postgresql://ada:a%40b'])
    for (const end of ['', ':5433'])
      t.equal(
        readConfig({ DATABASE_URL: `${start}@${end}/waymark?sslmode=disable&host=/var/run` }).DATABASE_URL,
        `${start}@localhost${end}/waymark?sslmode=disable&host=/var/run`,
        'a user may be before the directory of a socket',
      )
  for (const url of ['postgres://ada@/waymark', 'postgres:///waymark', 'postgres:///waymark?host=socket'])
    t.throws(() => readConfig({ DATABASE_URL: url }), /DATABASE_URL has no host/, url)
  const other = 'http:///waymark?host=/var/run'
  t.throws(() => readConfig({ DATABASE_URL: other }), /DATABASE_URL must be an address that starts with postgres:/)
})
