// What a visit costs: processor time of Waymark, of Postgres and of a standby, and bytes. Writes bench/costs.json, from
// which bench/scaling.ts computes.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { family, startCluster, startReplica } from '../tools/torture/postgres.ts'
import { type Effort, say } from './compare.ts'
import { load, type Target } from './load.ts'
import { secondsOfProcess } from './processor.ts'
import { newTarget, zipfTarget } from './redirects.ts'
import { startService } from './service.ts'

/** The measured costs. Processor times in microseconds per visit, sizes in bytes. */
export interface Costs {
  /** The date and the version of Node. */
  measured: string
  /** The number of links of the spread visits. */
  links: number
  /** Visits of one link: Waymark, and Postgres with the roll-up. */
  one: { waymark: number; postgres: number }
  /** Visits spread over the links by Zipf's law, beginning with empty caches. */
  spread: { waymark: number; postgres: number; standby: number; wal: number }
  /** One link on the embedded database, in one process. */
  embedded: number
  /** A stored visit with its indexes. */
  visit: number
  /** A link with its address, its words and their indexes. */
  link: number
  /** The counters of a link that has visits. */
  counters: number
  /** A visitor who is known until the end of the day. */
  visitor: number
}

const COSTS_FILE = new URL('costs.json', import.meta.url)

const QUIET_MS = 10_000

// The processor time of a Postgres server is that of all its processes: sessions, WAL writer, autovacuum, replication.
const secondsOfServer = (pid: number) => family(pid).reduce((sum, one) => sum + secondsOfFamilyMember(one), 0)

function secondsOfFamilyMember(pid: number): number {
  try {
    return secondsOfProcess(pid)
  } catch {
    return 0
  }
}

const SIZES = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
    (select count(*) from clicks)::float8 as visits,
    (select sum(pg_total_relation_size(relid)) from pg_partition_tree('clicks'))::float8 as visit_bytes,
    (select count(*) from links)::float8 as links,
    (pg_total_relation_size('links') + pg_total_relation_size('aliases') + pg_total_relation_size('link_words'))::float8
      as link_bytes,
    (select count(*) from visit_deltas)::float8 as counted,
    pg_total_relation_size('visit_deltas')::float8 as counter_bytes,
    (select count(*) from visitors_seen)::float8 as visitors,
    (select sum(pg_total_relation_size(relid)) from pg_partition_tree('visitors_seen'))::float8 as visitor_bytes`

interface Sizes {
  wal: number
  visits: number
  visit_bytes: number
  links: number
  link_bytes: number
  counted: number
  counter_bytes: number
  visitors: number
  visitor_bytes: number
}

/** Measures on a server of its own with a standby, and with the embedded database. */
export async function measureCosts(links: number, effort: Effort): Promise<void> {
  const ends: (() => unknown)[] = []
  const scope = { teardown: (end: () => unknown) => void ends.push(end) }
  try {
    const primary = await startCluster(scope)
    const url = await primary.createDatabase()
    const service = await startService(url)
    const owner = await service.register('costs')
    const spread = await zipfTarget(service, url, owner, links)
    const standby = await startReplica(scope, primary.port)
    const one = await newTarget(service, owner, 'costs')
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    const sizes = async () => (await sql.unsafe<Sizes[]>(SIZES))[0] as Sizes
    const seconds = () => [service.pid, primary.pid(), standby.pid()].map(secondsOfServer)

    const loaded = async (target: Target) => {
      const before = seconds()
      const { answers } = await load(target, effort.connections, effort.seconds * effort.rounds * 1000)
      // Until the visits are rolled up and the standby has them.
      await sleep(QUIET_MS)
      const [waymark = 0, postgres = 0, standbys = 0] = seconds().map(
        (after, i) => ((after - (before[i] ?? 0)) * 1e6) / answers,
      )
      return { waymark, postgres, standby: standbys }
    }
    await load(one, effort.connections, effort.seconds * 1000)
    const before = await sizes()
    const spreadCosts = await loaded(spread)
    await sql`vacuum`
    const after = await sizes()
    const oneCosts = await loaded(one)
    await sql.end()
    await service.stop()
    const embedded = await measureEmbeddedCost(effort)

    const costs: Costs = round({
      measured: '',
      links,
      one: { waymark: oneCosts.waymark, postgres: oneCosts.postgres },
      spread: { ...spreadCosts, wal: (after.wal - before.wal) / (after.visits - before.visits) },
      embedded,
      visit: after.visit_bytes / after.visits,
      link: after.link_bytes / after.links,
      counters: after.counter_bytes / after.counted,
      visitor: after.visitor_bytes / after.visitors,
    })
    costs.measured = `${new Date().toISOString().slice(0, 10)}, ${process.version}`
    writeFileSync(COSTS_FILE, `${JSON.stringify(costs, null, 2)}\n`)
    say(readFileSync(COSTS_FILE, 'utf8'))
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

async function measureEmbeddedCost(effort: Effort): Promise<number> {
  const service = await startService()
  const target = await newTarget(service, await service.register('embedded'), 'costs')
  await load(target, effort.connections, effort.seconds * 1000)
  const before = secondsOfProcess(service.pid)
  const { answers } = await load(target, effort.connections, effort.seconds * effort.rounds * 1000)
  await sleep(QUIET_MS)
  const seconds = secondsOfProcess(service.pid) - before
  await service.stop()
  return (seconds * 1e6) / answers
}

function round<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'number' ? Math.round(one) : one)))
}
