import { type OpenApi, resolve, type Schema } from '../../src/openapi/model.ts'

/**
 * The direction of a value: `in` is sent by clients and must not become stricter; `out` is read by them and must not
 * lose parts.
 */
export type Direction = 'in' | 'out'

/** A schema with the document of its references. */
interface Side {
  document: OpenApi
  schema: Schema
}

const values = ({ enum: listed, const: only }: Schema) =>
  (only === undefined ? listed : [only])?.map((value) => JSON.stringify(value))

const text = (value: unknown) =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)

// For `in`: keywords whose decrease, whose increase, or whose any change may make a schema stricter.
const MOST = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']
const LEAST = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const EXACT = ['pattern', 'format', 'multipleOf']

function compareLimits(old: Schema, now: Schema, where: string, direction: Direction): string[] {
  const faults: string[] = []
  const [before, after] = [values(old), values(now)]
  if (direction === 'out') {
    // For `out`: limits may change, but not enums that clients may distinguish, or formats that they parse.
    for (const value of after ?? []) if (before && !before.includes(value)) faults.push(`${where} may be ${value} now`)
    if (before && !after) faults.push(`${where} may be anything now`)
    if (old.format !== undefined && old.format !== now.format)
      faults.push(`${where}: its format is ${text(now.format)}, and was ${old.format}`)
    return faults
  }
  for (const value of before ?? [])
    if (after && !after.includes(value)) faults.push(`${where} no longer takes ${value}`)
  if (!before && after) faults.push(`${where} takes only ${after.join(', ')} now`)
  for (const limit of MOST)
    if (Number(now[limit] ?? Infinity) < Number(old[limit] ?? Infinity))
      faults.push(`${where}: ${limit} fell from ${text(old[limit])} to ${text(now[limit])}`)
  for (const limit of LEAST)
    if (Number(now[limit] ?? -Infinity) > Number(old[limit] ?? -Infinity))
      faults.push(`${where}: ${limit} rose from ${text(old[limit])} to ${text(now[limit])}`)
  for (const limit of EXACT)
    if (now[limit] !== undefined && now[limit] !== old[limit])
      faults.push(`${where}: its ${limit} is ${text(now[limit])}, and was ${text(old[limit])}`)
  if (now['uniqueItems'] === true && old['uniqueItems'] !== true) faults.push(`${where} must not repeat an item now`)
  if (old.default !== undefined && text(old.default) !== text(now.default))
    faults.push(`${where}: what is taken where nothing is sent was ${text(old.default)} and is ${text(now.default)}`)
  return faults
}

function compareMembers(old: Side, now: Side, where: string, direction: Direction, seen: Set<string>): string[] {
  const faults: string[] = []
  const [needed, needs] = [new Set(old.schema.required ?? []), new Set(now.schema.required ?? [])]
  const members = now.schema.properties ?? {}
  for (const [name, schema] of Object.entries(old.schema.properties ?? {})) {
    const member = members[name]
    if (!member) faults.push(`${where}.${name} is gone`)
    else {
      if (direction === 'out' && needed.has(name) && !needs.has(name))
        faults.push(`${where}.${name} may be missing now`)
      faults.push(
        ...compareSchemas({ ...old, schema }, { ...now, schema: member }, `${where}.${name}`, direction, seen),
      )
    }
  }
  if (direction === 'in')
    for (const name of needs) if (!needed.has(name)) faults.push(`${where}.${name} is required now`)
  return [...faults, ...compareOthers(old, now, where, direction, seen)]
}

/** The schema of unnamed members: `additionalProperties`. */
function compareOthers(old: Side, now: Side, where: string, direction: Direction, seen: Set<string>): string[] {
  const [before, after] = [old.schema.additionalProperties, now.schema.additionalProperties]
  if (direction === 'in' && after === false && before !== false) return [`${where} takes no other members now`]
  if (typeof before !== 'object') return []
  if (typeof after !== 'object') return direction === 'out' ? [`${where}.* may be anything now`] : []
  return compareSchemas({ ...old, schema: before }, { ...now, schema: after }, `${where}.*`, direction, seen)
}

