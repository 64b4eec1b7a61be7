import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { VisitClass } from '../tables/visits.ts'
import type { JobStep } from './jobs.ts'
import { asJsonb } from './list-parameters.ts'
import { lockSubjects } from './visit-counters.ts'
import { DAY } from './visit-facets.ts'
import { noteSubjects } from './visit-maintenance.ts'
import { addQuarters } from './visit-quarters.ts'
import { accountOfSubject, type SubjectKey } from './visit-subjects.ts'

const DAYS_A_STEP = 50
const PAGES_A_STEP = 200

/**
 * Moves the counters of some days from visit_counts to visit_days and visit_quarters, where a day may have visits that
 * were rolled up since. The subjects are locked as by the roll-up. Quarters of dropped months are not kept.
 */
export const moveCountersStep: JobStep = async (db, { state }) => {
  const { rows: days } = await sql<SubjectKey & { start: Date; class: VisitClass }>`
    select subject, subject_id, start, class from visit_counts
    where grain = 'day' and (subject, subject_id) >= (${state?.['subject'] ?? ''}::text, ${state?.['subject_id'] ?? 0}::bigint)
    order by subject, subject_id, grain, start, class limit ${sql.lit(DAYS_A_STEP)}`.execute(db)
  const last = days.at(-1)
  if (!last) return { rows: 0, state: null }
  await noteSubjects(db, days)
  await lockSubjects(db, days)
  await addQuarters(
    db,
    days,
    sql`start >= (select raw_from from visit_mark) and exists (
      select 1 from visit_counts c where c.subject = visit_days.subject and c.subject_id = visit_days.subject_id
        and c.grain = 'day' and c.start = visit_days.start and c.class = visit_days.class)`,
  )
  await sql`
    with batch as materialized (
      select * from jsonb_to_recordset(${asJsonb(days)})
        as b(subject text, subject_id bigint, start timestamptz, class text)
    ),
    days as materialized (
      delete from visit_counts c using batch b
      where c.subject = b.subject and c.subject_id = b.subject_id and c.grain = 'day' and c.start = b.start and c.class = b.class
      returning c.*
    ),
    quarters as materialized (
      delete from visit_counts c using batch b
      where c.subject = b.subject and c.subject_id = b.subject_id and c.grain = 'quarter' and c.class = b.class
        and c.start >= b.start and c.start < b.start + interval '1 day'
      returning c.*
    ),
    by_quarter as (
      select subject, subject_id, ${DAY} as start, class, jsonb_object_agg(
        extract(epoch from start)::bigint / 900 % 96, jsonb_build_array(visits, uniques)) as counts
      from quarters group by 1, 2, 3, 4
    ),
    written_days as (
      insert into visit_days as v (account_id, subject, subject_id, start, class, visits, uniques, first_id, last_id, has_quarters, facets)
      select s.account_id, subject, subject_id, d.start, d.class, d.visits, d.uniques, 0, 0, true,
        d.facets || jsonb_build_object('quarter', coalesce(q.counts, '{}'))
      from days d join visit_subjects s using (subject, subject_id)
      left join by_quarter q using (subject, subject_id, start, class)
      on conflict (subject, subject_id, start, class) do update set visits = v.visits + excluded.visits,
        uniques = v.uniques + excluded.uniques, has_quarters = true, facets = add_facets(v.facets, excluded.facets)
    )
    insert into visit_quarters as v (account_id, subject, subject_id, start, class, visits, uniques, facets)
    select s.account_id, subject, subject_id, q.start, q.class, q.visits, q.uniques, q.facets
    from quarters q join visit_subjects s using (subject, subject_id) where q.start >= (select raw_from from visit_mark)
    on conflict (subject, subject_id, start, class) do update set visits = v.visits + excluded.visits,
      uniques = v.uniques + excluded.uniques, facets = add_facets(v.facets, excluded.facets)`.execute(db)
  return { rows: days.length, state: { subject: last.subject, subject_id: last.subject_id } }
}

/**
 * Sets the account of older raw visits in some pages of a partition. Updated rows move to its end and are read again.
 */
export const ownVisitsStep: JobStep = async (db, { state }) => {
  const part = await findPartition(db, String(state?.['part'] ?? ''))
  if (!part) return { rows: 0, state: null }
  const page = part.name === state?.['part'] ? Number(state['page']) : 0
  // Sorts after this partition and before the next.
  if (page >= part.pages) return { rows: 0, state: { part: `${part.name} `, page: 0 } }
  const { numAffectedRows } = await sql`
    with owned as materialized (
      select place, account_id from (
        select ctid as place, ${accountOfSubject} as account_id from ${sql.table(part.name)}
        where account_id is null and ctid >= ${`(${page},0)`}::text::tid and ctid < ${`(${page + PAGES_A_STEP},0)`}::text::tid
      ) visits where account_id is not null
    )
    update ${sql.table(part.name)} c set account_id = owned.account_id from owned where c.ctid = owned.place`.execute(
    db,
  )
  return { rows: Number(numAffectedRows ?? 0), state: { part: part.name, page: page + PAGES_A_STEP } }
}

async function findPartition(db: Database, from: string): Promise<{ name: string; pages: number } | undefined> {
  const { rows } = await sql<{ name: string; pages: number }>`
    select c.relname as name, pg_relation_size(c.oid) / 8192 as pages from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'clicks'::regclass and c.relname >= ${from}::text collate "C" order by c.relname collate "C" limit 1`.execute(
    db,
  )
  return rows[0]
}
