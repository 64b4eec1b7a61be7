import { PostgresQueryCompiler } from 'kysely'
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

/** Counts the statements that are made while `work` runs, also those of transactions. */
export async function countStatements(t: Test, work: () => Promise<unknown>): Promise<number> {
  const compiler = PostgresQueryCompiler.prototype
  const real = compiler.compileQuery
  let statements = 0
  const restore = () => {
    compiler.compileQuery = real
  }
  t.teardown(restore)
  compiler.compileQuery = function (...query) {
    statements++
    return real.apply(this, query)
  }
  await work()
  restore()
  return statements
}
