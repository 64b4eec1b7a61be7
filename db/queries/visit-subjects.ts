import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Counted } from '../tables/visits.ts'
import { inTransaction } from '../transaction.ts'
import { insertLinkEvents } from './events.ts'

export interface SubjectKey {
  subject: Counted
  subject_id: number
}

/** SQL: a table of subjects. */
export const keysOf = (keys: readonly SubjectKey[]) => sql`(select * from unnest(
  ${`{${keys.map(({ subject }) => subject).join(',')}}`}::text::text[],
  ${`{${keys.map(({ subject_id }) => subject_id).join(',')}}`}::text::bigint[]) as k(subject, subject_id))`

/** SQL: the account of a subject, from `subject` and `subject_id`; null once it was deleted. */
export const accountOfSubject = sql`(case subject
  when 'link' then (select l.account_id from links l where l.id = subject_id)
  when 'qr' then (select q.account_id from qr_codes q where q.id = subject_id)
  when 'bio' then (select b.account_id from bios b where b.id = subject_id)
  when 'biolink' then (select b.account_id from bio_links b where b.id = subject_id) end)`

/**
 * Which counts to move: those of some subjects, or of the next `limit` subjects after one, in the order of their keys.
 */
type Deltas = { keys: readonly SubjectKey[] } | { after: SubjectKey | undefined; limit: number }

/** SQL: whether a subject comes after `after` in the order of keys; true for all if `after` is undefined. */
const isAfter = (after: SubjectKey | undefined) =>
  sql`(subject, subject_id) > (${after?.subject ?? ''}::text, ${after?.subject_id ?? 0}::bigint)`

// Of the links in `folded_links`, those that reached a power of ten, from 100. The data of the event is read in a
// separate part, only for these links. Links with a click limit are excluded: `claimClick` counts their visits.
const milestoneEvents = sql`
  passed as materialized (
    select id, milestone from (
      select *, (10 ^ floor(log(greatest(now, 1)::float8)))::bigint as milestone from folded_links) folded
    where clicklimit is null and milestone >= 100 and before < milestone
  ),
  recorded as (${insertLinkEvents(sql`
    select id, 'link.milestone' as type, jsonb_build_object('visits', milestone) as more, now() as created_at from passed`)})`

interface Folded extends SubjectKey {
  account_id: number
  waiting: number
  added: number
}

/**
 * Moves counts from visit_deltas to the totals of links, QR codes and bio pages. Returns the subjects in the order of
 * their keys with their accounts, how many raw visits of each are not rolled up, and how many of those are new.
 */
export function foldDeltas(db: Database, deltas: Deltas): Promise<Folded[]> {
  return inTransaction(db, async (db) => {
    // Rounds empty visit_deltas and visits fill it again. A plan for the empty table, stored or by old statistics, reads
    // all rows for each subject.
    await sql`select set_config(name, value, true) from (values ('plan_cache_mode', 'force_custom_plan'),
      ('enable_seqscan', 'off'), ('enable_bitmapscan', 'off')) settings(name, value)`.execute(db)
    return fold(db, deltas)
  })
}

async function fold(db: Database, deltas: Deltas): Promise<Folded[]> {
  const chosen =
    'keys' in deltas
      ? sql`select subject, subject_id from ${keysOf(deltas.keys)} keys`
      : sql`select subject, subject_id from visit_deltas where ${isAfter(deltas.after)}
          group by subject, subject_id order by subject, subject_id limit ${deltas.limit}::integer`
  const { rows } = await sql<Folded>`
    with chosen as materialized (${chosen}),
    locked as materialized (
      select subject, subject_id, slot from visit_deltas
      where (subject, subject_id) in (select subject, subject_id from chosen) order by subject, subject_id, slot for update
    ),
    moved as (
      delete from visit_deltas d using locked l
      where d.subject = l.subject and d.subject_id = l.subject_id and d.slot = l.slot returning d.*
    ),
    -- In the order in which imports lock these rows, too.
    sums as materialized (
      select subject, subject_id, min(account_id) as account_id, sum(visits) as visits, sum(uniques) as uniques,
        sum(waiting) as waiting
      from moved group by subject, subject_id order by subject, subject_id
    ),
    folded_links as (
      update link_totals t set clicks = t.clicks + s.visits, uniqueclicks = t.uniqueclicks + s.uniques
      from sums s where s.subject = 'link' and t.id = s.subject_id and s.visits + s.uniques > 0
      returning t.id, t.account_id, t.clicklimit, t.clicks as now, t.clicks - s.visits as before
    ),
    ${milestoneEvents},
    folded_qr_codes as (
      update qr_codes q set scans = q.scans + s.visits, uniquescans = q.uniquescans + s.uniques
      from sums s where s.subject = 'qr' and q.id = s.subject_id and s.visits + s.uniques > 0
    ),
    folded_bios as (
      update bios b set clicks = b.clicks + s.visits, uniqueclicks = b.uniqueclicks + s.uniques
      from sums s where s.subject = 'bio' and b.id = s.subject_id and s.visits + s.uniques > 0
    ),
    noted as (
      insert into visit_feed_subjects (account_id, subject, subject_id)
      select s.account_id, s.subject, s.subject_id from sums s join visit_feeds f on f.account_id = s.account_id
      order by s.account_id, s.subject, s.subject_id
      on conflict (account_id, subject, subject_id) do update set noted = excluded.noted
    ),
    waiting as (
    insert into visit_subjects as v (subject, subject_id, account_id, waiting, rolled_id)
    select subject, subject_id, account_id, waiting, (select id from visit_mark) from sums order by subject, subject_id
    on conflict (subject, subject_id) do update set waiting = v.waiting + excluded.waiting
    returning subject, subject_id, waiting)
    -- Not a join: the planner expects one row of each and compares all pairs.
    select subject, subject_id, max(account_id) as account_id, max(waiting) as waiting, max(added)::bigint as added from (
      select subject, subject_id, null::bigint as account_id, waiting, null::numeric as added from waiting
      union all select subject, subject_id, account_id, null, waiting from sums
    ) folded group by subject, subject_id order by subject, subject_id`.execute(db)
  return rows
}

/** The number of rows of visit_deltas of subjects after one; a subject has one to five. */
export async function countDeltas(db: Database, after: SubjectKey | undefined): Promise<number> {
  const { rows } = await sql<{ deltas: number }>`
    select count(*) as deltas from visit_deltas where ${isAfter(after)}`.execute(db)
  return rows[0]?.deltas ?? 0
}

/** Subjects with at least `minWaiting` raw visits that are not rolled up. */
export async function listWaitingSubjects(db: Database, minWaiting: number): Promise<SubjectKey[]> {
  const { rows } = await sql<SubjectKey>`
    select subject, subject_id from (
      select subject, subject_id, waiting from visit_subjects union all select subject, subject_id, waiting from visit_deltas) waiting
    group by subject, subject_id having sum(waiting) >= ${minWaiting}::bigint
    order by sum(waiting) desc limit 10000`.execute(db)
  return rows
}
