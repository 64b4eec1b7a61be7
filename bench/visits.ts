// Measures what visits cost Postgres and how fast statistics are, on a database of its own on BENCH_DATABASE_URL:
// `npm run bench:visits`. BENCH_VISITS is the number of visits of a load; BENCH_HUGE that of the link with most visits.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import postgres from 'postgres'
import { migrate } from '../db/migrate.ts'
import { openServer, type Store } from '../db/open.ts'
import { listFacets, listSeries } from '../db/queries/statistics.ts'
import { openGeo } from '../src/visits/country-lookup.ts'
import { type Visit, visitHeaders } from '../src/visits/describe-visits.ts'
import { rollUpLeft, rollUpVisits } from '../src/visits/visit-jobs.ts'
import { createVisitWriter } from '../src/visits/visit-writer.ts'
import { createVisitorSalts } from '../src/visits/visitor-hash.ts'

const SERVER = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const VISITS = Number(process.env['BENCH_VISITS'] ?? 100_000)
const HUGE = Number(process.env['BENCH_HUGE'] ?? 1_000_000)
const SPREAD = 10_000
const AT_ONCE = 256
const READINGS = 41
const TICK_VISITS = 10_000
const FOLD_VISITS = 100_000
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const DAY_MS = 86_400_000
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Processor seconds of the sessions of a database, by the kernel's count. */
async function processorSeconds(admin: postgres.Sql, database: string): Promise<number> {
  const rows = await admin<{ pid: number }[]>`select pid from pg_stat_activity where datname = ${database}`
  const known = new Set(readdirSync('/proc'))
  let ticks = 0
  for (const { pid } of rows) {
    if (!known.has(String(pid))) continue
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / 100
}

async function newLinks(store: Store, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with owner as (insert into accounts (email, username, password_hash, expires_at)
      values (${`${randomBytes(4).toString('hex')}@example.com`}, ${randomBytes(4).toString('hex')}, '-', now()) returning id)
    insert into links (account_id, url) select owner.id, 'https://example.com/some/page' from owner, generate_series(1, ${count}::integer)
    returning id`.execute(store.db)
  return rows.map(({ id }) => id)
}

const visitTo = (id: number): Visit => ({
  subject: 'link',
  id,
  at: new Date(),
  ip: `8.8.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  method: 'GET',
  headers: visitHeaders({
    host: 'go.example',
    'user-agent': AGENT,
    'accept-language': ['de', 'en', 'fr'][Math.floor(Math.random() * 3)],
    referer: `https://site${Math.floor(Math.random() * 40)}.example/`,
  }),
})

/** Writes visits as the service does, rolling up as it goes. Returns microseconds of Postgres for a visit: written, rolled up. */
async function measureLoad(store: Store, admin: postgres.Sql, database: string, ids: readonly number[]) {
  const { db } = store
  const visits = createVisitWriter({
    db,
    geo: await openGeo(''),
    salts: createVisitorSalts(db),
    commitTimeout: 60_000,
    maxBufferedBytes: 64 * 1024 * 1024,
    respectDnt: false,
  })
  let written = 0
  let rolled = 0
  const steps = { maxVisits: 10_000 }
  const spent = async (work: () => Promise<unknown>) => {
    const before = await processorSeconds(admin, database)
    await work()
    return (await processorSeconds(admin, database)) - before
  }
  for (let sent = 0; sent < VISITS; sent += TICK_VISITS) {
    written += await spent(async () => {
      for (let i = 0; i < TICK_VISITS; i += AT_ONCE)
        await Promise.all(
          Array.from({ length: Math.min(AT_ONCE, TICK_VISITS - i) }, () =>
            visits.add(visitTo(ids[Math.floor(Math.random() * ids.length)] ?? 0)),
          ),
        )
    })
    const isFold = sent + TICK_VISITS >= VISITS || (sent + TICK_VISITS) % FOLD_VISITS === 0
    rolled += await spent(() => rollUpVisits(db, isFold ? 0 : 1000, steps))
  }
  rolled += await spent(() => rollUpLeft(db, steps))
  await visits.close()
  return { written: (written / VISITS) * 1e6, rolled: (rolled / VISITS) * 1e6 }
}

