import { sql } from 'kysely'
import type { Job as JobRecord } from '../../schemas/jobs.ts'
import type { Database } from '../open.ts'
import type { JobActor } from '../tables/jobs.ts'
import { inTransaction } from '../transaction.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import type { Actor } from './events.ts'
import { asTexts } from './list-parameters.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { wireTime } from './wire.ts'

type Values = Record<string, string | number>

/** A job before its next step. */
export interface Job {
  id: number
  kind: string
  account_id: number | null
  /** Who started it; null: the service. */
  actor: JobActor | null
  args: Values
  state: Values | null
  /** Steps in a row that failed. */
  failures: number
}

/** The result of a step: the number of rows it processed, and the state for the next step; null: the job is done. */
export interface StepResult {
  rows: number
  state: Values | null
  /** Seconds until the next step; undefined: none. */
  pauseS?: number
}

/** One step of a kind of job, in the transaction in which its progress is stored. */
export type JobStep = (db: Database, job: Job) => Promise<StepResult>

const FIRST_PAUSE_S = 5
const MAX_PAUSE_S = 600
// About two hours of attempts. Then a job of an account fails, which the account can retry; jobs of the service
// continue.
const MAX_FAILURES = 20
/** Days for which the record of a finished job is kept. */
export const KEPT_DAYS = 30

