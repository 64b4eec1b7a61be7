import { type Selectable, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Clicks, Subject } from '../tables/visits.ts'

/** What a visit's headers and address told. Visits of a batch that have all of it in common share one. */
export type VisitKind = Pick<
  Selectable<Clicks>,
  'class' | 'reason' | 'country' | 'referrer' | 'browser' | 'os' | 'device' | 'language' | 'agent'
>

/** A visit as it is written. */
export interface VisitRow {
  /** Place in the batch's kinds. */
  kind: number
  /** Of the subject. */
  id: number
  /** Milliseconds since 1970. */
  at: number
  campaign: number | null
  /** A uuid made with the salt of the batch's day, at his first visit of the batch alone; null: not to be counted as unique. */
  visitor: string | null
  /** Already counted by claimClick. */
  claimed: boolean
}

/** Visits of one sort of subject. */
export interface VisitBatch {
  subject: Subject
  /** The day of the salt, `YYYY-MM-DD`. */
  day: string
  kinds: VisitKind[]
  rows: VisitRow[]
}

/** Writes and counts a batch in one statement. Returns how many were kept: rows whose subject is gone are left out. */
export async function recordVisits(db: Database, { subject, day, kinds, rows }: VisitBatch): Promise<number> {
  // Arrays as text: nothing in them needs quotes, and neither driver has to guess their type.
  const column = (value: (row: VisitRow) => string | number | boolean) => `{${rows.map(value).join(',')}}`
  const { rows: result } = await sql<{ kept: number }>`select record_visits(
    ${subject}::text, ${day}::text::date, ${JSON.stringify(kinds.map((kind, place) => ({ kind: place, ...kind })))}::text::json,
    ${column(({ kind }) => kind)}::text::integer[], ${column(({ id }) => id)}::text::bigint[],
    ${column(({ at }) => at)}::text::bigint[], ${column(({ campaign }) => campaign ?? 'null')}::text::bigint[],
    ${column(({ visitor }) => visitor ?? 'null')}::text::uuid[], ${column(({ claimed }) => claimed)}::text::boolean[]
    ) as kept`.execute(db)
  return result[0]?.kept ?? 0
}

