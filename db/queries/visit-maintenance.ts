import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { accountOfSubject, keysOf, type SubjectKey } from './visit-subjects.ts'

const MONTHS_AHEAD = 2
const DAYS_AHEAD = 3
// A batch that is retried later than this is counted twice.
const GROUP_DAYS = 2

/** Creates the partitions of the coming days and months. */
export async function createPartitions(db: Database): Promise<void> {
  await sql`select ensure_month_partitions('clicks', 'at', ${MONTHS_AHEAD}::integer),
    ensure_month_partitions('visit_days', 'start', ${MONTHS_AHEAD}::integer),
    ensure_month_partitions('visit_quarters', 'start', ${MONTHS_AHEAD}::integer),
    ensure_seen_partitions(${DAYS_AHEAD}::integer)`.execute(db)
}

/** Deletes visitor hashes and salts of past days, and ids of batches that were never confirmed. */
export async function forgetVisitors(db: Database): Promise<void> {
  await sql`delete from salts where day < (now() at time zone 'UTC')::date`.execute(db)
  await sql`select drop_seen_partitions()`.execute(db)
  await sql`delete from visit_groups where at < now() - make_interval(days => ${sql.lit(GROUP_DAYS)})`.execute(db)
}

/** Partitions of raw visits without the index by subject, oldest month first. */
async function listUnindexedPartitions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'clicks'::regclass and not exists (
      select 1 from pg_index x join pg_inherits xi on xi.inhrelid = x.indexrelid
      where x.indrelid = c.oid and xi.inhparent = 'clicks_subject'::regclass)
    order by c.relname = 'clicks_default', c.relname`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Creates the missing indexes by subject on partitions of raw visits, each in its own transaction. Blocks writes to
 * that partition; only the partition of the current month receives writes.
 */
export async function indexVisits(db: Database, isStopped: () => boolean): Promise<void> {
  for (const name of await listUnindexedPartitions(db)) {
    if (isStopped()) return
    await db.transaction().execute(async (db) => {
      await sql`create index if not exists ${sql.id(`${name}_subject`)} on ${sql.table(name)} (subject, subject_id, id)`.execute(
        db,
      )
      await sql`alter index clicks_subject attach partition ${sql.id(`${name}_subject`)}`.execute(db)
    })
  }
  await sql`drop index if exists clicks_id`.execute(db)
}

/** The start of the oldest month whose raw visits are kept. */
export async function readCutoff(db: Database, keepMonths: number): Promise<Date> {
  const { rows } = await sql<{ cutoff: Date }>`
    select date_trunc('month', now() - make_interval(months => ${keepMonths}::integer), 'UTC') as cutoff`.execute(db)
  return rows[0]?.cutoff ?? new Date(0)
}

/**
 * The next subjects after `after` with raw visits before `cutoff` that are not rolled up. Adds them to visit_subjects.
 */
export async function listExpiringSubjects(
  db: Database,
  cutoff: Date,
  after: SubjectKey | undefined,
  limit: number,
): Promise<SubjectKey[]> {
  const { rows } = await sql<SubjectKey>`
    select distinct c.subject, c.subject_id from clicks c
    where c.at < ${cutoff}::timestamptz and (c.subject, c.subject_id) > (${after?.subject ?? ''}::text, ${after?.subject_id ?? 0}::bigint)
      and c.id > coalesce((select s.rolled_id from visit_subjects s
        where s.subject = c.subject and s.subject_id = c.subject_id), (select id from visit_mark))
    order by 1, 2 limit ${limit}::integer`.execute(db)
  await noteSubjects(db, rows)
  return rows
}

/** Adds the subjects that are not deleted to visit_subjects, so that they can be rolled up. */
export async function noteSubjects(db: Database, keys: readonly SubjectKey[]): Promise<void> {
  await sql`
    insert into visit_subjects (subject, subject_id, account_id, waiting, rolled_id)
    select subject, subject_id, account_id, 0, (select id from visit_mark) from (
      select distinct subject, subject_id, ${accountOfSubject} as account_id from ${keysOf(keys)} keys) owned
    where account_id is not null order by 1, 2 on conflict do nothing`.execute(db)
}

/** Drops raw visits and quarter-hour counters before `cutoff`; the daily counters stay. */
export async function dropVisitsBefore(db: Database, cutoff: Date): Promise<void> {
  await db.transaction().execute(async (db) => {
    await sql`update visit_mark set raw_from = greatest(raw_from, ${cutoff}::timestamptz)`.execute(db)
    await sql`select drop_month_partitions('clicks', 'at', ${cutoff}::timestamptz),
      drop_month_partitions('visit_quarters', 'start', ${cutoff}::timestamptz)`.execute(db)
  })
}

/** Deleted subjects that may still have visits. */
export async function listForgotten(db: Database, limit: number): Promise<SubjectKey[]> {
  const rows = await db.selectFrom('forgotten_visits').select(['subject', 'subject_id']).limit(limit).execute()
  return rows
}

/** Deletes at most `limit` raw visits of deleted subjects; returns whether there may be more. */
export async function deleteVisits(db: Database, keys: readonly SubjectKey[], limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from clicks c using (
      select v.* from ${keysOf(keys)} k cross join lateral (
        select subject, subject_id, id, at from clicks where subject = k.subject and subject_id = k.subject_id
        order by id limit ${limit}::integer) v
      limit ${limit}::integer) doomed
    where c.subject = doomed.subject and c.subject_id = doomed.subject_id and c.id = doomed.id and c.at = doomed.at`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0) >= limit
}

// A job may be moving the counters in the first table.
const counters = ['visit_counts', 'visit_deltas', 'visit_subjects', 'visit_days', 'visit_quarters'] as const

/** Deletes all counters of deleted subjects. */
export async function deleteCounters(db: Database, keys: readonly SubjectKey[]): Promise<void> {
  for (const table of counters) await deleteOf(db, table, keys)
}

/** Removes deleted subjects from the list, once their visits and counters are deleted. */
export const settleForgotten = (db: Database, keys: readonly SubjectKey[]): Promise<void> =>
  deleteOf(db, 'forgotten_visits', keys)

// Rows are locked in the order in which the fold locks them, so that the two never wait for each other.
async function deleteOf(
  db: Database,
  table: (typeof counters)[number] | 'forgotten_visits',
  keys: readonly SubjectKey[],
): Promise<void> {
  const isOfKeys = sql`(subject, subject_id) in ${keysOf(keys)}`
  const slot = table === 'visit_deltas' ? sql`, slot` : sql``
  await sql`
    with locked as materialized (
      select 1 from ${sql.table(table)} where ${isOfKeys} order by subject, subject_id ${slot} for update
    )
    delete from ${sql.table(table)} where ${isOfKeys} and (select count(*) from locked) > 0`.execute(db)
}
