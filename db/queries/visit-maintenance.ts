import { sql } from 'kysely'
import { inBriefLocks, waitBriefly } from '../brief-locks.ts'
import type { Database } from '../open.ts'
import { asJson } from './list-parameters.ts'
import { listGroups } from './visit-groups.ts'
import { addGroupQuarters } from './visit-quarters.ts'
import { accountOfSubject, keysOf, type SubjectKey } from './visit-subjects.ts'

const MONTHS_AHEAD = 2
const DAYS_AHEAD = 3
// A batch that is retried later than this is counted twice.
const GROUP_DAYS = 2
// What does not get its locks is done an hour later.
const PATIENCE_MS = 5000
// A day that has no counters by quarter hour has few visits.
const DAYS_TOGETHER = 20

// Creating and dropping partitions locks the table of all visits.
const changeTables = (db: Database, change: (db: Database) => Promise<unknown>) =>
  inBriefLocks(
    db,
    async (db) => {
      await waitBriefly(db)
      await change(db)
    },
    PATIENCE_MS,
  )

/** Creates the partitions of the coming days and months. */
export async function createPartitions(db: Database): Promise<void> {
  const create = sql`select ensure_month_partitions('clicks', 'at', ${MONTHS_AHEAD}::integer),
    ensure_month_partitions('visit_days', 'start', ${MONTHS_AHEAD}::integer),
    ensure_month_partitions('visit_quarters', 'start', ${MONTHS_AHEAD}::integer),
    ensure_seen_partitions(${DAYS_AHEAD}::integer)`
  await changeTables(db, (db) => create.execute(db))
}

const MIN_DELTA_PAGES = 32
// They fill about 125 pages.
const FILLING_ROWS = 6000

/**
 * Gives visit_deltas its empty pages again (migration 0076), which `vacuum full` and `pg_restore` leave out, and has
 * queries of it planned anew.
 */
export async function keepDeltaPages(db: Database): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size('visit_deltas') / current_setting('block_size')::integer)::integer as pages`.execute(db)
  if ((rows[0]?.pages ?? 0) >= MIN_DELTA_PAGES) return
  await db.transaction().execute(async (db) => {
    await sql`
      insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
      select 'link', 0, n, 0, 0, 0, 0 from generate_series(1, ${sql.lit(FILLING_ROWS)}) n
      on conflict do nothing`.execute(db)
    await sql`delete from visit_deltas where subject = 'link' and subject_id = 0`.execute(db)
    await sql`analyze visit_deltas`.execute(db)
  })
}

/** Deletes visitor hashes and salts of past days, and ids of batches that were never confirmed. */
export async function forgetVisitors(db: Database): Promise<void> {
  await sql`delete from salts where day < (now() at time zone 'UTC')::date`.execute(db)
  await changeTables(db, (db) => sql`select drop_seen_partitions()`.execute(db))
  await sql`delete from visit_groups where at < now() - make_interval(days => ${sql.lit(GROUP_DAYS)})`.execute(db)
}

const visitIndexes = {
  clicks_subject: { suffix: 'subject', kind: sql`(subject, subject_id, id)` },
  clicks_account: { suffix: 'account', kind: sql`(account_id, id)` },
  clicks_order: { suffix: 'order', kind: sql`using brin (id) with (pages_per_range = 128, autosummarize = on)` },
}

/** Partitions of raw visits without one of their indexes, oldest month first. */
async function listUnindexedPartitions(db: Database, index: keyof typeof visitIndexes): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'clicks'::regclass and not exists (
      select 1 from pg_index x join pg_inherits xi on xi.inhrelid = x.indexrelid
      where x.indrelid = c.oid and xi.inhparent = ${index}::text::regclass)
    order by c.relname = 'clicks_default', c.relname`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Creates the missing indexes on partitions of raw visits, each in its own transaction. Blocks writes to that
 * partition; only the partition of the current month receives writes.
 */
export async function indexVisits(db: Database, isStopped: () => boolean): Promise<void> {
  for (const index of ['clicks_subject', 'clicks_account', 'clicks_order'] as const) {
    const { suffix, kind } = visitIndexes[index]
    for (const name of await listUnindexedPartitions(db, index)) {
      if (isStopped()) return
      await db.transaction().execute(async (db) => {
        const own = sql.id(`${name}_${suffix}`)
        await sql`create index if not exists ${own} on ${sql.table(name)} ${kind}`.execute(db)
        await sql`alter index ${sql.id(index)} attach partition ${own}`.execute(db)
      })
    }
  }
  await changeTables(db, (db) => sql`drop index if exists clicks_id`.execute(db))
}

