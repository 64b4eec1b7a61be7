import type { CompiledQuery } from 'kysely'
import type { Database } from './open.ts'

// Kysely passes it through as the value of a parameter.
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once, because that takes longer than running it for one with many columns. `build`
 * gets a placeholder for each value, so what it builds must not depend on the values.
 */
export function prepareQuery<Values extends object, Row>(
  build: (db: Database, values: Values) => { compile(): CompiledQuery<Row> },
): (db: Database, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  const placeholders = new Proxy({} as Values, { get: (_, name) => new Placeholder(name) })
  return async (db, values) => {
    compiled ??= build(db, placeholders).compile()
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
