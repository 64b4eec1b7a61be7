import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { type Database, openServer, type Store } from '../../db/open.ts'
import { inTransaction } from '../../db/transaction.ts'
import { isDatabaseUnavailable } from '../../src/errors/database-errors.ts'
import { newServerDatabase, usesServer } from '../support/database.ts'
import { startProxy } from '../support/tcp-proxy.ts'

// For tests of timeouts, shorter than opening a connection may take; else longer than any delay of a busy machine.
const SHORT_MS = 3000
const REQUEST_MS = 60_000
const LONGEST_MS = 120_000
// Total connections with which the API pool has one, two or four.
const [ONE, TWO, FOUR] = [4, 5, 10]

t.setTimeout(480_000)

const one = sql`select 1`
const pidOf = async (db: Database) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0

/** Resolves in any case: promises that never settle are the bug that these tests look for. */
async function settled<T>(promise: Promise<T>): Promise<T | string> {
  let timer: NodeJS.Timeout | undefined
  const never = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS, 'never settled')
  })
  return Promise.race([promise, never]).finally(() => clearTimeout(timer))
}
const codeOf = (promise: Promise<unknown>) =>
  settled(
    promise.then(
      () => 'done',
      (error) => (isDatabaseUnavailable(error) ? 'away' : String(error)),
    ),
  )

/** Opens `count` transactions at the same time, which fails if connections have leaked. */
async function takesAtOnce(db: Database, count: number): Promise<unknown> {
  let inside = 0
  let letGo: () => void = () => {}
  const all = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const one = () =>
    inTransaction(db, async (db) => {
      await pidOf(db)
      if (++inside === count) letGo()
      await all
    })
  return settled(Promise.all(Array.from({ length: count }, one)).then(() => 'at once'))
}

