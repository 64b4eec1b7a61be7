import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { readConfig } from '../src/config/config.ts'
import { openStore } from '../src/startup/open-store.ts'
import { usesServer } from './support/database.ts'
import { ownDatabase, run, startServer } from './support/process.ts'
import { readFirstKey } from './support/process-client.ts'
import { runsAllVariants, someOf } from './support/variants.ts'

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

const TICK_MS = 20
const HALT_MS = 300

/** Tells whether a busy machine has halted this process meanwhile, so that it has missed one of the times of a stop. */
function watchForHalts(t: Test): () => boolean {
  let tickedAt = performance.now()
  let longest = 0
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - tickedAt)
    tickedAt = now
  }
  const timer = setInterval(tick, TICK_MS)
  t.teardown(() => clearInterval(timer))
  return () => {
    tick()
    return longest > HALT_MS
  }
}

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

/** Requests a path once, and tells the status and whether the connection is kept, or the error. */
const ask = (address: string, agent: Agent | false) =>
  new Promise<string>((resolve) => {
    const asking = request(address, { agent }, (response) => {
      response.resume()
      response.once('close', () => resolve(`${response.statusCode} ${response.headers.connection}`))
    })
    asking.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message))
    asking.end()
  })

t.test('a stop completes requests in flight, and fails none of clients that move away at a 503', async (t) => {
  const { base, port, child, ended } = await startServer(t, await ownDatabase(t))
  // A stop does not wait for this idle connection.
  const idle = new Agent({ keepAlive: true })
  await ask(`${base}/livez`, idle)
  // For half a second requests get 503, then silent connections are closed: of these one is answered in that time.
  const late = Array.from({ length: 12 }, () => connect(port, '127.0.0.1'))
  const busy = connect(port, '127.0.0.1')
  const [lateTexts, busyText] = [late.map(received), received(busy)]
  const body = JSON.stringify({ email: 'busy@example.com', username: 'busy', password: 'correct horse battery' })
  for (const socket of late) socket.write('GET /api/account HTTP/1.1\r\nHost: localhost\r\n')
  busy.write(`POST /register HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\n`)
  busy.write(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)

  let isDone = false
  const outcomes = new Map<string, number>()
  const client = async (agent: Agent | false) => {
    while (!isDone) {
      const outcome = await ask(`${base}/livez`, agent)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      // So that the service is not kept from stopping in time on a busy machine.
      await pause(5)
    }
  }
  const kept = new Agent({ keepAlive: true, maxSockets: 4 })
  const clients = [false, false, false, false, kept, kept, kept, kept].map((agent) => client(agent as Agent | false))
  const fresh = async () => (await ask(`${base}/readyz`, false)).split(' ')[0]
  for (let i = 0; i < 5; i++) t.equal(await fresh(), '200')
  await pause(200)
  const wasHalted = watchForHalts(t)
  child.kill('SIGTERM')
  const stoppedAt = Date.now()
  let ready = '200'
  while (ready === '200') ready = (await fresh()) ?? ''
  if (!wasHalted()) t.equal(ready, '503', '/readyz is 503 before connections are refused')
  for (let i = 0; i < 3; i++) outcomes.set(await ask(`${base}/livez`, kept), 1)
  isDone = true
  await Promise.all(clients)
  // A busy machine may have delayed these clients past the time that is left to them.
  if (Date.now() - stoppedAt > 2000) outcomes.delete('ECONNREFUSED')
  if (!wasHalted()) t.same([...outcomes.keys()].toSorted(), ['200 close', '200 keep-alive'])

  while (await accepts(port)) await pause(20)
  for (const socket of late) {
    await pause(100)
    socket.write('\r\n')
  }
  busy.write(body.slice(10))
  t.match(await busyText, /^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*"error":0[\s\S]*"apikey":"wm_/i)
  const refusal = (await Promise.all(lateTexts)).find((text) => text.startsWith('HTTP/1.1 503 '))
  if (!wasHalted()) t.ok(refusal)
  if (refusal)
    for (const part of ['api-version: v1', 'app-version: 7.3.1', 'retry-after: 5', '"error":1', '"code":"closing"'])
      t.ok(refusal.includes(part), part)
  t.match(await ended, { code: 0, err: undisturbed })
  for (const agent of [idle, kept]) agent.destroy()
})

// Elsewhere it is not known at once whether the process of a lock has ended.
const knowsProcesses = existsSync('/proc/self/ns/pid')
t.test(
  'a signal while the embedded database is opened leaves a lock that the next start takes over at once',
  { skip: !usesServer && knowsProcesses ? false : 'on the embedded database and Linux only' },
  async (t) => {
    const settings = await ownDatabase(t)
    const first = run(t, [process.execPath, 'src/server.ts'], { HOST: '127.0.0.1', PORT: '0', ...settings })
    // Written when the lock is taken.
    while (!existsSync(join(settings.DATA_DIR, 'running.json'))) await pause(10)
    first.child.kill('SIGTERM')
    t.match(await first.ended, { code: 0, out: '', err: undisturbed })
    t.ok(existsSync(join(settings.DATA_DIR, 'running.lock')))
    const next = await startServer(t, settings)
    next.child.kill('SIGTERM')
    t.match(await next.ended, { code: 0, err: undisturbed }, 'without a line that it waits')
  },
)

/** Creates a link with the key of the first start, and returns its id with the headers of that key. */
async function createLink({ DATA_DIR }: { DATA_DIR: string }, base: string, custom: string) {
  const headers = { authorization: `Bearer ${readFirstKey(DATA_DIR)}` }
  const body = JSON.stringify({ url: 'https://example.com/', custom })
  const created = await fetch(`${base}/api/url/add`, { method: 'POST', headers, body })
  const { id } = (await created.json()) as { id: number }
  return { id, headers }
}

async function readClicks(base: string, { id, headers }: Awaited<ReturnType<typeof createLink>>): Promise<number> {
  const ask = () => fetch(`${base}/api/url/${id}`, { headers })
  let reply = await ask()
  while (reply.status === 503) reply = await ask()
  const link = (await reply.json()) as { data: { clicks: number } }
  return link.data.clicks
}

const CLIENTS = 64

/** Requests a path repeatedly on 64 connections until new ones are refused, and counts each outcome in `outcomes`. */
async function requestUntilRefused(port: number, path: string, outcomes: Record<string, number>): Promise<void> {
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
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

t.test('a stop resets no connection and loses no visit, by a signal to npm or from a terminal to both', async (t) => {
  const settings = await ownDatabase(t)
  const start = async (more = {}) => {
    const npm = run(t, ['npm', 'start'], { ...settings, HOST: '127.0.0.1', PORT: '0', ...more })
    const [, port] = await npm.printed(/serves on http:\/\/localhost:(\d+)/)
    return { ...npm, base: `http://127.0.0.1:${port}`, port: Number(port) }
  }
  const first = await start()
  const link = await createLink(settings, first.base, 'busy')
  const outcomes: Record<string, number> = {}
  const load = requestUntilRefused(first.port, '/busy', outcomes)
  while ((outcomes[302] ?? 0) < (runsAllVariants ? 1500 : 300)) await pause(20)
  const wasHalted = watchForHalts(t)
  process.kill(-(first.child.pid ?? 0), 'SIGINT')
  t.match(await first.ended, { code: 0 })
  await load
  const { 302: redirects = 0, 503: late = 0, ECONNREFUSED: refused, ...others } = outcomes
  t.equal(refused, CLIENTS, 'every client ended at a closed port')
  // A busy machine takes longer than the half second for those that had sent a request when the port was closed.
  t.ok(late <= CLIENTS, `${late} times 503, after which a client cannot connect again`)
  if (!wasHalted()) t.same(others, {}, 'and got no other outcome before')

  const again = await start({ CLICK_COMMIT_TIMEOUT_MS: '0' })
  t.equal(await readClicks(again.base, link), redirects)
  const follow = async () => {
    const ask = () => fetch(`http://localhost:${again.port}/busy`, { redirect: 'manual' })
    let answer = await ask()
    while (answer.status === 503) answer = await ask()
    return answer
  }
  const answers = await Promise.all(Array.from({ length: 40 }, follow))
  again.child.kill('SIGTERM')
  t.same(new Set(answers.map(({ status }) => status)), new Set([302]))
  await again.ended
  await t.rejects(fetch(`${again.base}/livez`), 'nothing serves any more')

  const { db, close } = await openStore(readConfig(settings), 'test', () => {})
  t.teardown(close)
  const { rows } = await sql`select count(*)::integer as visits from clicks where subject_id = ${link.id}`.execute(db)
  t.strictSame(rows, [{ visits: redirects + 40 }], 'with those answered before their commit')
})

/** Starts a program that ends on signals; `close` is the code of a function. */
async function startAndAwaitReady(t: Test, close: string) {
  const program = `
    const { exitOnSignals } = await import('./src/startup/exit.ts')
    const timer = setInterval(() => {}, 1000)
    exitOnSignals({ timeoutMs: 30_000, report: () => {}, close: ${close} })
    process.stdout.write('ready')`
  const running = run(t, [process.execPath, '--input-type=module', '--eval', program], {})
  await running.printed(/ready/)
  return running
}

t.test('a second signal ends the process at once, except within a second of the first', async (t) => {
  for (const haltMs of [0, 1500]) {
    const halt = `for (const end = Date.now() + ${haltMs}; Date.now() < end; );`
    const { child, ended } = await startAndAwaitReady(t, `() => { ${halt} return new Promise(() => {}) }`)
    const start = Date.now()
    child.kill('SIGINT')
    await pause(100)
    child.kill('SIGINT')
    // A busy machine may have delayed it.
    const isSoon = Date.now() - start < 900
    await pause(haltMs + 1200)
    if (isSoon) t.equal(child.exitCode, null, 'it was sent twice by one Ctrl-C')
    child.kill('SIGTERM')
    // In case the process was halted so long that this came with the others.
    const timer = setInterval(() => child.kill('SIGTERM'), 2000)
    t.match(await ended, { code: 1 })
    clearInterval(timer)
    t.ok(Date.now() - start < 20_000, 'before the time for closing is over')
  }
})

t.test('two signals within a millisecond end the process as one does', async (t) => {
  const gaps = Array.from({ length: 30 }, (_, i) => i / 20)
  for (const gap of someOf(gaps, 4)) {
    const { child, ended } = await startAndAwaitReady(t, 'async () => clearInterval(timer)')
    child.kill('SIGINT')
    // Shorter than a timer can wait.
    for (const until = performance.now() + gap; performance.now() < until; );
    child.kill('SIGINT')
    t.match(await ended, { code: 0 }, `${gap} ms`)
  }
})
