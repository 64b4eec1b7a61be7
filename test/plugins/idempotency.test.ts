import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { openServer } from '../../db/open.ts'
import { registerAccount } from '../../src/accounts/accounts.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { createServices } from '../../src/startup/open-services.ts'
import { newServerDatabase, usesServer } from '../support/database.ts'
import { startServer } from '../support/process.ts'
import { patience, startService } from '../support/service.ts'

const pixel = { type: 'vendor01pixel', name: 'Shop', tag: '123' }
const settings = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '100000' }

t.test('a client that disconnected before the reply gets it by repeating the request', async (t) => {
  const service = await startService(t)
  const client = await service.newClient()
  const { port } = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }))
  const body = JSON.stringify(pixel)
  for (let round = 0; round < 10; round++) {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /api/pixel/add HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${client.apikey}\r\n` +
        `Idempotency-Key: left-${round}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      () => socket.destroy(),
    )
    await once(socket, 'close')
    const repeat = () => client.post('/api/pixel/add', pixel, { headers: { 'idempotency-key': `left-${round}` } })
    let reply = await repeat()
    while (reply.status === 409) reply = await repeat()
    t.equal(reply.status, 200)
  }
  t.equal((await client.get('/api/pixels')).body.data.result, 10)
})

t.test('the created row and its stored reply are committed together, before the request ends', async (t) => {
  const held = Promise.withResolvers<never>()
  held.promise.catch(() => {})
  const service = await startService(t, {}, { safeFetch: () => held.promise })
  const client = await service.newClient()
  const link = { url: 'https://example.com/', metaimage: 'https://pictures.example.com/a.png' }
  const sent = { headers: { 'idempotency-key': 'slow' } }
  const first = client.post('/api/url/add', link, sent)
  const begun = service.services.db.selectFrom('idempotency_keys').select('key')
  while ((await begun.execute()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  let second = await client.post('/api/url/add', link, sent)
  while (second.status === 409) second = await client.post('/api/url/add', link, sent)
  t.match(second, { status: 200, headers: { 'idempotent-replayed': 'true' } })
  held.reject(new Error('no picture'))
  const { id, shorturl, warnings } = (await first).body
  t.same(second.body, { error: 0, id, shorturl })
  t.equal(warnings.length, 1)
  t.same((await client.post('/api/url/add', link, sent)).body, { error: 0, id, shorturl, warnings })
  t.equal((await client.get('/api/urls')).body.data.result, 1)
})

t.test('instances on one database', { skip: usesServer ? false : 'needs TEST_DATABASE_URL' }, async (t) => {
  const { url, drop } = await newServerDatabase()
  t.teardown(drop)
  const start = async () => {
    const store = await openServer(url, { connections: 5 })
    await migrate(store.db)
    // A process that one test kills never answers.
    const requestPatience = { ...patience, answerMs: 250 }
    const { services, close } = await createServices(readConfig(settings), store, { patience: requestPatience })
    const app = await buildApp(services)
    t.teardown(async () => {
      await app.close()
      await close()
    })
    return { app, services }
  }
  const [first, second] = [await start(), await start()]
  const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
  const { id: accountId, apikey } = await registerAccount(first.services.db, account, 14)
  const headers = { authorization: `Bearer ${apikey}`, host: 'localhost:3000' }
  const add = (instance: typeof first, key: string) =>
    instance.app.inject({
      method: 'POST',
      url: '/api/pixel/add',
      headers: { ...headers, 'idempotency-key': key },
      payload: pixel,
    })
  const pixels = async () => (await first.app.inject({ url: '/api/pixels', headers })).json().data.result as number
  const outside = await openServer(url)
  t.teardown(() => outside.close())

  t.test('of two concurrent requests with one key at two instances, only one creates a row', async (t) => {
    for (let round = 1; round <= 100; round++) {
      const replies = await Promise.all(
        [first, second, first, second].map((instance) => add(instance, `both-${round}`)),
      )
      const made = replies.filter(({ statusCode, headers }) => statusCode === 200 && !headers['idempotent-replayed'])
      t.equal(made.length, 1)
      for (const reply of replies)
        t.ok(reply.statusCode === 409 ? reply.headers['retry-after'] : reply.body === made[0]?.body, reply.body)
      const later = await Promise.all([add(first, `both-${round}`), add(second, `both-${round}`)])
      for (const { body, headers } of later) t.same([body, headers['idempotent-replayed']], [made[0]?.body, 'true'])
      t.equal(await pixels(), round)
    }
  })

  t.test('a process that is killed during a request leaves no partial changes', async (t) => {
    const before = await pixels()
    const process = await startServer(t, { ...settings, DATABASE_URL: url })
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holder = outside.db.transaction().execute(async (db) => {
      await sql`lock table pixels in exclusive mode`.execute(db)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const lost = fetch(`${process.base}/api/pixel/add`, {
      method: 'POST',
      headers: { authorization: headers.authorization, 'idempotency-key': 'killed' },
      body: JSON.stringify(pixel),
    })
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_locks where relation = 'pixels'::regclass and not granted`.execute(outside.db)
      return rows.length > 0
    }
    while (!(await waiting())) await sleep(20)
    process.child.kill('SIGKILL')
    await t.rejects(lost)
    release.resolve()
    await holder
    t.match((await add(second, 'killed')).json(), { code: 'idempotency_in_progress' })
    t.equal(await pixels(), before, 'the statement of the killed process was not committed')
    await outside.db
      .updateTable('idempotency_keys')
      .set({ started_at: new Date(Date.now() - 121_000) })
      .where('account_id', '=', accountId)
      .where('key', '=', 'killed')
      .execute()
    const replies = await Promise.all([add(first, 'killed'), add(second, 'killed')])
    t.equal(
      replies.filter(({ statusCode, headers }) => statusCode === 200 && !headers['idempotent-replayed']).length,
      1,
    )
    t.equal(await pixels(), before + 1)
  })

  t.test('a request that another attempt has taken over creates nothing', async (t) => {
    const before = await pixels()
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holder = outside.db.transaction().execute(async (db) => {
      await sql`lock table pixels in exclusive mode`.execute(db)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const slow = add(first, 'slow')
    const age = () =>
      outside.db
        .updateTable('idempotency_keys')
        .set({ started_at: new Date(Date.now() - 121_000) })
        .where('account_id', '=', accountId)
        .where('key', '=', 'slow')
        .executeTakeFirstOrThrow()
    while ((await age()).numUpdatedRows === 0n) await sleep(20)
    const other = add(second, 'slow')
    await sleep(200)
    release.resolve()
    await holder
    t.equal((await slow).json().code, 'idempotency_in_progress')
    t.equal((await other).statusCode, 200)
    t.equal(await pixels(), before + 1)
  })
})
