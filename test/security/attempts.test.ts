import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { countQueries } from '../support/count-queries.ts'
import { quickHash } from '../support/passwords.ts'
import { withPauses } from '../support/pauses.ts'
import { type Reply, startService } from '../support/service.ts'

t.setTimeout(120_000)
// Most of the time they wait.
t.jobs = 4
const buffered = true

// Addresses whose pauses end; those of others last longer than the tests.
const FLOODED = '203.0.113.1'
const LEFT = '127.0.0.1'
const counters = withPauses((key, ms) => (key.includes(FLOODED) ? ms : key.includes(LEFT) ? 10 * ms : 60_000))
const { app, send, services, newClient } = await startService(t, {}, { counters })
const client = await newClient()
let links = 0

async function newLink() {
  const custom = `locked-${++links}`
  const { id } = (await client.post('/api/url/add', { url: 'https://example.com', custom })).body as { id: number }
  await services.db
    .updateTable('links')
    .set({ password_hash: quickHash('open sesame') })
    .where('id', '=', id)
    .execute()
  return { id, path: `/${custom}` }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
interface Visitor {
  ip: string
  agent?: string
  cookie?: string
}
const enter = (path: string, password: string, { ip, agent = 'guesser', cookie }: Visitor) =>
  send('POST', path, {
    raw: new URLSearchParams({ password }).toString(),
    headers: { ...form, 'user-agent': agent, ...(cookie ? { cookie } : {}) },
    ip,
  })
const cookiesOf = ({ headers }: Reply) =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '')
const known = (reply: Reply) => cookiesOf(reply).find((cookie) => cookie.startsWith('wm_known_')) ?? ''
/** Starts two guesses that must wait; `end` ends them, and returns how many had a reply. */
function startGuesses(url: string, sent: Record<string, string>, payload: (i: number) => string, ip: string) {
  const controller = new AbortController()
  const { signal } = controller
  let answered = 0
  const headers = { host: services.config.baseHost, ...sent }
  const guesses = [0, 1].map((i) =>
    app.inject({ method: 'POST', url, payload: payload(i), headers, remoteAddress: ip, signal }).then(
      () => answered++,
      () => {},
    ),
  )
  return {
    end: async () => {
      const before = answered
      controller.abort()
      await Promise.all(guesses)
      return before
    },
  }
}

/** Spends the attempts of an address that are free. */
async function spend(path: string, visitor: Visitor) {
  for (let i = 0; i < 10; i++) await enter(path, `guess ${i}`, visitor)
}

/** Guesses from an address until `stop` is called, `concurrency` at a time, each as another client. */
function guess(path: string, ip: string, concurrency: number) {
  const controller = new AbortController()
  const { signal } = controller
  let sent = 0
  const statuses: number[] = []
  const guesser = async () => {
    while (!signal.aborted) {
      const headers = { ...form, 'user-agent': `agent ${sent++}`, host: services.config.baseHost }
      const request = { url: path, payload: `password=${sent}`, headers, remoteAddress: ip, signal }
      const reply = await app.inject({ method: 'POST', ...request }).catch(() => undefined)
      if (reply) statuses.push(reply.statusCode)
      await sleep(100)
    }
  }
  const guessers = Promise.all(Array.from({ length: concurrency }, guesser))
  return {
    /** The number of guesses that were checked. */
    checked: () => statuses.filter((status) => status === 403).length,
    /** Resolves when all places of the address are taken. */
    isFull: async () => {
      while (!statuses.includes(429)) await sleep(10)
    },
    stop: async () => {
      controller.abort()
      await guessers
    },
  }
}

t.test(
  'beside a guesser at the same address that invents a user agent for each guess, a browser with the form gets in',
  { buffered },
  async (t) => {
    const { path } = await newLink()
    const ip = FLOODED
    await spend(path, { ip })
    const flood = guess(path, ip, 60)
    await flood.isFull()
    const page = await send('GET', path, { ip })
    const cookie = cookiesOf(page).find((value) => value.startsWith('wm_form_')) ?? ''
    const before = flood.checked()
    const { status } = await enter(path, 'open sesame', { ip, agent: 'agent', cookie })
    const checked = flood.checked() - before
    t.equal(status, 303)
    t.ok(checked <= 2, `${checked} guesses were checked meanwhile`)
    const repeated = await send('GET', path, { ip, headers: { cookie } })
    t.equal(repeated.headers['set-cookie'], undefined, 'the browser keeps its cookie')
    await flood.stop()
  },
)

