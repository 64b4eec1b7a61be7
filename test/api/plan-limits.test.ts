import { join } from 'node:path'
import t from 'tap'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { settleEvents } from '../support/events.ts'
import { type Client, startService } from '../support/service.ts'

const plans = {
  limits: {
    free: { links: 2, qrcodes: 1, domains: 0, requests_per_minute: 7 },
    pro: { links: 3, requests_per_minute: 9 },
  },
  prices: { stripe: { price_1: 'pro', price_2: { status: 'pro', days: 366 } } },
}
const folder = t.testdir({
  'plans.json': JSON.stringify(plans),
  'no-rates.json': JSON.stringify({
    limits: { ...plans.limits, free: { links: 2, qrcodes: 1, domains: 0 }, pro: { links: 3 } },
  }),
})
const service = await startService(t, { PLANS_FILE: join(folder, 'no-rates.json') })
const { db } = service.services

const expire = async (client: Client) => {
  await db
    .updateTable('accounts')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', client.id)
    .execute()
  await service.services.changes.settle()
}
const link = (client: Client, body = {}) => client.post('/api/url/add', { url: 'https://example.com/', ...body })

t.test('a request beyond the plan limit is 403, and existing resources stay', async (t) => {
  const client = await service.newClient()
  for (let i = 0; i < 3; i++) t.equal((await link(client)).status, 200)
  const refused = await link(client)
  t.match(refused, {
    status: 403,
    body: {
      error: 1,
      code: 'plan_limit',
      message: 'The plan of this account (pro) allows 3 links: delete one, or change the plan.',
    },
  })
  t.equal((await client.get('/api/urls')).body.data.result, 3)
  await expire(client)
  t.match((await link(client)).body.message, /\(free\) allows 2 links/)
  const [newest] = (await client.get('/api/urls')).body.data.urls
  t.equal(
    (await client.put(`/api/url/${newest.id}/update`, { url: 'https://example.com/b' })).status,
    200,
    'changing is no creating',
  )
  for (const { id } of (await client.get('/api/urls')).body.data.urls.slice(0, 2))
    t.equal((await client.delete(`/api/url/${id}/delete`)).status, 200)
  t.equal((await link(client)).status, 200, 'there is room again')
})

t.test('limits are per resource and account, and resources without a limit are unlimited', async (t) => {
  const [client, other] = [await service.newClient(), await service.newClient()]
  const qr = { type: 'text', data: 'hello' }
  for (let i = 0; i < 3; i++) t.equal((await client.post('/api/qr/add', qr)).status, 200)
  t.equal((await client.post('/api/domain/add', { domain: 'https://go.plan-limits.example' })).status, 200)
  await expire(client)
  t.match(await client.post('/api/qr/add', qr), { status: 403, body: { code: 'plan_limit', message: /1 QR codes/ } })
  t.match(await client.post('/api/domain/add', { domain: 'https://a.plan-limits.example' }), {
    status: 403,
    body: { message: /0 branded domains/ },
  })
  t.equal((await link(client)).status, 200)
  t.equal((await other.post('/api/qr/add', qr)).status, 200)
})

t.test('twenty concurrent requests do not exceed the limit', async (t) => {
  const client = await service.newClient()
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => link(client)))).map(({ status }) => status)
  t.same(statuses.filter((status) => status === 200).length, 3)
  t.same(statuses.filter((status) => status === 403).length, 17)
})

t.test('at the limit, the 403 comes before faults of the request', async (t) => {
  const client = await service.newClient()
  await expire(client)
  const sent: [string, Parameters<Client['post']>[2]][] = [
    ['a type that is not JSON', { raw: '<a/>', headers: { 'content-type': 'application/xml' } }],
    ['a body that is too large', { raw: ' '.repeat(1024 * 1024 + 1) }],
    ['no JSON', { raw: '{' }],
    ['nothing right', { body: {} }],
    ['an alias that is reserved', { body: { url: 'https://example.com/', custom: 'api' } }],
  ]
  const statuses = async (address: string) =>
    Promise.all(sent.map(async ([, one]) => (await client.post(address, undefined, one)).status))
  t.same(await statuses('/api/url/add'), [415, 413, 400, 400, 400], 'there is room')
  t.same(await statuses('/api/domain/add'), [403, 403, 403, 403, 403])
  await client.post('/api/qr/add', { type: 'text', data: 'hello' })
  for (let i = 0; i < 2; i++) await link(client)
  t.same(await statuses('/api/qr/add'), [403, 403, 403, 403, 403])
  t.same(await statuses('/api/url/add'), [415, 413, 400, 403, 403], '`reuse` lifts the limit: the body is read first')
  t.match((await link(client, { url: 5 })).body, { code: 'plan_limit' })
  const [{ id }] = (await client.get('/api/urls')).body.data.urls
  t.equal((await client.put(`/api/url/${id}/update`, { url: 5 })).status, 400, 'a change makes nothing')
  const { apikey: key } = (await client.post('/api/key/add', { scope: 'read' })).body
  t.match((await client.post('/api/url/add', {}, { key })).body, { code: 'read_only_key' })
})

