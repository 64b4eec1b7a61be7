import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { openServer } from '../../db/open.ts'
import { newServerDatabase, usesServer } from '../support/database.ts'
import { run, startServer } from '../support/process.ts'

t.setTimeout(480_000)

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0
const skip = !usesServer ? 'needs a Postgres server' : isInstalled ? false : 'pgbouncer is not installed'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** PgBouncer in transaction mode with two server connections, in front of a new database. */
async function startBouncer(t: Test): Promise<{ direct: string; pooled: string }> {
  const { url, drop } = await newServerDatabase()
  t.teardown(drop)
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'waymark-pgbouncer-'))
  chmodSync(folder, 0o755)
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const own = await freePort()
  const login = `user=${username}${password ? ` password=${password}` : ''}`
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port || 5432} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), lines.join('\n'))
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  const pooled = `postgres://${username}@127.0.0.1:${own}${pathname}`
  for (let i = 0; ; i++) {
    const store = await openServer(pooled)
    const isUp = await sql`select 1`.execute(store.api).then(
      () => true,
      (error) => {
        if (i === 50) throw error
        return false
      },
    )
    await store.close()
    if (isUp) return { direct: url, pooled }
    await setTimeout(200)
  }
}

t.test('statements, transactions and timeouts work with PgBouncer in transaction mode', { skip }, async (t) => {
  const { pooled } = await startBouncer(t)
  const store = await openServer(pooled, { requestMs: 5000 })
  t.teardown(() => store.close())
  await sql`create table numbers (n int)`.execute(store.db)
  // Concurrent identical statements on few server connections, where named prepared statements would be missing.
  const work = (n: number) =>
    store.api.transaction().execute(async (db) => {
      await sql`insert into numbers values (${n})`.execute(db)
      const { rows } = await sql<{ n: number; jit: string }>`
        select n, current_setting('jit') as jit from numbers where n = ${n}`.execute(db)
      return rows[0]
    })
  for (let round = 0; round < 5; round++) {
    const numbers = Array.from({ length: 20 }, (_, i) => round * 20 + i)
    t.same(
      await Promise.all(numbers.map(work)),
      numbers.map((n) => ({ n, jit: 'off' })),
    )
    const single = (n: number) => sql`select n from numbers where n = ${n}`.execute(store.visitors)
    for (const [i, { rows }] of (await Promise.all(numbers.map(single))).entries()) t.same(rows, [{ n: numbers[i] }])
  }
  await t.rejects(sql`select pg_sleep(600)`.execute(store.api), { code: 'CONNECTION_SILENT' })
  await setTimeout(3000)
  const { rows } = await sql`
    select current_setting('statement_timeout') as t, current_setting('idle_in_transaction_session_timeout') as i,
      (select count(*)::int from pg_stat_activity where query like '%pg_sleep(600)' and state = 'active' and pid <> pg_backend_pid()
        and datname = current_database()) as sleeping`.execute(store.visitors)
  t.same(rows, [{ t: '0', i: '0', sleeping: 0 }], 'the sessions are as they were, and the late statement was canceled')
})

t.test('with PgBouncer the service needs DATABASE_LISTEN_URL to receive changes', { skip }, async (t) => {
  const { pooled, direct } = await startBouncer(t)
  const folder = mkdtempSync(join(tmpdir(), 'waymark-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const settings = { DATA_DIR: folder, DATABASE_URL: pooled, LOG_LEVEL: 'fatal', HOST: '127.0.0.1', PORT: '0' }
  t.match(await run(t, [process.execPath, 'src/server.ts'], settings).ended, {
    code: 1,
    err: /set DATABASE_LISTEN_URL to the Postgres server itself/,
  })
  const { base } = await startServer(t, { ...settings, DATABASE_LISTEN_URL: direct })
  const send = (method: string, path: string, body: object, key = '') =>
    fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
  const { apikey } = (await (await send('POST', '/register', account)).json()) as { apikey: string }
  const link = { url: 'https://example.com/a', custom: 'bounced' }
  const { id } = (await (await send('POST', '/api/url/add', link, apikey)).json()) as { id: number }
  const visit = async () => (await fetch(`${base}/bounced`, { redirect: 'manual' })).headers.get('location')
  t.equal(await visit(), 'https://example.com/a')
  t.equal((await send('PUT', `/api/url/${id}/update`, { url: 'https://example.com/b' }, apikey)).status, 200)
  // A busy machine may receive the notification after the reply.
  const isOld = async () => (await visit()) !== 'https://example.com/b'
  for (const end = Date.now() + 20_000; (await isOld()) && Date.now() < end; ) await setTimeout(50)
  t.equal(await visit(), 'https://example.com/b', 'what was cached is dropped when it changes')
})
