import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { Scope } from '../../test/support/process.ts'
import { CannotTry } from './scenario.ts'

const VERSIONS = '/usr/lib/postgresql'
const NOBODY = 65_534

/** The directory of the newest Postgres programs here. */
export function findPrograms(): string {
  const versions = existsSync(VERSIONS)
    ? readdirSync(VERSIONS)
        .map(Number)
        .filter((version) => version >= 15)
    : []
  const newest = Math.max(...versions)
  if (versions.length > 0) return join(VERSIONS, String(newest), 'bin')
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
  } catch {
    throw new CannotTry('no Postgres programs (initdb, postgres) on this machine')
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** The ids of a process and all its descendants. */
export function family(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      parents.set(Number(name), Number(fields[1]))
    } catch {
      // It has ended.
    }
  const found = [pid]
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child)
  return found
}

/** The user for programs that refuse to run as root; empty for others. */
export const asUser = () => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {})

/** A new directory for a Postgres server, which is deleted in the end. */
export function newFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-cluster-'))
  if (asUser().uid) chownSync(folder, NOBODY, NOBODY)
  scope.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a Postgres server in a new directory. */
export async function startCluster(scope: Scope, options: string[] = []) {
  const folder = newFolder(scope)
  execFileSync(
    join(findPrograms(), 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...asUser(),
      stdio: 'ignore',
      cwd: folder,
    },
  )
  return runServer(scope, folder, options)
}

/** Starts a streaming replica of the server on a port. */
export async function startReplica(scope: Scope, primary: number) {
  const folder = newFolder(scope)
  const source = `host=127.0.0.1 port=${primary} user=postgres`
  const data = join(folder, 'data')
  execFileSync(join(findPrograms(), 'pg_basebackup'), ['-d', source, '-D', data, '-R', '-X', 'stream', '-c', 'fast'], {
    ...asUser(),
    stdio: 'ignore',
    cwd: folder,
  })
  return runServer(scope, folder)
}

async function runServer(scope: Scope, folder: string, options: string[] = []) {
  const programs = findPrograms()
  const user = asUser()
  const data = join(folder, 'data')
  const port = await freePort()
  let server: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  const signalAll = (name: NodeJS.Signals) => {
    if (server?.pid) for (const pid of family(server.pid)) signal(pid, name)
  }
  scope.teardown(async () => {
    signalAll('SIGKILL')
    await ended
  })
  const admin = async (statement: string, database = 'postgres') => {
    const client = postgres(`postgres://postgres@127.0.0.1:${port}/${database}`, {
      max: 1,
      onnotice: () => {},
      connect_timeout: 5,
    })
    try {
      return await client.unsafe(statement)
    } finally {
      await client.end({ timeout: 1 })
    }
  }
  const start = async () => {
    const settings = ['listen_addresses=127.0.0.1', 'max_connections=100', 'fsync=on', ...options]
    server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, stdio: 'ignore', cwd: folder },
    )
    ended = new Promise((resolve) => server?.once('exit', () => resolve()))
    for (let left = 300; left > 0; left--) {
      const isUp = await admin('select 1').then(
        () => true,
        () => false,
      )
      if (isUp) return
      await sleep(100)
    }
    throw new Error('Postgres did not start')
  }
  await start()
  return {
    port,
    /** The id of its first process. */
    pid: () => server?.pid ?? 0,
    /** The URL of a database. */
    urlOf: (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`,
    /** Runs one statement as the owner of the server. */
    admin,
    /** Creates a database and returns its URL. */
    async createDatabase(): Promise<string> {
      const name = `torture_${Date.now().toString(36)}`
      await admin(`create database ${name}`)
      return `postgres://postgres@127.0.0.1:${port}/${name}`
    },
    /** Stops all its processes, with their connections open, until `resume`. */
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    /** Kills it, which cuts every connection, and starts it again after a time. */
    async restart(awayMs: number) {
      if (server?.pid) signal(server.pid, 'SIGINT')
      await ended
      await sleep(awayMs)
      await start()
    },
    /** Closes every connection of clients. */
    cut: () =>
      admin(
        "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      ),
  }
}

/** Sends a signal, also to a process that has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}
