import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './store.ts'
import { isGivenUp } from './transaction.ts'

// Shorter than the second after which Postgres looks for deadlocks: so this transaction is given up, not one of a request.
const LOCK_MS = 200
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 10_000

/** Limits how long the statements that follow in the transaction wait for each lock. */
export async function waitBriefly(db: Database): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(db)
}

/** Whether a statement waited for a lock in vain. */
export const isLocked = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03'

/**
 * Runs `work`, which changes the schema of tables in use, in a transaction, and again until it gets its locks, for
 * `forMs` milliseconds at most: then it rejects with the error of the database. A change that waited longer would block
 * every statement that comes after it, as long as another session (a dump, a report) uses the table. `work` calls
 * `waitBriefly` first, and gets the number of the attempt.
 */
export async function inBriefLocks<T>(
  db: Database,
  work: (db: Database, attempt: number) => Promise<T>,
  forMs: number,
): Promise<T> {
  const until = Date.now() + forMs
  let pause = MIN_PAUSE_MS
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((db) => work(db, attempt))
    } catch (error) {
      if (!(isLocked(error) || isGivenUp(error)) || Date.now() + pause > until) throw error
      await setTimeout(pause)
      pause = Math.min(2 * pause, MAX_PAUSE_MS)
    }
  }
}
