import type { Database } from './open.ts'

/** Runs `work` in a transaction: the one that is open already, or a new one. */
export function inTransaction<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
