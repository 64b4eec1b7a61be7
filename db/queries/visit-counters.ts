import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { keysOf, type SubjectKey } from './visit-subjects.ts'

// Values per dimension in a row of counters; the rarest are merged into '*'. Needed because clients choose the
// referrer, so there may be any number of values.
const MAX_VALUES = 200
// A day with more visits also has quarter-hour counters, so that statistics of a partial day need no raw visits.
const BUSY_DAY_VISITS = 2000

/** Whether every partition of raw visits has the index by subject, which the roll-up needs. */
export async function isIndexed(db: Database): Promise<boolean> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = 'clicks_subject'::regclass`.execute(db)
  return rows[0]?.valid ?? false
}

// record_visits holds the shared lock from taking an id to the commit, so under the exclusive lock none is in progress.
async function readLastId(db: Database): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select last_value::bigint as last from click_ids where is_called`.execute(db)
  return rows[0]?.last ?? 0
}

/** The highest visit id below which no transaction is still open. Waits for those; meanwhile no visits are recorded. */
export async function readSettledId(db: Database): Promise<number> {
  return db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(7270501)`.execute(db)
    return readLastId(db)
  })
}

/** As `readSettledId` without waiting: undefined while visits are being recorded. */
export async function tryReadSettledId(db: Database): Promise<number | undefined> {
  return db.transaction().execute(async (db) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(7270501) as locked`.execute(db)
    return rows[0]?.locked ? readLastId(db) : undefined
  })
}

