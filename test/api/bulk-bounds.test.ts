import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { startService } from '../support/service.ts'
import { recordStatements } from '../support/statements.ts'

const MAX = 20
const folder = t.testdir({
  'plans.json': JSON.stringify({ limits: { free: { links: 2, requests_per_minute: MAX } } }),
})
const service = await startService(t, { PLANS_FILE: join(folder, 'plans.json') })
const { app, services } = service
const client = await service.newClient()
const url = 'https://example.com/page'
const thousand = <T>(item: T): T[] => Array.from({ length: 1000 }, () => item)
const bulk = (items: unknown, more: object = {}, owner = client) => owner.post('/api/url/bulk', { items, ...more })
const add = async (body: object) => (await client.post('/api/url/add', body)).body
const newFreeClient = async () => {
  const free = await service.newClient()
  await services.db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', free.id).execute()
  return free
}

t.test('the items of the list that is done count, whatever other lists the body has', async (t) => {
  const ids = Array.from({ length: 300 }, (_, i) => Number.MAX_SAFE_INTEGER - i)
  for (const items of [[], thousand({ url })]) {
    const { headers } = await client.post('/api/url/bulk/delete', { ids, items, atomic: false })
    t.equal(headers['x-ratelimit-cost'], '3')
  }
  t.equal((await bulk([{ url: 1 }], { ids: thousand(1) })).headers['x-ratelimit-cost'], '1')
})

t.test('requests at the same time use up the minute together', async (t) => {
  const free = await newFreeClient()
  const host = `${services.config.baseHost}:${services.config.PORT}`
  const headers = { host, authorization: `Bearer ${free.apikey}`, 'content-type': 'application/json' }
  const bodies = Array.from({ length: 5 }, () => new PassThrough())
  const replies = bodies.map((payload) => app.inject({ method: 'POST', url: '/api/url/bulk/delete', headers, payload }))
  // Each of them is let through before one of them is known to cost ten.
  const counted = async () => MAX - Number((await free.get('/api/account')).headers['x-ratelimit-remaining'])
  for (let reads = 1; (await counted()) < bodies.length + reads; reads++) await sleep(20)
  const statuses = []
  for (const [i, body] of bodies.entries()) {
    body.end(JSON.stringify({ ids: thousand(Number.MAX_SAFE_INTEGER), atomic: false }))
    const reply = await replies[i]
    statuses.push(reply?.statusCode)
    if (reply?.statusCode === 429) t.match(reply.json(), { code: 'rate_limited', message: /^More than 20 requests/ })
  }
  t.equal(statuses[0], 200)
  t.equal(statuses.at(-1), 429)
})

t.test('validation stops at the maximum number of reported faults', async (t) => {
  const links = await bulk(thousand({ url: 1, custom: 1, domain: 1 }))
  t.match(links, { status: 400, body: { code: 'invalid_request', message: /^Item 0: .*Nothing was changed\.$/ } })
  t.equal(links.body.errors.length, 2001)
  const codes = await client.post('/api/qr/bulk', { items: thousand({ type: 'link', data: 1, logo: 1, name: 1 }) })
  t.match(codes, { status: 400, body: { code: 'invalid_request' } })
})

