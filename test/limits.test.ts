import { once } from 'node:events'
import { Redis } from 'ioredis'
import t from 'tap'
import { freePort, needsRedis, needsRedisServer, REDIS_URL, startRedis } from './support/redis.ts'
import { type Client, type Reply, type Service, startService } from './support/service.ts'

/** Requests the account `count` times, one after the other. */
async function askOften(client: Client, times: number): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let i = 0; i < times; i++) replies.push(await client.get('/api/account'))
  return replies
}

const number = (reply: Reply | undefined, name: string) => Number(reply?.headers[name])

const limited = { RATE_LIMIT_PER_MINUTE: '30' }

t.test('the 31st request in a minute is 429, counted per key', async (t) => {
  const service = await startService(t, limited)
  const client = await service.newClient()
  const replies = await askOften(client, 31)
  t.same(
    replies.map(({ status }) => status),
    [...Array(30).fill(200), 429],
  )
  t.same(
    replies.map((reply) => number(reply, 'x-ratelimit-remaining')),
    [...Array(30).keys(), 0].map((i, n) => (n < 30 ? 29 - i : 0)),
  )
  for (const reply of replies) t.equal(number(reply, 'x-ratelimit-limit'), 30)

  const refused = replies[30]
  t.match(refused?.body, { error: 1, code: 'rate_limited', message: String })
  t.match(refused?.headers, { 'api-version': 'v1', 'app-version': '7.3.1', 'retry-after': /^\d+$/ })
  const reset = number(refused, 'x-ratelimit-reset')
  const left = reset - Date.now() / 1000
  t.ok(Number.isInteger(reset) && left > 0 && left <= 61, 'the reset is a timestamp, in seconds, within the minute')
  t.ok(number(refused, 'retry-after') >= left - 1 && number(refused, 'retry-after') <= 60, 'Retry-After says the same')

  const again = await askOften(client, 5)
  for (const reply of again) {
    t.equal(reply.status, 429)
    t.ok(Math.abs(number(reply, 'x-ratelimit-reset') - reset) <= 1, 'asking while limited does not move the window')
  }
  const second = await service.newClient()
  t.match((await askOften(second, 1))[0]?.headers, { 'x-ratelimit-remaining': '29' }, 'another key is not affected')
  const { body } = await second.post('/api/key/add', {})
  const third = await service.send('GET', '/api/account', { key: body.apikey })
  t.equal(third.headers['x-ratelimit-remaining'], '29', 'nor is another key of the same account')
})

t.test('requests without a valid key are counted by address, and 429 comes before 401', async (t) => {
  const service = await startService(t, limited)
  const client = await service.newClient()
  const keys = [undefined, 'wm_unknown', 'nonsense']
  for (let i = 0; i < 30; i++) {
    const key = keys[i % 3]
    const reply = await service.send('GET', '/api/account', { ...(key ? { key } : {}), ip: '192.0.2.7' })
    t.match(reply, { status: 401, headers: { 'x-ratelimit-remaining': String(29 - i) } })
  }
  t.equal((await service.send('GET', '/api/account', { ip: '192.0.2.7' })).status, 429)
  t.equal((await service.send('GET', '/api/nowhere', { ip: '192.0.2.7' })).status, 429, 'for an unknown address too')
  t.equal(
    (await service.send('GET', '/api/account', { ip: '192.0.2.8' })).status,
    401,
    'another address is not affected',
  )
  t.equal((await client.get('/api/account', { ip: '192.0.2.7' })).status, 200, 'nor is a valid key from the same one')
})

