import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { openServer } from '../../db/open.ts'
import { inTransaction } from '../../db/transaction.ts'
import { newServerDatabase, usesServer } from '../support/database.ts'
import { startService } from '../support/service.ts'
import { startProxy } from '../support/tcp-proxy.ts'

// Longer than most delays of a busy machine.
const REQUEST_MS = 2000
const LONGEST_MS = 120_000

t.setTimeout(240_000)

async function soon<T>(answer: Promise<T>): Promise<T | string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS, 'no answer')
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

t.test(
  'while the database does not answer, requests are 503 and jobs wait',
  { skip: usesServer ? false : 'needs a Postgres server' },
  async (t) => {
    const { url, drop } = await newServerDatabase()
    const proxy = await startProxy(t, url)
    const store = await openServer(proxy.url, { connections: 5, requestMs: REQUEST_MS })
    t.teardown(async () => {
      await store.close()
      await drop()
    })
    await migrate(store.db)
    const service = await startService(t, {}, { db: store.api })
    const client = await service.newClient()
    t.equal((await client.get('/api/account')).status, 200)

    proxy.pause(true, 'new')
    const job = inTransaction(store.db, async (db) => sql`select 1`.execute(db))
    const away = { status: 503, headers: { 'retry-after': /^\d+$/ }, body: { error: 1, code: 'database_away' } }
    // More statements than connections, inside and outside transactions.
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, i) => [
        soon(client.get('/api/account')),
        soon(client.post('/api/key/add', { name: `silent ${i}` })),
      ]).flat(),
    )
    for (const reply of replies) t.match(reply, away)

    proxy.pause(false)
    t.match(await soon(job), { rows: [{}] }, 'a job is given the time it needs')
    // On a busy machine the breaker may have opened meanwhile.
    while ((await client.get('/api/account')).status === 503) await pause(50)
    for (let i = 0; i < 6; i++) {
      t.equal((await client.get('/api/account')).status, 200)
      t.equal(
        (await client.post('/api/key/add', { name: `spoken ${i}` })).status,
        200,
        'every connection is of use again',
      )
    }
    const { data } = (await client.get('/api/keys?limit=25')).body
    t.equal(
      data.keys.some(({ name }: { name: string }) => name.startsWith('silent')),
      false,
      'what was refused has not been done',
    )
  },
)

t.test(
  'a slow statement of a request is 503 and canceled; jobs may take longer',
  { skip: usesServer ? false : 'needs a Postgres server' },
  async (t) => {
    const { url, drop } = await newServerDatabase()
    const store = await openServer(url, { connections: 5, requestMs: REQUEST_MS })
    t.teardown(async () => {
      await store.close()
      await drop()
    })
    const sleep = sql`select pg_sleep(5)`
    await t.rejects(sleep.execute(store.api))
    await t.rejects(inTransaction(store.api, (db) => sleep.execute(db)))
    await t.resolves(inTransaction(store.db, (db) => sleep.execute(db)))
    await t.resolves(sql`select 1`.execute(store.api))
  },
)
