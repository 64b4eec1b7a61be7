import type { TSchema } from '@sinclair/typebox'
import type { Fault } from '../errors/api-error.ts'

export type Resolve = (id: string) => TSchema

const LAST = Number.MAX_SAFE_INTEGER

/** What a value of the schema may be: the schema itself, or the branches of a union, behind references too. */
function branchesOf(schema: TSchema, resolve: Resolve): TSchema[] {
  if (typeof schema['$ref'] === 'string') return branchesOf(resolve(schema['$ref']), resolve)
  const branches = schema['anyOf'] as TSchema[] | undefined
  return branches ? branches.flatMap((branch) => branchesOf(branch, resolve)) : [schema]
}

// The place of each part of a path among its siblings: of a field in its schema, of an item in its list.
function placesOf(path: string, schema: TSchema | undefined, resolve: Resolve): number[] {
  let at = schema
  return path
    .split('/')
    .slice(1)
    .map((name) => {
      const branches: TSchema[] = at ? branchesOf(at, resolve) : []
      const fields = branches
        .map((branch) => (branch['properties'] ?? {}) as Record<string, TSchema>)
        .find((properties) => Object.hasOwn(properties, name))
      at = fields ? fields[name] : (branches.find((branch) => branch['items'])?.['items'] as TSchema | undefined)
      if (fields) return Object.keys(fields).indexOf(name)
      return /^\d{1,9}$/.test(name) ? Number(name) : LAST
    })
}

/** The faults of a part of a request as its schema has the fields; what it does not know comes last. */
export function inOrder(faults: readonly Fault[], schema: TSchema | undefined, resolve: Resolve): Fault[] {
  const placed = faults.map((fault) => ({ fault, places: placesOf(fault.path, schema, resolve) }))
  const compare = (a: readonly number[], b: readonly number[]) => {
    const differs = a.findIndex((place, depth) => place !== b[depth])
    return differs < 0 ? a.length - b.length : (a[differs] ?? 0) - (b[differs] ?? -1)
  }
  return placed.sort((a, b) => compare(a.places, b.places)).map(({ fault }) => fault)
}
