import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Detail, VisitClass, VisitDetails } from '../tables/visits.ts'
import { inTransaction } from '../transaction.ts'
import { subjectTables } from './owned.ts'
import { COLUMNS, type CountedThing, DETAILS, isGroup, isVisitOf, rolledIdOf } from './visit-groups.ts'

export type Facet = (typeof COLUMNS)[number] | Detail
export type Interval = 'hour' | 'day' | 'week' | 'month'

/**
 * The visits to count: of one record or group and some classes, from `from` up to but not including `to` (multiples of
 * 15 minutes; null means no bound). The caller has checked that the account owns it or its statistics are public.
 */
export interface VisitsQuery extends CountedThing {
  classes: readonly VisitClass[]
  from: Date | null
  to: Date | null
}

export interface Count {
  clicks: number
  uniqueClicks: number
}

/** The visits of one value of a dimension. The value '' means unknown, '*' is the sum of rare values. */
export interface FacetCount extends Count {
  dimension: Facet | 'total'
  value: string
}

export const DAY_MS = 86_400_000

const isOfClasses = ({ classes }: VisitsQuery) => sql<boolean>`class in (${sql.join([...classes])})`
// Of a table of counters.
const isOf = (query: VisitsQuery) =>
  sql<boolean>`subject = ${query.subject} and subject_id = ${query.id}::bigint and ${isOfClasses(query)}`

// A range up to the present has no upper bound, because another instance's clock may be ahead.
const boundsOf = ({ from, to }: VisitsQuery) => {
  const end = to === null || to.getTime() > Date.now() ? null : to
  return {
    from: sql`coalesce(${from}::timestamptz, '-infinity')`,
    to: sql`coalesce(${end}::timestamptz, 'infinity')`,
    firstDay: sql`coalesce(${from && new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS)}::timestamptz, '-infinity')`,
    lastDay: sql`coalesce(${end && new Date(Math.floor(end.getTime() / DAY_MS) * DAY_MS)}::timestamptz, 'infinity')`,
    // The start of the day of `from`.
    since: sql`coalesce(${from && new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS)}::timestamptz, '-infinity')`,
  }
}

/**
 * Runs a query so that it finds raw visits by subject or account and id. The planner cannot know that few visits are
 * above a roll-up's id, and would read all of them, or all that the index of ids has not summarized.
 */
const bySubjectIndex = <T>(db: Database, query: (db: Database) => Promise<T>): Promise<T> =>
  inTransaction(db, async (db) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(
      db,
    )
    return query(db)
  })

// The raw visits that are not in counters.
const unrolled = (query: VisitsQuery) =>
  sql`clicks where ${isVisitOf(query, 'clicks')} and ${isOfClasses(query)} and id > ${rolledIdOf(query)}`

type Counters = Record<string, Record<string, [number, number]>>

/** Counts of an interval, or of raw visits with the same values in all dimensions. */
interface Counted {
  visits: number
  uniques: number
  facets: Counters | null
  values: (string | null)[] | null
  details: VisitDetails | null
}

/**
 * The total and all values of all dimensions, from one snapshot of the database. Whole days come from daily counters.
 * Partial days come from quarter-hour counters if the day was busy, else from raw visits. Visits that are not rolled up
 * yet come from raw visits.
 */
