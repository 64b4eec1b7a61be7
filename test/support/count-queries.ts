import type { Test } from 'tap'
import type { Services } from '../../src/services.ts'

/** Counts the statements that reach the database while `work` runs. */
export async function countQueries(
  t: Test,
  services: Pick<Services, 'db' | 'store'>,
  work: () => Promise<void>,
): Promise<number> {
  let queries = 0
  const restore = [...new Set([services.db, services.store.visitors])].map((db) => {
    const executor = db.getExecutor() as unknown as { executeQuery: (...query: unknown[]) => Promise<unknown> }
    const real = executor.executeQuery
    executor.executeQuery = function (...query) {
      queries++
      return real.apply(this, query)
    }
    return () => {
      executor.executeQuery = real
    }
  })
  const restoreAll = () => {
    for (const one of restore) one()
  }
  t.teardown(restoreAll)
  await work()
  restoreAll()
  return queries
}
