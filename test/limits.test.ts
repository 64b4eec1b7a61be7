import { spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { Redis } from 'ioredis'
import t from 'tap'
import { type Client, type Reply, startService } from './support/service.ts'

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

/** Asks for the account this often, one after the other. */
async function askOften(client: Client, times: number): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let i = 0; i < times; i++) replies.push(await client.get('/api/account'))
  return replies
}

const number = (reply: Reply | undefined, name: string) => Number(reply?.headers[name])

const limited = { RATE_LIMIT_PER_MINUTE: '30' }

t.test('thirty requests pass and the thirty-first is 429, for each key apart', async (t) => {
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

t.test('without a valid key requests are counted by address, and 429 comes before 401', async (t) => {
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

t.test('addresses of one IPv6 network are one, wherever addresses are counted', async (t) => {
  const service = await startService(t, { ...limited, BASE_URL: 'https://go.example.com', REGISTRATION: 'open' })
  const addressOf = (i: number) => `2001:db8:1:2::${(i + 1).toString(16)}`
  for (let i = 0; i < 30; i++) t.equal((await service.send('GET', '/api/account', { ip: addressOf(i) })).status, 401)
  t.equal((await service.send('GET', '/api/account', { ip: addressOf(30) })).status, 429)
  t.equal((await service.send('GET', '/api/account', { ip: '2001:db8:1:3::1' })).status, 401, 'another network is not')

  for (let i = 0; i < 20; i++)
    t.equal((await service.send('POST', '/register', { body: {}, ip: addressOf(i) })).status, 400)
  t.equal((await service.send('POST', '/register', { body: {}, ip: addressOf(30) })).status, 429)

  const event = { body: { id: 'evt_1', type: 'x' } }
  for (let i = 0; i < 60; i++)
    t.equal((await service.send('POST', '/webhook/stripe', { ...event, ip: addressOf(i) })).status, 200)
  t.equal((await service.send('POST', '/webhook/stripe', { ...event, ip: addressOf(60) })).status, 429)
})

t.test('failures carry the rate headers and are counted like everything else', async (t) => {
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

t.test('while closing the API still counts, and scripts of any origin may read that it is', async (t) => {
  const service = await startService(t, limited)
  const client = await service.newClient()
  service.parts.state.closing = true
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

t.test('a forwarded address is believed from a trusted proxy alone', async (t) => {
  const spend = async (settings: Record<string, string>) => {
    const service = await startService(t, { ...limited, ...settings })
    const replies: Reply[] = []
    for (const address of ['203.0.113.1', '203.0.113.2'])
      replies.push(
        await service.send('GET', '/api/account', { headers: { 'x-forwarded-for': address }, ip: '10.0.0.1' }),
      )
    return number(replies[1], 'x-ratelimit-remaining')
  }
  t.equal(await spend({}), 28, 'nobody is trusted unless told: both count for the proxy')
  t.equal(await spend({ TRUST_PROXY: '10.0.0.0/8' }), 29, 'each counts for itself')
  t.equal(await spend({ TRUST_PROXY: '1' }), 29, 'also where one proxy is trusted by count')
})

const reachable = await new Promise<boolean>((resolve) => {
  const { hostname, port } = new URL(REDIS_URL)
  const socket = connect(Number(port || 6379), hostname)
  socket
    .on('connect', () => resolve(true))
    .on('error', () => resolve(false))
    .setTimeout(2000, () => resolve(false))
  socket.on('connect', () => socket.end())
})

t.test(
  'two instances share the counters through Redis',
  { skip: reachable ? false : `no Redis at ${REDIS_URL}` },
  async (t) => {
    const first = await startService(t, { ...limited, REDIS_URL })
    // The same key for both: two instances on one database, as behind a load balancer.
    const second = await startService(
      t,
      { ...limited, REDIS_URL },
      { db: first.parts.db, changes: first.parts.changes },
    )
    const probe = new Redis(REDIS_URL)
    t.teardown(() => probe.disconnect())
    await probe.ping()
    const client = await first.newClient()
    // Key ids start at 1 in every new database, and a Redis keeps what an earlier run has counted.
    const stale = await probe.keys('waymark-rate:*')
    if (stale.length > 0) await probe.del(stale)
    for (let i = 0; i < 15; i++) {
      t.equal((await client.get('/api/account')).status, 200)
      t.equal((await second.send('GET', '/api/account', { key: client.apikey })).status, 200)
    }
    t.equal((await second.send('GET', '/api/account', { key: client.apikey })).status, 429)
    t.match(await client.get('/api/account'), { status: 429, headers: { 'x-ratelimit-limit': '30' } })
  },
)

t.test('while Redis is away requests pass', async (t) => {
  const service = await startService(t, { ...limited, REDIS_URL: 'redis://127.0.0.1:4398' })
  const client = await service.newClient()
  for (const { status } of await askOften(client, 35)) t.equal(status, 200)
})

const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

t.test(
  'while Redis is silent requests pass, and meanwhile nobody waits long',
  { skip: hasRedisServer ? false : 'no redis-server here' },
  async (t) => {
    const port = 4451
    const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'])
    t.teardown(() => redis.kill('SIGKILL'))
    await new Promise<void>((resolve) => {
      redis.stdout.on('data', (text) => String(text).includes('Ready to accept') && resolve())
      redis.once('exit', () => resolve())
    })
    const service = await startService(t, { ...limited, REDIS_URL: `redis://127.0.0.1:${port}` })
    const client = await service.newClient()
    await service.parts.redis?.ping().catch(() => {})
    t.match(await client.get('/api/account'), { status: 200, headers: { 'x-ratelimit-remaining': '29' } })
    redis.kill('SIGSTOP')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, 5000, 'no answer')
    })
    t.match(await Promise.race([client.get('/api/account'), late]), { status: 200 })
    clearTimeout(timer)
    redis.kill('SIGCONT')
  },
)
