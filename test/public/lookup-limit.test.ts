import t from 'tap'
import { newKey } from '../../src/security/secrets.ts'
import { countQueries } from '../support/count-queries.ts'
import { startService } from '../support/service.ts'

const service = await startService(t, { BASE_URL: 'https://waymark.example', RATE_LIMIT_PER_MINUTE: '30' })
const { app, services } = service
const client = await service.newClient()

// Background jobs may run statements in the meantime.
const MAX_OTHERS = 5
const MAX_QUERIES = 120 + MAX_OTHERS

interface Sent {
  url: string
  headers: Record<string, string>
  remoteAddress: string
}

/** Sends 300 requests, 50 at a time, and returns the statuses. */
async function ask(request: (i: number) => Sent): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (let i = 0; i < 300; i += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, j) => {
        const { statusCode } = await app.inject(request(i + j))
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      }),
    )
  return statuses
}

const host = 'waymark.example'

t.test('unknown aliases cause at most 120 lookups per address and minute, and evict no links', async (t) => {
  await client.post('/api/url/add', { url: 'https://example.com/', custom: 'real-link' }, { headers: { host } })
  const visit = () => app.inject({ url: '/real-link', headers: { host }, remoteAddress: '192.0.2.10' })
  t.equal((await visit()).statusCode, 302)
  const queries = await countQueries(t, services, async () => {
    const statuses = await ask((i) => ({ url: `/guess-${i}`, headers: { host }, remoteAddress: '192.0.2.10' }))
    t.strictSame([statuses.get(404), statuses.get(429)], [60, 240])
  })
  t.ok(queries > 0 && queries <= MAX_QUERIES, `${queries} queries`)
  t.equal((await visit()).statusCode, 302, 'a link that is cached still opens')
})

for (const [what, url] of [
  ['rotators', (i: number) => `/r/guess-${i}`],
  ['public lists', (i: number) => `/u/user1/${900_000 + i}`],
] as const)
  t.test(`unknown ${what} cause at most 120 lookups per address and minute`, async (t) => {
    const remoteAddress = what === 'rotators' ? '192.0.2.20' : '192.0.2.21'
    const queries = await countQueries(t, services, async () => {
      const statuses = await ask((i) => ({ url: url(i), headers: { host }, remoteAddress }))
      t.strictSame([statuses.get(404), statuses.get(429)], [60, 240])
    })
    t.ok(queries > 0 && queries <= MAX_QUERIES, `${queries} queries`)
  })

