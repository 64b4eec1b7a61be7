import { type CompiledQuery, PostgresQueryCompiler } from 'kysely'
import type { Test } from 'tap'

/** The statements that are made while `work` runs, also by others in this process. */
export async function recordStatements(t: Test, work: () => Promise<void>): Promise<CompiledQuery[]> {
  const compiler = PostgresQueryCompiler.prototype
  const real = compiler.compileQuery
  const made: CompiledQuery[] = []
  t.teardown(() => {
    compiler.compileQuery = real
  })
  compiler.compileQuery = function (...query) {
    const compiled = real.apply(this, query)
    made.push(compiled)
    return compiled
  }
  await work()
  compiler.compileQuery = real
  return made
}
