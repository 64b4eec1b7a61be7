import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { type Database, openServer, type Store } from '../../db/open.ts'
import { createPool } from '../../db/pool.ts'
import { divideConnections } from '../../db/server.ts'
import { isDatabaseUnavailable } from '../../src/errors/database-errors.ts'
import { newServerDatabase, usesServer } from '../support/database.ts'
import { startProxy } from '../support/tcp-proxy.ts'

t.setTimeout(480_000)

const skip = usesServer ? false : 'needs a Postgres server'
const quick = sql`select 1`
const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`

/** Milliseconds until the promise settles, and whether it failed because the database was unreachable. */
async function timed(promise: Promise<unknown>): Promise<{ ms: number; outcome: string }> {
  const startedAt = Date.now()
  const outcome = await promise.then(
    () => 'done',
    (error) => (isDatabaseUnavailable(error) ? 'away' : String(error)),
  )
  return { ms: Date.now() - startedAt, outcome }
}

async function until(condition: () => Promise<boolean> | boolean, what: string, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await setTimeout(50)) if (await condition()) return
  throw new Error(`Not within ${ms} ms: ${what}`)
}

/** A store behind a TCP proxy, and another one that is connected directly. */
async function open(t: Test, options: { connections?: number; requestMs?: number } = {}) {
  const { url, drop } = await newServerDatabase()
  const proxy = await startProxy(t, url)
  const store: Store = await openServer(proxy.url, options)
  const direct = await openServer(url)
  t.teardown(async () => {
    await store.close()
    await direct.close()
    await drop()
  })
  return { store, proxy, direct }
}

t.test('visitors, API and jobs share all connections, and each has at least one', async (t) => {
  for (let all = 4; all <= 500; all++) {
    const { visitors, jobs, api } = divideConnections(all)
    if (visitors + jobs + api !== all || visitors < 2 || jobs < 1 || api < 1) t.fail(`of ${all} connections`)
  }
  t.same(divideConnections(10), { visitors: 4, jobs: 2, api: 4 })
  t.same(divideConnections(2), divideConnections(4), 'four are used at least')
})

t.test('a connection that cannot be made fails the callers that wait', async (t) => {
  const create = () => {
    throw new URIError('URI malformed')
  }
  const pool = createPool(create, async () => {}, { max: 1 })
  await t.rejects(pool.acquire(), { message: 'URI malformed' })
  await pool.close(0)
})

t.test('twenty fast reads succeed while two slow ones use the same two connections', { skip }, async (t) => {
  const { store } = await open(t, { connections: 5 })
  const slow = [1, 2].map(() => timed(sleep(2).execute(store.api)))
  const reads = Array.from({ length: 20 }, () => timed(quick.execute(store.api)))
  for (const { outcome } of await Promise.all([...slow, ...reads])) t.equal(outcome, 'done')
})

t.test('a connection with many different prepared statements is replaced', { skip }, async (t) => {
  // One connection for the API.
  const { store } = await open(t, { connections: 4 })
  const session = async () => {
    const { rows } = await sql<{ pid: number; prepared: number }>`
      select pg_backend_pid() as pid, (select count(*) from pg_prepared_statements) as prepared`.execute(store.api)
    return rows[0]
  }
  const run = async (count: number, value: unknown) => {
    for (let n = 0; n < count; n++) await sql`select ${value}::text as ${sql.raw(`a${n}`)}`.execute(store.api)
  }
  const pid = (await session())?.pid
  for (let n = 0; n < 600; n++) await sql`select 1 as ${sql.raw(`b${n}`)}`.execute(store.api)
  t.match(await session(), { pid, prepared: 0 }, 'a statement without parameters is not prepared')
  await run(300, null)
  await run(300, null)
  t.match(await session(), { pid, prepared: 300 }, 'the same statements count once')
  await run(300, true)
  const later = await session()
  t.not(later?.pid, pid, 'with another type of parameter it is another statement')
  t.equal(later?.prepared, 100)
})

t.test('when a slow statement times out, statements waiting for its connection succeed', { skip }, async (t) => {
  const { store } = await open(t, { connections: 4, requestMs: 12_000 })
  const slow = timed(sleep(600).execute(store.api))
  // They may wait eight seconds longer than the slow one.
  await setTimeout(8000)
  const waiting = Array.from({ length: 5 }, () => timed(quick.execute(store.api)))
  t.equal((await slow).outcome, 'away')
  for (const { outcome } of await Promise.all(waiting)) t.equal(outcome, 'done')
})

t.test(
  'while all API and job connections are busy, visitors are served and API requests time out',
  { skip },
  async (t) => {
    const { store } = await open(t, { connections: 4, requestMs: 4000 })
    // The transaction keeps its connection for longer than a request may wait, although its statements are short.
    const inTransaction = store.api.transaction().execute(async (db) => {
      for (let i = 0; i < 12; i++) await sleep(1).execute(db)
    })
    const busy = [timed(sleep(8).execute(store.db)), timed(inTransaction)]
    await setTimeout(200)
    const refused = timed(quick.execute(store.api))
    for (let i = 0; i < 10; i++) t.equal((await timed(quick.execute(store.visitors))).outcome, 'done')
    t.equal((await refused).outcome, 'away', 'who waits longer than a request may is told so')
    t.equal((await Promise.all(busy))[0]?.outcome, 'done', 'a job may take longer')
  },
)

t.test('JIT compilation is off, also in transactions', { skip }, async (t) => {
  const { store } = await open(t)
  const jit = async (db: Database) =>
    (await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db)).rows
  for (const db of [store.db, store.api, store.visitors]) {
    t.same(await jit(db), [{ jit: 'off' }])
    t.same(await db.transaction().execute(jit), [{ jit: 'off' }])
  }
})

t.test(
  'statements fail at once while the server does not answer, and succeed when it does again',
  { skip },
  async (t) => {
    const { store, proxy } = await open(t, { requestMs: 30_000 })
    await Promise.all([quick.execute(store.api), quick.execute(store.visitors)])
    proxy.pause(true, 'new')
    const first = await timed(quick.execute(store.api))
    t.equal(first.outcome, 'away')
    t.ok(first.ms < 25_000, `the first one fails when the breaker opens, not when its time is over (${first.ms} ms)`)
    for (const db of [store.api, store.visitors, store.db]) {
      const { outcome, ms } = await timed(quick.execute(db))
      t.equal(outcome, 'away')
      t.ok(ms < 4000, `at once, not after the time to open a connection (${ms} ms)`)
    }
    proxy.pause(false)
    await until(async () => (await timed(quick.execute(store.api))).outcome === 'done', 'the breaker closes')
    t.equal((await timed(quick.execute(store.visitors))).outcome, 'done')
  },
)

t.test('a locked table affects only statements that use it', { skip }, async (t) => {
  const { store, proxy, direct } = await open(t, { requestMs: 12_000 })
  await sql`create table locked (id int)`.execute(direct.db)
  await direct.db.transaction().execute(async (db) => {
    await sql`lock table locked in access exclusive mode`.execute(db)
    const waiting = [store.api, store.visitors].map((db) => timed(sql`select * from locked`.execute(db)))
    // Long enough for probes of the server, which are the only other connections.
    await setTimeout(4500)
    const taken = proxy.accepted()
    for (const db of [store.api, store.visitors, store.db]) {
      const { outcome, ms } = await timed(quick.execute(db))
      t.equal(outcome, 'done')
      t.ok(ms < 5000, `${ms} ms`)
    }
    t.ok(taken > 2, 'it was probed')
    for (const { outcome } of await Promise.all(waiting)) t.match(outcome, /lock timeout/)
  })
})

t.test('a listening connection that stops answering is replaced within ten seconds, as a gap', { skip }, async (t) => {
  const { store, proxy, direct } = await open(t)
  const heard: string[] = []
  let gaps = 0
  const subscription = await store.listen(
    'news',
    (payload) => heard.push(payload),
    () => gaps++,
  )
  const notify = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(direct.db)
  await notify('first')
  await until(() => heard.includes('first'), 'the first message')
  proxy.pause(true)
  const since = Date.now()
  await until(() => gaps > 1, 'the loss, and the new connection')
  t.ok(Date.now() - since < 20_000, `${Date.now() - since} ms`)
  await notify('second')
  await until(() => heard.includes('second'), 'a message by the new connection')
  t.equal(gaps, 2)
  await subscription.stop()
})

t.test('a server that became read-only is not ready, and its connection is discarded', { skip }, async (t) => {
  const { store, direct } = await open(t)
  await sql`create table kept (id int)`.execute(direct.db)
  const write = () => timed(sql`insert into kept values (1)`.execute(store.api))
  const setReadOnly = (value: string) =>
    sql`do ${sql.lit(`begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end`)}`
  await setReadOnly('on').execute(direct.db)
  t.match((await write()).outcome, /read-only transaction/)
  await t.rejects(store.checkReady(), { code: '25006' })
  await sql`set default_transaction_read_only = off; ${setReadOnly('off')}`.execute(direct.db)
  // The connection that `checkReady` used was opened before the change.
  await until(async () => (await write()).outcome === 'done', 'writes succeed')
  await until(async () => (await timed(store.checkReady())).outcome === 'done', 'it is ready')
})

t.test(
  'the server ends statements of requests and jobs after a minute, but not the creation of indexes',
  { skip },
  async (t) => {
    const { store } = await open(t)
    const limitOf = async (db: Database) =>
      (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows[0]?.statement_timeout
    for (let i = 0; i < 2; i++) {
      t.strictSame([await limitOf(store.api), await limitOf(store.db)], ['1min', '1min'])
      t.equal(await limitOf(store.patient), '0')
    }
  },
)
