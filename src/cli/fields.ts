import type { TObject, TSchema } from '@sinclair/typebox'
import type { Listed } from './api.ts'
import { type Option, UsageError, type Values } from './command.ts'

// What the value of an option may be; schemas of optional fields are a union with null.
const innerOf = (schema: TSchema): TSchema => (schema['anyOf'] as TSchema[] | undefined)?.[0] ?? schema

function takenBy(schema: TSchema): Pick<Option, 'value' | 'choices'> {
  const { type, enum: choices, format } = innerOf(schema)
  if (Array.isArray(choices)) return { choices: choices.map(String) }
  if (type === 'boolean') return { choices: ['true', 'false'] }
  return { value: type === 'integer' ? 'number' : format === 'uri' ? 'URL' : 'text' }
}

const propertyOf = (schema: TObject, name: string): TSchema => schema.properties[name] as TSchema

/** Options for fields of a request, described as in the API. */
export const fieldOptions = (schema: TObject, names: readonly string[]): Record<string, Option> =>
  Object.fromEntries(
    names.map((name) => {
      const field = propertyOf(schema, name)
      const about = String(field.description ?? innerOf(field).description)
      return [name, { ...takenBy(field), about, ...(schema.required?.includes(name) ? { required: true } : {}) }]
    }),
  )

/** The fields of these options, with numbers and booleans as such. What is invalid is left to the API. */
export const readOptions = (schema: TObject, names: readonly string[], values: Values): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const text = values[name]
      if (typeof text !== 'string') return []
      const { type } = innerOf(propertyOf(schema, name))
      if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return [[name, Number(text)]]
      return [[name, type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text]]
    }),
  )

/** The option for the fields of a request that have no option of their own. */
export const furtherFields: Record<string, Option> = {
  fields: { value: 'JSON', about: 'Further fields of the API, as a JSON object.' },
}

export function readFurther({ fields }: Values): object {
  if (fields === undefined) return {}
  try {
    const value: unknown = JSON.parse(String(fields))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Not JSON.
  }
  throw new UsageError('--fields must be a JSON object, such as \'{"name":"value"}\'')
}

export const MAX_LISTED = 10_000
const LISTED = 50

export const limitOption: Record<string, Option> = {
  limit: { value: 'number', about: `How many at most, up to ${MAX_LISTED}; ${LISTED}, if not given.` },
}

export function readLimit({ limit }: Values): number {
  const number = limit === undefined ? LISTED : Number(limit)
  if (!Number.isInteger(number) || number < 1 || number > MAX_LISTED)
    throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LISTED}`)
  return number
}

/** How many of a list are shown, if not all. */
export const countLine = ({ rows, total, hasMore }: Listed<unknown>, what: string): string[] =>
  hasMore ? [`${rows.length}${total === undefined ? '' : ` of ${total}`} ${what}; --limit shows more.`] : []

/** An id, or an external one, as a segment of a path. */
export function readId(values: Values, name = 'id'): string {
  const id = String(values[name])
  if (!/^[1-9]\d{0,14}$/.test(id) && !/^ext_./.test(id))
    throw new UsageError(`--${name} must be a whole number, or ext_ and an external id`)
  return encodeURIComponent(id)
}
