import { type RawBuilder, sql } from 'kysely'
import { groupsOf, isLiveGroup } from './visit-groups.ts'

// Values per dimension in a row of counters; the rarest are merged into '*'. Needed because clients choose the
// referrer, so there may be any number of values.
const MAX_VALUES = 200

// CTEs that compute facets: sums the rows of `source` (start, seven dimensions, details, visits, uniques) for each
// dimension, adds the existing counters (`stored`), and merges the rarest values.
export const facetsOf = (
  name: string,
  source: RawBuilder<unknown>,
  stored: RawBuilder<unknown>,
  extra: RawBuilder<unknown>,
) => sql`
  ${sql.raw(name)}_parts as (
    select s.subject, s.subject_id, s.start, s.class, f.dimension, coalesce(f.value, '') as value,
      sum(s.visits) as visits, sum(s.uniques) as uniques
    from ${source} s cross join lateral (values ('country', s.country), ('referrer', s.referrer), ('browser', s.browser),
      ('os', s.os), ('device', s.device), ('language', s.language), ('campaign', s.campaign_id::text) ${extra}) f(dimension, value)
    group by s.subject, s.subject_id, s.start, s.class, f.dimension, coalesce(f.value, '')
    union all
    select s.subject, s.subject_id, s.start, s.class, f.key, f.value, sum(s.visits), sum(s.uniques)
    from ${source} s cross join lateral jsonb_each_text(s.details) f where s.details is not null
    group by s.subject, s.subject_id, s.start, s.class, f.key, f.value
    union all
    select c.subject, c.subject_id, c.start, c.class, d.key, v.key, (v.value->>0)::bigint, (v.value->>1)::bigint
    from ${stored} c cross join lateral jsonb_each(c.facets) d cross join lateral jsonb_each(d.value) v
  ),
  ${sql.raw(name)}_ranked as (
    select subject, subject_id, start, class, dimension, value, sum(visits) as visits, sum(uniques) as uniques,
      row_number() over (partition by subject, subject_id, start, class, dimension
        order by value = '*', sum(visits) desc, value) as place
    from ${sql.raw(name)}_parts group by subject, subject_id, start, class, dimension, value
  ),
  ${sql.raw(name)}_facets as (
    select subject, subject_id, start, class, jsonb_object_agg(dimension, counts) as facets
    from (
      select subject, subject_id, start, class, dimension,
        jsonb_object_agg(value, jsonb_build_array(visits, uniques)) as counts
      from (
        select subject, subject_id, start, class, dimension,
          case when place <= ${sql.lit(MAX_VALUES)} then value else '*' end as value, sum(visits) as visits, sum(uniques) as uniques
        from ${sql.raw(name)}_ranked group by 1, 2, 3, 4, 5, 6
      ) capped group by subject, subject_id, start, class, dimension
    ) dimensions group by subject, subject_id, start, class
  )`

// Visits grouped by quarter hour and all values, for both grains: far fewer rows than visits.
export const combined = (rows: RawBuilder<unknown>) => sql`
  select subject, subject_id, account_id, date_bin('15 minutes', at, '2000-01-01T00:00Z') as start, class, country, referrer,
    browser, os, device, language, campaign_id, details, domain_id, channel_ids, count(*) as visits,
    count(*) filter (where first) as uniques, min(id) as first_id, max(id) as last_id
  from ${rows} r group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15`

export const VALUES = sql`class, country, referrer, browser, os, device, language, campaign_id, details`

// Rows of accounts once for each group of the account that they belong to.
export const grouped = (rows: RawBuilder<unknown>) => sql`
  select g.subject, g.subject_id, account_id, start, ${VALUES}, visits, uniques, first_id, last_id
  from ${rows} r cross join lateral ${groupsOf('r')} g where ${isLiveGroup('g')}`

export const DAY = sql`date_bin('1 day', start, '2000-01-01T00:00Z')`
export const DAY_ROWS = sql`(select subject, subject_id, ${DAY} as start, ${VALUES},
  (extract(epoch from start)::bigint / 900 % 96)::text as quarter, visits, uniques from combinations)`