t.test('a device that knew the password does not wait for the guesses of others', { buffered }, async (t) => {
  const { id, path } = await newLink()
  const ip = '203.0.113.2'
  const cookie = known(await enter(path, 'open sesame', { ip }))
  await spend(path, { ip })
  const more = startGuesses(path, form, (i) => new URLSearchParams({ password: `more ${i}` }).toString(), ip)
  t.equal((await enter(path, 'open sesame', { ip, cookie })).status, 303)
  t.equal(await more.end(), 0, 'all guesses still wait')

  const failures = async (key: string) => (await services.counters.read(key)).count
  const device = `link-device:${/=(.{16})/.exec(cookie)?.[1]}`
  const foreign = known(await enter((await newLink()).path, 'open sesame', { ip: '203.0.113.3' }))
  for (const [i, forged] of [foreign.replace(/\d+/, String(id)), cookie.replace(/=./, '=?'), `${cookie}x`].entries()) {
    await enter(path, 'guess', { ip: `203.0.113.2${i}`, cookie: forged })
    t.equal(await failures(`link-address:203.0.113.2${i}`), 1, 'no other cookie helps')
  }
  for (let i = 0; i < 10; i++) t.equal((await enter(path, `guess ${i}`, { ip: `198.51.100.${i}`, cookie })).status, 403)
  t.equal(await failures(device), 10)
  t.equal(await failures('link-address:198.51.100.1'), 0)
  const own = startGuesses(path, { ...form, cookie }, () => 'password=guess', '198.51.100.11')
  t.equal((await enter(path, 'open sesame', { ip: '198.51.100.13' })).status, 303)
  t.equal(await own.end(), 0, 'it waits for its own guesses, at any address')

  const hash = quickHash('new words')
  await services.db.updateTable('links').set({ password_hash: hash }).where('id', '=', id).execute()
  await services.changes.settle()
  await enter(path, 'old', { ip: '198.51.100.12', cookie })
  t.equal(await failures('link-address:198.51.100.12'), 1, 'a new password makes it a stranger')
})

t.test(
  'a login from a device that logged in before does not wait for the guesses of others',
  { buffered },
  async (t) => {
    const ip = '203.0.113.4'
    const right = { username: client.username, password: 'correct horse battery' }
    const login = (password: string, cookie?: string) =>
      send('POST', '/login', {
        body: { ...right, password },
        ip,
        ...(cookie ? { headers: { cookie } } : {}),
      })
    const first = await login(right.password)
    t.match(
      String(first.headers['set-cookie']),
      /^wm_known_[0-9a-f]{12}=\S+; Path=\/login; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    for (let i = 0; i < 10; i++) t.equal((await login(`guess ${i}`)).status, 401)
    const json = { 'content-type': 'application/json' }
    const more = startGuesses('/login', json, (i) => JSON.stringify({ ...right, password: `more ${i}` }), ip)
    t.equal((await login(right.password, known(first))).status, 200)
    t.equal(await more.end(), 0)
  },
)

t.test(
  'a login with the cookie of a former password causes no lookups beside the attempts',
  { buffered },
  async (t) => {
    const ip = '203.0.113.8'
    const other = await newClient()
    const login = (password: string, cookie?: string) =>
      send('POST', '/login', {
        body: { username: other.username, password },
        ip,
        ...(cookie ? { headers: { cookie } } : {}),
      })
    const cookie = known(await login('correct horse battery'))
    const hash = quickHash('new words for the same')
    await services.db.updateTable('accounts').set({ password_hash: hash }).where('id', '=', other.id).execute()
    for (let i = 0; i < 10; i++) t.equal((await login(`guess ${i}`, cookie)).status, 401)
    const queries = await countQueries(t, services, async () => {
      for (let i = 0; i < 50; i++) {
        const controller = new AbortController()
        app
          .inject({
            method: 'POST',
            url: '/login',
            payload: { username: other.username, password: `again ${i}` },
            headers: { cookie },
            remoteAddress: ip,
            signal: controller.signal,
          })
          .catch(() => {})
        await sleep(2)
        controller.abort()
      }
    })
    // Other tests and jobs run beside this one.
    t.ok(queries < 40, `${queries} queries for 50 logins in a pause`)
  },
)

t.test('an attempt whose client has disconnected no longer waits', { buffered }, async (t) => {
  const { path } = await newLink()
  const ip = LEFT
  await app.listen({ port: 0, host: ip })
  const { port } = app.server.address() as AddressInfo
  await spend(path, { ip })
  const failures = async () => (await services.counters.read(`link-address:${ip}`)).count
  t.equal(await failures(), 10)
  const leave = async () => {
    const socket = connect(port, ip)
    await once(socket, 'connect')
    const body = 'password=guess'
    const head = [`POST ${path} HTTP/1.1`, `Host: ${services.config.baseHost}`, `Content-Type: ${form['content-type']}`]
    socket.write([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'))
    await sleep(200)
    socket.destroy()
  }
  await Promise.all(Array.from({ length: 8 }, leave))
  t.equal((await enter(path, 'open sesame', { ip })).status, 303)
  t.equal(await failures(), 10, 'none of their passwords was checked')
})
