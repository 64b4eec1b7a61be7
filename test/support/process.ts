import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Test } from 'tap'
import { newMigratedDatabase, newServerDatabase, usesServer } from './database.ts'
import { createDatabaseFolder } from './folders.ts'
import { copyMigratedDirectory } from './snapshot.ts'

const root = resolve(import.meta.dirname, '../..')
// Kills processes that a test left running; longer than any test.
const LONGEST_MS = 480_000

// What Node compiled once is read by every process of a run.
const cache = process.env['NODE_COMPILE_CACHE']
const compileCache = cache ? { NODE_COMPILE_CACHE: resolve(root, cache) } : {}

/**
 * Options for Node. Optimizing the code of the embedded database takes a third of a start, and collecting what was
 * allocated meanwhile a sixth: neither pays in a process this short.
 */
export const SHORT_LIVED = [
  '--liftoff-only',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--initial-old-space-size=256',
]

// tap adds options for Node to the environment of child processes: loading what they name takes a fifth of a start, and
// is needed for coverage only.
const WITHOUT_TAP = process.env['TAP_DISABLE_COVERAGE'] === '1' ? ['env', '-u', 'NODE_OPTIONS'] : []

interface Ended {
  code: number | null
  out: string
  err: string
}

/** A program of the service, running as a process. */
interface Running {
  child: ChildProcess
  /** Resolves with the first match in its output; rejects if it ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  ended: Promise<Ended>
}

/** Whatever ends what was started for it: a test, or a scenario of tools/torture. */
export interface Scope extends Pick<Test, 'teardown'> {
  /** When processes that are still running are killed; default: after the longest test. */
  longestMs?: number
}

/** Runs a program with only these settings. It is killed at the end of the test. */
export function run(
  t: Scope,
  command: string[],
  settings: Record<string, string>,
  input?: string,
  cwd = root,
): Running {
  const [program = '', ...args] = command
  const whole = [...WITHOUT_TAP, program, ...(program === process.execPath ? SHORT_LIVED : []), ...args]
  const child = spawn(whole[0] ?? '', whole.slice(1), {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TAP: '0', ...compileCache, ...settings },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // A separate process group, so that its child processes are killed too.
    detached: true,
  })
  const kill = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  const timer = setTimeout(kill, t.longestMs ?? LONGEST_MS)
  child.stdin?.end(input)
  let out = ''
  let err = ''
  const waiting = new Set<() => void>()
  const checkWaiting = () => {
    for (const check of waiting) check()
  }
  child.stdout?.on('data', (chunk) => {
    out += chunk
    checkWaiting()
  })
  child.stderr?.on('data', (chunk) => {
    err += chunk
    checkWaiting()
  })
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, out, err })
    })
  })
  t.teardown(async () => {
    kill()
    await ended
  })
  return {
    child,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(out) ?? pattern.exec(err)
          if (match) resolve(match)
        }
        waiting.add(check)
        check()
        ended.then(() => reject(new Error(`ended without printing ${pattern}:\n${out}\n${err}`)))
      }),
  }
}

/**
 * Settings for a program that is to have a database of its own, with the newest schema (or empty, if `isNew`): in a data
 * directory, or on the server.
 */
export async function ownDatabase(
  t: Test,
  { isNew = false } = {},
): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  const folder = createDatabaseFolder()
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  if (!usesServer && !isNew) await copyMigratedDirectory(join(folder, 'data', 'postgres'))
  if (!usesServer) return { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
  const { url, drop } = await (isNew ? newServerDatabase() : newMigratedDatabase())
  t.teardown(drop)
  return { DATA_DIR: join(folder, 'data'), DATABASE_URL: url }
}

/** Starts a server on a free port and waits until it serves; `base` is its address. */
export async function startServer(t: Scope, settings: Record<string, string>, nodeOptions: string[] = []) {
  const running = run(t, [process.execPath, ...nodeOptions, 'src/server.ts'], {
    HOST: '127.0.0.1',
    PORT: '0',
    ...settings,
  })
  const [, port] = await running.printed(/serves on http:\/\/localhost:(\d+)[\s\S]*Database:.*\n/)
  return { ...running, base: `http://127.0.0.1:${port}`, port: Number(port) }
}

const SERVER_AT_TERMINAL = `echo $$ > "$PID_FILE"; exec "$NODE" ${SHORT_LIVED.join(' ')} src/server.ts`

/** The command that runs a shell command in a pseudo-terminal; undefined if this machine has no tool for it. */
function terminalCommand(line: string): string[] | undefined {
  const works = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' })
  if (works('script', '--version').stdout?.includes('util-linux')) return ['script', '-qec', line, '/dev/null']
  if (works('python3', '-c', 'import pty').status === 0)
    return ['python3', '-c', 'import pty, sys; pty.spawn(sys.argv[1:])', '/bin/sh', '-c', line]
  return undefined
}

/** Starts a server in a pseudo-terminal; undefined if that is not possible. `out` is the terminal's output. */
export async function startAtTerminal(t: Test, settings: { DATA_DIR: string } & Record<string, string>) {
  const command = terminalCommand(SERVER_AT_TERMINAL)
  if (!command) return undefined
  const PID_FILE = `${settings.DATA_DIR}.pid`
  const running = run(t, command, { HOST: '127.0.0.1', PORT: '0', ...settings, PID_FILE, NODE: process.execPath })
  const [, port] = await running.printed(/serves on http:\/\/localhost:(\d+)[\s\S]*Database:[^\n]*\n/)
  // The terminal is a separate session: a signal to the program that created it may not reach the server.
  const stop = () => process.kill(Number(readFileSync(PID_FILE, 'utf8')), 'SIGTERM')
  t.teardown(() => {
    try {
      process.kill(Number(readFileSync(PID_FILE, 'utf8')), 'SIGKILL')
    } catch {
      // It has already ended.
    }
  })
  return { ...running, base: `http://127.0.0.1:${port}`, stop }
}
