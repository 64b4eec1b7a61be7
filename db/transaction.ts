import { setTimeout } from 'node:timers/promises'
import { type IsolationLevel, sql } from 'kysely'
import type { Database } from './open.ts'

const MAX_RUNS = 4
const MAX_PAUSE_MS = 40

/** Whether the database aborted a transaction because of a conflict with another, so that a retry may succeed. */
export function isGivenUp(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  // deadlock_detected, serialization_failure
  return code === '40P01' || code === '40001'
}

/**
 * Runs `work` in the open transaction, or in a new one, with the isolation level. A new transaction that is aborted
 * because of a conflict is retried, so `work` must have no side effects outside the database.
 */
export async function inTransaction<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
  isolation: IsolationLevel = 'read committed',
): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let run = 1; ; run++) {
    try {
      return await db.transaction().setIsolationLevel(isolation).execute(work)
    } catch (error) {
      if (run === MAX_RUNS || !isGivenUp(error)) throw error
      // A random pause, so that two conflicting transactions do not conflict again.
      await setTimeout(Math.random() * MAX_PAUSE_MS)
    }
  }
}

/** Runs `work` in a savepoint. Undoes its changes if it throws, or if they are not to be kept after its result. */
export async function inSavepoint<T>(db: Database, work: () => Promise<T>, isKept: (result: T) => boolean): Promise<T> {
  const release = () => sql`release savepoint part`.execute(db)
  const rollBack = () => sql`rollback to savepoint part`.execute(db)
  await sql`savepoint part`.execute(db)
  try {
    const result = await work()
    if (!isKept(result)) await rollBack()
    await release()
    return result
  } catch (error) {
    // This fails if the connection is lost; then the first error is reported.
    await rollBack()
      .then(release)
      .catch(() => {})
    throw error
  }
}
