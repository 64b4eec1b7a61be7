import { type OpenApi, resolve, type Schema } from '../../src/openapi/model.ts'
import { exampleOf } from './operations.ts'

/** A value with bounds in a body. */
export interface Place {
  /** The path of names and indices. */
  path: (string | number)[]
  schema: Schema
  /** The named schema that contains it. */
  component: string
  /** An example body with its required fields and this value. */
  bodyWith(value: unknown): unknown
}

/** Every text, number and array of a body, including those in arrays, objects and variants of unions. */
export function placesOf(document: OpenApi, given: Schema, component = ''): Place[] {
  const named = given.$ref?.split('/').at(-1) ?? component
  const schema = resolve(document, given)
  const { examples, ...bare } = schema
  const here: Place[] =
    schema.type === undefined || schema.type === 'object'
      ? []
      : [{ path: [], schema, component: named, bodyWith: (value) => value }]
  const inBranches = (schema.anyOf ?? schema.oneOf ?? []).flatMap((branch) => placesOf(document, branch, named))
  const inFields = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    placesOf(document, member, named).map((place) => ({
      ...place,
      path: [name, ...place.path],
      bodyWith: (value: unknown) => ({ ...(exampleOf(document, bare) as object), [name]: place.bodyWith(value) }),
    })),
  )
  const inItems = (schema.items ? placesOf(document, schema.items, named) : []).map((place) => ({
    ...place,
    path: [0, ...place.path],
    bodyWith: (value: unknown) => [
      place.bodyWith(value),
      ...Array.from({ length: Number(schema['minItems'] ?? 1) - 1 }, () => exampleOf(document, schema.items ?? {})),
    ],
  }))
  return [...here, ...inBranches, ...inFields, ...inItems]
}

/** The name of a field, and what its schema allows. */
export function fieldOf({ path, schema: { description, examples, ...limits } }: Place): string {
  return `${path.findLast((step) => step !== 0)},${JSON.stringify(limits)}`
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

// In code points. Spreading the text takes 15 times as long, and some texts have a million characters.
function lengthOf(text: string): number {
  let length = text.length
  for (let i = 1; i < text.length; i++)
    if (isLowSurrogate(text.charCodeAt(i)) && isHighSurrogate(text.charCodeAt(i - 1))) length--
  return length
}

/** Whether a text fits a string schema. Lengths are in code points, as in JSON Schema. */
export function isText(schema: Schema, text: string): boolean {
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as Record<string, never>
  const length = lengthOf(text)
  return length >= minLength && length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))
}

/** Texts with exactly `length` code points that fit the schema: of ASCII letters, and of surrogate pairs. */
export function textsOf(schema: Schema, length: number): string[] {
  const example = String(schema.examples?.[0] ?? '')
  const starts = ['', 'https://example.com/', 'mailto:a@', 'rgb(1,2,3)', example]
  const unbounded = { ...schema, maxLength: undefined } as unknown as Schema
  if (schema.format === 'email') return [emailOf(length)]
  const filledWith = (...fillers: string[]) =>
    fillers
      .flatMap((filler) => starts.map((start) => start + filler.repeat(Math.max(0, length - lengthOf(start)))))
      .find((text) => lengthOf(text) === length && isText(unbounded, text))
  const wide = filledWith('😀')
  // The length of a long URL counts when it is percent-encoded.
  const isTooLong = wide?.startsWith('https://') && length > 2048
  return [filledWith('x', '1', ' '), isTooLong ? undefined : wide].filter((text) => text !== undefined)
}

// Host labels have at most 63 characters, the part before the @ 64.
function emailOf(length: number): string {
  const domain = `${`${'d'.repeat(59)}.`.repeat(10)}`.slice(0, Math.max(0, length - 65 - 4))
  return `${'a'.repeat(64)}@${domain.replace(/\.$/, 'd')}.com`
}
