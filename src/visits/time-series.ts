import type { Database } from '../../db/open.ts'
import type { Facet, FacetCount, Interval, RangeQuery } from '../../db/queries/statistics.ts'
import { listCampaignNames, listChannelNames } from '../../db/queries/statistics-names.ts'
import type { CountedThing } from '../../db/queries/visit-groups.ts'
import type { VisitClass } from '../../db/tables/visits.ts'
import type { Grouping, StatisticsQuery, VisitGroup, VisitStatistics } from '../../schemas/statistics.ts'
import { type Fault, invalid } from '../errors/api-error.ts'
import { DAY_MS, formatTimestamp, HOUR_MS, parseTimestamp } from '../time/timestamps.ts'
import { dayInZone, fromZone, resolveZone } from '../time/zones.ts'
import type { StatisticsEngine } from './statistics-engine.ts'
import { rankFacet } from './top-lists.ts'

const QUARTER_MS = 900_000
const MAX_STEPS = 2000
const DEFAULT_DAYS = 30
const EARLIEST = new Date('2000-01-01')
const LATEST = new Date('2201-01-01')
const stepMs: Record<Interval, number> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 28 * DAY_MS }

/** The classes of visits to count: visitors, and those in a list like `bot,preview` or `all`. */
export function classesOf(include: string | undefined): VisitClass[] {
  const named = (include ?? '').split(',').filter((name) => name !== '')
  const all: VisitClass[] = ['visitor', 'bot', 'preview', 'prefetch', 'head']
  return named.includes('all') ? all : all.filter((name) => name === 'visitor' || named.includes(name))
}

export interface Range {
  from: Date
  to: Date
  interval: Interval
  /** The time zone as the client named it. */
  timezone: string
  /** The name that the database knows. */
  zone: string
}

/** The time range of a statistics query. Throws `invalid_request` with every invalid field. */
export function readRange(query: StatisticsQuery): Range {
  const range = parseRange(query)
  if (Array.isArray(range)) throw invalid(range.map((fault) => ({ ...fault, path: `query${fault.path}` })))
  return range
}

/** The time range of a statistics query, or the faults that involve more than one field. */
export function parseRange({ from, to, interval, timezone }: StatisticsQuery, now = new Date()): Range | Fault[] {
  const zone = resolveZone(timezone)
  const [fromLocal, toLocal] = [from, to].map((text) => (text === undefined ? undefined : parseTimestamp(text)))
  const isInvalid = (text: string | undefined, moment: Date | undefined) => text !== undefined && moment === undefined
  // Invalid fields are reported by their own checks.
  if (zone === undefined || isInvalid(from, fromLocal) || isInvalid(to, toLocal)) return []
  const isOutside = (moment: Date | undefined) => moment !== undefined && (moment < EARLIEST || moment >= LATEST)
  const outside = { '/from': isOutside(fromLocal), '/to': isOutside(toLocal) }
  const faults = Object.entries(outside).flatMap(([path, is]) =>
    is ? [{ path, message: 'must be in the years 2000 to 2200' }] : [],
  )
  if (faults.length > 0) return faults
  // A date without a time includes the whole day.
  const end = toLocal && to?.length === 10 ? new Date(toLocal.getTime() + DAY_MS) : toLocal
  const until = end ? fromZone(end, zone) : new Date(Math.ceil((now.getTime() + 1) / QUARTER_MS) * QUARTER_MS)
  const since = fromLocal
    ? fromZone(fromLocal, zone)
    : dayInZone(new Date((end ? until : now).getTime() - DEFAULT_DAYS * DAY_MS), zone)
  const range = { from: floorToQuarter(since), to: floorToQuarter(until), interval, timezone, zone }
  if (range.to <= range.from) return [{ path: '/to', message: 'must be later than from' }]
  if ((range.to.getTime() - range.from.getTime()) / stepMs[interval] > MAX_STEPS)
    return [{ path: '/interval', message: `gives more than ${MAX_STEPS} steps; choose a longer one` }]
  return range
}

// Visits are counted per quarter of an hour.
const floorToQuarter = (moment: Date) => new Date(Math.floor(moment.getTime() / QUARTER_MS) * QUARTER_MS)

/** What the visits are counted for, and the account that has it. */
export type OwnedThing = CountedThing & { account: number }

/** The visits that a statistics query counts. */
export const visitsOf = (thing: OwnedThing, { include }: StatisticsQuery, { from, to }: Range): RangeQuery => ({
  ...thing,
  classes: classesOf(include),
  from,
  to,
})

/** Visits over time and, if the query asks for it, grouped by one property and by hour of the week. */
export async function readVisitStatistics(
  engine: StatisticsEngine,
  visits: RangeQuery,
  thing: OwnedThing,
  query: StatisticsQuery,
  { interval, timezone, zone }: Range,
): Promise<Omit<VisitStatistics, 'lag'>> {
  const { from, to } = visits
  const isFacet = query.by !== undefined && query.by !== 'channel'
  const facets = await engine.facets(visits, isFacet ? [query.by as Facet] : [])
  const series = await engine.series(visits, interval, zone)
  const total = facets.find(({ dimension }) => dimension === 'total')
  const counts = { clicks: total?.clicks ?? 0, uniqueClicks: total?.uniqueClicks ?? 0 }
  return {
    ...counts,
    from: formatTimestamp(from),
    to: formatTimestamp(to),
    timezone,
    interval,
    series,
    by: query.by ?? null,
    groups: query.by === undefined ? [] : await groupVisits(engine.db, thing, query.by, facets, counts),
    heatmap: query.heatmap ? await engine.heatmap(visits, zone) : null,
  }
}

// The group of visits without a campaign or channel.
const NONE = 'None'

async function groupVisits(
  db: Database,
  thing: OwnedThing,
  by: Grouping,
  facets: FacetCount[],
  total: { clicks: number; uniqueClicks: number },
): Promise<VisitGroup[]> {
  if (by === 'channel') {
    const names = await listChannelNames(db, thing)
    return total.clicks === 0 ? [] : (names.length === 0 ? [NONE] : names).map((name) => ({ name, ...total }))
  }
  const groups = rankFacet(facets, by)
  if (by !== 'campaign') return groups
  const ids = groups.map(({ name }) => Number(name)).filter(Number.isSafeInteger)
  const names = await listCampaignNames(db, thing.account, ids)
  return groups.map(({ name, ...counts }) => ({
    name: name === 'Unknown' ? NONE : (names.get(Number(name)) ?? `Campaign ${name}`),
    ...counts,
  }))
}
