import { setTimeout } from 'node:timers/promises'
import type { Database } from './open.ts'

const MOST_RUNS = 4
const LONGEST_PAUSE_MS = 40

/** Whether the database gave a transaction up for another one: run again, it may succeed. */
export function isGivenUp(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  // A deadlock, a serialization failure.
  return code === '40P01' || code === '40001'
}

/**
 * Runs `work` in a transaction: the one that is open already, or a new one. A new one that the database gives up for
 * another is run again, so `work` changes nothing but the database.
 */
export async function inTransaction<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let run = 1; ; run++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (run === MOST_RUNS || !isGivenUp(error)) throw error
      // Whoever they ran against must not meet them again at once.
      await setTimeout(Math.random() * LONGEST_PAUSE_MS)
    }
  }
}
