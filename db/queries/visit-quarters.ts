import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { combined, DAY, facetsOf, grouped, isAmong, numbered, summed, valuesOf, withCounters } from './visit-facets.ts'
import { keysOf, type SubjectKey } from './visit-subjects.ts'

// A day with more visits also has quarter-hour counters, so that statistics of a partial day need no raw visits.
export const BUSY_DAY_VISITS = 2000
const QUARTERS_KB = 32_768

const unlessCounted = (keys: readonly SubjectKey[], isWanted: RawBuilder<unknown>) =>
  sql`visit_days where (subject, subject_id) in ${keysOf(keys)} and not has_quarters and ${isWanted}`

/** Creates the quarter-hour counters of some days that have none, from their raw visits. */
export async function addQuarters(
  db: Database,
  keys: readonly SubjectKey[],
  isWanted: RawBuilder<unknown>,
): Promise<void> {
  await writeQuarters(
    db,
    unlessCounted(keys, isWanted),
    sql`select b.account_id, c.id, c.at, c.subject, c.subject_id, c.class, c.country, c.referrer, c.browser, c.os,
      c.device, c.language, c.campaign_id, c.details, c.first, null::bigint as domain_id, null::bigint[] as channel_ids
    from busy b join clicks c on c.subject = b.subject and c.subject_id = b.subject_id and c.class = b.class
      and c.id between b.first_id and b.last_id and c.at >= b.start and c.at < b.start + interval '1 day'`,
    sql`select * from combined`,
  )
}

// The visits of a group are found among those of its account, so the day of the account decides.
export const IS_BUSY_FOR_ACCOUNT = sql`exists (
  select from visit_days a where a.subject = 'account' and a.subject_id = visit_days.account_id and a.start = visit_days.start
    and a.class = visit_days.class and a.visits >= ${sql.lit(BUSY_DAY_VISITS)})`

/** The same for groups of an account; their visits are read once for all of them. */
export async function addGroupQuarters(
  db: Database,
  keys: readonly SubjectKey[],
  isWanted: RawBuilder<unknown>,
): Promise<void> {
  await writeQuarters(
    db,
    unlessCounted(keys, isWanted),
    sql`select c.account_id, c.id, c.at, 'account' as subject, c.account_id as subject_id, c.class, c.country, c.referrer,
      c.browser, c.os, c.device, c.language, c.campaign_id, c.details, c.first, c.domain_id, c.channel_ids
    from (select account_id, start, class, min(first_id) as first_id, max(last_id) as last_id from busy group by 1, 2, 3) b
    join clicks c on c.account_id = b.account_id and c.subject <> 'biolink' and c.class = b.class
      and c.id between b.first_id and b.last_id and c.at >= b.start and c.at < b.start + interval '1 day'`,
    sql`select * from (${grouped(sql`combined`)} offset 0) g where ${isAmong(
      sql`(subject, subject_id, class, ${DAY})`,
      sql`select subject, subject_id, class, start from busy`,
    )}`,
  )
}

async function writeQuarters(
  db: Database,
  wanted: RawBuilder<unknown>,
  counted: RawBuilder<unknown>,
  combinations: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql`select 1 from ${wanted} limit 1`.execute(db)
  if (rows.length === 0) return
  await inTransaction(db, async (db) => {
    // An account may have 100,000 rows of `busy`: with 4 MB Postgres would not use a hash table for them (isAmong).
    await sql`select set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')) / 1024, ${sql.lit(QUARTERS_KB)}) || 'kB', true)`.execute(
      db,
    )
    await sql`
      with busy as materialized (
        update visit_days set has_quarters = true where (subject, subject_id, start, class) in (
          select subject, subject_id, start, class from ${wanted})
        returning account_id, subject, subject_id, start, class, first_id, last_id
      ),
      counted as materialized (${counted}),
      combined as materialized (${combined(sql`counted`)}),
      combinations as materialized (${combinations}),
      totals as materialized (${numbered(sql`combinations`)}),
      of_totals as materialized (${withCounters(sql`combinations`, sql`totals`)}),
      facets as materialized (${facetsOf(sql`(${summed(valuesOf(sql`of_totals`))})`)})
      insert into visit_quarters (account_id, subject, subject_id, start, class, visits, uniques, facets)
      select account_id, subject, subject_id, start, class, visits, uniques, facets
      from totals full join facets using (counter)`.execute(db)
  })
}
