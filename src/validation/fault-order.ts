import type { TSchema } from '@sinclair/typebox'
import type { Fault } from '../errors/api-error.ts'

export type Resolve = (id: string) => TSchema

const LAST = Number.MAX_SAFE_INTEGER

/** The schema itself, or the branches of a union, with references resolved. */
function branchesOf(schema: TSchema, resolve: Resolve): TSchema[] {
  if (typeof schema['$ref'] === 'string') return branchesOf(resolve(schema['$ref']), resolve)
  const branches = schema['anyOf'] as TSchema[] | undefined
  return branches ? branches.flatMap((branch) => branchesOf(branch, resolve)) : [schema]
}

// The index of each part of a path among its siblings: of a field in its schema, of an item in its list.
function indexesOf(path: string, schema: TSchema | undefined, resolve: Resolve): number[] {
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

/** Sorts the faults of a part of a request in the order of the fields in its schema; unknown fields come last. */
export function sortFaults(faults: readonly Fault[], schema: TSchema | undefined, resolve: Resolve): Fault[] {
  const indexed = faults.map((fault) => ({ fault, indexes: indexesOf(fault.path, schema, resolve) }))
  const compare = (a: readonly number[], b: readonly number[]) => {
    const differs = a.findIndex((index, depth) => index !== b[depth])
    return differs < 0 ? a.length - b.length : (a[differs] ?? 0) - (b[differs] ?? -1)
  }
  return indexed.sort((a, b) => compare(a.indexes, b.indexes)).map(({ fault }) => fault)
}