/** The alternatives of a schema, each with one type; references and unions are resolved. */
function alternativesOf({ document, schema: reference }: Side): { kind: string; schema: Schema }[] {
  const schema = resolve(document, reference)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return branches.flatMap((branch) => alternativesOf({ document, schema: branch }))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything']
  return types.map((kind) => ({ kind, schema }))
}

/** The discriminators of an object in a union: its members with a single value. */
const tagOf = (document: OpenApi, { properties }: Schema) =>
  Object.entries(properties ?? {})
    .flatMap(([name, schema]) => {
      const [only, ...more] = values(resolve(document, schema)) ?? []
      return only === undefined || more.length > 0 ? [] : [`${name}: ${only}`]
    })
    .join(', ')

function compareAlike(old: Side, now: Side, where: string, direction: Direction, seen: Set<string>): string[] {
  const faults = compareLimits(old.schema, now.schema, where, direction)
  if (old.schema.type === 'object' || now.schema.type === 'object')
    faults.push(...compareMembers(old, now, where, direction, seen))
  const [before, after] = [old.schema.items, now.schema.items]
  if (before && after)
    faults.push(...compareSchemas({ ...old, schema: before }, { ...now, schema: after }, `${where}[]`, direction, seen))
  return faults
}

/** Merges an `allOf` into one schema with the members of all. */
function withoutAllOf({ document, schema }: Side): Side {
  const resolved = resolve(document, schema)
  if (!resolved.allOf) return { document, schema }
  const { allOf, ...own } = resolved
  const parts = [...allOf.map((part) => withoutAllOf({ document, schema: part }).schema), own].map((part) =>
    resolve(document, part),
  )
  const names = new Set(parts.flatMap(({ properties }) => Object.keys(properties ?? {})))
  const properties = Object.fromEntries(
    [...names].map((name) => {
      const given = parts.flatMap(({ properties }) => properties?.[name] ?? [])
      return [name, given.length === 1 ? (given[0] as Schema) : Object.assign({}, ...given)]
    }),
  )
  const required = [...new Set(parts.flatMap(({ required = [] }) => required))]
  return { document, schema: { ...Object.assign({}, ...parts), properties, required } }
}

/**
 * The changes that break clients written for `old`, one line each. `seen` are the pairs of components already compared.
 */
export function compareSchemas(old: Side, now: Side, where: string, direction: Direction, seen: Set<string>): string[] {
  if (old.schema.$ref && now.schema.$ref) {
    const pair = `${direction} ${old.schema.$ref} ${now.schema.$ref}`
    if (seen.has(pair)) return []
    seen.add(pair)
  }
  const [before, after] = [alternativesOf(withoutAllOf(old)), alternativesOf(withoutAllOf(now))]
  // Every old alternative must still be accepted; every alternative in replies must be an old one.
  const [required, offered] = direction === 'in' ? [before, after] : [after, before]
  const [requiring, offering] = direction === 'in' ? [old.document, now.document] : [now.document, old.document]
  return required.flatMap((one) => {
    const kinds = one.kind === 'integer' ? ['integer', 'number', 'anything'] : [one.kind, 'anything']
    const tag = tagOf(requiring, one.schema)
    const alike = offered.filter(({ kind }) => kinds.includes(kind))
    const tagged = alike.filter(({ schema }) => tag !== '' && required.length > 1 && tagOf(offering, schema) === tag)
    const candidates = tagged.length > 0 ? tagged : alike
    const named = tag !== '' && required.length > 1 ? `an object with ${tag}` : undefined
    const gone = [
      direction === 'in'
        ? `${where} no longer takes ${named ?? `a value of type ${one.kind}`}`
        : `${where} may be ${named ?? `of type ${one.kind}`} now`,
    ]
    if (candidates.length === 0) return gone
    const comparisons = candidates.map((other) => {
      const [a, b] = direction === 'in' ? [one.schema, other.schema] : [other.schema, one.schema]
      const known = candidates.length > 1 ? new Set(seen) : seen
      return compareAlike({ ...old, schema: a }, { ...now, schema: b }, where, direction, known)
    })
    const fewest = comparisons.reduce((least, faults) => (faults.length < least.length ? faults : least))
    // No alternative matches: the whole alternative was removed or added.
    return fewest.length > 0 && (candidates.length > 1 || (tagged.length === 0 && offered.length > 1 && tag !== ''))
      ? gone
      : fewest
  })
}
