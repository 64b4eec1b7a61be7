import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { ownDatabase, run, startServer } from './support/process.ts'

/** All that a start and a stop without fault print on standard error. */
const undisturbed = /^Opening .+\n(Creating the tables of a new database\n)?$/

// Starts processes, which may take long on a busy machine.
t.setTimeout(480_000)

/** Everything a socket receives until it ends. */
const received = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', () => {})
  })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether a new connection is accepted. */
const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

t.test('a stop completes requests in flight and does not wait for idle connections', async (t) => {
  const { base, port, child, ended } = await startServer(t, await ownDatabase(t))
  const agent = new Agent({ keepAlive: true })
  await new Promise((resolve) =>
    request(`${base}/livez`, { agent }, (response) => response.resume().on('end', resolve)).end(),
  )
  const silent = connect(port, '127.0.0.1')
  const late = connect(port, '127.0.0.1')
  const busy = connect(port, '127.0.0.1')
  const [, lateText, busyText] = [received(silent), received(late), received(busy)]
  const body = JSON.stringify({ email: 'busy@example.com', username: 'busy', password: 'correct horse battery' })
  late.write('GET /api/account HTTP/1.1\r\nHost: localhost\r\n')
  busy.write(`POST /register HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\n`)
  busy.write(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  await pause(200)
  child.kill('SIGTERM')
  while (await accepts(port)) await pause(20)
  await pause(700)
  late.write('\r\n')
  busy.write(body.slice(10))

  t.match(await busyText, /^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*"error":0[\s\S]*"apikey":"wm_/i)
  const refusal = await lateText
  t.match(refusal, /^HTTP\/1\.1 503 /)
  for (const part of ['api-version: v1', 'app-version: 7.3.1', 'retry-after: 5', '"error":1', '"code":"closing"'])
    t.ok(refusal.includes(part), part)
  t.match(await ended, { code: 0, err: undisturbed })
  agent.destroy()
})

t.test('a stop fails no requests of clients that leave when /readyz is 503', async (t) => {
  const { base, child, ended } = await startServer(t, await ownDatabase(t))
  const ask = (path: string, agent: Agent | false) =>
    new Promise<string>((resolve) => {
      const asking = request(base + path, { agent }, (response) => {
        response.resume()
        response.once('close', () => resolve(`${response.statusCode} ${response.headers.connection}`))
      })
      asking.once('error', (error) => resolve(`${(error as NodeJS.ErrnoException).code} ${error.message}`))
      asking.end()
    })
  let isDone = false
  const outcomes = new Map<string, number>()
  const client = async (agent: Agent | false) => {
    while (!isDone) {
      const outcome = await ask('/livez', agent)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  const kept = new Agent({ keepAlive: true, maxSockets: 4 })
  const clients = [false, false, false, false, kept, kept, kept, kept].map((agent) => client(agent as Agent | false))
  const fresh = async () => (await ask('/readyz', false)).split(' ')[0]
  for (let i = 0; i < 20; i++) t.equal(await fresh(), '200')
  child.kill('SIGTERM')
  let ready = '200'
  while (ready === '200') ready = (await fresh()) ?? ''
  t.equal(ready, '503', '/readyz is 503 before connections are refused')
  for (let i = 0; i < 20; i++) outcomes.set(await ask('/livez', kept), 1)
  isDone = true
  await Promise.all(clients)
  t.same([...outcomes.keys()].toSorted(), ['200 close', '200 keep-alive'])
  t.match(await ended, { code: 0, err: undisturbed })
  kept.destroy()
})

/** Creates a link with the key of the first start, and returns its id with the headers of that key. */
async function createLink({ DATA_DIR }: { DATA_DIR: string }, base: string, custom: string) {
  const apikey = /apikey=(\S+)/.exec(readFileSync(join(DATA_DIR, 'first-key'), 'utf8'))?.[1]
  const headers = { authorization: `Bearer ${apikey}` }
  const body = JSON.stringify({ url: 'https://example.com/', custom })
  const created = await fetch(`${base}/api/url/add`, { method: 'POST', headers, body })
  const { id } = (await created.json()) as { id: number }
  return { id, headers }
}

async function readClicks(base: string, { id, headers }: Awaited<ReturnType<typeof createLink>>): Promise<number> {
  const link = (await (await fetch(`${base}/api/url/${id}`, { headers })).json()) as { data: { clicks: number } }
  return link.data.clicks
}

/** Requests a path repeatedly on 64 connections until new ones are refused; returns the number of each outcome. */
async function requestUntilRefused(port: number, path: string): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let outcome = ''; outcome !== 'ECONNREFUSED'; ) {
      outcome = await new Promise<string>((resolve) => {
        const options = { agent, port, path, host: '127.0.0.1', headers: { host: `localhost:${port}` } }
        const asking = request(options, (response) =>
          response.resume().once('close', () => resolve(String(response.statusCode))),
        )
        asking.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message)).end()
      })
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: 64 }, client))
  return outcomes
}

