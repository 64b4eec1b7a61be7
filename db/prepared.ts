import { CompiledQuery } from 'kysely'
import type { Database } from './open.ts'

// Kysely passes it through as the value of a parameter.
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
  toString(): string {
    throw new Error('A prepared query must not write values into its text: they are known when it runs.')
  }
}

/**
 * A query that is compiled once for each shape, because compiling one with many columns takes a large part of Node's
 * time for it. `build` gets a placeholder for each value, and only the shape may decide what it builds.
 */
export function prepareQuery<Values extends object, Row, Shape extends object = Record<never, never>>(
  build: (db: Database, values: Values, shape: Shape) => { compile(): CompiledQuery<Row> },
): (db: Database, values: Values, ...shape: Record<never, never> extends Shape ? [] : [Shape]) => Promise<Row[]> {
  const queries = new Map<string, Pick<CompiledQuery, 'sql' | 'parameters'>>()
  const placeholders = new Proxy({} as Values, { get: (_, name) => new Placeholder(name) })
  const compile = (db: Database, shape: Shape, key: string) => {
    const { sql, parameters } = build(db, placeholders, shape).compile()
    queries.set(key, { sql, parameters })
    return { sql, parameters }
  }
  return async (db, values, shape = {} as Shape) => {
    const key = JSON.stringify(shape)
    const { sql, parameters } = queries.get(key) ?? compile(db, shape as Shape, key)
    const given = parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    return (await db.executeQuery<Row>(CompiledQuery.raw(sql, given))).rows
  }
}