export async function listFacets(db: Database, query: VisitsQuery): Promise<FacetCount[]> {
  const { from, to, firstDay, lastDay, since } = boundsOf(query)
  const isInWholeDay = sql`start >= ${firstDay} and start < ${lastDay}`
  const isInRange = sql`start >= ${from} and start < ${to}`
  // `offset 0`: otherwise the planner may read all visits and then choose those of the partial days.
  const facets = sql<Counted>`
    with days as materialized (
      select start, class, visits, uniques, has_quarters, first_id, last_id, facets, ${isInWholeDay} as is_whole
      from visit_days where ${isOf(query)} and start >= ${since} and start < ${to}
    ),
    raw as (
      select country, referrer, browser, os, device, language, campaign_id, details, first from ${unrolled(query)}
        and at >= ${from} and at < ${to}
      union all
      select country, referrer, browser, os, device, language, campaign_id, details, first from days d cross join lateral (
        select * from clicks c where ${isVisitOf(query, 'c')} and c.class = d.class
          and c.id between d.first_id and d.last_id and c.at >= d.start and c.at < d.start + interval '1 day'
          and c.at >= ${from} and c.at < ${to} offset 0) c
      where not d.is_whole and not d.has_quarters
    )
    select visits, uniques, facets, null::jsonb as values, null::jsonb as details from visit_counts
    where ${isOf(query)} and ((grain = 'day' and ${isInWholeDay}) or (grain = 'quarter' and ${isInRange} and not (${isInWholeDay})))
    union all
    select visits, uniques, facets - 'quarter', null, null from days where is_whole
    union all
    select q.visits, q.uniques, q.facets, null, null from days d cross join lateral (
      select * from visit_quarters q where q.subject = ${query.subject} and q.subject_id = ${query.id}::bigint
        and q.class = d.class and q.start >= d.start and q.start < d.start + interval '1 day'
        and q.start >= ${from} and q.start < ${to} offset 0) q
    where not d.is_whole and d.has_quarters
    union all
    select (h.value->>0)::bigint, (h.value->>1)::bigint, null, null, null
    from days d, visit_mark m, jsonb_each(d.facets->'quarter') h
    where not d.is_whole and d.start < m.raw_from
      and d.start + h.key::integer * interval '15 minutes' >= ${from} and d.start + h.key::integer * interval '15 minutes' < ${to}
    ${query.from === null && query.to === null && query.classes.includes('visitor') ? importedTotal(query) : sql``}
    union all
    select count(*), count(*) filter (where first), null,
      jsonb_build_array(country, referrer, browser, os, device, language, campaign_id::text), details
    from raw group by country, referrer, browser, os, device, language, campaign_id, details`
  return sumFacets((await bySubjectIndex(db, (db) => facets.execute(db))).rows)
}

// The clicks from before an import whose day is not known: of them only the number is.
const importedTotal = ({ subject, id }: VisitsQuery) =>
  isGroup(subject) || subject === 'biolink'
    ? sql``
    : sql`
    union all
    select undated_visits, undated_uniques, '{}'::jsonb, null, null from ${sql.table(subjectTables[subject])}
    where id = ${id}::bigint and undated_visits + undated_uniques > 0`

function sumFacets(rows: readonly Counted[]): FacetCount[] {
  const sums = new Map<FacetCount['dimension'], Map<string, FacetCount>>()
  for (const dimension of ['total', ...COLUMNS, ...DETAILS] as const) sums.set(dimension, new Map())
  const add = (dimension: FacetCount['dimension'], value: string, clicks: number, uniqueClicks: number) => {
    const values = sums.get(dimension)
    const sum = values?.get(value)
    if (sum === undefined) values?.set(value, { dimension, value, clicks, uniqueClicks })
    else {
      sum.clicks += clicks
      sum.uniqueClicks += uniqueClicks
    }
  }
  const addAll = (dimension: Facet, counted: Record<string, [number, number]>) => {
    let [visits, uniques] = [0, 0]
    for (const value in counted) {
      const [ofValue, uniquesOfValue] = counted[value] as [number, number]
      add(dimension, value, ofValue, uniquesOfValue)
      visits += ofValue
      uniques += uniquesOfValue
    }
    return [visits, uniques] as const
  }
  for (const { visits, uniques, facets, values, details } of rows) {
    add('total', '', visits, uniques)
    if (facets !== null) {
      for (const dimension of COLUMNS) addAll(dimension, facets[dimension] ?? {})
      // Counters have no value of a detail for the visits without it.
      for (const dimension of DETAILS) {
        const [counted, uniquesCounted] = addAll(dimension, facets[dimension] ?? {})
        if (visits > counted) add(dimension, '', visits - counted, uniques - uniquesCounted)
      }
      continue
    }
    // For a partial day without raw visits only the number of visits is known.
    for (const [place, dimension] of COLUMNS.entries())
      add(dimension, values === null ? '*' : (values[place] ?? ''), visits, uniques)
    for (const dimension of DETAILS)
      add(dimension, values === null ? '*' : (details?.[dimension] ?? ''), visits, uniques)
  }
  return [...sums.values()].flatMap((values) => [...values.values()])
}

const wholeDaysOf = (query: VisitsQuery) => sql`select start, visits, uniques from visit_days where ${isOf(query)}`

