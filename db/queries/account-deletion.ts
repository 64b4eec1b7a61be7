import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { deletionSteps } from './deletions.ts'
import { deleteDeliveriesOfDeletedWebhooks } from './delivery-maintenance.ts'
import { RESERVED_DAYS } from './domains.ts'
import { forgetEvents, forgetUnmatchedEvents } from './forgotten-events.ts'
import { holdAliases } from './held-aliases.ts'
import { isVisitIndexReady } from './indexes.ts'
import type { Job, JobStep } from './jobs.ts'
import { lockVisits } from './visit-counters.ts'
import { deleteCounters, deleteVisits, settleForgotten } from './visit-maintenance.ts'
import type { SubjectKey } from './visit-subjects.ts'
import { deleteWebhooks } from './webhooks.ts'

const BATCH = 500
// Events and deliveries are short, and have no triggers that take time.
const SHORT_ROWS = 2000
// Replies, bodies of payment events and pictures may have a megabyte each.
const LARGE_ROWS = 50
const VISITS = 5000
// Each may have counters of thousands of days.
const SUBJECTS = 50

/**
 * Deals with a batch of the rows of an account; returns how many there were. `next`: the step ends here, and the next
 * phase is the next step's. `wait`: this is to be tried again later. `after`: the rows up to this id were looked at.
 */
type Phase = (db: Database, account: number, job: Pick<Job, 'args' | 'state'>) => Promise<PhaseResult>
type PhaseResult = number | 'next' | 'wait' | { after: number }

type AccountTable =
  | 'api_keys'
  | 'bio_answers'
  | 'bios'
  | 'campaigns'
  | 'channels'
  | 'events'
  | 'idempotency_keys'
  | 'link_counts'
  | 'link_words'
  | 'links'
  | 'overlays'
  | 'pictures'
  | 'pixels'
  | 'plan_bases'
  | 'plan_grants'
  | 'plan_periods'
  | 'provider_customers'
  | 'qr_codes'
  | 'qr_templates'
  | 'splashes'
  | 'visit_accounts'
  | 'waiting_words'

const countOf = async (db: Database, statement: RawBuilder<unknown>) => (await statement.execute(db)).rows.length

// SQL: whether a row is among the next ones of the account.
const isInBatch = (table: string, key: readonly string[], account: number, limit: number) => {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  return sql`account_id = ${account}::bigint and (${columns}) in (
    select ${columns} from ${sql.table(table)} where account_id = ${account}::bigint
    order by ${columns} limit ${sql.lit(limit)} for update)`
}

/** Deletes rows of the account; what refers to them goes with them, by foreign keys and triggers. */
const rowsOf =
  (table: AccountTable, limit = BATCH, key: readonly string[] = ['id']): Phase =>
  (db, account) =>
    countOf(db, sql`delete from ${sql.table(table)} where ${isInBatch(table, key, account, limit)} returning 1`)

/** Changes rows so that they are of no account. */
const withoutAccount =
  (table: 'deleted_codes' | 'provider_payments' | 'provider_refunds' | 'reserved_hosts', key: string[], set = sql``) =>
  (db: Database, account: number) =>
    countOf(
      db,
      sql`
      update ${sql.table(table)} set account_id = null ${set} where ${isInBatch(table, key, account, BATCH)} returning 1`,
    )

// Deletions of domains and others go on later, without the account: their rows belong to none already.
const isDeletion = sql`kind in (${sql.join(Object.keys(deletionSteps).map((kind) => sql.lit(kind)))})
  and (finished_at is null or error is not null)`

const endJobs: Phase = async (db, account) => {
  const rows = await countOf(
    db,
    sql`
    delete from import_rows r using (
      select r.job_id, r.row from jobs j join import_rows r on r.job_id = j.id
      where j.account_id = ${account}::bigint limit ${sql.lit(SHORT_ROWS)}) batch
    where r.job_id = batch.job_id and r.row = batch.row returning 1`,
  )
  if (rows > 0) return rows
  return countOf(
    db,
    sql`
    delete from jobs where id in (
      select id from jobs where account_id = ${account}::bigint and not (${isDeletion})
      order by id limit ${sql.lit(BATCH)} for update)
    returning 1`,
  )
}

const endDeletions: Phase = async (db, account) => {
  const { rows } = await sql<Job>`
    select id, kind, args, state from jobs where account_id = ${account}::bigint and ${isDeletion}
    order by id limit 1 for update`.execute(db)
  const [job] = rows
  const step = job && deletionSteps[job.kind]
  if (!step) return 0
  const { rows: changed, state } = await step(db, { ...job, account_id: null, actor: null, failures: 0 })
  if (state === null) await db.deleteFrom('jobs').where('id', '=', job.id).execute()
  return Math.max(1, changed)
}

// Waits for transactions that may still write visits of what was deleted. The lock is held to the end of the step, so
// that the step does nothing else.
const settleVisits: Phase = async (db, account) => {
  if ((await listForgottenOf(db, account, 1)).length === 0) return 0
  await lockVisits(db)
  return 'next'
}

