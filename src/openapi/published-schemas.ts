import { CHECK } from '../validation/faults.ts'
import { FORM } from '../validation/messages.ts'
import type { Schema } from './model.ts'

// Keywords of a schema that are published but not validated.
const MORE = 'x-published-with'
// Marks an id that may be given as `ext_<externalid>`.
const EXTERNAL = 'x-external'
// Marks lists whose items are validated one by one.
const EACH = 'x-each'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (value: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** The only allowed value of the field `type` of an object schema. */
function tagOf(schema: Json): string | undefined {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const listed = isObject(properties['type']) ? (properties['type']['enum'] as unknown[] | undefined) : undefined
  return listed?.length === 1 ? String(listed[0]) : undefined
}

const isExternal = (value: unknown): value is Json => isObject(value) && EXTERNAL in value

const publishedIds = (schema: Json): Json[] => [
  without(schema, EXTERNAL, FORM, 'description', 'examples'),
  { type: 'string', pattern: '^ext_.+$', maxLength: 259 },
]

/** The schema for the document of an id that may be given as an external one. */
export function withExternal(schema: Json): Json {
  const { description, examples } = schema
  return { anyOf: publishedIds(schema), description, examples }
}

/**
 * The component schemas for the document: schemas that accept more than clients should send are replaced by
 * `x-published`, inline schemas with `x-component` become components, and internal keywords are removed.
 */
export function publishedSchemas(schemas: Record<string, Schema>): Record<string, Schema> {
  const found: Record<string, unknown> = {}

  const publish = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.flatMap((member) => (isExternal(member) ? publishedIds(member) : [publish(member)]))
    if (!isObject(value)) return value
    if (isExternal(value)) return withExternal(value)
    if ('x-published' in value) return publish(JSON.parse(JSON.stringify(value['x-published'])))
    const name = value['x-component']
    if (typeof name === 'string') {
      found[name] = publish(without(value, 'x-component'))
      return { $ref: `#/components/schemas/${name}` }
    }
    // The URLs that we accept are those of browsers, more than RFC 3986 allows, so only the pattern is published.
    const shown = without(
      value,
      CHECK,
      FORM,
      'x-normalized',
      'x-markdown',
      'x-refuses-empty',
      MORE,
      EACH,
      ...(value['format'] === 'uri' && 'pattern' in value ? ['format'] : []),
    )
    const result = Object.fromEntries(Object.entries(shown).map(([key, member]) => [key, publish(member)]))
    return { ...result, ...discriminated(value['anyOf'], result), ...(value[MORE] as Json | undefined) }
  }

  for (const [name, schema] of Object.entries(schemas)) found[name] = publish(schema)
  return found as Record<string, Schema>
}

/** Adds a discriminator to a union of named objects that differ in `type`, so that clients can distinguish them. */
function discriminated(union: unknown, shown: Json): Json {
  if (!Array.isArray(union) || !union.every(isObject)) return {}
  const tagged = union.map((member) => [tagOf(member), member['x-component']])
  if (!tagged.every(([tag, name]) => tag !== undefined && name !== undefined)) return {}
  const mapping = Object.fromEntries(tagged.map(([tag, name]) => [tag, `#/components/schemas/${name}`]))
  return { anyOf: undefined, oneOf: shown['anyOf'], discriminator: { propertyName: 'type', mapping } }
}