const quartersOf = (query: VisitsQuery, since: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`
  select d.start + h.key::integer * interval '15 minutes', (h.value->>0)::bigint, (h.value->>1)::bigint
  from visit_days d, jsonb_each(d.facets->'quarter') h where ${isOf(query)} and d.start >= ${since} and d.start < ${to}`

export type RangeQuery = VisitsQuery & { from: Date; to: Date }

// The visits of a range as (at, visits, uniques): those of whole days, else of quarter hours, and single raw visits.
function countsOverTime(query: RangeQuery, byDay: boolean): RawBuilder<unknown> {
  const { from, to, since } = boundsOf(query)
  return sql`(select at, visits, uniques from (
    select start as at, visits, uniques from visit_counts
    where ${isOf(query)} and grain = ${byDay ? 'day' : 'quarter'} and start >= ${from} and start < ${to}
    union all
    ${byDay ? wholeDaysOf(query) : quartersOf(query, since, to)}
    union all
    select at, 1, first::integer from ${unrolled(query)}
  ) visits where at >= ${from} and at < ${to})`
}

/** The start of an hour, day, week or month of a series: in the time zone of the request, and in UTC. */
export interface Step {
  date: string
  utc: string
}

// The starts of the intervals of a range in a time zone.
const startsOf = ({ from, to }: RangeQuery, interval: Interval, timezone: string) =>
  interval === 'hour'
    ? sql`select generate_series(date_trunc('hour', ${from}::timestamptz, ${timezone}::text),
        ${to}::timestamptz - interval '1 microsecond', interval '1 hour') as start`
    : sql`select g at time zone ${timezone}::text as start from generate_series(
        date_trunc(${sql.lit(interval)}, ${from}::timestamptz at time zone ${timezone}::text),
        (${to}::timestamptz - interval '1 microsecond') at time zone ${timezone}::text, ${sql.raw(`interval '1 ${interval}'`)}) g`

const stepColumns = (timezone: string) => sql`
  to_char(starts.start at time zone ${timezone}::text, 'YYYY-MM-DD HH24:MI:SS') as date,
  to_char(starts.start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as utc`

/** The intervals of a range in a time zone. */
export async function listSteps(
  db: Database,
  query: RangeQuery,
  interval: Interval,
  timezone: string,
): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select ${stepColumns(timezone)} from (${startsOf(query, interval, timezone)}) starts order by start`.execute(db)
  return rows
}

/**
 * Visits over time, one row per interval of the time zone, including empty ones. `date` is local time, `utc` is UTC.
 */
export async function listSeries(
  db: Database,
  query: RangeQuery,
  interval: Interval,
  timezone: string,
): Promise<(Step & Count)[]> {
  const wholeDays =
    interval !== 'hour' &&
    timezone === 'UTC' &&
    query.from.getTime() % DAY_MS === 0 &&
    query.to.getTime() % DAY_MS === 0
  const series = sql<Step & Count>`
    with starts as (${startsOf(query, interval, timezone)}),
    seen as (
      select date_trunc(${sql.lit(interval)}, at, ${timezone}::text) as start, sum(visits) as clicks, sum(uniques) as uniques
      from ${countsOverTime(query, wholeDays)} counted group by 1
    )
    select ${stepColumns(timezone)}, coalesce(seen.clicks, 0)::bigint as clicks, coalesce(seen.uniques, 0)::bigint as "uniqueClicks"
    from starts left join seen on seen.start = starts.start order by starts.start`
  return (await bySubjectIndex(db, (db) => series.execute(db))).rows
}

/** Visits by day of the week (Monday first) and hour of the day in the time zone: 7 rows of 24 numbers. */
export async function listHeatmap(db: Database, query: RangeQuery, timezone: string): Promise<number[][]> {
  const hours = sql<{ day: number; hour: number; clicks: number }>`
    select extract(isodow from local)::integer as day, extract(hour from local)::integer as hour, sum(visits)::bigint as clicks
    from (select at at time zone ${timezone}::text as local, visits from ${countsOverTime(query, false)} counted) visits
    group by 1, 2`
  return heatmapOf((await bySubjectIndex(db, (db) => hours.execute(db))).rows)
}

/** The visits by day of the week (1: Monday) and hour as 7 rows of 24 numbers. */
export function heatmapOf(rows: readonly { day: number; hour: number; clicks: number }[]): number[][] {
  const map = Array.from({ length: 7 }, () => new Array<number>(24).fill(0))
  for (const { day, hour, clicks } of rows) {
    const hours = map[day - 1]
    if (hours) hours[hour] = clicks
  }
  return map
}