/** Inserts raw visits of one link over some days, without the service. */
async function fill(store: Store, id: number, count: number, days: number) {
  await sql`insert into clicks (at, subject, subject_id, account_id, class, reason, country, referrer, browser, os, device, language, agent, first)
    select now() - make_interval(secs => (1 - n::float / ${count}::integer) * ${days}::integer * 86400), 'link', ${id}::bigint, 1, 'visitor', 'agent_other',
      (array['DE','US','FR','GB','IN','BR','JP','ES'])[1 + n % 8], 'site' || n % 97 || '.example', (array['Chrome','Firefox','Safari'])[1 + n % 3],
      (array['Windows','Linux','macOS','Android','iOS'])[1 + n % 5], (array['Desktop','Mobile'])[1 + n % 2], (array['de','en','fr','es'])[1 + n % 4],
      ${AGENT}, n % 3 = 0
    from generate_series(1, ${count}::integer) n`.execute(store.db)
  await sql`insert into visit_subjects (subject, subject_id, account_id, waiting, rolled_id)
    values ('link', ${id}::bigint, 1, ${count}::bigint, 0) on conflict do nothing`.execute(store.db)
}

/** Milliseconds of a reading of both statistics: the median by the clock, and the mean of Postgres' processor time. */
async function timeStatistics(store: Store, id: number, zone: string): Promise<string> {
  const to = new Date()
  const from = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS - 30 * DAY_MS + 5 * 3_600_000)
  const query = {
    subject: 'link' as const,
    id,
    classes: ['visitor'] as const,
    from,
    to: new Date(to.getTime() + 900_000),
  }
  const times: number[] = []
  const before = await processorSeconds(admin, name)
  for (let i = 0; i < READINGS; i++) {
    const started = performance.now()
    await listFacets(store.db, query)
    await listSeries(store.db, query, 'day', zone)
    times.push(performance.now() - started)
  }
  const spent = (((await processorSeconds(admin, name)) - before) / READINGS) * 1000
  return `${(times.sort((a, b) => a - b)[READINGS >> 1] ?? Number.NaN).toFixed(1)} | ${spent.toFixed(1)}`
}

const name = `waymark_bench_${randomBytes(4).toString('hex')}`
const admin = postgres(SERVER, { max: 1, onnotice: () => {} })
await admin.unsafe(`create database ${name}`)
const url = new URL(SERVER)
url.pathname = `/${name}`
const store = await openServer(url.href, { connections: 6 })
try {
  await migrate(store.db)
  const spread = await newLinks(store, SPREAD)
  const one = await newLinks(store, 1)
  await measureLoad(store, admin, name, spread.slice(0, 100))
  say('| Postgres, microseconds of processor a visit | written | folded and rolled up | in all |')
  say('|---|---|---|---|')
  for (const [title, ids] of [
    ['one link', one],
    ['10,000 links', spread],
  ] as const) {
    const { written, rolled } = await measureLoad(store, admin, name, ids)
    say(`| ${title} | ${written.toFixed(1)} | ${rolled.toFixed(1)} | ${(written + rolled).toFixed(1)} |`)
  }
  const small = (await newLinks(store, 1))[0] ?? 0
  const huge = (await newLinks(store, 1))[0] ?? 0
  const [waiting = 0] = spread
  say('\n| statistics of a link | ms | ms of Postgres processor |')
  say('|---|---|---|')
  await fill(store, small, 10_000, 20)
  await fill(store, huge, HUGE, 20)
  await sql`analyze`.execute(store.db)
  say(
    `| of one among 10,000 links, while ${HUGE} visits of another wait | ${await timeStatistics(store, waiting, 'UTC')} |`,
  )
  const started = performance.now()
  const before = await processorSeconds(admin, name)
  await rollUpLeft(store.db, { maxVisits: 10_000 })
  const cost = ((await processorSeconds(admin, name)) - before) / (HUGE + 10_000)
  const seconds = (performance.now() - started) / 1000
  for (const zone of ['UTC', 'Asia/Kolkata'])
    for (const [title, id] of [
      ['10,000 visits over 20 days', small],
      [`${HUGE} visits over 20 days`, huge],
    ] as const)
      say(`| ${title}, ${zone} | ${await timeStatistics(store, id, zone)} |`)
  say(
    `\nRolling up ${HUGE} visits of one link: ${seconds.toFixed(1)} s, ${(cost * 1e6).toFixed(1)} microseconds of processor a visit.`,
  )
  const { rows } = await sql<{ raw: number; counters: number }>`
    select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'clicks'::regclass)::bigint as raw,
      ((select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent in ('visit_days'::regclass, 'visit_quarters'::regclass))
        + pg_total_relation_size('visit_deltas') + pg_total_relation_size('visit_subjects'))::bigint as counters`.execute(
    store.db,
  )
  const { raw = 1, counters = 0 } = rows[0] ?? {}
  say(
    `Counters and their indexes take ${(counters / raw).toFixed(3)} of what raw visits and theirs take (${Math.round(raw / 1e6)} MB).`,
  )
} finally {
  await store.close()
  await admin.unsafe(`drop database if exists ${name} with (force)`)
  await admin.end()
}
