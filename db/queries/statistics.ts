import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Subject, VisitClass } from '../tables/visits.ts'

export type Facet = 'country' | 'referrer' | 'browser' | 'os' | 'device' | 'language' | 'campaign'
export type Interval = 'hour' | 'day' | 'week' | 'month'

/**
 * Which visits are counted: those of one thing, of some classes, from `from` to before `to` (whole quarters of an hour; null:
 * no bound). Who asks has made sure before that the thing is the account's, or that its figures are public.
 */
export interface VisitsQuery {
  subject: Subject
  id: number
  classes: readonly VisitClass[]
  from: Date | null
  to: Date | null
}

export interface Count {
  clicks: number
  uniqueClicks: number
}

/** A value of a dimension and its visits; `value` is '' where it is not known and '*' for rare ones counted together. */
export interface FacetCount extends Count {
  dimension: Facet | 'total'
  value: string
}

const DAY_MS = 86_400_000

// Whole days come from the counters of days, what is left at both ends from those of quarter hours.
function countedSpans({ from, to }: VisitsQuery): RawBuilder<boolean> {
  const firstDay = from === null ? null : new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS)
  const isOpen = to === null || to.getTime() > Date.now()
  const lastDay = isOpen ? null : new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS)
  const inDays = sql`(start >= coalesce(${firstDay}::timestamptz, '-infinity') and start < coalesce(${lastDay}::timestamptz, 'infinity'))`
  const inRange = sql`(start >= coalesce(${from}::timestamptz, '-infinity') and start < coalesce(${isOpen ? null : to}::timestamptz, 'infinity'))`
  return sql<boolean>`((grain = 'day' and ${inDays}) or (grain = 'quarter' and ${inRange} and not ${inDays}))`
}

const isOf = ({ subject, id, classes }: VisitsQuery) =>
  sql<boolean>`subject = ${subject} and subject_id = ${id} and class in (${sql.join([...classes])})`

const isFresh = (query: VisitsQuery) => sql<boolean>`
  id > (select id from visit_mark) and ${isOf(query)}
  and at >= coalesce(${query.from}::timestamptz, '-infinity') and at < coalesce(${query.to}::timestamptz, 'infinity')`

/** Every value of every dimension, and the total. Costs the same for many visits as for few: counters, and the last seconds' clicks. */
export async function listFacets(db: Database, query: VisitsQuery): Promise<FacetCount[]> {
  const { rows } = await sql<FacetCount>`
    with counted as materialized (
      select visits, uniques, facets from visit_counts where ${isOf(query)} and ${countedSpans(query)}
    ),
    fresh as materialized (select * from clicks where ${isFresh(query)})
    select dimension, value, sum(visits)::bigint as clicks, sum(uniques)::bigint as "uniqueClicks" from (
      select 'total' as dimension, '' as value, visits, uniques from counted
      union all
      select d.key, v.key, (v.value->>0)::bigint, (v.value->>1)::bigint
      from counted, jsonb_each(facets) d, jsonb_each(d.value) v
      union all
      select f.dimension, coalesce(f.value, ''), 1, first::integer
      from fresh cross join lateral (values ('total', ''), ('country', country), ('referrer', referrer), ('browser', browser),
        ('os', os), ('device', device), ('language', language), ('campaign', campaign_id::text)) f(dimension, value)
    ) parts
    group by dimension, value`.execute(db)
  return rows
}

/** Visits over time, one row an interval of the time zone, empty ones too. `date` is local time, `utc` the same moment in UTC. */
export async function listSeries(
  db: Database,
  query: VisitsQuery & { from: Date; to: Date },
  interval: Interval,
  timezone: string,
): Promise<({ date: string; utc: string } & Count)[]> {
  const wholeDays =
    interval !== 'hour' &&
    timezone === 'UTC' &&
    query.from.getTime() % DAY_MS === 0 &&
    query.to.getTime() % DAY_MS === 0
  const step = sql.raw(`interval '1 ${interval}'`)
  const unit = sql.raw(`'${interval}'`)
  const starts =
    interval === 'hour'
      ? sql`select generate_series(date_trunc('hour', ${query.from}::timestamptz, ${timezone}::text),
          ${query.to}::timestamptz - interval '1 microsecond', interval '1 hour') as start`
      : sql`select g at time zone ${timezone}::text as start from generate_series(
          date_trunc(${unit}, ${query.from}::timestamptz at time zone ${timezone}::text),
          (${query.to}::timestamptz - interval '1 microsecond') at time zone ${timezone}::text, ${step}) g`
  const { rows } = await sql<{ date: string; utc: string } & Count>`
    with starts as (${starts}),
    seen as (
      select date_trunc(${unit}, at, ${timezone}::text) as start, sum(visits) as clicks, sum(uniques) as uniques from (
        select start as at, visits, uniques from visit_counts
        where ${isOf(query)} and grain = ${wholeDays ? 'day' : 'quarter'}
          and start >= ${query.from}::timestamptz and start < ${query.to}::timestamptz
        union all
        select at, 1, first::integer from clicks where ${isFresh(query)}
      ) visits group by 1
    )
    select to_char(starts.start at time zone ${timezone}::text, 'YYYY-MM-DD HH24:MI:SS') as date,
      to_char(starts.start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as utc,
      coalesce(seen.clicks, 0)::bigint as clicks, coalesce(seen.uniques, 0)::bigint as "uniqueClicks"
    from starts left join seen on seen.start = starts.start order by starts.start`.execute(db)
  return rows
}

/** The names of the account's channels that something is in, newest assignment first. */
export async function listChannelNames(
  db: Database,
  accountId: number,
  subject: Subject,
  id: number,
): Promise<string[]> {
  const column = ({ link: 'link_id', qr: 'qr_id', bio: 'bio_id' } as const)[subject]
  const rows = await db
    .selectFrom('channel_items')
    .innerJoin('channels', 'channels.id', 'channel_items.channel_id')
    .select('channels.name')
    .where('channels.account_id', '=', accountId)
    .where(`channel_items.${column}`, '=', id)
    .orderBy('channel_items.id', 'desc')
    .execute()
  return rows.map(({ name }) => name)
}

/** Names of the account's campaigns by id; those that are gone are missing. */
export async function listCampaignNames(db: Database, accountId: number, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