async function recovers(db: Database): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; (await codeOf(one.execute(db))) === 'away'; ) {
    if (Date.now() > end) throw new Error('never recovered')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function open(
  t: Test,
  connections: number,
  requestMs = REQUEST_MS,
): Promise<{ store: Store; outside: Database; url: string }> {
  const { url, drop } = await newServerDatabase()
  const store = await openServer(url, { connections, requestMs })
  const outside = await openServer(url)
  t.teardown(async () => {
    await store.close()
    await outside.close()
    await drop()
  })
  return { store, outside: outside.db, url }
}
/** Ends a session and waits until it is gone. */
async function kill(outside: Database, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}, 30000)`.execute(outside)
}

t.test('connections to a Postgres server', { skip: usesServer ? false : 'needs a Postgres server' }, async (t) => {
  t.test('the first statement may begin a transaction, and each connection runs one', async (t) => {
    const { store } = await open(t, FOUR)
    t.equal(await takesAtOnce(store.api, 4), 'at once')
  })

  t.test('statements outside transactions do not block a transaction', async (t) => {
    const { store } = await open(t, TWO)
    let isOver = false
    const reader = async () => {
      while (!isOver) await one.execute(store.api)
    }
    const readers = Promise.all(Array.from({ length: 12 }, reader))
    for (let i = 0; i < 8; i++) t.equal(await settled(inTransaction(store.api, pidOf).then(() => 'ran')), 'ran')
    isOver = true
    await readers
    t.equal(await takesAtOnce(store.api, 2), 'at once')
  })

  t.test(
    'a transaction fails if its connection is lost between two statements; the connection is replaced',
    async (t) => {
      const { store, outside } = await open(t, TWO)
      for (const db of [store.db, store.api]) {
        for (let i = 0; i < 3; i++) {
          const cut = inTransaction(db, async (db) => {
            await kill(outside, await pidOf(db))
            // Sent in the event loop turn in which the loss is noticed, or after it.
            for (let turn = 0; turn < i; turn++) await new Promise(setImmediate)
            await one.execute(db)
          })
          t.equal(await codeOf(cut), 'away')
        }
        const atEnd = inTransaction(db, async (db) => kill(outside, await pidOf(db)))
        t.equal(await codeOf(atEnd), 'away', 'a commit without an answer is not a success')
        t.equal(await takesAtOnce(db, db === store.db ? 1 : 2), 'at once')
      }
    },
  )

  t.test('a caller that waits for a connection that is lost gets another one', async (t) => {
    const { store, outside } = await open(t, ONE)
    const waiting: Promise<unknown>[] = []
    const cut = inTransaction(store.api, async (db) => {
      const pid = await pidOf(db)
      for (let i = 0; i < 3; i++) waiting.push(inTransaction(store.api, pidOf), one.execute(store.api))
      await new Promise(setImmediate)
      await kill(outside, pid)
      await one.execute(db)
    })
    t.equal(await codeOf(cut), 'away')
    t.same(
      await Promise.all(waiting.map(codeOf)),
      Array.from(waiting, () => 'done'),
    )
  })

  t.test('statements on lost connections fail, and later ones succeed', async (t) => {
    const { store, outside } = await open(t, FOUR)
    for (let round = 0; round < 8; round++) {
      const running = Array.from({ length: 30 }, () => codeOf(one.execute(store.api)))
      await sql`select pg_terminate_backend(pid, 30000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(outside)
      for (const outcome of await Promise.all(running)) if (outcome !== 'done' && outcome !== 'away') t.fail(outcome)
      // The client may notice the closed connection later.
      await recovers(store.api)
      t.equal(await takesAtOnce(store.api, 4), 'at once')
    }
  })

  t.test('a caller that times out while a connection is being opened does not leak it', async (t) => {
    const { store: direct, url } = await open(t, ONE)
    await one.execute(direct.db)
    const proxy = await startProxy(t, url)
    const store = await openServer(proxy.url, { connections: TWO, requestMs: SHORT_MS })
    t.teardown(() => store.close())
    proxy.pause(true, 'new')
    t.same(await Promise.all([1, 2, 3, 4].map(() => codeOf(one.execute(store.api)))), Array(4).fill('away'))
    proxy.pause(false)
    // Unless this process was halted so long that opening the connections has failed too.
    await recovers(store.api)
    t.equal(await takesAtOnce(store.api, 2), 'at once')
  })

  t.test('opening a connection is retried while the others are in use', async (t) => {
    const { url } = await open(t, ONE)
    const proxy = await startProxy(t, url)
    const store = await openServer(proxy.url, { connections: TWO, requestMs: REQUEST_MS })
    t.teardown(() => store.close())
    const held = inTransaction(store.api, async (db) => {
      await one.execute(db)
      proxy.stopAccepting()
      const another = codeOf(inTransaction(store.api, pidOf))
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
      await proxy.listen()
      t.equal(await another, 'done')
    })
    t.equal(await codeOf(held), 'done')
  })

  t.test('connections that stop answering are replaced', async (t) => {
    const { url } = await open(t, ONE)
    const proxy = await startProxy(t, url)
    const store = await openServer(proxy.url, { connections: TWO, requestMs: 2 * SHORT_MS })
    t.teardown(() => store.close())
    t.equal(await takesAtOnce(store.api, 2), 'at once')
    proxy.pause(true)
    t.same(await Promise.all([1, 2].map(() => codeOf(inTransaction(store.api, pidOf)))), ['away', 'away'])
    t.equal(await takesAtOnce(store.api, 2), 'at once')
  })

  t.test('a statement that times out is canceled on the server', async (t) => {
    const { store, outside } = await open(t, TWO, SHORT_MS)
    const sleep = sql`select pg_sleep(600)`
    const given = [sleep.execute(store.api), inTransaction(store.api, (db) => sleep.execute(db))]
    t.same(await Promise.all(given.map(codeOf)), ['away', 'away'])
    const sleeping = async () =>
      (
        await sql`select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep(600)'`.execute(
          outside,
        )
      ).rows.length
    while ((await sleeping()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
    t.equal(await takesAtOnce(store.api, 2), 'at once')
  })

  t.test('a transaction with a failed statement is never reported as committed', async (t) => {
    const { store } = await open(t, ONE)
    await sql`create table kept (id int)`.execute(store.api)
    const passedOver = inTransaction(store.api, async (db) => {
      await sql`insert into kept values (1)`.execute(db)
      await sql`select 1 / 0`.execute(db).catch(() => {})
    })
    await t.rejects(passedOver, /was rolled back/)
    t.same((await sql`select id from kept`.execute(store.api)).rows, [])
  })
})

/** A server that sends the same bytes to every connection and closes it. */
async function refusing(t: Test, answer: Buffer): Promise<{ url: string; taken: () => number }> {
  let taken = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    taken++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => socket.end(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `postgres://me@127.0.0.1:${(server.address() as { port: number }).port}/any`, taken: () => taken }
}

t.test('a server that accepts and closes connections counts as unreachable and is not retried forever', async (t) => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const starting = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), fields])
  starting.writeUInt32BE(fields.length + 4, 1)
  for (const answer of [starting, Buffer.alloc(0)]) {
    const { url, taken } = await refusing(t, answer)
    const store = await openServer(url, { requestMs: REQUEST_MS })
    t.teardown(() => store.close())
    for (let i = 0; i < 100; i++) {
      t.equal(await codeOf(one.execute(store.db)), 'away')
      t.equal(await codeOf(inTransaction(store.api, pidOf)), 'away')
      t.equal(await codeOf(one.execute(store.visitors)), 'away')
    }
    t.ok(taken() < 100, `${taken()} connections for 300 tries`)
  }
})