// CTEs that compute facets: sums the rows of `source` (start, seven dimensions, visits, uniques) for each dimension,
// adds the existing counters (`stored`), and merges the rarest values.
const facetsOf = (
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
const combined = (rows: RawBuilder<unknown>) => sql`
  select subject, subject_id, account_id, date_bin('15 minutes', at, '2000-01-01T00:00Z') as start, class, country, referrer,
    browser, os, device, language, campaign_id, count(*) as visits, count(*) filter (where first) as uniques,
    min(id) as first_id, max(id) as last_id
  from ${rows} r group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`

const DAY = sql`date_bin('1 day', start, '2000-01-01T00:00Z')`
const DAY_ROWS = sql`(select subject, subject_id, ${DAY} as start, class, country, referrer, browser, os, device, language,
  campaign_id, (extract(epoch from start)::bigint / 900 % 96)::text as quarter, visits, uniques from combinations)`

/** Locks the rows of these subjects until the transaction ends, so that no concurrent job rolls up their visits. */
export async function lockSubjects(db: Database, keys: readonly SubjectKey[]): Promise<void> {
  await sql`select 1 from visit_subjects where (subject, subject_id) in ${keysOf(keys)}
    order by subject, subject_id for update`.execute(db)
}

/**
 * Rolls up the next raw visits of each subject, at most `limit` per subject and none above `settledId`. Returns the
 * subjects that have more. Locks the subjects, so that a concurrent roll-up of the same subject waits.
 */
export async function rollUpSubjects(
  db: Database,
  keys: readonly SubjectKey[],
  settledId: number,
  limit: number,
): Promise<SubjectKey[]> {
  if (keys.length === 0) return []
  return db.transaction().execute(async (db) => {
    await lockSubjects(db, keys)
    const { rows } = await sql<SubjectKey & { has_more: boolean }>`
      with due as materialized (
        select s.subject, s.subject_id, s.account_id, s.rolled_id
        from visit_subjects s where (s.subject, s.subject_id) in ${keysOf(keys)}
      ),
      chunk as materialized (
        select d.account_id, c.* from due d cross join lateral (
          select id, at, subject, subject_id, class, country, referrer, browser, os, device, language, campaign_id, first
          from clicks c where c.subject = d.subject and c.subject_id = d.subject_id
            and c.id > d.rolled_id and c.id <= ${settledId}::bigint
          order by c.id limit ${limit}::integer) c
      ),
      combinations as materialized (${combined(sql`chunk`)}),
      totals as materialized (
        select subject, subject_id, min(account_id) as account_id, ${DAY} as start, class, sum(visits) as visits,
          sum(uniques) as uniques, min(first_id) as first_id, max(last_id) as last_id
        from combinations group by subject, subject_id, ${DAY}, class
      ),
      days as materialized (select v.* from visit_days v join totals using (subject, subject_id, start, class)),
      in_quarters as materialized (
        select c.* from combinations c join days d on d.has_quarters and d.subject = c.subject
          and d.subject_id = c.subject_id and d.class = c.class and d.start = date_bin('1 day', c.start, '2000-01-01T00:00Z')
      ),
      quarters as materialized (
        select v.* from visit_quarters v
        join (select distinct subject, subject_id, start, class from in_quarters) q using (subject, subject_id, start, class)
      ),
      ${facetsOf('day', DAY_ROWS, sql`days`, sql`, ('quarter', s.quarter)`)},
      ${facetsOf('quarter', sql`in_quarters`, sql`quarters`, sql``)},
      written_days as (
        insert into visit_days as v (account_id, subject, subject_id, start, class, visits, uniques, first_id, last_id, facets)
        select account_id, subject, subject_id, start, class, visits, uniques, first_id, last_id, facets
        from totals join day_facets using (subject, subject_id, start, class)
        on conflict (subject, subject_id, start, class) do update set visits = v.visits + excluded.visits,
          uniques = v.uniques + excluded.uniques, first_id = least(v.first_id, excluded.first_id),
          last_id = greatest(v.last_id, excluded.last_id), facets = excluded.facets
      ),
      written_quarters as (
        insert into visit_quarters as v (account_id, subject, subject_id, start, class, visits, uniques, facets)
        select account_id, subject, subject_id, start, class, visits, uniques, facets
        from (select account_id, subject, subject_id, start, class, sum(visits) as visits, sum(uniques) as uniques
          from in_quarters group by 1, 2, 3, 4, 5) t join quarter_facets using (subject, subject_id, start, class)
        on conflict (subject, subject_id, start, class) do update set visits = v.visits + excluded.visits,
          uniques = v.uniques + excluded.uniques, facets = excluded.facets
      ),
      taken as (
        select d.subject, d.subject_id, count(c.id) as visits, max(c.id) as last_id
        from due d left join chunk c using (subject, subject_id) group by 1, 2
      )
      update visit_subjects s
      set rolled_id = case when t.visits = ${limit}::integer then t.last_id else greatest(s.rolled_id, ${settledId}::bigint) end,
        waiting = case when t.visits = ${limit}::integer then greatest(s.waiting - t.visits, 1) else 0 end
      from taken t where s.subject = t.subject and s.subject_id = t.subject_id
      returning s.subject, s.subject_id, t.visits = ${limit}::integer as has_more`.execute(db)
    await addQuarters(db, keys, sql`visits >= ${BUSY_DAY_VISITS}::integer`)
    return rows.filter(({ has_more }) => has_more).map(({ subject, subject_id }) => ({ subject, subject_id }))
  })
}

/** Creates the quarter-hour counters of some days that have none, from their raw visits. */
export async function addQuarters(
  db: Database,
  keys: readonly SubjectKey[],
  isWanted: RawBuilder<unknown>,
): Promise<void> {
  const wanted = sql`visit_days where (subject, subject_id) in ${keysOf(keys)} and not has_quarters and ${isWanted}`
  const { rows } = await sql`select 1 from ${wanted} limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`
    with busy as materialized (
      update visit_days set has_quarters = true where (subject, subject_id, start, class) in (
        select subject, subject_id, start, class from ${wanted})
      returning account_id, subject, subject_id, start, class, first_id, last_id
    ),
    counted as materialized (
      select b.account_id, c.id, c.at, c.subject, c.subject_id, c.class, c.country, c.referrer, c.browser, c.os, c.device,
        c.language, c.campaign_id, c.first
      from busy b join clicks c on c.subject = b.subject and c.subject_id = b.subject_id and c.class = b.class
        and c.id between b.first_id and b.last_id and c.at >= b.start and c.at < b.start + interval '1 day'
    ),
    combinations as materialized (${combined(sql`counted`)}),
    ${facetsOf('quarter', sql`combinations`, sql`(select * from visit_quarters where false)`, sql``)}
    insert into visit_quarters (account_id, subject, subject_id, start, class, visits, uniques, facets)
    select account_id, subject, subject_id, start, class, visits, uniques, facets
    from (select account_id, subject, subject_id, start, class, sum(visits) as visits, sum(uniques) as uniques
      from combinations group by 1, 2, 3, 4, 5) t join quarter_facets using (subject, subject_id, start, class)`.execute(
    db,
  )
}