const listForgottenOf = (db: Database, account: number, limit: number): Promise<SubjectKey[]> =>
  db
    .selectFrom('forgotten_visits')
    .select(['subject', 'subject_id'])
    .where('account_id', '=', account)
    .limit(limit)
    .execute()

const deleteVisitsOf: Phase = async (db, account) => {
  const keys = await listForgottenOf(db, account, SUBJECTS)
  if (keys.length === 0) return 0
  if (!(await isVisitIndexReady(db, 'clicks_subject'))) return 'wait'
  await deleteCounters(db, keys)
  if (await deleteVisits(db, keys, VISITS)) return VISITS
  await settleForgotten(db, keys)
  return keys.length
}

// Their hosts are reserved, as by `deleteDomain`.
const deleteDomains: Phase = (db, account) =>
  countOf(
    db,
    sql`
    with gone as (
      delete from domains where id in (
        select id from domains where account_id = ${account}::bigint order by id limit ${sql.lit(BATCH)} for update)
      returning host
    )
    insert into reserved_hosts (host, account_id, reserved_until)
    select host, null, now() + make_interval(days => ${sql.lit(RESERVED_DAYS)}) from gone order by host
    on conflict (host) do update set account_id = null, reserved_until = excluded.reserved_until
    returning 1`,
  )

const forgetPaymentEvents: Phase = (db, account) => forgetEvents(db, account, LARGE_ROWS)

const forgetUnmatchedPaymentEvents: Phase = async (db, account, { args, state }) => {
  const last = await forgetUnmatchedEvents(db, account, args, { after: Number(state?.['after'] ?? 0), limit: BATCH })
  return last === null ? 0 : { after: last }
}

// What refers to other rows comes before them; a picture before what names it, whose triggers look for it.
const phases: readonly Phase[] = [
  deleteWebhooks,
  endJobs,
  rowsOf('pictures', LARGE_ROWS),
  holdAliases,
  rowsOf('links'),
  rowsOf('bio_answers', SHORT_ROWS),
  rowsOf('bios'),
  rowsOf('qr_codes'),
  rowsOf('qr_templates', LARGE_ROWS),
  endDeletions,
  settleVisits,
  deleteVisitsOf,
  ...(['channels', 'campaigns', 'overlays', 'pixels', 'splashes'] as const).map((table) => rowsOf(table)),
  deleteDomains,
  withoutAccount('reserved_hosts', ['host']),
  withoutAccount('deleted_codes', ['code']),
  rowsOf('events', SHORT_ROWS, ['transaction', 'id']),
  (db) => deleteDeliveriesOfDeletedWebhooks(db, SHORT_ROWS),
  rowsOf('api_keys'),
  rowsOf('idempotency_keys', LARGE_ROWS, ['key']),
  rowsOf('plan_grants', BATCH, ['provider', 'subject']),
  rowsOf('plan_periods', BATCH, ['provider', 'subject', 'reported_at']),
  rowsOf('plan_bases', BATCH, ['account_id']),
  rowsOf('provider_customers', BATCH, ['provider', 'customer']),
  withoutAccount('provider_payments', ['provider', 'ref'], sql`, customer = null, subject = null, forgotten = true`),
  withoutAccount('provider_refunds', ['provider', 'ref']),
  forgetPaymentEvents,
  forgetUnmatchedPaymentEvents,
  rowsOf('visit_accounts', BATCH, ['account_id']),
  rowsOf('waiting_words'),
  rowsOf('link_words'),
  rowsOf('link_counts', BATCH, ['slot']),
]

const WAIT_S = 60

/**
 * Deletes a batch of what a deleted account had. When nothing was left in a whole round, the account itself: what
 * requests that ran at the deletion have added meanwhile is found in a further round.
 */
export const deleteAccountStep: JobStep = async (db, { id, args, state }) => {
  const account = Number(args['account'])
  const found = Number(state?.['found'] ?? 0)
  const first = Number(state?.['phase'] ?? 0)
  for (let phase = first; ; phase++) {
    const run = phases[phase]
    if (!run) break
    const rows = await run(db, account, { args, state: phase === first ? state : null })
    if (rows === 'wait') return { rows: 0, state: { phase, found }, pauseS: WAIT_S }
    if (rows === 'next') return { rows: 0, state: { phase: phase + 1, found } }
    if (typeof rows === 'object') return { rows: 0, state: { phase, found, ...rows } }
    if (rows > 0) return { rows, state: { phase, found: 1 } }
  }
  if (found > 0) return { rows: 0, state: { phase: 0, found: 0 } }
  await db.deleteFrom('accounts').where('id', '=', account).execute()
  // The record of the job stays for a while, without the account.
  await sql`update jobs set args = '{}' where id = ${id}::bigint`.execute(db)
  return { rows: 0, state: null }
}
