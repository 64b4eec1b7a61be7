import asyncHooks from 'node:async_hooks'
import { appendFileSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { basename, join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'

const folder = join(import.meta.dirname, '..')
const FILE_TIMEOUT_MS = 300_000
const times = process.env['TEST_TIMES']

// Each has a file in test/run, which tap runs as a process; `rest` runs all other test files. They run at the same time
// and take as long as each other; more of them would load and optimize the same code more often.
const runs: Record<string, string[]> = {
  api: ['abuse/*', 'api/*', 'mcp/*', 'moving/*', 'public/*'],
  commands: ['cli/*', 'clickhouse/*', 'deliveries/*', 'events/*', 'payments/*', 'qr/*', 'visits/*', 'webhooks/*'],
  servers: [
    'base-url*',
    'cli*',
    'deliveries/kill*',
    'first-start*',
    'jobs/kill*',
    'limits*',
    'public/kill*',
    'security/*',
    'server*',
    'tracing/*',
    'webhooks/process*',
  ],
}

const isIn = (name: string, file: string) => (runs[name] ?? []).some((pattern) => matchesGlob(file, pattern))

const nameOf = (runFile: string) => basename(runFile, '.ts').replace(/^\d+-/, '')

function filesOf(name: string): string[] {
  const present = readdirSync(join(folder, 'run')).map(nameOf)
  for (const run of Object.keys(runs)) if (!present.includes(run)) throw new Error(`test/run/…-${run}.ts is missing`)
  const files = globSync('**/*.test.ts', { cwd: folder }).toSorted()
  if (name === 'servers') return files.filter((file) => isIn(name, file))
  const others = files.filter((file) => !isIn('servers', file))
  if (name !== 'rest') return others.filter((file) => isIn(name, file))
  return others.filter((file) => !Object.keys(runs).some((run) => isIn(run, file)))
}

// Ticks of processes that this one started and that have ended, which Node does not tell; 100 a second on Linux.
function childSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

/** A clock of the processor time since now, in seconds: of this process, and of those that it started. */
function startClock() {
  const before = { own: process.cpuUsage(), children: childSeconds() }
  return () => {
    const { user, system } = process.cpuUsage(before.own)
    return { own: (user + system) / 1e6, children: childSeconds() - before.children }
  }
}

/**
 * Imports tap without the async hook by which it finds the test of an uncaught error: called for every promise, it
 * takes a seventh of the processor time. As files run one after the other, `onError` knows the file without it.
 */
async function importTap(onError: (error: Error) => void) {
  const { createHook } = asyncHooks
  asyncHooks.createHook = () => createHook({})
  syncBuiltinESMExports()
  const { default: t } = await import('tap')
  asyncHooks.createHook = createHook
  syncBuiltinESMExports()
  process.setUncaughtExceptionCaptureCallback(onError)
  return t
}

/**
 * Runs test files in this process, one after the other, so that they share what it has loaded and compiled: starting a
 * process for each takes longer than most files. What a file imports from tap is a subtest, which ends with the file.
 * If TEST_TIMES names a file, a line with the processor time of each test file is added to it.
 */
export async function runFiles(runFile: string): Promise<void> {
  let current: Test | undefined
  const t = await importTap((error) => (current ?? t).threw(error))
  // The limit is one for each file.
  t.setTimeout(0)
  Object.defineProperty(globalThis, 'testOfFile', { get: () => current })
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'tap' && context.parentURL?.endsWith('.test.ts')
        ? { url: `test-of:${context.parentURL}`, shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url.startsWith('test-of:')
        ? { format: 'module', source: 'export default globalThis.testOfFile', shortCircuit: true }
        : next(url, context),
  })
  for (const file of filesOf(nameOf(runFile))) {
    const clock = startClock()
    await t.test(file, { timeout: FILE_TIMEOUT_MS }, async (t) => {
      current = t
      await import(pathToFileURL(join(folder, file)).href)
    })
    const { own, children } = clock()
    if (times) appendFileSync(times, `${own.toFixed(1)} + ${children.toFixed(1)} s ${file}\n`)
  }
  t.end()
  // Else the process lives until the timers of the embedded databases have run out, after ten seconds.
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap' || name === 'ProcessWrap')
    if (open.length > 0) process.stderr.write(`${runFile} leaves open: ${open.join(', ')}\n`)
    process.exit(open.length > 0 ? 1 : undefined)
  }, 500).unref()
}
