import { sql } from 'kysely'
import type { Job as JobRecord } from '../../schemas/jobs.ts'
import type { Database } from '../open.ts'
import type { JobActor } from '../tables/jobs.ts'
import type { Actor } from './events.ts'
import { type PageQuery, readPage } from './page.ts'
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
}

/** One step of a kind of job, in the transaction in which its progress is stored. */
export type JobStep = (db: Database, job: Job) => Promise<StepResult>

const FIRST_PAUSE_S = 5
const MAX_PAUSE_S = 600
// About two hours of attempts, after which a job of an account ends, which the account can retry. Those of the service
// go on.
const MAX_FAILURES = 20
/** How long the record of a job is kept after its end. */
export const KEPT_DAYS = 30

/** Adds a job of an account; its first step is made soon, by any instance. */
export async function createJob(
  db: Database,
  { id: account_id, actor, keyId, keyName }: Actor,
  job: Pick<Job, 'kind' | 'args'> & Partial<Pick<Job, 'state'>>,
): Promise<number> {
  const row = { ...job, account_id, actor: { actor, keyId, keyName } }
  const { id } = await db.insertInto('jobs').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The jobs of an account, newest first. */
export function listJobs(db: Database, accountId: number, page: PageQuery) {
  const query = db
    .selectFrom('jobs')
    .select(['id', 'progress', 'failures', wireTime('created_at').as('date')])
    .select(sql<JobRecord['kind']>`case when kind = 'import_reading' then 'import' else kind end`.as('kind'))
    .select(
      sql<
        JobRecord['status']
      >`case when finished_at is null then 'running' when error is null then 'done' else 'failed' end`.as('status'),
    )
    .select(sql<string | null>`case when finished_at is not null then error end`.as('error'))
    .select(sql<number | null>`(state->>'total')::bigint`.as('total'))
    .select(wireTime('finished_at').$castTo<string | null>().as('finished'))
    .where('account_id', '=', accountId)
  return readPage(query, page, 'jobs')
}

/** A step that was made, and the progress of its job. */
export interface MadeStep {
  kind: string
  account_id: number | null
  /** Rows processed so far. */
  progress: number
  isDone: boolean
}

/**
 * Makes one step of the job of these kinds that has waited longest, or of `only`; undefined where none is due. No other
 * instance makes a step of the same job meanwhile. A step that fails changes nothing but the record of the failure, and
 * is tried again after a pause that grows.
 */
export async function runJobStep(
  db: Database,
  steps: Record<string, JobStep>,
  only?: number,
): Promise<MadeStep | { error: unknown } | undefined> {
  let taken: Job | undefined
  try {
    return await db.transaction().execute(async (db) => {
      let due = db
        .selectFrom('jobs')
        .select(['id', 'kind', 'account_id', 'actor', 'args', 'state', 'failures'])
        .where('finished_at', 'is', null)
        .where('next_at', '<=', sql<Date>`now()`)
        .where('kind', 'in', Object.keys(steps))
      if (only !== undefined) due = due.where('id', '=', only)
      taken = await due.orderBy('updated_at').limit(1).forUpdate().skipLocked().executeTakeFirst()
      const step = taken && steps[taken.kind]
      if (!taken || !step) return undefined
      const result = await step(db, taken)
      const isDone = result.state === null
      const { rows } = await sql<{ progress: number }>`
        update jobs set progress = progress + ${result.rows}::bigint, state = coalesce(${result.state && JSON.stringify(result.state)}::text::jsonb, state),
          failures = 0, error = null, updated_at = clock_timestamp(),
          finished_at = case when ${isDone}::boolean then clock_timestamp() end
        where id = ${taken.id}::bigint returning progress`.execute(db)
      return { kind: taken.kind, account_id: taken.account_id, progress: rows[0]?.progress ?? 0, isDone }
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
 * Makes the steps of a failed job begin again; false if the account has no such job. One that has not failed is left as
 * it is.
 */
export async function retryJob(db: Database, accountId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    with retried as (
      update jobs set finished_at = null, failures = 0, error = null, next_at = now(), updated_at = now()
      where id = ${id}::bigint and account_id = ${accountId}::bigint and finished_at is not null and error is not null
        and kind not in ('export', 'import_reading'))
    select 1 from jobs where id = ${id}::bigint and account_id = ${accountId}::bigint`.execute(db)
  return rows.length > 0
}

/**
 * Deletes the records of jobs that ended long ago. An export whose process died ends here. A deletion that failed stays:
 * its account can retry it.
 */
export async function deleteOldJobs(db: Database): Promise<void> {
  await sql`delete from jobs where kind = 'export' and finished_at is null and updated_at < now() - interval '1 day'`.execute(
    db,
  )
  await sql`
    delete from jobs where finished_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
      and (error is null or kind in ('export', 'import', 'import_reading'))`.execute(db)
}
