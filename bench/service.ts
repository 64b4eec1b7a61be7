// Starts what is measured, on a database and in a directory of its own, and stops it.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { startScript } from '../test/support/start-script.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
/** The headers of a visitor. */
export const visitor = { 'User-Agent': AGENT, Accept: '*/*', 'Accept-Language': 'en' }

/** An account and its key. */
export interface Owner {
  id: number
  apikey: string
}

/** A running service. */
export interface Service {
  port: number
  pid: number
  /** The memory that the process has in the machine, in megabytes. */
  residentMb: () => number
  api: (method: string, path: string, key?: string, body?: object) => Promise<Response>
  register: (username: string) => Promise<Owner>
  stop: () => Promise<void>
}

const children = new Map<ChildProcess, string>()

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function stop(child: ChildProcess): Promise<void> {
  const dataDir = children.get(child)
  if (child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  children.delete(child)
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
}

export async function stopAll(): Promise<void> {
  await Promise.all([...children.keys()].map(stop))
}

async function start(args: string[], env: Record<string, string>, ready: RegExp, dataDir = ''): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  children.set(child, dataDir)
  let out = ''
  for await (const chunk of child.stdout) {
    out += chunk
    if (ready.test(out)) return child
  }
  throw new Error(`${args.join(' ')} did not start:\n${out}`)
}

/** Starts the service as `npm start` does; without a URL with the embedded database. */
export async function startService(databaseUrl = ''): Promise<Service> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
  const settings = {
    ...startScript.environment,
    PORT: String(port),
    HOST: '127.0.0.1',
    BASE_URL: '',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '1000000',
    MAX_CONNECTIONS_PER_ADDRESS: '10000',
    LOG_LEVEL: 'warn',
  }
  const child = await start(startScript.args, settings, /http:\/\//, dataDir)
  const api: Service['api'] = async (method, path, key, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    port,
    pid: child.pid ?? 0,
    api,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async register(username) {
      const account = { email: `${username}@example.com`, username, password: randomBytes(12).toString('hex') }
      return (await api('POST', '/register', undefined, account)).json() as Promise<Owner>
    },
    stop: () => stop(child),
  }
}

/** Starts the least a Node program does for the same answer; returns its port. */
export async function startBare(kind: string, ...args: string[]): Promise<number> {
  const port = await freePort()
  await start(['bench/bare.ts', kind, String(port), ...args], {}, /ready/)
  return port
}

/** A database of its own for a measurement. */
export async function newDatabase(admin: postgres.Sql, server: string) {
  const name = `waymark_bench_${randomBytes(4).toString('hex')}`
  await admin.unsafe(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => admin.unsafe(`drop database if exists ${name} with (force)`) }
}
