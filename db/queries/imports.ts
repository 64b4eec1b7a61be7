import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import type { Actor } from './events.ts'
import { createJob, isSilent } from './jobs.ts'
import { asIds, asJson, asJsonb } from './list-parameters.ts'
import { wireTime } from './wire.ts'

export type RowOutcome = 'created' | 'replaced' | 'renamed' | 'skipped' | 'failed'
type Fault = { path: string; message: string }
type Values = Record<string, string | number>

/** A row to store until it is processed, or with its outcome if that is known already. */
export interface StagedRow {
  row: number
  kind: string
  source_id: number | null
  record: object | null
  alias: string | null
  outcome: RowOutcome | null
  errors: Fault[] | null
  notes: string[] | null
}

/** A row that is not processed yet. */
export type PendingRow = Pick<StagedRow, 'row' | 'kind' | 'source_id' | 'notes'> & { record: Record<string, unknown> }

/** The outcome of a row. */
export interface RowResult {
  row: number
  outcome: RowOutcome
  alias?: string | null | undefined
  errors?: Fault[] | undefined
  notes?: string[] | undefined
  id?: number | undefined
}

/** The kind of a job whose rows are still being read; no step of it runs before `beginImport`. */
export const READING = 'import_reading'
export const IMPORTING = 'import'
/** The maximum number of QR codes in a batch, because each may have a logo of 1 MiB. */
export const QR_ROWS = 20
const DISCARDED = 5000

export const createImport = (db: Database, by: Actor, args: Values): Promise<number> =>
  createJob(db, by, { kind: READING, args })

/** Stores rows and the reading progress in one transaction. False if the import is no longer being read. */
export function stageRows(db: Database, jobId: number, rows: readonly StagedRow[], state: Values): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const { rows: held } = await sql`
      update jobs set state = ${asJsonb(state)}, updated_at = clock_timestamp()
      where id = ${jobId}::bigint and kind = ${READING} and finished_at is null returning id`.execute(db)
    if (held.length === 0) return false
    if (rows.length > 0)
      await sql`
        insert into import_rows (job_id, row, kind, source_id, record, alias, outcome, errors, notes)
        select ${jobId}::bigint, r.* from json_to_recordset(${asJson(rows)}) as r(
          row integer, kind text, source_id bigint, record jsonb, alias text, outcome text, errors jsonb, notes jsonb)`.execute(
        db,
      )
    return true
  })
}

/** Ends the reading of an import: from now on background jobs process its rows. */
export async function beginImport(db: Database, jobId: number, state: Values): Promise<void> {
  await sql`
    update jobs set kind = ${IMPORTING}, state = ${asJsonb(state)}, next_at = now(),
      updated_at = clock_timestamp()
    where id = ${jobId}::bigint and kind = ${READING} and finished_at is null`.execute(db)
}

/** Renews the heartbeat of the process that reads an import. */
export async function touchImport(db: Database, jobId: number, error: string | null = null): Promise<void> {
  await sql`
    update jobs set updated_at = clock_timestamp(), error = ${error}::text
    where id = ${jobId}::bigint and kind = ${READING} and finished_at is null`.execute(db)
}

/** Takes over an interrupted import to resume reading it; only one of several concurrent processes succeeds. */
export async function claimImport(db: Database, jobId: number): Promise<boolean> {
  const { rows } = await sql`
    update jobs set updated_at = clock_timestamp(), error = null
    where id = ${jobId}::bigint and kind = ${READING} and finished_at is null
      and ${isSilent} returning id`.execute(db)
  return rows.length > 0
}

/** Marks an import as no longer being read, with the reason. */
export async function interruptImport(db: Database, jobId: number, error: string | null): Promise<void> {
  await sql`
    update jobs set updated_at = now() - interval '3 minutes', error = ${error}::text, failures = failures + 1
    where id = ${jobId}::bigint and kind = ${READING} and finished_at is null`.execute(db)
}

/** Deletes an import that could not be read. */
export async function discardImport(db: Database, jobId: number): Promise<void> {
  // The rows first: deleting them by cascade could exceed the statement timeout.
  for (let deleted = 1; deleted > 0; ) {
    const { rows } = await sql`
      delete from import_rows where job_id = ${jobId}::bigint and row in (
        select row from import_rows where job_id = ${jobId}::bigint order by row limit ${sql.lit(DISCARDED)})
        and exists (select from jobs where id = ${jobId}::bigint and kind = ${READING})
      returning 1`.execute(db)
    deleted = rows.length
  }
  await sql`delete from jobs where id = ${jobId}::bigint and kind = ${READING}`.execute(db)
}

// With the account as second number.
const WRITE_LOCK = 7270503

/** Whether no other import of the account is written until this transaction ends. Does not wait. */
export async function tryLockImports(db: Database, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(WRITE_LOCK)}, hashint8(${accountId}::bigint)) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** The next unprocessed rows; at most `QR_ROWS` of them are QR codes. */
export async function listPendingRows(
  db: Database,
  jobId: number,
  after: number,
  limit: number,
): Promise<PendingRow[]> {
  const weight = Math.ceil(limit / QR_ROWS)
  const { rows } = await sql<PendingRow>`
    select row, kind, source_id, record, notes from (
      select *, sum(case when kind in ('qr', 'qrtemplate') then ${weight}::integer else 1 end) over (order by row) as weight from (
        select row, kind, source_id, record, notes from import_rows
        where job_id = ${jobId}::bigint and row > ${after}::integer and outcome is null
        order by row limit ${limit}::integer) next) weighed
    where weight <= ${limit}::integer order by row`.execute(db)
  return rows
}

