import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import type { Test } from 'tap'

/** The statements that are run while `work` runs, also by others in this process, and those of transactions. */
export async function recordStatements(t: Test, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  // What connections and transactions derive from an executor inherits from it.
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Pick<DefaultQueryExecutor, 'executeQuery'>
  const real = executor.executeQuery
  const made: CompiledQuery[] = []
  const restore = () => {
    executor.executeQuery = real
  }
  t.teardown(restore)
  executor.executeQuery = function (query, ...options) {
    made.push(query)
    return real.call(this, query, ...options) as never
  }
  await work()
  restore()
  if (made.length === 0) throw new Error('No statement was recorded.')
  return made
}