/** The start of the oldest month whose raw visits are kept. */
export async function readCutoff(db: Database, keepMonths: number): Promise<Date> {
  const { rows } = await sql<{ cutoff: Date }>`
    select date_trunc('month', now() - make_interval(months => ${keepMonths}::integer), 'UTC') as cutoff`.execute(db)
  return rows[0]?.cutoff ?? new Date(0)
}

/**
 * Adds the next subjects after `after` with raw visits before `cutoff` that are not rolled up to visit_subjects, and
 * returns them.
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

/** The next accounts after `after` with raw visits before `cutoff` that are not rolled up for their groups. */
export async function listExpiringAccounts(
  db: Database,
  cutoff: Date,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from accounts a left join visit_accounts v on v.account_id = a.id
    where a.id > ${after}::bigint and a.deleted_at is null and exists (
      select from clicks c where c.account_id = a.id and c.id > coalesce(v.rolled_id, 0) and c.at < ${cutoff}::timestamptz)
    order by a.id limit ${limit}::integer`.execute(db)
  return rows.map(({ id }) => id)
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
  await changeTables(db, async (db) => {
    await sql`update visit_mark set raw_from = greatest(raw_from, ${cutoff}::timestamptz)`.execute(db)
    await sql`select drop_month_partitions('clicks', 'at', ${cutoff}::timestamptz),
      drop_month_partitions('visit_quarters', 'start', ${cutoff}::timestamptz)`.execute(db)
  })
}

/** Deleted subjects that may still have visits, with their accounts; null: not known. */
export async function listForgotten(
  db: Database,
  limit: number,
): Promise<(SubjectKey & { account_id: number | null })[]> {
  const columns = ['subject', 'subject_id', 'account_id'] as const
  return db.selectFrom('forgotten_visits').select(columns).limit(limit).execute()
}

/**
 * Counts the visits of deleted subjects by quarter hour for the groups that they belonged to: the figures of those keep
 * them. All visits of the accounts must be rolled up.
 */
export async function keepInGroups(db: Database, keys: readonly SubjectKey[]): Promise<void> {
  const { rows: days } = await sql<{ account_id: number; start: Date }>`
    select account_id, start from visit_days where (subject, subject_id) in ${keysOf(keys)}
    union
    select c.account_id, date_bin('1 day', c.at, '2000-01-01T00:00Z') from ${keysOf(keys)} k
    left join visit_subjects s on s.subject = k.subject and s.subject_id = k.subject_id
    join clicks c on c.subject = k.subject and c.subject_id = k.subject_id and c.account_id is not null
      and c.id > coalesce(s.rolled_id, (select id from visit_mark))`.execute(db)
  await noteGaps(db, days)
  for (const [account, ofAccount] of Map.groupBy(days, ({ account_id }) => account_id)) {
    const groups = await listGroups(db, account)
    for (let i = 0; i < ofAccount.length; i += DAYS_TOGETHER) {
      const starts = ofAccount.slice(i, i + DAYS_TOGETHER).map(({ start }) => start.toISOString())
      await addGroupQuarters(db, groups, sql`start = any (${`{${starts.join(',')}}`}::text::timestamptz[])`)
    }
  }
}

// After these days the groups of the accounts have no visits without raw ones.
async function noteGaps(db: Database, days: readonly { account_id: number; start: Date }[]): Promise<void> {
  await sql`
    insert into visit_gaps (account_id, until)
    select account_id, max(start) + interval '1 day'
    from json_to_recordset(${asJson(days)}) as d(account_id bigint, start timestamptz)
    where account_id in (select id from accounts)
    group by account_id order by account_id
    on conflict (account_id) do update set until = greatest(visit_gaps.until, excluded.until)`.execute(db)
}

/** Deletes at most `limit` raw visits of deleted subjects; returns whether there may be more. */
export async function deleteVisits(db: Database, keys: readonly SubjectKey[], limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from clicks c using (
      select v.* from ${keysOf(keys)} k cross join lateral (
        select subject, subject_id, id, at from clicks where subject = k.subject and subject_id = k.subject_id
        order by id limit ${limit}::integer) v
      limit ${limit}::integer) batch
    where c.subject = batch.subject and c.subject_id = batch.subject_id and c.id = batch.id and c.at = batch.at`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0) >= limit
}

// A job may be moving counters out of the first table.
const counters = ['visit_counts', 'visit_deltas', 'visit_subjects', 'visit_days', 'visit_quarters'] as const

/** Deletes all counters of deleted subjects. */
export async function deleteCounters(db: Database, keys: readonly SubjectKey[]): Promise<void> {
  for (const table of counters) await deleteOf(db, table, keys)
}

/** Removes deleted subjects from the list, once their visits and counters are deleted. */
export const settleForgotten = (db: Database, keys: readonly SubjectKey[]): Promise<void> =>
  deleteOf(db, 'forgotten_visits', keys)

// In the same lock order as `foldDeltas`, to avoid deadlocks.
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
