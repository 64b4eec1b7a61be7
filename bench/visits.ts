// Measures what visits cost Postgres, and how fast statistics are.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type postgres from 'postgres'
import { migrate } from '../db/migrate.ts'
import { openServer, type Store } from '../db/open.ts'
import { listFacets, listSeries } from '../db/queries/statistics.ts'
import type { CountedThing } from '../db/queries/visit-groups.ts'
import { rollUpLeft, rollUpVisits } from '../src/visits/roll-up.ts'
import { runVisitJobs } from '../src/visits/visit-jobs.ts'
import { median, say } from './compare.ts'
import { processorSeconds } from './processor.ts'
import { visitor } from './service.ts'
import { newLinks, openWriter, visitTo } from './writer.ts'

/** A database, and a connection to its server that is not counted. */
export interface Measured {
  url: string
  admin: postgres.Sql
  database: string
}

const SPREAD = 10_000
const AT_ONCE = 256
const READINGS = 41
const OWN_VISITORS = 256
const OWN_MS = 20_000
const TICK_VISITS = 10_000
const FOLD_VISITS = 100_000
const DAY_MS = 86_400_000

/**
 * Writes visits as the service does, rolling up as it goes. Returns microseconds of Postgres for a visit: written,
 * rolled up.
 */
async function measureLoad(store: Store, { admin, database }: Measured, ids: readonly number[], count: number) {
  const { db } = store
  const visits = await openWriter(store)
  let written = 0
  let rolled = 0
  const steps = { maxVisits: 10_000 }
  const spent = async (work: () => Promise<unknown>) => {
    const before = await processorSeconds(admin, database)
    await work()
    return (await processorSeconds(admin, database)) - before
  }
  for (let sent = 0; sent < count; sent += TICK_VISITS) {
    written += await spent(async () => {
      for (let i = 0; i < TICK_VISITS; i += AT_ONCE)
        await Promise.all(
          Array.from({ length: Math.min(AT_ONCE, TICK_VISITS - i) }, () =>
            visits.add(visitTo(ids[Math.floor(Math.random() * ids.length)] ?? 0)),
          ),
        )
    })
    const isFold = sent + TICK_VISITS >= count || (sent + TICK_VISITS) % FOLD_VISITS === 0
    rolled += await spent(() => (isFold ? rollUpVisits(db, steps) : rollUpLeft(db, steps)))
  }
  rolled += await spent(() => rollUpLeft(db, steps))
  await visits.close()
  return { written: (written / count) * 1e6, rolled: (rolled / count) * 1e6 }
}

/** Inserts raw visits of one link over some days, without the service. */
async function fill(store: Store, id: number, count: number, days: number) {
  await sql`insert into clicks (at, subject, subject_id, account_id, class, reason, country, referrer, browser, os, device, language, agent, first)
    select now() - make_interval(secs => (1 - n::float / ${count}::integer) * ${days}::integer * 86400), 'link', ${id}::bigint, 1, 'visitor', 'agent_other',
      (array['DE','US','FR','GB','IN','BR','JP','ES'])[1 + n % 8], 'site' || n % 97 || '.example', (array['Chrome','Firefox','Safari'])[1 + n % 3],
      (array['Windows','Linux','macOS','Android','iOS'])[1 + n % 5], (array['Desktop','Mobile'])[1 + n % 2], (array['de','en','fr','es'])[1 + n % 4],
      ${visitor['User-Agent']}, n % 3 = 0
    from generate_series(1, ${count}::integer) n`.execute(store.db)
  await sql`insert into visit_subjects (subject, subject_id, account_id, waiting, rolled_id)
    values ('link', ${id}::bigint, 1, ${count}::bigint, 0) on conflict do nothing`.execute(store.db)
}

/** Milliseconds of a reading of both statistics: the median by the clock, and the mean of Postgres' processor time. */
export async function timeStatistics(
  store: Store,
  { admin, database }: Measured,
  thing: CountedThing,
  zone: string,
): Promise<string> {
  const to = new Date()
  const from = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS - 30 * DAY_MS + 5 * 3_600_000)
  const query = {
    ...thing,
    classes: ['visitor'] as const,
    from,
    to: new Date(to.getTime() + 900_000),
  }
  const times: number[] = []
  const before = await processorSeconds(admin, database)
  for (let i = 0; i < READINGS; i++) {
    const started = performance.now()
    await listFacets(store.db, query)
    await listSeries(store.db, query, 'day', zone)
    times.push(performance.now() - started)
  }
  const spent = (((await processorSeconds(admin, database)) - before) / READINGS) * 1000
  return `${median(times).toFixed(1)} | ${spent.toFixed(1)}`
}

