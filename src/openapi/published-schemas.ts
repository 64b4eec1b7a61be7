import { CHECK } from '../validation/faults.ts'
import { FORM } from '../validation/messages.ts'
import type { Schema } from './model.ts'

// What a schema says to readers besides what the validator checks.
const MORE = 'x-published-with'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (value: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** The one value that the member `type` of an object can have. */
function tagOf(schema: Json): string | undefined {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const listed = isObject(properties['type']) ? (properties['type']['enum'] as unknown[] | undefined) : undefined
  return listed?.length === 1 ? String(listed[0]) : undefined
}

/**
 * The components as readers are shown them. Where a schema lets more pass than a client should send (`x-published`) they
 * see what to send; an inline schema with a name of its own (`x-component`) becomes a component. Checks are named for us.
 */
export function publishedSchemas(schemas: Record<string, Schema>): Record<string, Schema> {
  const found: Record<string, unknown> = {}

  const publish = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(publish)
    if (!isObject(value)) return value
    if ('x-published' in value) return publish(JSON.parse(JSON.stringify(value['x-published'])))
    const name = value['x-component']
    if (typeof name === 'string') {
      found[name] = publish(without(value, 'x-component'))
      return { $ref: `#/components/schemas/${name}` }
    }
    // What browsers take for an address is wider than RFC 3986: the pattern says what holds of an address of a client's.
    const shown = without(
      value,
      CHECK,
      FORM,
      MORE,
      ...(value['format'] === 'uri' && 'pattern' in value ? ['format'] : []),
    )
    const result = Object.fromEntries(Object.entries(shown).map(([key, member]) => [key, publish(member)]))
    return { ...result, ...discriminated(value['anyOf'], result), ...(value[MORE] as Json | undefined) }
  }

  for (const [name, schema] of Object.entries(schemas)) found[name] = publish(schema)
  return found as Record<string, Schema>
}

/** A union of named objects, each with a `type` of its own, says so: readers in any language can tell them apart. */
function discriminated(union: unknown, shown: Json): Json {
  if (!Array.isArray(union) || !union.every(isObject)) return {}
  const tagged = union.map((member) => [tagOf(member), member['x-component']])
  if (!tagged.every(([tag, name]) => tag !== undefined && name !== undefined)) return {}
  const mapping = Object.fromEntries(tagged.map(([tag, name]) => [tag, `#/components/schemas/${name}`]))
  return { anyOf: undefined, oneOf: shown['anyOf'], discriminator: { propertyName: 'type', mapping } }
}