t.test('addresses of one IPv6 /64 are counted as one in all limits', async (t) => {
  const service = await startService(t, { ...limited, BASE_URL: 'https://go.example.com', REGISTRATION: 'open' })
  const addressOf = (i: number) => `2001:db8:1:2::${(i + 1).toString(16)}`
  for (let i = 0; i < 30; i++) t.equal((await service.send('GET', '/api/account', { ip: addressOf(i) })).status, 401)
  t.equal((await service.send('GET', '/api/account', { ip: addressOf(30) })).status, 429)
  t.equal((await service.send('GET', '/api/account', { ip: '2001:db8:1:3::1' })).status, 401, 'another network is not')

  for (let i = 0; i < 20; i++)
    t.equal((await service.send('POST', '/register', { body: {}, ip: addressOf(i) })).status, 400)
  t.equal((await service.send('POST', '/register', { body: {}, ip: addressOf(30) })).status, 429)

  const networkOf = (i: number) => `2001:db8:2:${i.toString(16)}::1`
  for (let i = 0; i < 80; i++)
    t.equal((await service.send('POST', '/register', { body: {}, ip: networkOf(i) })).status, 400)
  t.equal((await service.send('POST', '/register', { body: {}, ip: networkOf(81) })).status, 429, 'a /56 has a limit')
  t.equal(
    (await service.send('POST', '/register', { body: {}, ip: networkOf(256) })).status,
    400,
    'another /56 has not',
  )

  const event = { body: { id: 'evt_1', type: 'x' } }
  for (let i = 0; i < 60; i++)
    t.equal((await service.send('POST', '/webhook/stripe', { ...event, ip: addressOf(i) })).status, 200)
  t.equal((await service.send('POST', '/webhook/stripe', { ...event, ip: addressOf(60) })).status, 429)
})

t.test('failures have rate-limit headers and count against the limit', async (t) => {
  const service = await startService(t, limited)
  const client = await service.newClient()
  const replies = [
    await client.get('/api/nowhere'),
    await client.put('/api/pixel/999/update', { tag: 'x' }),
    await client.post('/api/pixel/add', {}),
    await client.post('/api/pixel/add', undefined, { raw: '{', headers: { 'content-type': 'application/json' } }),
    await client.post('/api/pixel/add', undefined, { raw: 'x', headers: { 'content-type': 'image/png' } }),
  ]
  t.same(
    replies.map(({ status }) => status),
    [404, 404, 400, 400, 415],
  )
  t.same(
    replies.map((reply) => number(reply, 'x-ratelimit-remaining')),
    [29, 28, 27, 26, 25],
  )
  for (let i = 0; i < 3; i++) await service.send('OPTIONS', '/api/account')
  t.equal(number(await client.get('/api/account'), 'x-ratelimit-remaining'), 24, 'a preflight spends nothing')
})

t.test('while the service is closing, requests are still counted and replies have CORS headers', async (t) => {
  const service = await startService(t, limited)
  const client = await service.newClient()
  service.services.lifecycle.closing = true
  for (const reply of [await client.get('/api/account'), await client.post('/api/nowhere'), await client.get('/api')])
    t.match(reply, {
      status: 503,
      headers: {
        'x-ratelimit-limit': '30',
        'x-ratelimit-remaining': /^\d+$/,
        'x-ratelimit-reset': /^\d+$/,
        'access-control-allow-origin': '*',
        'retry-after': '5',
        connection: 'close',
      },
      body: { error: 1, code: 'closing' },
    })
  for (const path of ['/register', '/docs', '/apiary', '/an-alias'])
    t.equal((await service.send('GET', path, { isElsewhere: true })).status, 503, path)
})

t.test('X-Forwarded-For is used only from a trusted proxy', async (t) => {
  const spend = async (service: Service) => {
    const replies: Reply[] = []
    for (const address of ['203.0.113.1', '203.0.113.2'])
      replies.push(
        await service.send('GET', '/api/account', { headers: { 'x-forwarded-for': address }, ip: '10.0.0.1' }),
      )
    return number(replies[1], 'x-ratelimit-remaining')
  }
  // A subtest stops its service: a third one at a time would need a new database.
  for (const [settings, left, why] of [
    [{}, 28, 'nobody is trusted unless told: both count for the proxy'],
    [{ TRUST_PROXY: '10.0.0.0/8' }, 29, 'each counts for itself'],
  ] as const)
    await t.test(why, async (t) => t.equal(await spend(await startService(t, { ...limited, ...settings })), left))

  const service = await startService(t, { ...limited, TRUST_PROXY: '1' })
  t.equal(await spend(service), 29, 'also where one proxy is trusted by count')
  const { app } = service
  const at = await app.listen({ host: '127.0.0.1', port: 0 })
  const remaining = async (address: string) => {
    const { headers } = await fetch(`${at}/api/account`, { headers: { 'x-forwarded-for': address } })
    return Number(headers.get('x-ratelimit-remaining'))
  }
  t.equal(await remaining('203.0.113.9:51034'), 29)
  t.equal(await remaining('198.51.100.1, 203.0.113.9:51035'), 28, 'the port is no part of the address')
  t.equal(await remaining('203.0.113.9'), 27)
  t.equal(await remaining('[2001:db8::1]:443'), 29)
  t.equal(await remaining('2001:db8::1'), 28)
})

