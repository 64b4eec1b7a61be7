import { setTimeout as sleep } from 'node:timers/promises'
import type { Kind } from './load.ts'
import { until } from './program.ts'
import type { Cluster } from './services.ts'

/** What may fail, by kind; what is not named here may not. */
interface Bounds {
  /** Longest time in milliseconds without a good answer. */
  interruption?: number
  /** Statuses that are allowed instead of a good answer, 0 for a connection that was cut. */
  statuses?: readonly number[]
  /** Longest time in milliseconds that an answer takes. */
  slowest?: number
}

export interface Fault {
  name: string
  /** Whether it is part of a short run. */
  isShort?: boolean
  /** Breaks something; returns when it was brought back. */
  run(cluster: Cluster): Promise<void>
  bounds: Partial<Record<Kind, Bounds>>
}

// A change that had no answer, or 503, may have been made; it was not promised.
const UNAVAILABLE = [503]
const CUT = [0, 502, 504, 503]
const AWAY_MS = 5000
// The slowest answer while an instance starts on the same processors.
const STARTING_MS = 5000

const withoutDatabase = (interruption: number, statuses: readonly number[] = UNAVAILABLE): Fault['bounds'] => ({
  'new link': { interruption, statuses },
  create: { interruption, statuses },
  list: { interruption, statuses },
  statistics: { interruption, statuses },
})
// While one of three instances fails. The other kinds are sent so rarely that several in a row may go to it.
const ofInstance = (slowest: number): Fault['bounds'] => {
  const bound = { statuses: CUT, slowest }
  const rare = { interruption: 10_000, ...bound }
  return {
    'known link': { interruption: 2000, ...bound },
    'new link': rare,
    create: rare,
    list: rare,
    statistics: rare,
  }
}

/** Waits until another server is the primary. */
async function awaitFailover({ databases }: Cluster, former: string): Promise<void> {
  const isOther = async () =>
    databases.primary().then(
      ({ name }) => name !== former,
      () => false,
    )
  await until('another server is the primary', 90, isOther)
}

export const faults: Fault[] = [
  {
    name: 'kill -9 of an instance of Waymark',
    isShort: true,
    bounds: ofInstance(STARTING_MS),
    async run({ instances: [instance] }) {
      instance?.service.child.kill('SIGKILL')
      await sleep(AWAY_MS)
      await instance?.start()
    },
  },
  {
    name: 'an instance of Waymark hangs (SIGSTOP)',
    bounds: ofInstance(12_000),
    async run({ instances: [, instance] }) {
      instance?.service.child.kill('SIGSTOP')
      await sleep(2 * AWAY_MS)
      instance?.service.child.kill('SIGCONT')
    },
  },
  {
    name: 'instances of Waymark stopped (SIGTERM) and started, one after the other',
    bounds: { 'known link': { slowest: STARTING_MS } },
    async run({ instances, isHealthy }) {
      for (const instance of instances) {
        await instance.service.stop()
        await instance.start()
        await until('the instance is ready', 30, isHealthy)
      }
    },
  },
  {
    name: 'kill -9 of the Postgres of the replica that commits wait for',
    isShort: true,
    bounds: { create: { interruption: 11_000, statuses: UNAVAILABLE } },
    async run({ databases }) {
      const replica = await databases.synchronous()
      replica.signalPostgres('SIGKILL')
      await sleep(AWAY_MS)
    },
  },
  {
    name: 'the machine of that replica hangs (SIGSTOP)',
    bounds: { create: { interruption: 20_000, statuses: UNAVAILABLE } },
    async run({ databases }) {
      const replica = await databases.synchronous()
      replica.patroni.pause()
      replica.signalPostgres('SIGSTOP')
      await sleep(4 * AWAY_MS)
      replica.signalPostgres('SIGCONT')
      replica.patroni.resume()
    },
  },
  {
    name: 'kill -9 of Redis',
    isShort: true,
    bounds: {},
    async run({ redis }) {
      await redis.kill()
      await sleep(AWAY_MS)
      redis.start()
    },
  },
  {
    name: 'kill -9 of PgBouncer',
    bounds: withoutDatabase(10_000),
    async run({ pgbouncer }) {
      await pgbouncer.kill()
      await sleep(AWAY_MS)
      pgbouncer.start()
    },
  },
  {
    name: 'kill -9 of PgBouncer right after an instance of Waymark was started',
    // The instance does not know links whose visits had just been added to totals.
    bounds: { ...withoutDatabase(15_000), 'known link': { interruption: 1000, statuses: UNAVAILABLE } },
    async run({ instances: [instance], pgbouncer, isHealthy }) {
      await instance?.service.stop()
      await instance?.start()
      await until('the instance is ready', 30, isHealthy)
      await pgbouncer.kill()
      await sleep(AWAY_MS)
      pgbouncer.start()
    },
  },
  {
    name: 'kill -9 of a member of etcd',
    bounds: {},
    async run({ databases: { etcd } }) {
      await etcd[0]?.kill()
      await sleep(2 * AWAY_MS)
      etcd[0]?.start()
    },
  },
  {
    name: 'kill -9 of all members of etcd, for longer than `ttl`',
    bounds: {},
    async run({ databases: { etcd } }) {
      for (const member of etcd) await member.kill()
      await sleep(6 * AWAY_MS)
      for (const member of etcd) member.start()
    },
  },
  {
    name: 'kill -9 of the machines of both replicas (Patroni and Postgres)',
    bounds: { create: { interruption: 11_000, statuses: UNAVAILABLE } },
    async run({ databases }) {
      const primary = await databases.primary()
      const replicas = databases.nodes.filter((node) => node !== primary)
      for (const { patroni, signalPostgres } of replicas) {
        await patroni.kill()
        signalPostgres('SIGKILL')
      }
      await sleep(2 * AWAY_MS)
      for (const { patroni } of replicas) patroni.start()
    },
  },
  {
    name: 'kill -9 of the Postgres of the primary',
    isShort: true,
    bounds: withoutDatabase(20_000),
    async run(cluster) {
      const primary = await cluster.databases.primary()
      primary.signalPostgres('SIGKILL')
      await awaitFailover(cluster, primary.name)
    },
  },
  {
    name: 'kill -9 of the machine of the primary (Patroni and Postgres)',
    isShort: true,
    bounds: withoutDatabase(45_000),
    async run(cluster) {
      const primary = await cluster.databases.primary()
      await primary.patroni.kill()
      primary.signalPostgres('SIGKILL')
      await awaitFailover(cluster, primary.name)
      primary.patroni.start()
    },
  },
  {
    name: 'the machine of the primary hangs (SIGSTOP), and wakes up after the fail-over',
    bounds: withoutDatabase(45_000),
    async run(cluster) {
      const primary = await cluster.databases.primary()
      primary.patroni.pause()
      primary.signalPostgres('SIGSTOP')
      await awaitFailover(cluster, primary.name)
      primary.signalPostgres('SIGCONT')
      primary.patroni.resume()
    },
  },
]