t.test('a stop under load of 64 connections resets none and loses no visit', async (t) => {
  const settings = await ownDatabase(t)
  const { base, port, child, ended } = await startServer(t, settings)
  const link = await createLink(settings, base, 'busy')
  const load = requestUntilRefused(port, '/busy')
  await pause(2000)
  const since = Date.now()
  child.kill('SIGTERM')
  t.match(await ended, { code: 0 })
  // Two to three seconds on an idle machine.
  const seconds = (Date.now() - since) / 1000
  const { 302: redirects = 0, ECONNREFUSED: refused, ...others } = await load
  t.comment(`${redirects} redirects, stopped in ${seconds} s`)
  t.ok(seconds < 8, `${seconds} s`)
  t.equal(refused, 64, 'every client ended at a closed port')
  t.same(others, {}, 'and got no other outcome before')
  const again = await startServer(t, settings)
  t.equal(await readClicks(again.base, link), redirects)
})

t.test('a second signal ends the process at once, except within a second of the first', async (t) => {
  const { base, child, ended } = await startServer(t, await ownDatabase(t))
  // Requests lengthen the stop to two seconds.
  const load = setInterval(() => fetch(`${base}/livez`).catch(() => {}), 100)
  t.teardown(() => clearInterval(load))
  child.kill('SIGINT')
  await pause(100)
  child.kill('SIGINT')
  await pause(1200)
  t.equal(child.exitCode, null, 'it was sent twice by one Ctrl-C')
  child.kill('SIGTERM')
  t.match(await ended, { code: 1 })
})

t.test('a visit that was answered before its commit is written before the process ends', async (t) => {
  const settings = await ownDatabase(t)
  const first = await startServer(t, { ...settings, CLICK_COMMIT_TIMEOUT_MS: '0', RATE_LIMIT_PER_MINUTE: '1000' })
  const link = await createLink(settings, first.base, 'counted')
  const follow = () => fetch(`http://localhost:${first.port}/counted`, { redirect: 'manual' })
  const answers = await Promise.all(Array.from({ length: 40 }, follow))
  first.child.kill('SIGTERM')
  t.same(new Set(answers.map(({ status }) => status)), new Set([302]))
  t.match(await first.ended, { code: 0 })

  const second = await startServer(t, settings)
  t.equal(await readClicks(second.base, link), 40)
})

t.test('a signal to npm ends the server, also when the terminal sends it to both', async (t) => {
  const settings = { ...(await ownDatabase(t)), HOST: '127.0.0.1', PORT: '0' }
  const npm = run(t, ['npm', 'start'], settings)
  const [, port] = await npm.printed(/serves on http:\/\/localhost:(\d+)/)
  npm.child.kill('SIGTERM')
  await npm.ended
  await t.rejects(fetch(`http://127.0.0.1:${port}/livez`), 'nothing serves any more')

  const again = run(t, ['npm', 'start'], settings)
  await again.printed(/serves on http/)
  process.kill(-(again.child.pid ?? 0), 'SIGINT')
  t.match(await again.ended, { code: 0 })
})