/** Stores the outcomes of rows and deletes their contents. A result without notes keeps those of its row. */
export async function writeResults(db: Database, jobId: number, results: readonly RowResult[]): Promise<void> {
  if (results.length === 0) return
  await sql`
    update import_rows i set outcome = r.outcome, alias = coalesce(r.alias, i.alias), errors = r.errors,
      notes = coalesce(r.notes, i.notes), made_id = r.id, record = null
    from json_to_recordset(${asJson(results)}) as r(
      row integer, outcome text, alias text, errors jsonb, notes jsonb, id bigint)
    where i.job_id = ${jobId}::bigint and i.row = r.row`.execute(db)
}

/** The id of records in a dry run, which creates none: references to it are left out. */
export const NOT_KEPT = 0

/**
 * The ids of the records of earlier rows, by their ids in the source; `NOT_KEPT` for rolled-back records of a dry run.
 */
export async function mapIds(
  db: Database,
  jobId: number,
  kind: string,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ source_id: number; made_id: number }>`
    select source_id, made_id from import_rows where job_id = ${jobId}::bigint and kind = ${kind}
      and source_id = any (${asIds([...new Set(ids)])}) and made_id is not null`.execute(db)
  return new Map(rows.map(({ source_id, made_id }) => [source_id, made_id]))
}

/** Those of the records that earlier rows of a kind, with these ids in the source, replaced. */
export async function listReplaced(
  db: Database,
  jobId: number,
  kind: string,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ made_id: number }>`
    select made_id from import_rows where job_id = ${jobId}::bigint and kind = ${kind}
      and source_id = any (${asIds([...new Set(ids)])}) and made_id is not null and outcome = 'replaced'`.execute(db)
  return new Set(rows.map(({ made_id }) => made_id))
}

/** The ids of the records that earlier rows of a kind were written to, as far as those rows have ids of their own. */
export async function listMade(db: Database, jobId: number, kind: string): Promise<Set<number>> {
  const { rows } = await sql<{ made_id: number }>`
    select made_id from import_rows where job_id = ${jobId}::bigint and kind = ${kind} and source_id is not null
      and made_id is not null`.execute(db)
  return new Set(rows.map(({ made_id }) => made_id))
}

/** An import of an account. */
export function findImport(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('jobs')
    .select(['id', 'kind', 'args', 'state', 'progress', 'failures', 'error'])
    .select(wireTime('created_at').as('date'))
    .select(wireTime('finished_at').$castTo<string | null>().as('finished'))
    .select(isSilent.as('silent'))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', 'in', [READING, IMPORTING])
    .executeTakeFirst()
}

/** A line of the report of an import. */
type ReportRow = Pick<StagedRow, 'row' | 'kind' | 'alias' | 'outcome' | 'errors' | 'notes'>

/** The next lines of the report of an import. */
export async function listReport(db: Database, jobId: number, after: number, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select row, kind, alias, outcome, errors, notes from import_rows
    where job_id = ${jobId}::bigint and row > ${after}::integer order by row limit ${limit}::integer`.execute(db)
  return rows
}

/** Ends the imports whose reading was interrupted long ago, before their rows are deleted: then none can be resumed. */
export async function endOldReadings(db: Database, days: number): Promise<void> {
  // `updated_at` is kept, because their rows are due by it.
  await sql`
    update jobs set finished_at = now(), failures = greatest(failures, 1),
      error = coalesce(left(error, 900) || ' ', '') || 'Reading was interrupted, and was not resumed in time: start another import.'
    where kind = ${READING} and finished_at is null and updated_at < now() - make_interval(days => ${days}::integer)`.execute(
    db,
  )
}

/** The maximum number of rows in all kept reports of an account. */
const KEPT_ROWS = 5_000_000

/**
 * Deletes some rows of imports whose job is due for deletion, and of the oldest reports of accounts beyond that
 * maximum; returns the number deleted.
 */
export async function deleteOldImportRows(db: Database, days: number, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select id, false as whole from (
        select id, finished_at, sum((state->>'total')::bigint) over (partition by account_id order by id desc) as kept
        from jobs where kind = ${IMPORTING}) imports
      where finished_at is not null and kept > ${sql.lit(KEPT_ROWS)}
      union all
      select id, true from jobs
      where kind in (${READING}, ${IMPORTING}) and finished_at is not null
        and case when kind = ${READING} then updated_at else finished_at end < now() - make_interval(days => ${days}::integer)
    ), batch as (
      select distinct i.job_id, i.row from old join import_rows i on i.job_id = old.id
      where old.whole or i.outcome is not null limit ${limit}::integer)
    delete from import_rows i using batch where i.job_id = batch.job_id and i.row = batch.row returning i.row`.execute(
    db,
  )
  return rows.length
}
