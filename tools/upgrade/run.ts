import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { run, type Scope } from '../../test/support/process.ts'
import { startScript } from '../../test/support/start-script.ts'
import { startCluster } from '../torture/postgres.ts'
import { CannotTry, tally } from '../torture/scenario.ts'
import { type Answer, ask } from '../torture/service.ts'

// An upgrade from an earlier release under load, as a rolling restart does it: the new release starts and migrates the
// database while the old one serves, then the old one stops. Prints every reply that was wrong.
// node tools/upgrade/run.ts [--from REVISION] [--rate REQUESTS_A_SECOND] [--links COUNT]

const root = resolve(import.meta.dirname, '../..')
const LONGEST_MS = 1_200_000
const PHASE_MS = 10_000

const { values } = parseArgs({
  options: { from: { type: 'string' }, rate: { type: 'string' }, links: { type: 'string' } },
})
const rate = Number(values.rate ?? 500)
const linkCount = Number(values.links ?? 300)

const say = (line: string) => process.stdout.write(`${line}\n`)
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 1 << 30 })

/** The newest tag; without tags, the commit before the one that began the changes after the last release. */
function previousRelease(): string | undefined {
  const read = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
  const tag = read('describe', '--tags', '--abbrev=0')
  if (tag !== '') return tag
  const begun = read('log', '--format=%H', '-S## Unreleased', '--', 'CHANGELOG.md').split('\n').at(-1)
  return begun ? read('rev-parse', '--verify', '--quiet', `${begun}^`) || undefined : undefined
}

const endings: (() => unknown)[] = []
const scope: Scope = { longestMs: LONGEST_MS, teardown: (end) => void endings.push(end as () => unknown) }