t.test('existing links are never limited, also with many concurrent requests', async (t) => {
  const values = Array.from({ length: 150 }, (_, i) => i)
  const { apikey } = await service.newClient()
  await services.db
    .insertInto('links')
    .values(values.map((i) => ({ account_id: client.id, url: `https://example.com/${i}` })) as never)
    .execute()
  const links = await services.db
    .selectFrom('links')
    .select('id')
    .where('url', 'like', 'https://example.com/%')
    .execute()
  await services.db
    .insertInto('aliases')
    .values(links.slice(-150).map(({ id }, i) => ({ alias: `exists-${i}`, link_id: id })) as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  t.ok(apikey)
  const replies = await Promise.all(
    values.map((i) => app.inject({ url: `/exists-${i}`, headers: { host }, remoteAddress: '192.0.2.11' })),
  )
  t.equal(replies.filter(({ statusCode }) => statusCode === 429).length, 0)
  t.ok(replies.filter(({ statusCode }) => statusCode === 302).length > 100)
})

t.test('unknown hosts cause at most 120 lookups per address and minute', async (t) => {
  const queries = await countQueries(t, services, async () => {
    const statuses = await ask((i) => ({
      url: '/anything',
      headers: { host: `host-${i}.example` },
      remoteAddress: '192.0.2.12',
    }))
    t.strictSame([statuses.get(421), statuses.get(429)], [60, 240])
  })
  t.ok(queries > 0 && queries <= MAX_QUERIES, `${queries} queries`)
})

t.test('unknown keys cause no more lookups than the rate limit allows requests', async (t) => {
  const queries = await countQueries(t, services, async () => {
    const statuses = await ask(() => ({
      url: '/api/account',
      headers: { host, authorization: `Bearer ${newKey().apikey}` },
      remoteAddress: '192.0.2.13',
    }))
    t.strictSame([...statuses.keys()].sort(), [401, 429])
    t.ok((statuses.get(401) ?? 0) <= 30)
  })
  t.ok(queries > 0 && queries <= 30 + MAX_OTHERS, `${queries} queries`)
})

t.test('the addresses of an IPv6 /56 share four times the lookups of one /64', async (t) => {
  const queries = await countQueries(t, services, async () => {
    const statuses = await ask((i) => ({
      url: `/guess-six-${i}`,
      headers: { host },
      remoteAddress: `2001:db8:0:${(0x1100 + (i % 150)).toString(16)}::${(i + 1).toString(16)}`,
    }))
    t.strictSame([statuses.get(404), statuses.get(429)], [240, 60])
  })
  t.ok(queries > 0 && queries <= 300 + MAX_OTHERS, `${queries} queries`)
})

t.test(
  'a change of a domain does not use up the limit of a client that calls the service by another name',
  async (t) => {
    const owner = await startService(t, {
      BASE_URL: 'https://way.example',
      DOMAIN_CHECK: 'off',
      RATE_LIMIT_PER_MINUTE: '1000',
    })
    const who = await owner.newClient()
    const added = await who.post('/api/domain/add', { domain: 'https://go.example' })
    const { id } = added.body
    t.equal(added.status, 200)
    const key = { authorization: `Bearer ${who.apikey}` }
    const ask = (url: string, host: string) =>
      owner.app.inject({ url, headers: { host, ...key }, remoteAddress: '192.0.2.40' })
    let changes = 0
    const change = () => who.put(`/api/domain/${id}/update`, { redirectroot: `https://corp.example/${++changes}` })
    for (const host of ['127.0.0.1:3000', '192.168.1.7', 'waymark', '[::1]:3000'])
      for (let i = 0; i < 35; i++) {
        await change()
        const reply = await ask('/api/account', host)
        if (reply.statusCode !== 200) return t.fail(`${host}: ${reply.statusCode} after ${i} changes`)
      }
    const paths = ['/readyz', '/livez', '/openapi.json', '/docs', '/developers']
    for (const path of paths) t.equal((await ask(path, '127.0.0.1')).statusCode, 200, path)
    t.notMatch(await ask('/webhook/stripe', '127.0.0.1'), { statusCode: 429 })
    // A name that could be a domain has to be looked up.
    const named = 'waymark.internal'
    for (let i = 0; i < 90; i++) {
      await change()
      const reply = await ask(['/api/account', ...paths][i % 6] ?? '', named)
      if (reply.statusCode !== 200) return t.fail(`${named}: ${reply.statusCode} after ${i} changes`)
    }
    t.equal((await ask('/anything', 'other.internal')).statusCode, 429, 'unknown pages are limited as before')
  },
)

t.test('beyond the limit, unknown hosts cause no lookups, and what no link can be at is served', async (t) => {
  const owner = await startService(t, {
    BASE_URL: 'https://way.example',
    DOMAIN_CHECK: 'off',
    RATE_LIMIT_PER_MINUTE: '1000',
  })
  const who = await owner.newClient()
  await who.post('/api/domain/add', { domain: 'https://go.example' })
  const ask = (url: string, host: string, method: 'GET' | 'POST' = 'GET') =>
    owner.app.inject({
      method,
      url,
      headers: { host, authorization: `Bearer ${who.apikey}` },
      remoteAddress: '192.0.2.41',
    })
  const queries = await countQueries(t, owner.services, async () => {
    for (let i = 0; i < 300; i++) await ask(i % 2 ? '/webhook/nothing' : '/livez', `host-${i}.example`)
  })
  t.ok(queries > 0 && queries <= MAX_QUERIES, `${queries} queries`)
  const reply = await ask('/api/account', 'new.example')
  t.match(reply, { statusCode: 200, headers: { 'x-ratelimit-limit': '1000' } })
  t.equal((await ask('/api/nope', 'new.example')).statusCode, 404)
  for (const path of ['/readyz', '/livez']) t.equal((await ask(path, 'new.example')).statusCode, 200, path)
  t.not((await ask('/webhook/stripe', 'new.example', 'POST')).statusCode, 429)
  for (const path of ['/docs', '/openapi.json', '/sale'])
    t.equal((await ask(path, 'new.example')).statusCode, 429, `${path} may be a link of a branded domain`)
  t.equal((await ask('/sale', 'go.example')).statusCode, 429, 'a host that is not known yet')
  const visit = await owner.app.inject({
    url: '/api/account',
    headers: { host: 'go.example' },
    remoteAddress: '192.0.2.42',
  })
  t.equal(visit.statusCode, 404, 'the branded domain is not remembered as an unknown host')
  t.equal((await ask('/api/account', 'go.example')).statusCode, 404)
})
