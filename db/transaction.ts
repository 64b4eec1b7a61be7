import { setTimeout } from 'node:timers/promises'
import type { Database } from './open.ts'

const MAX_RUNS = 4
const MAX_PAUSE_MS = 40

/** Whether the database aborted a transaction in favor of another one: run again, it may succeed. */
export function isGivenUp(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  // A deadlock, a serialization failure.
  return code === '40P01' || code === '40001'
}

/**
 * Runs `work` in a transaction: the one that is open already, or a new one. A new one that the database aborts in favor
 * of another is run again, so `work` must change nothing but the database.
 */
export async function inTransaction<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let run = 1; ; run++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (run === MAX_RUNS || !isGivenUp(error)) throw error
      // A random pause, so that two that aborted each other do not meet again.
      await setTimeout(Math.random() * MAX_PAUSE_MS)
    }
  }
}