/** Takes one click of a link that has a limit. False when none was left; then nothing was counted. */
export async function claimClick(db: Database, linkId: number): Promise<boolean> {
  const claimed = await db
    .updateTable('links')
    .set({ clicks: sql`clicks + 1` })
    .where('id', '=', linkId)
    .where(sql<boolean>`(clicklimit is null or clicks < clicklimit)`)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Whether a link with a limit still has a click left. */
export async function hasClicksLeft(db: Database, linkId: number): Promise<boolean> {
  const row = await db
    .selectFrom('links')
    .select(sql<boolean>`(clicklimit is null or clicks < clicklimit)`.as('left'))
    .where('id', '=', linkId)
    .executeTakeFirst()
  return row?.left ?? false
}

/** The salt of a day (the database's, in UTC) that all instances share. Salts of days gone by are thrown away here. */
export async function readSalt(db: Database, fresh: string): Promise<{ day: string; salt: string }> {
  const { rows } = await sql<{ day: string; salt: string }>`
    with today as (select (now() at time zone 'UTC')::date as day),
    gone as (delete from salts where day < (select day from today)),
    made as (
      insert into salts (day, salt) select day, ${fresh}::text from today on conflict do nothing returning day, salt
    )
    select day::text as day, salt from made
    union all select s.day::text, s.salt from salts s, today where s.day = today.day
    limit 1`.execute(db)
  const row = rows[0]
  // Another instance made it in the same moment: now it can be seen.
  return row ?? readSalt(db, fresh)
}

/** Makes the click partitions of the coming months and drops what is older than `keepMonths` (null: nothing is). */
export async function keepPartitions(db: Database, keepMonths: number | null): Promise<void> {
  await sql`select ensure_click_partitions(2)`.execute(db)
  if (keepMonths !== null)
    await sql`select drop_click_partitions(now() - make_interval(months => ${keepMonths}::integer))`.execute(db)
}

/** Forgets who was seen on days gone by, and the salts that would tell. */
export async function forgetVisitors(db: Database): Promise<void> {
  await sql`delete from salts where day < (now() at time zone 'UTC')::date`.execute(db)
  await sql`delete from visitors_seen where day < (now() at time zone 'UTC')::date`.execute(db)
}

/** What was deleted and may still have clicks, and the first and last click there is. */
export async function findForgotten(db: Database) {
  const subjects = await db.selectFrom('forgotten_visits').selectAll().execute()
  if (subjects.length === 0) return undefined
  const span = await db
    .selectFrom('clicks')
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirstOrThrow()
  return { subjects, first: Number(span.first ?? 0), last: Number(span.last ?? 0) }
}

/** Deletes the clicks of deleted subjects above `from` and up to `to`. */
export async function deleteForgottenClicks(db: Database, from: number, to: number): Promise<void> {
  await sql`delete from clicks c using forgotten_visits f
    where c.id > ${from}::bigint and c.id <= ${to}::bigint
      and f.subject = c.subject and f.subject_id = c.subject_id`.execute(db)
}

/** Notes that subjects have no clicks any more. Counters that were being made when they were deleted go with them. */
export async function settleForgotten(
  db: Database,
  subjects: { subject: Subject; subject_id: number }[],
): Promise<void> {
  for (const { subject, subject_id } of subjects)
    for (const table of ['visit_counts', 'forgotten_visits'] as const)
      await db.deleteFrom(table).where('subject', '=', subject).where('subject_id', '=', subject_id).execute()
}

// The most values of one dimension that a row of counters keeps apart; the rarest become '*'. A stranger chooses the
// referrer, so there may be any number of them.
const MOST_VALUES = 200

/**
 * Adds the next clicks (at most `most`) to the counters. Returns true when more may be waiting. One process at a time
 * does it; the others return false at once.
 */
export async function rollUpVisits(db: Database, most: number): Promise<boolean> {
  // With the exclusive lock nobody is between taking an id and committing: every click up to here is there, or never will be.
  const { rows } = await db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(7270501)`.execute(db)
    return sql<{ last: number }>`select last_value::bigint as last from click_ids where is_called`.execute(db)
  })
  const last = rows[0]?.last
  if (last === undefined) return false
  return db.transaction().execute(async (db) => {
    const mark = await sql<{ id: number }>`select id from visit_mark for update skip locked`.execute(db)
    const from = mark.rows[0]?.id
    if (from === undefined || from >= last) return false
    const to = Math.min(last, from + most)
    await sql`
      with spans as materialized (
        select g.grain, c.subject, c.subject_id, c.class, c.first,
          date_bin(case g.grain when 'day' then interval '1 day' else interval '15 minutes' end, c.at, '2000-01-01T00:00Z') as start,
          c.country, c.referrer, c.browser, c.os, c.device, c.language, c.campaign_id
        from clicks c cross join (values ('quarter'), ('day')) g(grain)
        where c.id > ${from}::bigint and c.id <= ${to}::bigint
          and not exists (select 1 from forgotten_visits f where f.subject = c.subject and f.subject_id = c.subject_id)
      ),
      totals as materialized (
        select subject, subject_id, grain, start, class, count(*) as visits, count(*) filter (where first) as uniques
        from spans group by subject, subject_id, grain, start, class
      ),
      parts as (
        select s.subject, s.subject_id, s.grain, s.start, s.class, f.dimension, coalesce(f.value, '') as value,
          count(*) as visits, count(*) filter (where s.first) as uniques
        from spans s
        cross join lateral (values ('country', s.country), ('referrer', s.referrer), ('browser', s.browser), ('os', s.os),
          ('device', s.device), ('language', s.language), ('campaign', s.campaign_id::text)) f(dimension, value)
        group by s.subject, s.subject_id, s.grain, s.start, s.class, f.dimension, coalesce(f.value, '')
        union all
        select c.subject, c.subject_id, c.grain, c.start, c.class, d.key, v.key, (v.value->>0)::bigint, (v.value->>1)::bigint
        from visit_counts c join totals t using (subject, subject_id, grain, start, class)
        cross join lateral jsonb_each(c.facets) d cross join lateral jsonb_each(d.value) v
      ),
      ranked as (
        select subject, subject_id, grain, start, class, dimension, value, sum(visits) as visits, sum(uniques) as uniques,
          row_number() over (partition by subject, subject_id, grain, start, class, dimension
            order by value = '*', sum(visits) desc, value) as place
        from parts group by subject, subject_id, grain, start, class, dimension, value
      ),
      capped as (
        select subject, subject_id, grain, start, class, dimension,
          case when place <= ${MOST_VALUES}::integer then value else '*' end as value, sum(visits) as visits, sum(uniques) as uniques
        from ranked group by 1, 2, 3, 4, 5, 6, 7
      ),
      packed as (
        select subject, subject_id, grain, start, class, jsonb_object_agg(dimension, counts) as facets
        from (
          select subject, subject_id, grain, start, class, dimension,
            jsonb_object_agg(value, jsonb_build_array(visits, uniques)) as counts
          from capped group by subject, subject_id, grain, start, class, dimension
        ) dimensions group by subject, subject_id, grain, start, class
      ),
      moved as (update visit_mark set id = ${to}::bigint)
      insert into visit_counts as v (subject, subject_id, grain, start, class, visits, uniques, facets)
      select subject, subject_id, grain, start, class, visits, uniques, facets
      from totals join packed using (subject, subject_id, grain, start, class)
      on conflict (subject, subject_id, grain, start, class) do update
      set visits = v.visits + excluded.visits, uniques = v.uniques + excluded.uniques, facets = excluded.facets`.execute(
      db,
    )
    return to < last
  })
}