t.test('reuse returns an existing link also at the limit', async (t) => {
  const client = await service.newClient()
  const made = []
  for (const url of ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'])
    made.push((await link(client, { url })).body.id)
  const reuse = (body: object) => link(client, { reuse: true, ...body })
  t.match(await reuse({ url: 'https://example.com/b' }), { status: 200, body: { id: made[1] } })
  t.match(await reuse({ url: 'https://example.com/d' }), { status: 403, body: { code: 'plan_limit' } })
  t.match(await reuse({ url: 'javascript:alert(1)' }), { status: 400 }, 'nothing forbids it yet')
  for (const no of [false, null, 'true', 1])
    t.match(await reuse({ url: 'https://example.com/b', reuse: no }), { status: 403 }, `reuse: ${no}`)
  t.equal((await client.get('/api/urls')).body.data.result, 3)
})

t.test('a request whose alias is taken stores nothing, also with a limit', async (t) => {
  const [client, other] = [await service.newClient(), await service.newClient()]
  t.equal((await link(other, { custom: 'taken-one' })).status, 200)
  t.match(await link(client, { custom: 'taken-one' }), { status: 409, body: { code: 'alias_taken' } })
  t.equal((await client.get('/api/urls')).body.data.result, 0)
  t.same((await db.selectFrom('links').select('id').where('account_id', '=', client.id).execute()).length, 0)
})

t.test('a plan may have its own rate limit', async (t) => {
  const rated = await startService(t, { PLANS_FILE: join(folder, 'plans.json'), RATE_LIMIT_PER_MINUTE: '5' })
  const [pro, free] = [await rated.newClient(), await rated.newClient()]
  await rated.services.db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', free.id).execute()
  const spend = async (get: () => ReturnType<Client['get']>, most: number) => {
    t.match((await get()).headers, { 'x-ratelimit-limit': String(most), 'x-ratelimit-remaining': String(most - 1) })
    for (let i = 1; i < most; i++) await get()
    t.match(await get(), {
      status: 429,
      headers: { 'x-ratelimit-limit': String(most) },
      body: { message: new RegExp(`More than ${most}`) },
    })
  }
  await spend(() => pro.get('/api/account'), 9)
  await spend(() => free.get('/api/account'), 7)
  await spend(() => rated.send('GET', '/api/account'), 5)
})

t.test('reaching a plan limit records one event, and refused requests record none', async (t) => {
  const client = await service.newClient()
  const limits = async () => {
    await settleEvents(db)
    const { events } = (await client.get('/api/events?type=limit.reached&direction=asc')).body.data
    return events.map(({ data }: { data: object }) => data)
  }
  await link(client)
  await link(client)
  t.strictSame(await limits(), [])
  const last = await link(client)
  for (let i = 0; i < 3; i++) t.equal((await link(client)).status, 403)
  const full = { limit: 'links', max: 3 }
  t.strictSame(await limits(), [full])
  await client.delete(`/api/url/${last.body.id}/delete`)
  const items = [1, 2, 3].map((n) => ({ url: `https://example.com/${n}` }))
  const [item] = items
  t.equal((await client.post('/api/url/bulk', { items: [item], dryRun: true })).status, 200)
  t.equal((await client.post('/api/url/bulk', { items })).status, 403)
  t.strictSame(await limits(), [full], 'a dry run and a refused request make none')
  t.equal((await client.post('/api/url/bulk', { items, atomic: false })).status, 200)
  t.strictSame(await limits(), [full, full], 'it was full again')
})

t.test('without a plans file there are no limits', async (t) => {
  t.match(readConfig({}).plans, { limits: { free: {}, pro: {} }, prices: {} })
  const { plans } = readConfig({ PLANS_FILE: join(folder, 'plans.json') })
  t.same(plans.prices['stripe']?.get('price_2'), { status: 'pro', days: 366 })
  t.same(plans.prices['stripe']?.get('price_1'), { status: 'pro' })
  t.equal(plans.prices['paddle'], undefined)
})

t.test('every fault of a plans file is named at startup', async (t) => {
  const faultsOf = (text: string) => {
    const path = join(t.testdir({ 'plans.json': text }), 'plans.json')
    try {
      readConfig({ PLANS_FILE: path })
    } catch (error) {
      if (error instanceof ConfigError) return error.faults.join('\n')
    }
    return ''
  }
  t.match(faultsOf('{'), /PLANS_FILE: .*not valid JSON/)
  t.match(faultsOf('{"limits":{"free":{"link":1}}}'), /\/limits\/free\/link/)
  t.match(
    faultsOf('{"limits":{"free":{"links":-1},"pro":{"links":"many"}}}'),
    /\/limits\/free\/links[\s\S]*\/limits\/pro\/links/,
  )
  t.match(faultsOf('{"limits":{"gold":{}}}'), /\/limits\/gold/)
  t.match(faultsOf('{"prices":{"square":{}}}'), /\/prices\/square/)
  t.match(faultsOf('{"prices":{"stripe":{"price_1":"gold"}}}'), /\/prices\/stripe\/price_1/)
  t.match(faultsOf('[]'), /PLANS_FILE/)
  t.throws(() => readConfig({ PLANS_FILE: '/nowhere/plans.json' }), /cannot be read \(ENOENT\)/)
  t.equal(faultsOf('{"limits":{"free":{"links":0}},"prices":{"paypal":{"*":"pro"}}}'), '')
})
