import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import {
  COUNTER,
  combined,
  DAY,
  facetsOf,
  grouped,
  isAmong,
  numbered,
  storedValues,
  summed,
  VALUES,
  valuesOf,
  withCounters,
} from './visit-facets.ts'
import { isGroup } from './visit-groups.ts'
import { addGroupQuarters, addQuarters, BUSY_DAY_VISITS, IS_BUSY_FOR_ACCOUNT } from './visit-quarters.ts'
import { keysOf, type SubjectKey } from './visit-subjects.ts'

// Used in SQL functions, too.
const VISITS_LOCK = sql.lit(7270501)

/** Waits until no visits are being recorded, and lets none be recorded until the transaction ends. */
export async function lockVisits(db: Database): Promise<void> {
  // record_visits holds the shared lock from taking an id to the commit.
  await sql`select pg_advisory_xact_lock(${VISITS_LOCK})`.execute(db)
}

async function readLastId(db: Database): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select last_value::bigint as last from click_ids where is_called`.execute(db)
  return rows[0]?.last ?? 0
}

/** The highest visit id below which no transaction is still open. Waits for those; meanwhile no visits are recorded. */
export async function readSettledId(db: Database): Promise<number> {
  return db.transaction().execute(async (db) => {
    await lockVisits(db)
    return readLastId(db)
  })
}

/** As `readSettledId` without waiting: undefined while visits are being recorded. */
export async function tryReadSettledId(db: Database): Promise<number | undefined> {
  return db.transaction().execute(async (db) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${VISITS_LOCK}) as locked`.execute(
      db,
    )
    return rows[0]?.locked ? readLastId(db) : undefined
  })
}

/** Locks the rows of these subjects until the transaction ends, so that no concurrent job rolls up their visits. */
export async function lockSubjects(db: Database, keys: readonly SubjectKey[]): Promise<void> {
  const [accounts, subjects] = [keys.filter(isOfAccount), keys.filter((key) => !isOfAccount(key))]
  if (accounts.length > 0)
    await sql`select 1 from visit_accounts where account_id in (select subject_id from ${keysOf(accounts)} keys)
      order by account_id for update`.execute(db)
  if (subjects.length > 0)
    await sql`select 1 from visit_subjects where (subject, subject_id) in ${keysOf(subjects)}
      order by subject, subject_id for update`.execute(db)
}

