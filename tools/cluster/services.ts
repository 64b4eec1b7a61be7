import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '../../test/support/process.ts'
import { newFolder } from '../torture/postgres.ts'
import { ask, newFolder as newDataFolder, type Service, startService } from '../torture/service.ts'
import { type Databases, OWNER, query, startDatabases } from './databases.ts'
import { configure, type Program, startProgram, takePort, until } from './program.ts'

// What is before the databases: HAProxy, PgBouncer, Redis and three instances of Waymark.

const INSTANCES = 3

export interface Instance {
  name: string
  port: number
  service: Service
  start(): Promise<void>
}

export interface Cluster {
  databases: Databases
  redis: Program
  pgbouncer: Program
  instances: Instance[]
  /** HAProxy's port for visitors. */
  port: number
  key: string
  /** Whether all parts work. */
  isHealthy(): Promise<boolean>
}

const isReady = async (port: number) => (await ask(port, '/readyz')).status === 200

async function startRedis(scope: Scope) {
  const port = await takePort()
  const command = ['redis-server', '--bind', '127.0.0.1', '--port', `${port}`, '--save', '', '--appendonly', 'no']
  return { port, program: startProgram(scope, { name: 'redis', command, folder: newFolder(scope) }) }
}

interface Ports {
  visitors: number
  primary: number
  replicas: number
}

function startHaproxy(scope: Scope, { nodes }: Databases, apps: number[], ports: Ports): Program {
  const folder = newFolder(scope)
  const servers = nodes.map(({ name, port, restPort }): [string, string] => [
    `${name}:5432 check port 8008`,
    `127.0.0.1:${port} check port ${restPort}`,
  ])
  const settings = configure('haproxy.cfg', [
    ['bind :80\n', `bind 127.0.0.1:${ports.visitors}\n`],
    ['bind :5000', `bind 127.0.0.1:${ports.primary}`],
    ['bind :5001', `bind 127.0.0.1:${ports.replicas}`],
    ...servers,
    ...apps.map((port, i): [string, string] => [`app${i + 1}:3000`, `127.0.0.1:${port}`]),
  ])
  writeFileSync(join(folder, 'haproxy.cfg'), settings, { mode: 0o644 })
  return startProgram(scope, { name: 'haproxy', command: ['haproxy', '-db', '-f', 'haproxy.cfg'], folder })
}

async function startPgbouncer(scope: Scope, primary: number) {
  const folder = newFolder(scope)
  const port = await takePort()
  const [role, password] = OWNER.split(':')
  writeFileSync(join(folder, 'userlist.txt'), `"${role}" "${password}"\n`, { mode: 0o644 })
  const settings = configure('pgbouncer.ini', [
    ['port=5000', `port=${primary}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
  ])
  writeFileSync(join(folder, 'pgbouncer.ini'), settings, { mode: 0o644 })
  return { port, program: startProgram(scope, { name: 'pgbouncer', command: ['pgbouncer', 'pgbouncer.ini'], folder }) }
}

async function startInstance(scope: Scope, name: string, port: number, settings: Record<string, string>) {
  const DATA_DIR = newDataFolder(scope)
  const start = () => startService(scope, { PORT: `${port}`, LOG_LEVEL: 'warn', DATA_DIR, ...settings })
  const instance = {
    name,
    port,
    service: await start(),
    async start() {
      instance.service = await start()
    },
  }
  return { instance, DATA_DIR }
}

/** Starts all of it on free ports of 127.0.0.1. */
export async function startCluster(scope: Scope): Promise<Cluster> {
  const databases = await startDatabases(scope)
  const redis = await startRedis(scope)
  const [visitors, primary, replicas] = [await takePort(), await takePort(), await takePort()]
  const ports = await Promise.all(Array.from({ length: INSTANCES }, takePort))
  const haproxy = startHaproxy(scope, databases, ports, { visitors, primary, replicas })
  const pgbouncer = await startPgbouncer(scope, primary)
  const url = (port: number) => `postgres://${OWNER}@127.0.0.1:${port}/waymark`
  const settings = {
    BASE_URL: `http://localhost:${visitors}`,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: url(pgbouncer.port),
    DATABASE_LISTEN_URL: url(primary),
    STATISTICS_DATABASE_URL: url(replicas),
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  }
  const answers = () =>
    query(settings.DATABASE_URL, 'select 1').then(
      () => true,
      () => false,
    )
  await until('PgBouncer answers', 20, answers).catch((error) => {
    throw new Error(`${error.message}\n${pgbouncer.program.log()}${haproxy.log()}`)
  })
  const instances: Instance[] = []
  let key = ''
  for (const [i, port] of ports.entries()) {
    const { instance, DATA_DIR } = await startInstance(scope, `app${i + 1}`, port, settings)
    instances.push(instance)
    if (i === 0) key = /apikey=(\S+)/.exec(readFileSync(join(DATA_DIR, 'first-key'), 'utf8'))?.[1] ?? ''
  }
  const isHealthy = async () => {
    const ready = await Promise.all([visitors, ...ports].map(isReady))
    return ready.every(Boolean) && databases.isComplete()
  }
  await until('everything is ready', 60, isHealthy)
  return { databases, redis: redis.program, pgbouncer: pgbouncer.program, instances, port: visitors, key, isHealthy }
}
