import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { openServer } from '../../db/open.ts'
import { totalOf } from '../../db/queries/visit-totals.ts'
import { registerAccount } from '../../src/accounts/accounts.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { createServices } from '../../src/startup/open-services.ts'
import { newServerDatabase, usesServer } from '../support/database.ts'
import { patience } from '../support/service.ts'

t.test('two instances on one database', { skip: usesServer ? false : 'needs TEST_DATABASE_URL' }, async (t) => {
  const { url, drop } = await newServerDatabase()
  t.teardown(drop)
  const instances = []
  for (let i = 0; i < 2; i++) {
    const store = await openServer(url, { connections: 5 })
    await migrate(store.db)
    const { services, close } = await createServices(
      // Longer than any delay of a busy machine, so that every reply means that the visit was committed.
      readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '100000', CLICK_COMMIT_TIMEOUT_MS: '10000' }),
      store,
      // One test waits for an instance that never answers.
      { patience: { ...patience, answerMs: 5000 } },
    )
    const app = await buildApp(services)
    t.teardown(async () => {
      await app.close()
      await close()
    })
    instances.push({ app, services })
  }
  const outside = await openServer(url)
  t.teardown(() => outside.close())
  const [first, second] = instances
  if (!first || !second) throw new Error('no instances')
  const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
  const { apikey } = await registerAccount(first.services.db, account, 14)
  const headers = { authorization: `Bearer ${apikey}`, host: 'localhost:3000' }
  const add = async (payload: object) =>
    (await first.app.inject({ method: 'POST', url: '/api/url/add', headers, payload })).json().id as number
  const visit = (instance: typeof first, path: string) =>
    instance.app.inject({ url: path, headers: { host: 'localhost:3000' } })

  t.test('a change on one instance is visible on the other', async (t) => {
    const id = await add({ url: 'https://example.com/a', custom: 'shared' })
    t.equal((await visit(second, '/shared')).headers.location, 'https://example.com/a')
    const change = { url: 'https://example.com/b' }
    await first.app.inject({ method: 'PUT', url: `/api/url/${id}/update`, headers, payload: change })
    t.equal((await visit(second, '/shared')).headers.location, 'https://example.com/b')
    t.equal((await visit(second, '/absent')).statusCode, 404)
    await add({ url: 'https://example.com/c', custom: 'absent' })
    t.equal((await visit(second, '/absent')).statusCode, 302)
  })

  t.test('an account that is deleted on one instance is gone on the other at once', async (t) => {
    const { apikey } = await registerAccount(
      first.services.db,
      { ...account, email: 'b@example.com', username: 'bob' },
      14,
    )
    const own = { authorization: `Bearer ${apikey}`, host: 'localhost:3000' }
    const make = async (url: string, payload: object) =>
      (await first.app.inject({ method: 'POST', url, headers: own, payload })).json()
    await make('/api/url/add', { url: 'https://example.com/a', custom: 'of-bo' })
    await make('/api/bio/add', { name: 'Bo', custom: 'page-of-bo' })
    const { link } = await make('/api/qr/add', { type: 'link', data: 'https://example.com' })
    const paths = ['/of-bo', '/page-of-bo', new URL(link).pathname]
    for (const path of paths) t.ok((await visit(second, path)).statusCode < 400, path)
    const read = () => second.app.inject({ url: '/api/account', headers: own })
    t.equal((await read()).statusCode, 200)
    const payload = { password: account.password }
    t.equal((await first.app.inject({ method: 'DELETE', url: '/api/account', headers: own, payload })).statusCode, 200)
    t.equal((await read()).statusCode, 401)
    for (const path of paths) t.equal((await visit(second, path)).statusCode, 404, path)
    t.equal((await first.app.inject({ url: '/api/account', headers })).statusCode, 200, 'another account goes on')
  })

  t.test('two bulk requests with one key, one on each instance, make their links once', async (t) => {
    const items = Array.from({ length: 500 }, (_, i) => ({ url: `https://example.com/once/${i}`, custom: `once-${i}` }))
    for (const i of [0, 499]) t.equal((await visit(second, `/once-${i}`)).statusCode, 404)
    const post = (instance: typeof first) =>
      instance.app.inject({
        method: 'POST',
        url: '/api/url/bulk',
        headers: { ...headers, 'idempotency-key': 'bulk-once' },
        payload: { items },
      })
    const replies = await Promise.all([post(first), post(second)])
    t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 409])
    t.equal(replies.find(({ statusCode }) => statusCode === 409)?.json().code, 'idempotency_in_progress')
    const made = replies.find(({ statusCode }) => statusCode === 200)
    for (const instance of [first, second]) {
      const replay = await post(instance)
      t.equal(replay.headers['idempotent-replayed'], 'true')
      t.equal(replay.body, made?.body)
      for (const i of [0, 499]) t.equal((await visit(instance, `/once-${i}`)).statusCode, 302)
    }
    const { rows } = await sql<{ count: number }>`
      select count(*) from links where url like 'https://example.com/once/%'`.execute(outside.db)
    t.equal(rows[0]?.count, items.length)
  })

  t.test('a change confirmed by one instance is served by the other at once', async (t) => {
    const stale: string[] = []
    const put = (path: string, payload: object) => first.app.inject({ method: 'PUT', url: path, headers, payload })
    const id = await add({ url: 'https://example.com/0', custom: 'often' })
    for (let round = 1; round <= 200; round++) {
      const url = `https://example.com/${round}`
      await visit(second, '/often')
      await put(`/api/url/${id}/update`, { url })
      if ((await visit(second, '/often')).headers.location !== url) stale.push(url)
    }
    for (let round = 1; round <= 50; round++) {
      const { id, apikey } = (
        await first.app.inject({ method: 'POST', url: '/api/key/add', headers, payload: { name: `key ${round}` } })
      ).json()
      const asked = { url: '/api/account', headers: { ...headers, authorization: `Bearer ${apikey}` } }
      t.equal((await second.app.inject(asked)).statusCode, 200)
      await first.app.inject({ method: 'DELETE', url: `/api/key/${id}/delete`, headers })
      if ((await second.app.inject(asked)).statusCode !== 401) stale.push(`key ${id}`)
    }
    t.same(stale, [])
  })

  t.test('an instance that never answers delays a change, and refuses none', async (t) => {
    await sql`select pg_notify('waymark', 'instance:new:silent')`.execute(outside.db)
    for (let i = 0; i < 3; i++) await add({ url: 'https://example.com/a', custom: `waited-${i}` })
    for (let i = 0; i < 3; i++) t.equal((await visit(second, `/waited-${i}`)).statusCode, 302)
    await sql`select pg_notify('waymark', 'instance:left:silent')`.execute(outside.db)
  })

  t.test('a click limit is exact across both instances, and a visitor of both is unique', async (t) => {
    const id = await add({ url: 'https://example.com/a', custom: 'limited', clicklimit: 10 })
    const visits = await Promise.all(Array.from({ length: 40 }, (_, i) => visit(i % 2 ? first : second, '/limited')))
    t.equal(visits.filter(({ statusCode }) => statusCode === 302).length, 10)
    const { data } = (await first.app.inject({ url: `/api/url/${id}`, headers })).json()
    t.match(data, { clicks: 10, uniqueClicks: 1 })
  })

  t.test('counts are exact when both instances write to the same links and roll up', async (t) => {
    const ids = []
    for (let i = 0; i < 5; i++) ids.push(await add({ url: 'https://example.com/a', custom: `many-${i}` }))
    const visits = []
    for (let i = 0; i < 400; i++) visits.push(visit(i % 2 ? first : second, `/many-${(i * 7) % 5}`))
    await Promise.all(visits)
    for (const id of ids) {
      const read = async () => {
        const { details, data } = (await second.app.inject({ url: `/api/url/${id}`, headers })).json()
        return [details.clicks, data.clicks]
      }
      // A visit that is not committed within CLICK_COMMIT_TIMEOUT_MS is answered before it is counted.
      for (let tries = 0; tries < 200 && Math.min(...(await read())) < 80; tries++)
        await new Promise((done) => setTimeout(done, 50))
      t.match(await read(), [80, 80])
    }
  })

  t.test('lost database connections lose no click and no change', async (t) => {
    const id = await add({ url: 'https://example.com/a', custom: 'cut' })
    await visit(first, '/cut')
    await visit(second, '/cut')
    let answered = 2
    for (let round = 0; round < 4; round++) {
      const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(outside.db)
      const visits = await Promise.all(Array.from({ length: 60 }, (_, i) => visit(i % 2 ? first : second, '/cut')))
      await cut
      answered += visits.filter(({ statusCode }) => statusCode === 302).length
    }
    t.equal(answered, 242, 'every visit was answered')
    const written = async () =>
      (
        await outside.db
          .selectFrom('link_totals')
          .select(totalOf('link', 'visits').as('clicks'))
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).clicks
    while ((await written()) < answered) await new Promise((done) => setTimeout(done, 50))
    await outside.db.updateTable('links').set({ url: 'https://example.com/later' }).where('id', '=', id).execute()
    const target = async () => (await visit(second, '/cut')).headers.location
    // Changes are received again.
    while ((await target()) !== 'https://example.com/later') await new Promise((done) => setTimeout(done, 50))
  })
})
