import type { TSchema } from '@sinclair/typebox'
import { normalAlias } from '../links/aliases.ts'
import type { Resolve } from './fault-order.ts'

type Fields = Record<string, unknown>

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function branchFor(branches: TSchema[], value: unknown): TSchema | undefined {
  const real = branches.filter((branch) => branch['type'] !== 'null')
  if (real.length === 1) return real[0]
  const type = isObject(value) ? value['type'] : undefined
  return real.find((branch) => {
    const tag = (branch['properties'] as Record<string, TSchema> | undefined)?.['type']
    return tag !== undefined && (tag['const'] === type || (tag['enum'] as unknown[] | undefined)?.includes(type))
  })
}

interface Member {
  name: string
  property: TSchema
  isRequired: boolean
}

const members = new WeakMap<TSchema, Member[]>()

/** The members of an object schema; bulk requests ask a thousand times. */
function membersOf(schema: TSchema): Member[] {
  const known = members.get(schema)
  if (known) return known
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  const listed = Object.entries(schema['properties'] as Record<string, TSchema>).map(([name, property]) => ({
    name,
    property,
    isRequired: required.has(name),
  }))
  members.set(schema, listed)
  return listed
}

/**
 * Normalizes a body, or a record of an import, before it is validated: removes unknown fields, turns "" in an optional
 * field into null (but for `x-refuses-empty`), and removes null except in fields that it clears (`x-clears`). Values of
 * a wrong type are left for the validator to report.
 */
export function normalize(schema: TSchema, value: unknown, resolve: Resolve): unknown {
  if (typeof schema['$ref'] === 'string') return normalize(resolve(schema['$ref']), value, resolve)
  if (schema['x-normalized'] && typeof value === 'string') return normalAlias(value)
  if (Array.isArray(schema['anyOf'])) {
    const branch = value === null ? undefined : branchFor(schema['anyOf'] as TSchema[], value)
    return branch ? normalize(branch, value, resolve) : value
  }
  if (Array.isArray(value)) {
    const items = schema['items'] as TSchema | undefined
    // One item too many is enough for the validator to reject the list; else it would report every item.
    const max = (schema['maxItems'] as number | undefined) ?? Number.POSITIVE_INFINITY
    const checked = value.length > max ? value.slice(0, max + 1) : value
    return items ? checked.map((item) => normalize(items, item, resolve)) : checked
  }
  if (!isObject(value)) return value
  const values = schema['additionalProperties']
  if (isObject(values)) {
    const max = (schema['maxProperties'] as number | undefined) ?? Number.POSITIVE_INFINITY
    const names = Object.keys(value).slice(0, max + 1)
    return Object.fromEntries(names.map((name) => [name, normalize(values as TSchema, value[name], resolve)]))
  }
  if (!schema['properties']) return value
  const normalized: Fields = {}
  for (const { name, property, isRequired } of membersOf(schema)) {
    if (!Object.hasOwn(value, name)) continue
    const isUnset = value[name] === '' && !isRequired && !property['x-refuses-empty']
    const member = isUnset ? null : value[name]
    if (member !== null || isRequired) normalized[name] = normalize(property, member, resolve)
    else if (property['x-clears']) normalized[name] = null
  }
  return normalized
}