/** Adds a job of an account; any instance may run its steps. */
export async function createJob(
  db: Database,
  { id: account_id, actor, keyId, keyName }: Actor,
  job: Pick<Job, 'kind' | 'args'> & Partial<Pick<Job, 'state'>>,
): Promise<number> {
  const row = { ...job, account_id, actor: { actor, keyId, keyName } }
  const { id } = await db.insertInto('jobs').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** SQL: whether the process that reads the source of an import has ended, or could not go on. */
export const isSilent = sql<boolean>`updated_at < now() - interval '2 minutes'`
const isInterrupted = sql<boolean>`(kind = 'import_reading' and finished_at is null and ${isSilent})`

/** The jobs of an account, newest first. */
export function listJobs(db: Database, accountId: number, page: PageQuery) {
  const query = db
    .selectFrom('jobs')
    .select(['id', 'progress', 'failures', wireTime('created_at').as('date')])
    .select(sql<JobRecord['kind']>`case when kind = 'import_reading' then 'import' else kind end`.as('kind'))
    .select(
      sql<
        JobRecord['status']
      >`case when ${isInterrupted} then 'failed' when finished_at is null then 'running' when error is null then 'done' else 'failed' end`.as(
        'status',
      ),
    )
    .select(
      sql<string | null>`case when ${isInterrupted} then coalesce(error, 'Reading was interrupted.')
        when finished_at is not null then error end`.as('error'),
    )
    .select(sql<boolean>`kind = 'import_reading'`.as('reading'))
    .select(sql<number | null>`(state->>'total')::bigint`.as('total'))
    .select(wireTime('finished_at').$castTo<string | null>().as('finished'))
    .where('account_id', '=', accountId)
  return readPage(query, page, 'jobs')
}

/** The result of a step, and the progress of its job. */
export interface MadeStep {
  kind: string
  account_id: number | null
  /** Rows processed so far. */
  progress: number
  isDone: boolean
  /** Seconds until its next step. */
  pauseS: number
}

/**
 * Runs one step of the job of these kinds that has waited longest, or of `only`; undefined if none is due. Locks the
 * job, so that no other instance runs a step of it. A failed step is rolled back, except for the record of the failure,
 * and retried with backoff.
 */
export async function runJobStep(
  db: Database,
  steps: Record<string, JobStep>,
  only?: number,
): Promise<MadeStep | { error: unknown } | undefined> {
  let taken: Job | undefined
  try {
    return await inTransaction(db, async (db) => {
      // Of the attempt before, which was rolled back.
      taken = undefined
      let due = db
        .selectFrom('jobs')
        .select(['id', 'kind', 'account_id', 'actor', 'args', 'state', 'failures'])
        .where('finished_at', 'is', null)
        .where('next_at', '<=', sql<Date>`now()`)
        .where('kind', 'in', Object.keys(steps))
        .where(sql<boolean>`not ${isOfDeleted('jobs.account_id')}`)
      if (only !== undefined) due = due.where('id', '=', only)
      taken = await due.orderBy('updated_at').limit(1).forUpdate().skipLocked().executeTakeFirst()
      const step = taken && steps[taken.kind]
      if (!taken || !step) return undefined
      const result = await step(db, taken)
      const isDone = result.state === null
      const { pauseS = 0 } = result
      const { rows } = await sql<{ progress: number }>`
        update jobs set progress = progress + ${result.rows}::bigint, state = coalesce(${result.state && JSON.stringify(result.state)}::text::jsonb, state),
          failures = 0, error = null, updated_at = clock_timestamp(),
          next_at = now() + make_interval(secs => ${pauseS}::double precision),
          finished_at = case when ${isDone}::boolean then clock_timestamp() end
        where id = ${taken.id}::bigint returning progress`.execute(db)
      return { kind: taken.kind, account_id: taken.account_id, progress: rows[0]?.progress ?? 0, isDone, pauseS }
    })
  } catch (error) {
    if (!taken) throw error
    await recordFailure(db, taken.id, error)
    return { error }
  }
}

/** Adds to the progress of a job that has no steps. */
export async function recordProgress(db: Database, id: number, rows: number): Promise<void> {
  await sql`update jobs set progress = progress + ${rows}::bigint, updated_at = now() where id = ${id}::bigint`.execute(
    db,
  )
}

/** Ends a job that has no steps; `error` is why it ended early. */
export async function finishJob(db: Database, id: number, error: string | null): Promise<void> {
  await sql`
    update jobs set finished_at = now(), updated_at = now(), error = ${error}::text,
      failures = case when ${error}::text is null then 0 else 1 end
    where id = ${id}::bigint`.execute(db)
}

async function recordFailure(db: Database, id: number, error: unknown): Promise<void> {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const text = `${typeof code === 'string' ? `[${code}] ` : ''}${String(message ?? error)}`
  await sql`
    update jobs set failures = failures + 1, error = ${text.slice(0, 1000)}, updated_at = now(),
      next_at = now() + make_interval(secs => least(${sql.lit(MAX_PAUSE_S)}, ${sql.lit(FIRST_PAUSE_S)} * 2 ^ least(failures, 20))),
      finished_at = case when account_id is not null and failures + 1 >= ${sql.lit(MAX_FAILURES)} then now() end
    where id = ${id}::bigint and finished_at is null`.execute(db)
}

/**
 * Makes the steps of a failed job begin again; undefined if the account has no such job. One that has not failed is left
 * as it is, and so is one of a kind in `full`, of which the account has too many.
 */
export async function retryJob(
  db: Database,
  accountId: number,
  id: number,
  full: readonly string[],
): Promise<'retried' | 'full' | undefined> {
  const failed = sql`finished_at is not null and error is not null and kind not in ('export', 'import_reading')`
  const isFull = sql`kind = any (${asTexts(full)})`
  const { rows } = await sql<{ full: boolean }>`
    with retried as (
      update jobs set finished_at = null, failures = 0, error = null, next_at = now(), updated_at = now()
      where id = ${id}::bigint and account_id = ${accountId}::bigint and ${failed} and not ${isFull})
    select ${failed} and ${isFull} as full from jobs
    where id = ${id}::bigint and account_id = ${accountId}::bigint`.execute(db)
  return rows[0] && (rows[0].full ? 'full' : 'retried')
}

/**
 * Deletes the records of old jobs, including exports whose process crashed, except failed deletions, which the account
 * can retry.
 */
export async function deleteOldJobs(db: Database): Promise<void> {
  await sql`delete from jobs where kind = 'export' and finished_at is null and updated_at < now() - interval '1 day'`.execute(
    db,
  )
  await sql`
    delete from jobs where finished_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
      and (error is null or kind in ('export', 'import', 'import_reading'))`.execute(db)
}
