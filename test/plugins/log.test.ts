import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { sql } from 'kysely'
import t from 'tap'
import { createLog } from '../../src/plugins/log.ts'
import { openTestStore } from '../support/database.ts'
import { ownDatabase, startServer } from '../support/process.ts'

// Starts processes, which may take long on a busy machine.
t.setTimeout(240_000)

const send = async (port: number, path: string, body?: string) => {
  const headers = { host: `localhost:${port}`, 'content-type': 'application/json' }
  const asking = request({ port, host: '127.0.0.1', path, headers, agent: false, method: body ? 'POST' : 'GET' })
  asking.end(body)
  const [response] = await once(asking, 'response')
  response.resume()
  return response.statusCode as number
}

t.test('refused requests are not logged as errors, and every request has a line without secrets', async (t) => {
  const settings = await ownDatabase(t)
  const server = await startServer(t, { ...settings, ACCESS_LOG: 'on', PAYSTACK_SECRET_KEY: 'sk_live_1' })
  const forwarded = { 'x-forwarded-for': '203.0.113.9', cookie: 'a=cookie-secret', 'user-agent': 'agent-secret' }
  const call = async (method: string, path: string, body?: object, key = '') => {
    const headers = { ...forwarded, 'content-type': 'application/json', authorization: `Bearer ${key}` }
    const reply = await fetch(server.base + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return reply.text()
  }
  const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
  const { apikey } = JSON.parse(await call('POST', '/register', account))
  await call('POST', '/login', { ...account, password: 'wrong password' })
  await call(
    'POST',
    '/api/url/add',
    { url: 'https://example.com/url-secret', custom: 'alias-secret', pass: 'pass-secret' },
    apikey,
  )
  for (let i = 0; i < 20; i++) await call('GET', '/alias-secret?query-secret=1')
  await call('GET', '/api/account', undefined, 'key-secret')
  await call('GET', '/api/urls?q=search-secret', undefined, apikey)
  await call('POST', '/webhook/paystack', { event: 'charge.success', data: { id: 1, email: 'buyer@example.com' } })

  const { link } = JSON.parse(await call('POST', '/api/qr/add', { type: 'text', data: 'Hello' }, apikey))
  const picture = new URL(link).pathname
  const pictures = await Promise.all(
    Array.from({ length: 400 }, (_, i) => send(server.port, `${picture}.png?size=${1100 + i}`)),
  )
  t.ok(pictures.filter((status) => status === 503).length > 100, 'most are refused')
  const events = await Promise.all(
    Array.from({ length: 100 }, () =>
      send(server.port, '/webhook/paystack', '{"event":"charge.success","data":{"id":1}}'),
    ),
  )
  t.ok(events.filter((status) => status === 401).length >= 20, 'unsigned events are refused')
  for (const text of ['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`]) {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
    await once(socket.resume(), 'close')
  }
  server.child.kill('SIGTERM')
  const { out } = await server.ended
  const lines = out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const requests = lines.filter(({ msg }) => msg === 'request')
  const visits = requests.filter(({ route }) => route === '/:alias')
  t.equal(visits.length, 20, 'they are not summed up')
  t.match(visits[0], { reqId: String, method: 'GET', status: Number, ms: Number })
  t.match(
    requests.find(({ route }) => route === '/api/urls'),
    { status: 200, account: Number, key: Number },
  )
  t.match(requests.find(({ route }) => route === '/api/account')?.status, 401)
  for (const status of [400, 431])
    t.match(
      requests.find((line) => line.status === status && line.method === undefined),
      { reqId: String, route: '*' },
      `${status} of Node itself`,
    )
  const secrets = new RegExp(`secret|example\\.com|203\\.0\\.113|127\\.0\\.0\\.1|sk_live|${apikey}|correct horse`)
  t.same(
    lines.filter((line) => secrets.test(JSON.stringify(line))),
    [],
  )
  const others = lines.filter(({ msg }) => msg !== 'request')
  t.ok(others.length <= 20, `${others.length} other lines`)
  t.same(
    others.filter(({ level, err, stack }) => level >= 50 || err || stack),
    [],
    'none is an error, none has a stack',
  )
  t.ok(others.some(({ msg, repeated }) => /^busy \(and \d+ more in the last \d+ s\)$/.test(msg) && repeated > 100))
})

t.test('errors are logged without the values of their statement, and truncated', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { options } = createLog({ LOG_LEVEL: 'warn' })
  if (!options) throw new Error('nothing is logged')
  const error = await sql`select nothing from nowhere where mail = ${'ada@example.com'}`
    .execute(store.db)
    .catch((e) => e)
  const logged = options.serializers.err(error)
  t.match(logged, { message: /nowhere/, stack: /at /, code: '42P01' })
  t.notMatch(JSON.stringify(logged), 'ada@example.com')
  const long = options.serializers.err(new Error('x'.repeat(100_000), { cause: new Error('y'.repeat(100_000)) }))
  t.ok(JSON.stringify(long).length < 20_000)
})

t.test('the number of log lines per window is bounded', async (t) => {
  const { options, sumUp } = createLog({ LOG_LEVEL: 'warn' })
  if (!options) throw new Error('nothing is logged')
  const written: unknown[][] = []
  const write = (...line: unknown[]) => void written.push(line)
  for (let i = 0; i < 10_000; i++)
    options.hooks.logMethod.call({}, [{ url: `/${i % 1000}` }, `line ${i % 1000}`], write, 40)
  sumUp()
  t.ok(written.length < 1000, `${written.length} lines`)
  t.match(written.at(-1), [{ repeated: Number }, /^other lines \(and \d+ more in the last \d+ s\)$/])
  options.hooks.logMethod.call({}, ['line 1'], write, 40)
  t.same(written.at(-1), ['line 1'], 'the next window is counted afresh')
  for (let i = 0; i < 20; i++) options.hooks.logMethod.call({}, ['the end'], write, 60)
  t.same(
    written.slice(-20),
    Array.from({ length: 20 }, () => ['the end']),
    'fatal lines are all written',
  )
})