t.test('two instances share counters through Redis', needsRedis, async (t) => {
  const first = await startService(t, { ...limited, REDIS_URL })
  // The same key for both instances, as behind a load balancer.
  const second = await startService(
    t,
    { ...limited, REDIS_URL },
    { db: first.services.db, changes: first.services.changes },
  )
  const probe = new Redis(REDIS_URL)
  t.teardown(() => probe.disconnect())
  await probe.ping()
  const client = await first.newClient()
  // Key ids start at 1 in every new database, and Redis still has the counts of an earlier run.
  const stale = await probe.keys('waymark-rate:key:*')
  if (stale.length > 0) await probe.del(stale)
  for (let i = 0; i < 15; i++) {
    t.equal((await client.get('/api/account')).status, 200)
    t.equal((await second.send('GET', '/api/account', { key: client.apikey })).status, 200)
  }
  t.equal((await second.send('GET', '/api/account', { key: client.apikey })).status, 429)
  t.match(await client.get('/api/account'), { status: 429, headers: { 'x-ratelimit-limit': '30' } })
})

/** Resolves once the counters have switched from Redis to the process (`away`) or back. */
const moved = (service: Service, away: boolean) =>
  new Promise<void>((resolve) => {
    service.services.counters.onMove((error) => {
      if ((error !== undefined) === away) resolve()
    })
  })

t.test('if Redis does not answer, requests are counted in the process', async (t) => {
  const service = await startService(t, { ...limited, REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  const client = await service.newClient()
  const replies = await askOften(client, 31)
  t.same(
    replies.map(({ status }) => status),
    [...Array(30).fill(200), 429],
  )
})

t.test(
  'when Redis is killed the process counts, and when it returns Redis counts again',
  needsRedisServer,
  async (t) => {
    const { redis, port, url } = await startRedis(t)
    const service = await startService(t, { ...limited, REDIS_URL: url })
    const client = await service.newClient()
    t.equal(number((await askOften(client, 1))[0], 'x-ratelimit-remaining'), 29)
    const reports: (string | undefined)[] = []
    service.services.counters.onMove((error) => reports.push(error?.message))
    const away = moved(service, true)
    const back = moved(service, false)
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    const replies = await askOften(client, 31)
    await away
    t.same(
      replies.map(({ status }) => status),
      [...Array(30).fill(200), 429],
      'the limit holds without it',
    )
    t.equal(reports.length, 1, 'which is reported once')
    await startRedis(t, port)
    await back
    t.equal(number((await askOften(client, 1))[0], 'x-ratelimit-remaining'), 29, 'a new Redis knows of no request')
    t.equal(reports.length, 2)
    t.equal(reports[1], undefined)
  },
)

t.test('a Redis that does not answer delays no requests after the first timeouts', needsRedisServer, async (t) => {
  const { redis, url } = await startRedis(t)
  const service = await startService(t, { ...limited, REDIS_URL: url })
  const client = await service.newClient()
  t.match(await client.get('/api/account'), { status: 200, headers: { 'x-ratelimit-remaining': '29' } })
  const away = moved(service, true)
  const back = moved(service, false)
  redis.kill('SIGSTOP')
  const first = await askOften(client, 2)
  await away
  t.same(
    first.map(({ status }) => status),
    [200, 200],
  )
  const commands: unknown[] = []
  const monitored = t.capture(Redis.prototype, 'sendCommand', Redis.prototype.sendCommand)
  await askOften(client, 28)
  commands.push(...monitored().filter(({ args: [command] }) => (command as { name: string }).name === 'eval'))
  t.strictSame(commands, [], 'no request waits for a command; only the probe sends some')
  t.equal((await client.get('/api/account')).status, 429, 'and the limit holds')
  redis.kill('SIGCONT')
  await back
})
