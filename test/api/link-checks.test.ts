import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import t from 'tap'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { settleEvents } from '../support/events.ts'
import { startService } from '../support/service.ts'

// The destinations: a server whose status the tests set, and which keeps the user agents that it saw.
const agents: string[] = []
let status = 200
const server = createServer((request, response) => {
  agents.push(request.headers['user-agent'] ?? '')
  response.writeHead(status, { location: '/elsewhere' }).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const allowing = { safeFetch: createSafeFetch({ allowPrivate: true }) }
const service = await startService(t, {}, allowing)
const { db, linkChecks } = service.services
const client = await service.newClient()
// The schedule is stopped: only these tests start checks.
await linkChecks.close()

const create = async (body: object): Promise<number> => (await client.post('/api/url/add', body)).body.id
const detailsOf = async (id: number) => (await client.get(`/api/url/${id}`)).body.details
/** Makes the link due and checks everything that is. */
async function check(id: number): Promise<void> {
  await sql`update link_checks set check_at = now() - interval '1 second' where link_id = ${id}::bigint`.execute(db)
  while ((await linkChecks.checkDue()) > 0);
}
const secondsToNext = async (id: number) => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from check_at - checked_at)::float8 as seconds from link_checks where link_id = ${id}::bigint`.execute(
    db,
  )
  return rows[0]?.seconds ?? Number.NaN
}
const eventsOf = async (id: number) => {
  await settleEvents(db)
  const events = (await client.get(`/api/events?link=${id}&direction=asc&limit=1000`)).body.data.events
  return (events as { type: string; actor: object; data: { status?: number | null; fault?: string | null } }[]).filter(
    ({ type }) => type === 'link.broken' || type === 'link.recovered',
  )
}
const brokenIds = async (value = true) =>
  ((await client.get(`/api/urls?broken=${value}&limit=1000`)).body.data.urls as { id: number }[]).map(({ id }) => id)

t.test('a link is checked only while it is watched', async (t) => {
  const id = await create({ url: `${origin}/page` })
  t.match(await detailsOf(id), { watch: false, health: null })
  await client.put(`/api/url/${id}/update`, { watch: true })
  const unchecked = { broken: false, since: null, checked: null, status: null, fault: null }
  t.strictSame((await detailsOf(id)).health, unchecked)
  await check(id)
  t.match((await detailsOf(id)).health, { broken: false, since: null, checked: String, status: 200, fault: null })
  t.match(agents.at(-1), /^Waymark link check \(\+http/)
  const seconds = await secondsToNext(id)
  t.ok(seconds > 21 * 3600 && seconds < 27 * 3600, `the next check is in ${seconds} s`)
  const before = agents.length
  while ((await linkChecks.checkDue()) > 0);
  t.equal(agents.length, before, 'it is not due')
  await client.put(`/api/url/${id}/update`, { url: `${origin}/other` })
  t.strictSame((await detailsOf(id)).health, unchecked, 'another URL was not checked yet')
  await client.put(`/api/url/${id}/update`, { watch: false })
  t.match(await detailsOf(id), { watch: false, health: null })
  await client.put(`/api/url/${id}/update`, { watch: true })
  await client.delete(`/api/url/${id}/delete`)
  t.strictSame(await db.selectFrom('link_checks').select('link_id').where('link_id', '=', id).execute(), [])
})

t.test('a page that is missing twice in a row is broken, with one event, until it is back', async (t) => {
  const id = await create({ url: `${origin}/gone`, watch: true })
  status = 404
  await check(id)
  t.match((await detailsOf(id)).health, { broken: false, status: 404 }, 'once may be chance')
  t.equal(Math.round(await secondsToNext(id)), 600)
  for (let i = 0; i < 3; i++) await check(id)
  t.match((await detailsOf(id)).health, { broken: true, since: String, status: 404 })
  t.strictSame(await brokenIds(), [id])
  t.notOk((await brokenIds(false)).includes(id))
  status = 200
  await check(id)
  t.match((await detailsOf(id)).health, { broken: false, since: null, status: 200 })
  t.strictSame(await brokenIds(), [])
  const events = await eventsOf(id)
  t.strictSame(
    events.map(({ type, data }) => [type, data.status, data.fault]),
    [
      ['link.broken', 404, null],
      ['link.recovered', 200, null],
    ],
  )
  t.strictSame(events[0]?.actor, { type: 'system', keyid: null, keyname: null })
})

t.test('errors of a server and missing answers count from the third on; refusals of programs never', async (t) => {
  const id = await create({ url: `${origin}/busy`, watch: true })
  status = 503
  await check(id)
  await check(id)
  t.equal(Math.round(await secondsToNext(id)), 3600)
  t.match((await detailsOf(id)).health, { broken: false, status: 503 })
  await check(id)
  t.match((await detailsOf(id)).health, { broken: true, status: 503 })
  t.equal(Math.round(await secondsToNext(id)), 6 * 3600)
  for (status of [401, 403, 429, 204]) {
    await check(id)
    t.match((await detailsOf(id)).health, { broken: false, status })
  }
  status = 302
  for (let i = 0; i < 3; i++) await check(id)
  const { health } = await detailsOf(id)
  t.match(health, { broken: true, status: null, fault: 'The URL redirects too often.' })
  const types = (await eventsOf(id)).map(({ type }) => type)
  t.strictSame(types, ['link.broken', 'link.recovered', 'link.broken'])
  status = 200
})

t.test('ten redirects are followed, and visits of our own links are not counted', async (t) => {
  const far = createServer((request, response) => {
    const left = Number(request.url?.split('-')[1])
    agents.push(request.headers['user-agent'] ?? '')
    response.writeHead(left === 0 ? 200 : 301, { location: `/hop-${left - 1}` }).end()
  })
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  t.teardown(() => far.close())
  const start = `http://127.0.0.1:${(far.address() as AddressInfo).port}`
  const id = await create({ url: `${start}/hop-8`, watch: true })
  for (let i = 0; i < 3; i++) await check(id)
  t.match((await detailsOf(id)).health, { broken: false, status: 200, fault: null })
  // Another origin gets the name of the service alone.
  server.removeAllListeners('request')
  server.once('request', (_, response) => response.writeHead(302, { location: `${start}/hop-0` }).end())
  const away = await create({ url: `${origin}/away`, watch: true })
  await check(away)
  server.on('request', (request, response) => {
    agents.push(request.headers['user-agent'] ?? '')
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  const agent = agents.at(-1) ?? ''
  t.match((await detailsOf(away)).health, { status: 200 })
  const own = (await client.post('/api/url/add', { url: 'https://example.com/own', clicklimit: 1 })).body
  for (let i = 0; i < 2; i++)
    t.match(await service.send('GET', new URL(own.shorturl).pathname, { headers: { 'user-agent': agent } }), {
      status: 302,
      headers: { location: 'https://example.com/own' },
    })
})

t.test('a URL that the service never requests is not called broken', async (t) => {
  const id = await create({ url: 'https://example.com:81/page', watch: true })
  for (let i = 0; i < 3; i++) await check(id)
  const { health } = await detailsOf(id)
  t.match(health, { broken: false, checked: String, status: null, fault: 'The port of the URL is not allowed.' })
  t.strictSame(await eventsOf(id), [])
})

t.test('a result that comes after the URL was changed is not stored', async (t) => {
  const id = await create({ url: `${origin}/slow`, watch: true })
  const asked = new Promise<() => void>((resolve) => {
    server.removeAllListeners('request')
    server.on('request', (_, response) => resolve(() => response.writeHead(404).end()))
  })
  await sql`update link_checks set check_at = now() - interval '1 second' where link_id = ${id}::bigint`.execute(db)
  const checking = linkChecks.checkDue()
  const answer = await asked
  await client.put(`/api/url/${id}/update`, { url: `${origin}/new` })
  answer()
  t.equal(await checking, 1)
  t.match((await detailsOf(id)).health, { checked: null, status: null })
  server.removeAllListeners('request')
  server.on('request', (_, response) => response.writeHead(200).end())
})

t.test('accounts take turns, and every due link is checked once', async (t) => {
  const others = await Promise.all([service.newClient(), service.newClient(), service.newClient()])
  const items = Array.from({ length: 30 }, (_, n) => ({ url: `${origin}/many-${n}`, watch: true }))
  for (const one of others) t.equal((await one.post('/api/url/bulk', { items })).status, 200)
  await linkChecks.checkDue()
  const checkedOf = async () => {
    const { rows } = await sql<{ account: number; checked: number; all: number }>`
      select account_id as account, count(checked_at)::integer as checked, count(*)::integer as all from link_checks
      where account_id in (${sql.join(others.map(({ id }) => id))}) group by account_id order by account_id`.execute(db)
    return rows
  }
  t.ok((await checkedOf()).every(({ checked }) => checked > 0 && checked <= 7))
  while ((await linkChecks.checkDue()) > 0);
  t.ok((await checkedOf()).every(({ checked, all }) => checked === 30 && all === 30))
})

t.test('of more accounts than fit into a batch none waits for the links of the others', async (t) => {
  await sql`update link_checks set check_at = now() + interval '1 day'`.execute(db)
  const many = await Promise.all(Array.from({ length: 25 }, () => service.newClient()))
  for (const one of many) await one.post('/api/url/add', { url: `${origin}/turn`, watch: true })
  const isOfThem = sql`account_id in (${sql.join(many.map(({ id }) => id))})`
  for (let i = 0; i < 12; i++) {
    await linkChecks.checkDue()
    await sql`update link_checks set check_at = now() - interval '1 second' where ${isOfThem}`.execute(db)
  }
  const { rows } = await sql`select 1 from link_checks where ${isOfThem} and checked_at is null`.execute(db)
  t.equal(rows.length, 0)
})
