import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Scope } from '../../test/support/process.ts'
import { family, findPrograms, newFolder, signal } from '../torture/postgres.ts'
import { configure, type Program, startProgram, takePort, until } from './program.ts'

// Three etcd and three Patroni with their Postgres, by deploy/cluster/patroni.yml.

const COUNT = 3
const SUPERUSER = 'postgres:superuser-password'
export const OWNER = 'waymark:secret'

export interface Node {
  name: string
  port: number
  restPort: number
  patroni: Program
  /** Sends a signal to all processes of its Postgres, which are no descendants of Patroni. */
  signalPostgres(name: NodeJS.Signals): void
}

export type Databases = Awaited<ReturnType<typeof startDatabases>>

async function startEtcd(scope: Scope): Promise<{ members: Program[]; addresses: string[] }> {
  const ports = await Promise.all(Array.from({ length: 2 * COUNT }, takePort))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const names = Array.from({ length: COUNT }, (_, i) => `etcd${i + 1}`)
  const all = names.map((name, i) => `${name}=${urls[COUNT + i]}`).join()
  const members = names.map((name, i) => {
    const [client = '', peer = ''] = [urls[i], urls[COUNT + i]]
    const listen = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer]
    const command = ['etcd', '--name', name, '--data-dir', name, ...listen]
    command.push('--initial-advertise-peer-urls', peer, '--initial-cluster', all)
    return startProgram(scope, { name, command, folder: newFolder(scope) })
  })
  const isHealthy = async () => (await ask(ports[0] as number, '/health'))?.['health'] === 'true'
  await until('etcd is healthy', 30, isHealthy)
  return { members, addresses: ports.slice(0, COUNT).map((port) => `127.0.0.1:${port}`) }
}

/** Reads JSON, whatever the status; undefined if there is no answer. */
async function ask(port: number, path: string): Promise<Record<string, unknown> | undefined> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(3000) })
    return (await reply.json()) as Record<string, unknown>
  } catch {
    return undefined
  }
}

async function startNode(scope: Scope, name: string, addresses: string[]): Promise<Node> {
  const folder = newFolder(scope)
  const [port, restPort] = [await takePort(), await takePort()]
  const data = join(folder, 'data')
  const settings = configure('patroni.yml', [
    ['etcd1:2379,etcd2:2379,etcd3:2379', addresses.join()],
    ['name: db1', `name: ${name}`],
    ['db1:8008', `127.0.0.1:${restPort}`],
    ['db1:5432', `127.0.0.1:${port}`],
    ['/var/lib/postgresql/waymark.pgpass', join(folder, 'pgpass')],
    ['/var/lib/postgresql/waymark', data],
    ['/var/run/postgresql', folder],
    ['/usr/lib/postgresql/15/bin', findPrograms()],
  ])
  writeFileSync(join(folder, 'patroni.yml'), settings, { mode: 0o644 })
  const signalPostgres = (what: NodeJS.Signals) => {
    const pid = readPid(data)
    if (pid) for (const one of family(pid)) signal(one, what)
  }
  scope.teardown(() => signalPostgres('SIGKILL'))
  const patroni = startProgram(scope, { name, command: ['patroni', join(folder, 'patroni.yml')], folder })
  return { name, port, restPort, patroni, signalPostgres }
}

/** The process of a Postgres server; undefined if it has ended, which may leave its file there. */
function readPid(data: string): number | undefined {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return readlinkSync(`/proc/${pid}/cwd`) === data ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/** Starts the databases, with a database `waymark` of a role that owns it. */
export async function startDatabases(scope: Scope) {
  const etcd = await startEtcd(scope)
  const nodes: Node[] = []
  for (let i = 1; i <= COUNT; i++) nodes.push(await startNode(scope, `db${i}`, etcd.addresses))

  /** The members by their names, according to the first node that answers. */
  const members = async () => {
    for (const { restPort } of nodes) {
      const found = (await ask(restPort, '/cluster'))?.['members'] as { name: string; role: string; state: string }[]
      if (found) return found
    }
    return []
  }
  const withRole = async (role: string): Promise<Node> => {
    const one = (await members()).find((member) => member.role === role)
    const node = nodes.find(({ name }) => name === one?.name)
    if (!node) throw new Error(`no node is ${role}`)
    return node
  }
  const databases = {
    etcd: etcd.members,
    nodes,
    primary: () => withRole('leader'),
    /** The replica that commits wait for. */
    synchronous: () => withRole('sync_standby'),
    /** Whether there are a primary, a synchronous replica and another one, all of them streaming. */
    async isComplete(): Promise<boolean> {
      const found = await members()
      const roles = found.map(({ role }) => role).sort()
      const states = found.map(({ role, state }) => (role === 'leader' ? state === 'running' : isStreaming(state)))
      return roles.join() === 'leader,replica,sync_standby' && states.every(Boolean) && (await areStreaming())
    },
    /** Runs one statement on the primary. */
    admin: async (statement: string) =>
      query(`postgres://${SUPERUSER}@127.0.0.1:${(await withRole('leader')).port}/postgres`, statement),
  }
  // Patroni 3.0 calls a replica `running` also while it cannot stream.
  const areStreaming = async () => {
    const rows = await databases.admin("select from pg_stat_replication where state = 'streaming'").catch(() => [])
    return rows.length === COUNT - 1
  }
  await until('Patroni has a primary and two replicas', 90, databases.isComplete).catch((error) => {
    throw new Error(`${error.message}\n${nodes.map(({ patroni }) => patroni.log()).join('\n')}`)
  })
  const [role, password] = OWNER.split(':')
  await databases.admin(`create role ${role} login password '${password}'`)
  await databases.admin(`create database waymark owner ${role}`)
  return databases
}

const isStreaming = (state: string) => state === 'running' || state === 'streaming'

/** Runs one statement on a server. */
export async function query(url: string, statement: string) {
  const client = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => {} })
  try {
    return await client.unsafe(statement)
  } finally {
    await client.end({ timeout: 1 })
  }
}