/** Puts the files of a revision into a directory, with its production packages. */
function checkOut(revision: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-upgrade-'))
  scope.teardown(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', revision) })
  const lock = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  return folder
}

const settings = { HOST: '127.0.0.1', PORT: '0', RATE_LIMIT_PER_MINUTE: '1000000', DATABASE_CONNECTIONS: '10' }

async function start(folder: string, own: Record<string, string>, onMigration: (name: string) => void = () => {}) {
  const installed = join(folder, 'node_modules/.bin/node')
  const node = existsSync(installed) ? installed : process.execPath
  const running = run(
    scope,
    [
      'env',
      ...Object.entries(startScript.environment).map(([name, value]) => `${name}=${value}`),
      node,
      'src/server.ts',
    ],
    { ...settings, ...own },
    undefined,
    folder,
  )
  running.child.stderr?.on('data', (chunk: Buffer) => {
    for (const [, name = ''] of chunk.toString().matchAll(/Migrating the database: (\w+)/g)) onMigration(name)
  })
  const [, port] = await running.printed(/serves on http:\/\/localhost:(\d+)/)
  return { ...running, port: Number(port) }
}

interface Seen {
  phase: string
  /** The migration that ran when the request was sent. */
  during: string
  what: string
  answer: Answer
  isGood: boolean
}

async function main(): Promise<number> {
  const from = values.from ?? previousRelease()
  if (from === undefined) {
    say('SKIPPED: the history of this clone has no release before this one; --from names another revision.')
    return 0
  }
  const oldFolder = checkOut(from)
  const cluster = await startCluster(scope)
  const DATABASE_URL = await cluster.createDatabase()
  const data = mkdtempSync(join(tmpdir(), 'waymark-upgrade-data-'))
  scope.teardown(() => rmSync(data, { recursive: true, force: true }))
  for (const name of ['old', 'new']) mkdirSync(join(data, name))
  const old = await start(oldFolder, { DATABASE_URL, DATA_DIR: join(data, 'old') })
  const key = /apikey=(\S+)/.exec(readFileSync(join(data, 'old', 'first-key'), 'utf8'))?.[1] ?? ''
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const paths: string[] = []
  for (let i = 0; i < linkCount; i++) {
    const { body, status } = await ask(old.port, '/api/url/add', {
      key,
      agent,
      body: { url: `https://example.com/${i}` },
    })
    if (status !== 200) throw new Error(`creating a link: ${status} ${body}`)
    paths.push(new URL(JSON.parse(body).shorturl).pathname)
  }

  const seen: Seen[] = []
  let ports = [old.port]
  let phase = 'old'
  let migration = ''
  let isOver = false
  let made = 0
  const open = new Set<Promise<void>>()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

  async function request(): Promise<void> {
    const port = pick(ports)
    const at = phase
    const during = migration
    const draw = Math.random()
    if (draw < 0.05) {
      const answer = await ask(port, '/api/url/add', { key, agent, body: { url: `https://example.com/new/${made++}` } })
      seen.push({ phase: at, during, what: 'create', answer, isGood: answer.status === 200 })
      if (answer.status === 200) paths.push(new URL(JSON.parse(answer.body).shorturl).pathname)
    } else if (draw < 0.1) {
      const answer = await ask(port, '/api/urls?limit=20', { key, agent })
      seen.push({ phase: at, during, what: 'list', answer, isGood: answer.status === 200 })
    } else {
      const answer = await ask(port, pick(paths), { agent })
      const isGood = answer.status === 302 && String(answer.headers['location']).startsWith('https://example.com/')
      seen.push({ phase: at, during, what: 'redirect', answer, isGood })
    }
  }

  const load = (async () => {
    const since = performance.now()
    for (let sent = 0; !isOver; await sleep(5))
      for (const due = ((performance.now() - since) * rate) / 1000; sent < due; sent++) {
        const one: Promise<void> = request().finally(() => open.delete(one))
        open.add(one)
      }
    await Promise.all(open)
  })()

  await sleep(PHASE_MS)
  phase = 'migrating'
  const since = performance.now()
  const next = await start(root, { DATABASE_URL, DATA_DIR: join(data, 'new') }, (name) => {
    migration = name
  })
  migration = ''
  const migratedMs = Math.round(performance.now() - since)
  phase = 'both'
  ports = [old.port, next.port]
  await sleep(PHASE_MS)
  phase = 'stopping the old one'
  // A balancer stops sending new requests to it before it ends.
  ports = [next.port]
  await sleep(200)
  old.child.kill('SIGTERM')
  await old.ended
  phase = 'new'
  await sleep(PHASE_MS)
  isOver = true
  await load

  say(`From ${from}, ${rate} requests a second; the new release served after ${migratedMs} ms.`)
  for (const name of new Set(seen.map((one) => one.phase))) {
    const those = seen.filter((one) => one.phase === name)
    const times = those.map(({ answer }) => answer.ms).sort((a, b) => a - b)
    const bad = those.filter(({ isGood }) => !isGood)
    say(
      `${name}: ${those.length} requests, p50 ${times[times.length >> 1]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(0)} ms, ${bad.length} failed` +
        (bad.length > 0
          ? ` (${tally(bad.map(({ what, during, answer }) => `${what} ${answer.status} ${during}`.trim()))})`
          : ''),
    )
    const [first] = bad
    if (first)
      say(
        `  such as ${first.answer.status} ${first.answer.body.replaceAll(/<style>.*?<.style>|<[^>]*>|\s+/gs, ' ').slice(0, 300)}`,
      )
  }
  const redirects = seen.filter(({ what, isGood }) => what === 'redirect' && isGood).length
  const counted = await countClicks(next.port, key, agent, redirects)
  say(`${redirects} redirects were answered, ${counted} clicks are counted.`)
  const failures = seen.filter(({ isGood }) => !isGood).length + (counted === redirects ? 0 : 1)
  say(failures === 0 ? 'The upgrade failed no request.' : `${failures} faults.`)
  next.child.kill('SIGTERM')
  await next.ended
  return failures === 0 ? 0 : 1
}

/** The clicks of all links, once they are as many as expected; else after a minute. */
async function countClicks(port: number, key: string, agent: Agent, expected: number): Promise<number> {
  for (let tries = 0; ; tries++) {
    const clicks = await sumClicks(port, key, agent)
    if (clicks >= expected || tries === 60) return clicks
    await sleep(1000)
  }
}

async function sumClicks(port: number, key: string, agent: Agent): Promise<number> {
  let sum = 0
  for (let page = 1; ; page++) {
    const { body } = await ask(port, `/api/urls?limit=100&page=${page}`, { key, agent })
    const { data } = JSON.parse(body) as { data: { urls: { clicks: number }[]; maxpage: number } }
    for (const { clicks } of data.urls) sum += clicks
    if (page >= data.maxpage) return sum
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof CannotTry)) throw error
  say(`SKIPPED: ${error.message}`)
} finally {
  for (const end of endings.reverse()) await end()
}
