import { CompiledQuery } from 'kysely'
import type { Database } from './open.ts'

// Kysely passes it through as the value of a parameter.
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once for each shape, because that takes longer than running it for one with many
 * columns. `build` gets a placeholder for each value: only the shape may decide what it builds.
 */
export function prepareQuery<Values extends object, Row, Shape extends object = Record<never, never>>(
  build: (db: Database, values: Values, shape: Shape) => { compile(): CompiledQuery<Row> },
): (db: Database, values: Values, ...shape: Record<never, never> extends Shape ? [] : [Shape]) => Promise<Row[]> {
  const queries = new Map<string, Pick<CompiledQuery, 'sql' | 'parameters'>>()
  const placeholders = new Proxy({} as Values, { get: (_, name) => new Placeholder(name) })
  const compile = (db: Database, shape: Shape) => {
    const { sql, parameters } = build(db, placeholders, shape).compile()
    return { sql, parameters }
  }
  return async (db, values, shape = {} as Shape) => {
    const key = Object.values(shape).join()
    const query = queries.get(key) ?? compile(db, shape as Shape)
    queries.set(key, query)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    return (await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows
  }
}
