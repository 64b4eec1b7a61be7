// Prints what a number of visits a day needs, and which limit is reached first, from the costs in bench/costs.json:
// docs/scaling.md has the output. Options: --peak, --busy, --cores, --disk, --months (docs/scaling.md explains them).
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Costs } from './costs.ts'

const DAY_SECONDS = 86_400
const MONTH_DAYS = 30
const SMALL_MACHINE_CORES = 2
// A transaction log faster than this needs more than one disk and one connection to a standby.
const WAL_BYTES_PER_SECOND = 200e6
// Postgres accepts 100 connections by default and keeps 3 for superusers; an instance opens 10 and one that listens.
const PROCESSES_WITHOUT_POOLER = Math.floor((100 - 3) / 11)

const { values } = parseArgs({
  options: {
    peak: { type: 'string', default: '3' },
    busy: { type: 'string', default: '0.6' },
    cores: { type: 'string', default: '16' },
    disk: { type: 'string', default: '4' },
    months: { type: 'string', default: '3' },
  },
})
const option = (name: keyof typeof values): number => {
  const value = Number(values[name])
  if (value > 0) return value
  process.stderr.write(`--${name} takes a number above 0, not ${values[name]}\n`)
  process.exit(2)
}
const peak = option('peak')
const busy = option('busy')
const cores = option('cores')
const diskBytes = option('disk') * 1e12
const months = option('months')
const { embedded, spread, visit } = JSON.parse(readFileSync(new URL('costs.json', import.meta.url), 'utf8')) as Costs

const atPeak = (visitsPerDay: number) => (visitsPerDay / DAY_SECONDS) * peak
const coresFor = (visitsPerDay: number, microseconds: number) => (atPeak(visitsPerDay) * microseconds) / 1e6
/** Visits a day whose peak keeps this many cores as busy as allowed. */
const within = (available: number, microseconds: number) =>
  ((available * busy * 1e6) / microseconds / peak) * DAY_SECONDS
const processesFor = (visitsPerDay: number) => Math.max(1, Math.ceil(coresFor(visitsPerDay, spread.waymark) / busy))
const short = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US'))
const row = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

row(
  'visits a day',
  'a second, at the peak',
  'Waymark, cores',
  'processes',
  'Postgres, cores',
  'a standby, cores',
  'log at the peak, MB/s',
  'raw visits a day, GB',
  `of ${months} months, TB`,
)
row(...Array<string>(9).fill('---'))
for (const visits of [1e6, 1e7, 1e8, 1e9, 1e10])
  row(
    visits.toLocaleString('en-US'),
    short(atPeak(visits)),
    short(coresFor(visits, spread.waymark)),
    String(processesFor(visits)),
    short(coresFor(visits, spread.postgres)),
    short(coresFor(visits, spread.standby)),
    short((atPeak(visits) * spread.wal) / 1e6),
    short((visits * visit) / 1e9),
    short((visits * visit * MONTH_DAYS * months) / 1e12),
  )

const limits = [
  {
    limit: 'the embedded database: one process does everything',
    visits: within(1, embedded),
    next: 'Postgres (`waymark move`)',
  },
  {
    limit: `one machine of ${SMALL_MACHINE_CORES} cores, with Postgres`,
    visits: within(SMALL_MACHINE_CORES, spread.waymark + spread.postgres),
    next: 'Postgres on a machine of its own',
  },
  { limit: 'one process of Waymark', visits: within(1, spread.waymark), next: 'more processes, and Redis' },
  {
    limit: `${PROCESSES_WITHOUT_POOLER} processes: the connections of Postgres`,
    visits: within(PROCESSES_WITHOUT_POOLER, spread.waymark),
    next: 'PgBouncer',
  },
  {
    limit: `${months} months of raw visits on ${values.disk} TB`,
    visits: diskBytes / (visit * MONTH_DAYS * months),
    next: 'a shorter `CLICK_RETENTION_MONTHS`; Parquet files of the rest',
  },
  {
    limit: `${cores} cores of Postgres`,
    visits: within(cores, spread.postgres),
    next: 'more cores: one primary takes all writes',
  },
  {
    limit: 'a standby, where one process applies the log',
    visits: within(1, spread.standby),
    next: 'faster cores: a standby that is behind only delays statistics and a fail-over',
  },
  {
    limit: 'a transaction log of 200 MB/s',
    visits: (WAL_BYTES_PER_SECOND / spread.wal / peak) * DAY_SECONDS,
    next: 'several installations, each with its own domains',
  },
]
process.stdout.write('\n')
row('what is reached', 'at millions of visits a day', 'what takes over')
row('---', '---', '---')
for (const { limit, visits, next } of limits.toSorted((a, b) => a.visits - b.visits))
  row(limit, short(visits / 1e6), next)