/** `visits` is the number of visits of each load, `huge` that of the link with most visits. */
export async function measureVisits(measured: Measured, size: { visits: number; huge: number }): Promise<void> {
  const store = await openServer(measured.url)
  try {
    await migrate(store.db)
    await measureWrites(store, measured, size.visits)
    await measureStatistics(store, measured, size.huge)
    await measureOwnVisits(store)
    await measureSizes(store)
  } finally {
    await store.close()
  }
}

async function measureWrites(store: Store, measured: Measured, count: number): Promise<void> {
  const spread = await newLinks(store, SPREAD)
  const one = await newLinks(store, 1)
  await measureLoad(store, measured, spread.slice(0, 100), count)
  say('| Postgres, microseconds of processor a visit | written | folded and rolled up | in all |')
  say('|---|---|---|---|')
  for (const [title, ids] of [
    ['one link', one],
    ['10,000 links', spread],
  ] as const) {
    const { written, rolled } = await measureLoad(store, measured, ids, count)
    say(`| ${title} | ${written.toFixed(1)} | ${rolled.toFixed(1)} | ${(written + rolled).toFixed(1)} |`)
  }
}

async function measureStatistics(store: Store, measured: Measured, count: number): Promise<void> {
  const { admin, database } = measured
  const [small = 0, huge = 0, waiting = 0] = await newLinks(store, 3)
  say('\n| statistics of a link | ms | ms of Postgres processor |')
  say('|---|---|---|')
  await fill(store, small, 10_000, 20)
  await fill(store, huge, count, 20)
  await sql`analyze`.execute(store.db)
  say(
    `| no visits, while ${count} visits of another wait | ${await timeStatistics(store, measured, { subject: 'link', id: waiting }, 'UTC')} |`,
  )
  const started = performance.now()
  const before = await processorSeconds(admin, database)
  await rollUpLeft(store.db, { maxVisits: 10_000 })
  const cost = ((await processorSeconds(admin, database)) - before) / (count + 10_000)
  const seconds = (performance.now() - started) / 1000
  for (const zone of ['UTC', 'Asia/Kolkata'])
    for (const [title, id] of [
      ['10,000 visits over 20 days', small],
      [`${count} visits over 20 days`, huge],
    ] as const)
      say(`| ${title}, ${zone} | ${await timeStatistics(store, measured, { subject: 'link', id }, zone)} |`)
  say(
    `\nRolling up ${count} visits of one link: ${seconds.toFixed(1)} s, ${(cost * 1e6).toFixed(1)} microseconds of processor a visit.`,
  )
}

/** Statistics of a link that is visited as often as visits can be written, while its visits are rolled up. */
async function measureOwnVisits(store: Store): Promise<void> {
  const [id = 0] = await newLinks(store, 1)
  const writer = await openWriter(store)
  const jobs = runVisitJobs({ store, writer, keepMonths: null })
  const started = performance.now()
  const end = started + OWN_MS
  const visitors = Array.from({ length: OWN_VISITORS }, async () => {
    while (performance.now() < end) await writer.add(visitTo(id))
  })
  const times: number[] = []
  const query = { subject: 'link' as const, id, classes: ['visitor'] as const, from: new Date(Date.now() - DAY_MS) }
  while (performance.now() < end) {
    await sleep(200)
    const to = new Date(Date.now() + 900_000)
    const asked = performance.now()
    await listFacets(store.api, { ...query, to })
    await listSeries(store.api, { ...query, to }, 'day', 'UTC')
    times.push(performance.now() - asked)
  }
  await Promise.all(visitors)
  const rate = (writer.metrics().written / (performance.now() - started)) * 1000
  await writer.close()
  await jobs.close()
  times.sort((a, b) => a - b)
  say(
    `| itself visited ${Math.round(rate)} times a second | ${median(times).toFixed(1)}; at most ${times.at(-1)?.toFixed(1)} of ${times.length} | |`,
  )
}

/** Bytes of raw visits with their indexes, and of counters with theirs. */
export async function readSizes(store: Store): Promise<{ raw: number; counters: number }> {
  const { rows } = await sql<{ raw: number; counters: number }>`
    select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'clicks'::regclass)::bigint as raw,
      ((select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent in ('visit_days'::regclass, 'visit_quarters'::regclass))
        + pg_total_relation_size('visit_deltas') + pg_total_relation_size('visit_subjects'))::bigint as counters`.execute(
    store.db,
  )
  return rows[0] ?? { raw: 1, counters: 0 }
}

async function measureSizes(store: Store): Promise<void> {
  const { raw, counters } = await readSizes(store)
  say(
    `Counters and their indexes take ${(counters / raw).toFixed(3)} of what raw visits and theirs take (${Math.round(raw / 1e6)} MB).`,
  )
}
