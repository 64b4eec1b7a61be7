import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { IMPORTING, READING } from './imports.ts'
import { isSilent, retryJob } from './jobs.ts'

// With the account as second number.
const START_LOCK = 7270505

/** The number of an account's imports that are being read or written. */
async function countOpenImports(db: Database, accountId: number): Promise<number> {
  const { open } = await db
    .selectFrom('jobs')
    .select(sql<number>`count(*)`.as('open'))
    .where('account_id', '=', accountId)
    .where('kind', 'in', [READING, IMPORTING])
    .where('finished_at', 'is', null)
    .where(sql<boolean>`not (kind = ${READING} and ${isSilent})`)
    .executeTakeFirstOrThrow()
  return open
}

/** Whether the account has fewer than `max` open imports. Until the transaction ends no other one starts. */
async function lockStarts(db: Database, accountId: number, max: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${sql.lit(START_LOCK)}, hashint8(${accountId}::bigint))`.execute(db)
  return (await countOpenImports(db, accountId)) < max
}

/** Starts an import if the account has fewer than `max` open ones, counting those that start at the same time. */
export function startAmong<T>(
  db: Database,
  accountId: number,
  max: number,
  start: (db: Database) => Promise<T>,
): Promise<T | 'full'> {
  return inTransaction(db, async (db) => ((await lockStarts(db, accountId, max)) ? start(db) : 'full'))
}

/** Retries a failed job, as `retryJob` does; a job of an import only while fewer than `max` imports are open. */
export function retryAmong(db: Database, accountId: number, id: number, max: number) {
  return inTransaction(db, async (db) =>
    retryJob(db, accountId, id, (await lockStarts(db, accountId, max)) ? [] : [IMPORTING]),
  )
}
