import { type RawBuilder, sql } from 'kysely'
import { COLUMNS, groupsOf, isLiveGroup } from './visit-groups.ts'

// Values per dimension in a row of counters; the rarest are merged into '*'. Needed because clients choose the
// referrer, so there may be any number of values.
const MAX_VALUES = 200

const ofQuarter = sql`subject, subject_id, start, class`

// The expression of each dimension.
const dimensions = Object.entries({
  ...Object.fromEntries(COLUMNS.map((name) => [name, name])),
  campaign: 'campaign_id',
})

/**
 * SQL: the rows of `combinations` (start, seven dimensions, details, visits, uniques) summed for each quarter hour and
 * value of a dimension, as (subject, subject_id, start, class, dimension, value, visits, uniques).
 */
export const valuesOf = (combinations: RawBuilder<unknown>) => sql`
  select ${ofQuarter},
    case 0 ${sql.join(
      dimensions.map(([name, column]) => sql`when grouping(${sql.ref(column)}) then ${sql.lit(name)}`),
      sql` `,
    )} end as dimension,
    coalesce(${sql.join(dimensions.map(([, column]) => sql`${sql.ref(column)}::text`))}, '') as value,
    sum(visits) as visits, sum(uniques) as uniques
  from ${combinations} c
  group by grouping sets (${sql.join(dimensions.map(([, column]) => sql`(${ofQuarter}, ${sql.ref(column)})`))})
  union all
  select ${ofQuarter}, f.key, f.value, sum(visits), sum(uniques)
  from ${combinations} c cross join lateral jsonb_each_text(details) f where details is not null
  group by ${ofQuarter}, f.key, f.value`

/** SQL: the counters that these rows have in the JSON of `facets`, one row per value, in the columns of `valuesOf`. */
export const storedValues = (rows: RawBuilder<unknown>) => sql`
  select ${ofQuarter}, d.key as dimension, v.key as value, (v.value->>0)::bigint as visits, (v.value->>1)::bigint as uniques
  from ${rows} c cross join lateral jsonb_each(facets) d cross join lateral jsonb_each(d.value) v`

// The frequent values of a dimension; the others together as '*'.
const frequent = sql`(
  select json_object_agg(value, json_build_array(visits, uniques)) from (
    select case when place <= ${sql.lit(MAX_VALUES)} then value else '*' end as value, sum(visits) as visits, sum(uniques) as uniques
    from (
      select v.key as value, (v.value->>0)::bigint as visits, (v.value->>1)::bigint as uniques,
        row_number() over (order by v.key = '*', (v.value->>0)::bigint desc, v.key) as place
      from json_each(counts) v
    ) ranked group by 1
  ) kept)`

/**
 * SQL: facets of each (subject, subject_id, start, class), from values that occur once each. As json before jsonb,
 * because building jsonb value by value takes three times as long.
 */
export const facetsOf = (values: RawBuilder<unknown>) => sql`
  select ${ofQuarter}, json_object_agg(dimension, case when number <= ${sql.lit(MAX_VALUES)} then counts else ${frequent} end)::jsonb as facets
  from (
    select ${ofQuarter}, dimension, count(*) as number, json_object_agg(value, json_build_array(visits, uniques)) as counts
    from ${values} v group by ${ofQuarter}, dimension
  ) dimensions group by ${ofQuarter}`

/** SQL: values with the same key summed. */
export const summed = (values: RawBuilder<unknown>) => sql`
  select ${ofQuarter}, dimension, value, sum(visits) as visits, sum(uniques) as uniques
  from (${values}) v group by ${ofQuarter}, dimension, value`

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