const isOfAccount = ({ subject }: SubjectKey) => subject === 'account'

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
  return inTransaction(db, async (db) => {
    await lockSubjects(db, keys)
    // Partitions grow too fast for a stored plan, and with less memory Postgres writes what it groups to files. The
    // planner expects that few visits wait, and would sort all of them for each step instead of reading an index.
    await sql`
      select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
        set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')) / 1024, 16384) || 'kB', true)`.execute(
      db,
    )
    // Full joins are of parts with the same keys: unlike other joins, Postgres cannot run them as nested loops.
    const { rows } = await sql<SubjectKey & { has_more: boolean }>`
      with due as materialized (
        select s.subject, s.subject_id, s.account_id, s.rolled_id
        from visit_subjects s where (s.subject, s.subject_id) in ${keysOf(keys)}
        union all
        select 'account', account_id, account_id, rolled_id from visit_accounts
        where account_id in (select subject_id from ${keysOf(keys)} keys where subject = 'account')
      ),
      chunk as materialized (
        select d.account_id, c.* from due d cross join lateral (
          select id, at, subject, subject_id, ${VALUES}, first, null::bigint as domain_id, null::bigint[] as channel_ids
          from clicks c where c.subject = d.subject and c.subject_id = d.subject_id
            and c.id > d.rolled_id and c.id <= ${settledId}::bigint
          order by c.id limit ${limit}::integer) c
        where d.subject <> 'account'
        union all
        select d.account_id, c.* from due d cross join lateral (
          select id, at, case subject when 'biolink' then 'none' else 'account' end, d.subject_id, ${VALUES}, first, domain_id, channel_ids
          from clicks c where c.account_id = d.subject_id and c.id > d.rolled_id and c.id <= ${settledId}::bigint
          order by c.id limit ${limit}::integer) c
        where d.subject = 'account'
      ),
      combined as materialized (${combined(sql`chunk`)}),
      combinations as materialized (
        select subject, subject_id, account_id, start, ${VALUES}, visits, uniques, first_id, last_id
        from combined where subject not in ('account', 'none')
        union all
        ${grouped(sql`(select * from combined where subject = 'account')`)}
      ),
      by_quarter as materialized (${numbered(sql`combinations`)}),
      totals as materialized (${numbered(sql`(
        select subject, subject_id, account_id, ${DAY} as start, class, visits, uniques, first_id, last_id from by_quarter)`)}),
      quarters_of_days as materialized (
        select q.*, t.counter as day from by_quarter q
        full join totals t on t.subject = q.subject and t.subject_id = q.subject_id and t.class = q.class
          and t.start = date_bin('1 day', q.start, '2000-01-01T00:00Z')
      ),
      days as materialized (
        select t.counter, v.has_quarters, v.facets from visit_days v join totals t using (${COUNTER})
      ),
      counted as materialized (${withCounters(sql`combinations`, sql`by_quarter`)}),
      new_values as materialized (${valuesOf(sql`counted`)}),
      day_facets as materialized (${facetsOf(
        sql`(${summed(sql`
        select q.day as counter, v.dimension, v.value, v.visits, v.uniques
        from new_values v full join quarters_of_days q using (counter)
        union all
        select day, 'quarter', (extract(epoch from start)::bigint / 900 % 96)::text, visits, uniques from quarters_of_days
        union all ${storedValues(sql`days`)}`)})`,
      )}),
      in_quarters as materialized (
        select * from quarters_of_days where ${isAmong(sql`day`, sql`select counter from days where has_quarters`)}
      ),
      quarters as materialized (
        select q.counter, v.facets from visit_quarters v join in_quarters q using (${COUNTER})
      ),
      quarter_facets as materialized (${facetsOf(
        sql`(${summed(sql`
        select * from new_values where ${isAmong(sql`counter`, sql`select counter from in_quarters`)}
        union all ${storedValues(sql`quarters`)}`)})`,
      )}),
      written_days as (
        insert into visit_days as v (account_id, subject, subject_id, start, class, visits, uniques, first_id, last_id, facets)
        select account_id, subject, subject_id, start, class, visits, uniques, first_id, last_id, facets
        from totals full join day_facets using (counter)
        on conflict (subject, subject_id, start, class) do update set visits = v.visits + excluded.visits,
          uniques = v.uniques + excluded.uniques, first_id = least(v.first_id, excluded.first_id),
          last_id = greatest(v.last_id, excluded.last_id), facets = excluded.facets
        returning v.subject, v.subject_id
      ),
      written_quarters as (
        insert into visit_quarters as v (account_id, subject, subject_id, start, class, visits, uniques, facets)
        select account_id, subject, subject_id, start, class, visits, uniques, facets
        from in_quarters full join quarter_facets using (counter)
        on conflict (subject, subject_id, start, class) do update set visits = v.visits + excluded.visits,
          uniques = v.uniques + excluded.uniques, facets = excluded.facets
      ),
      progress as materialized (
        select d.subject, d.subject_id, count(c.id) = ${limit}::integer as has_more, count(c.id) as taken,
          case when count(c.id) = ${limit}::integer then max(c.id)
            else greatest(min(d.rolled_id), ${settledId}::bigint) end as rolled_id
        from due d left join chunk c on c.subject_id = d.subject_id
          and case c.subject when 'none' then 'account' else c.subject end = d.subject
        group by 1, 2
      ),
      rolled_subjects as (
        update visit_subjects s set rolled_id = p.rolled_id,
          waiting = case when p.has_more then greatest(s.waiting - p.taken, 1) else 0 end
        from progress p where s.subject = p.subject and s.subject_id = p.subject_id
      ),
      rolled_accounts as (
        update visit_accounts s set rolled_id = p.rolled_id,
          waiting = case when p.has_more then greatest(s.waiting - p.taken, 1) else 0 end
        from progress p where p.subject = 'account' and s.account_id = p.subject_id
      )
      select subject, subject_id, has_more from progress
      union all select distinct subject, subject_id, false from written_days`.execute(db)
    await addQuarters(
      db,
      keys.filter((key) => !isOfAccount(key)),
      sql`visits >= ${BUSY_DAY_VISITS}::integer`,
    )
    await addGroupQuarters(
      db,
      rows.filter(({ subject }) => isGroup(subject)),
      IS_BUSY_FOR_ACCOUNT,
    )
    return rows.filter(({ has_more }) => has_more).map(({ subject, subject_id }) => ({ subject, subject_id }))
  })
}