t.test('items beyond the strings that are collected are not stored', async (t) => {
  const item = { url, metatitle: '\ufeffa', metadescription: '\ufeffb', description: '\ufeffc' }
  const reply = await bulk(thousand(item), { atomic: false })
  t.match(reply, { status: 400, body: { code: 'invalid_request', errors: [{ path: /^\/items\/0\// }] } })
  const some = await bulk([...Array.from({ length: 600 }, () => item), { url }], { atomic: false })
  t.match(some.body, { failed: 600 })
  t.match(some.body.results.at(-1), { id: Number })
})

t.test('items that request the same link fail together', async (t) => {
  const other = await service.newClient()
  await other.post('/api/url/add', { url, custom: 'bounds-taken' })
  const same = { url: `${url}/same`, reuse: true }
  const before = (await add({ url })).id
  const { failed, results } = (
    await bulk([...thousand({ ...same, custom: 'bounds-taken' }).slice(0, 40), same, same], { atomic: false })
  ).body
  t.equal(failed, 40)
  t.match(results[39], { code: 'alias_taken', errors: [{ path: '/items/39/custom' }] })
  t.ok(results[40].id)
  t.equal(results[41].id, results[40].id, 'those that ask for less share a link')
  // Each link that is tried takes an id.
  t.ok((await add({ url })).id - before <= 4, 'the taken alias is tried once')

  const there = (await add({ url: `${url}/there`, custom: 'bounds-there' })).id
  const found = await bulk(
    [
      { url: `${url}/there`, custom: 'bounds-there' },
      { url: `${url}/there`, custom: 'bounds-there', reuse: true },
    ],
    { atomic: false },
  )
  t.match(found.body, { failed: 1, results: [{ code: 'alias_taken' }, { id: there }] })

  const free = await newFreeClient()
  const full = await bulk([{ url }, { url }, ...thousand(same).slice(0, 998)], { atomic: false }, free)
  t.equal(full.body.failed, 998)
  t.match(full.body.results.at(-1), { code: 'plan_limit' })
})

t.test('items that could each share the link of another take a bounded number of statements', async (t) => {
  const free = await newFreeClient()
  await bulk([{ url }, { url }], {}, free)
  const values = Array.from({ length: 50 }, (_, n) => ({
    account_id: free.id,
    type: 'vendor01pixel' as const,
    name: `${n}`,
    tag: '1',
  }))
  const made = await services.db.insertInto('pixels').values(values).returning('id').execute()
  const pixels = made.map(({ id }) => id)
  // Each asks for less than the one before it.
  const items = pixels.map((_id, i) => ({ url: `${url}/less`, reuse: true, pixels: pixels.slice(i) }))
  let failed = 0
  const statements = await recordStatements(t, async () => {
    failed = (await bulk(items, { atomic: false }, free)).body.failed
  })
  t.equal(failed, items.length)
  t.ok(statements.length < 60, `${statements.length} statements`)
})

t.test('an item that asks for less than many that fail gets its own result', async (t) => {
  const [page, taken] = [`${url}/chain`, 'bounds-chain']
  await add({ url, custom: taken })
  // Each asks for less than the one before it, and all of them for the alias that is taken.
  const aliases = Array.from({ length: 20 }, (_, i) => `bounds-chain-${i}`)
  const chain = aliases.map((_alias, i) => ({ url: page, custom: taken, aliases: aliases.slice(i), reuse: true }))
  const last = { url: page, custom: taken, reuse: true }
  const { failed, results } = (await bulk([...chain, last, { url: page, reuse: true }], { atomic: false })).body
  t.equal(failed, 21)
  t.ok(results.at(-1).id)
})

t.test('an item with reuse shares the link of an earlier one when that of a later one fails', async (t) => {
  const [page, taken] = [`${url}/earlier`, 'bounds-earlier']
  await add({ url, custom: taken })
  const items = [{ url: page }, { url: page, custom: taken }, { url: page, reuse: true }]
  const { results } = (await bulk(items, { atomic: false })).body
  t.match(results, [{ id: Number }, { code: 'alias_taken' }, { id: results[0].id }])
})

t.test('reuse finds the link with the external id that is asked for', async (t) => {
  const page = `${url}/external`
  const old = (await add({ url: page })).id
  const made = (await add({ url: page, externalid: 'sku-1', reuse: true })).id
  t.not(made, old)
  t.equal((await client.get('/api/url/ext_sku-1')).body.details.id, made)
  t.equal((await add({ url: page, externalid: 'sku-1', reuse: true })).id, made)
  t.match(await add({ url: `${page}/2`, externalid: 'sku-1', reuse: true }), { code: 'externalid_taken' })
  const { results } = (
    await bulk([
      { url: page, externalid: 'sku-1', reuse: true },
      { url: page, externalid: 'sku-2', reuse: true },
      { url: page, externalid: 'sku-2', reuse: true },
      { url: page, externalid: 'sku-3', reuse: true },
      { url: page, reuse: true },
    ])
  ).body
  const ids = results.map(({ id }: { id: number }) => id)
  t.equal(ids[0], made)
  t.equal(ids[1], ids[2])
  t.equal(new Set(ids).size, 3)
  t.equal((await client.get('/api/url/ext_sku-3')).body.details.id, ids[3])
})

t.test('changes that are refused because of one another take a bounded number of statements', async (t) => {
  const [LEVELS, LENGTH] = [9, 7]
  const other = await service.newClient()
  await other.post('/api/url/add', { url, custom: 'chain-end' })
  const places = Array.from({ length: LEVELS * LENGTH }, (_, i) => [Math.floor(i / LENGTH), i % LENGTH] as const)
  const made = (await bulk(places.map(([level, i]) => ({ url, custom: `chain${level}-${i}` })))).body.results
  // Each link wants the alias of the next one; a level has its external ids when the one before is refused.
  const items = places.map(([level, i], at) => ({
    id: made[at].id,
    custom: i < LENGTH - 1 ? `chain${level}-${i + 1}` : 'chain-end',
    externalid: `chain-${i}`,
  }))
  let body: { failed?: number; results?: { code: string }[] } = {}
  const statements = await recordStatements(t, async () => {
    body = (await client.post('/api/url/bulk/update', { items, atomic: false })).body
  })
  t.equal(body.failed, places.length)
  t.equal(body.results?.[LENGTH * 2 - 1]?.code, 'alias_taken')
  t.equal(body.results?.at(-1)?.code, 'externalid_taken')
  t.ok(statements.length < 200, `${statements.length} statements`)
})
