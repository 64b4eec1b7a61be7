/** The keyword with which a schema describes in words what its pattern or format accepts, with an example. */
export const FORM = 'x-form'

type Schema = Record<string, unknown>
type Params = Record<string, unknown>

const counted = (count: unknown, noun: string) => `${String(count)} ${noun}${count === 1 ? '' : 's'}`

function rangeOf({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${String(minimum)} to ${String(maximum)}`
  if (minimum !== undefined) return ` of at least ${String(minimum)}`
  return maximum === undefined ? '' : ` of at most ${String(maximum)}`
}

const NAMES: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** The type of a schema in words, with the bounds of a number. */
export function typeName(type: unknown, schema: Schema = {}): string {
  if (type === 'integer') return `a whole number${rangeOf(schema)}`
  if (type === 'number') return `a number${rangeOf(schema)}`
  return NAMES[String(type)] ?? String(type)
}

const inRange = (_params: Params, schema: Schema) => `must be ${typeName(schema['type'], schema)}`
const form = (_params: Params, { [FORM]: form }: Schema) => `must be ${String(form ?? 'text of another form')}`

function minProperties({ limit }: Params, { properties, required }: Schema): string {
  const always = (required ?? []) as string[]
  const others = Object.keys((properties ?? {}) as Schema).filter((name) => !always.includes(name))
  return `must have at least ${Math.max(1, Number(limit) - always.length)} of ${others.join(', ')}`
}

/** The message of a fault by keyword, from the parameters of Ajv and the schema that has the keyword. */
const MESSAGES: Record<string, (params: Params, schema: Schema) => string> = {
  required: () => 'is required',
  type: ({ type }, schema) => {
    const values = schema['enum'] as unknown[] | undefined
    if (values) return `must be ${listed(values)}`
    const [name, form] = [typeName(type, schema), String(schema[FORM] ?? '')]
    if (form === '') return `must be ${name}`
    // The form of a text alone does not say that the value must be one.
    return `must be ${type === 'string' && !form.startsWith(name) ? `${name}: ` : ''}${form}`
  },
  enum: ({ allowedValues }) => `must be ${listed(allowedValues as unknown[])}`,
  pattern: form,
  format: form,
  minimum: inRange,
  maximum: inRange,
  minLength: ({ limit }) => `must have at least ${counted(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}`,
  uniqueItems: ({ i, j }) => `must not have an item twice: ${String(i)} and ${String(j)} are the same`,
  minProperties,
  anyOf: () => 'must match one of the schemas in the API document',
}

const listed = (values: unknown[]) => (values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`)

/** The keywords that have a message; schemas of requests use no others. */
export const SUPPORTED_KEYWORDS = Object.keys(MESSAGES)

/** The message of a fault: why a value does not match a keyword of its schema. */
export function faultMessage(keyword: string, params: Params, schema: Schema = {}): string {
  return MESSAGES[keyword]?.(params, schema) ?? 'is not valid'
}
