import { type RawBuilder, sql } from 'kysely'
import { COLUMNS, groupsOf, isLiveGroup } from './visit-groups.ts'

// Values per dimension in a row of counters; the rarest are merged into '*'. Needed because clients choose the
// referrer, so there may be any number of values.
const MAX_VALUES = 200

/** SQL: the columns that identify a row of counters. Statements number these rows: one number is grouped faster. */
export const COUNTER = sql`subject, subject_id, start, class`

/** SQL: `rows` added up to one row for each `COUNTER`, with a number in the column `counter`. */
export const numbered = (rows: RawBuilder<unknown>) => sql`
  select row_number() over ()::integer as counter, sums.* from (
    select ${COUNTER}, min(account_id) as account_id, sum(visits)::bigint as visits, sum(uniques)::bigint as uniques,
      min(first_id) as first_id, max(last_id) as last_id
    from ${rows} r group by ${COUNTER}) sums`

/**
 * SQL: each row of `combinations` with its number in `counters`. Materialize the result: else Postgres may replace the
 * full join by a nested loop, which compares every row with every counter.
 */
export const withCounters = (combinations: RawBuilder<unknown>, counters: RawBuilder<unknown>) => sql`
  select n.counter, ${VALUES}, c.visits, c.uniques from ${combinations} c full join ${counters} n using (${COUNTER})`

/**
 * SQL: whether `keys` are among `rows`. Not a join, because Postgres expects one row and would choose a nested loop. It
 * uses a hash table if it expects `rows` to fit into work_mem.
 */
export const isAmong = (keys: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${keys} in (${rows}), false)`

// The expression of each dimension.
const dimensions = Object.entries({
  ...Object.fromEntries(COLUMNS.map((name) => [name, name])),
  campaign: 'campaign_id',
})

/**
 * SQL: the visits of each counter by value of each dimension, as (counter, dimension, value, visits, uniques). `rows` has
 * the columns of `withCounters`.
 */
export const valuesOf = (rows: RawBuilder<unknown>) => sql`
  select counter,
    case 0 ${sql.join(
      dimensions.map(([name, column]) => sql`when grouping(${sql.ref(column)}) then ${sql.lit(name)}`),
      sql` `,
    )} end as dimension,
    coalesce(${sql.join(dimensions.map(([, column]) => sql`${sql.ref(column)}::text`))}, '') as value,
    sum(visits)::float8 as visits, sum(uniques)::float8 as uniques
  from ${rows} c
  group by grouping sets (${sql.join(dimensions.map(([, column]) => sql`(counter, ${sql.ref(column)})`))})
  union all
  select counter, f.key, f.value, sum(visits)::float8, sum(uniques)::float8
  from ${rows} c cross join lateral jsonb_each_text(details) f where details is not null
  group by counter, f.key, f.value`

/** SQL: the counters that these rows have in the JSON of `facets`, one row per value, in the columns of `valuesOf`. */
export const storedValues = (rows: RawBuilder<unknown>) => sql`
  select counter, d.key as dimension, v.key as value, (v.value->>0)::float8 as visits, (v.value->>1)::float8 as uniques
  from ${rows} c cross join lateral jsonb_each(facets) d cross join lateral jsonb_each(d.value) v`

// The frequent values of a dimension; the others together as '*'.
const frequent = sql`(
  select json_object_agg(value, json_build_array(visits, uniques)) from (
    select case when place <= ${sql.lit(MAX_VALUES)} then value else '*' end as value, sum(visits) as visits, sum(uniques) as uniques
    from (
      select v.key as value, (v.value->>0)::float8 as visits, (v.value->>1)::float8 as uniques,
        row_number() over (order by v.key = '*', (v.value->>0)::float8 desc, v.key) as place
      from json_each(counts) v
    ) ranked group by 1
  ) kept)`

/**
 * SQL: facets of each counter, from values that occur once each. As json before jsonb, because building jsonb value by
 * value takes three times as long.
 */
export const facetsOf = (values: RawBuilder<unknown>) => sql`
  select counter, json_object_agg(dimension, case when number <= ${sql.lit(MAX_VALUES)} then counts else ${frequent} end)::jsonb as facets
  from (
    select counter, dimension, count(*) as number, json_object_agg(value, json_build_array(visits, uniques)) as counts
    from ${values} v group by counter, dimension
  ) dimensions group by counter`

/** SQL: values with the same key summed. */
export const summed = (values: RawBuilder<unknown>) => sql`
  select counter, dimension, value, sum(visits) as visits, sum(uniques) as uniques
  from (${values}) v group by counter, dimension, value`

// Visits grouped by quarter hour and all values, for both grains: far fewer rows than visits.
export const combined = (rows: RawBuilder<unknown>) => sql`
  select subject, subject_id, account_id, date_bin('15 minutes', at, '2000-01-01T00:00Z') as start, class, country, referrer,
    browser, os, device, language, campaign_id, details, domain_id, channel_ids, count(*)::integer as visits,
    (count(*) filter (where first))::integer as uniques, min(id) as first_id, max(id) as last_id
  from ${rows} r group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15`

export const VALUES = sql`class, country, referrer, browser, os, device, language, campaign_id, details`

// Rows of accounts once for each group of the account that they belong to.
export const grouped = (rows: RawBuilder<unknown>) => sql`
  select g.subject, g.subject_id, account_id, start, ${VALUES}, visits, uniques, first_id, last_id
  from ${rows} r cross join lateral ${groupsOf('r')} g where ${isLiveGroup('g')}`

export const DAY = sql`date_bin('1 day', start, '2000-01-01T00:00Z')`
