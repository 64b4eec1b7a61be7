import fc, { type Arbitrary } from 'fast-check'
import { type OpenApi, resolve, type Schema } from '../../src/openapi/model.ts'

/** Values that schemas do not expect: wrong types, wrong sizes, and texts that often cause bugs. */
export const strange: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    true,
    [],
    {},
    [null],
    [[[[]]]],
    { __proto__: null, constructor: { prototype: 1 } },
    'NULL',
    '\u0000',
    '\ud800',
    '\u202e',
    'a'.repeat(300),
    'é'.repeat(2100),
    "'; drop table links; --",
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    'http://',
    'https://[::1',
    'rgb(256,0,0)',
    '2030-02-30',
    '9999-12-31 23:59:59',
    '../../etc/passwd',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

const urls = fc.constantFrom(
  'https://example.com',
  'http://example.com/a?b=c#d',
  'https://müller.example/ü',
  'HTTPS://EXAMPLE.COM',
)
const dictionaries = fc.dictionary(fc.string({ maxLength: 10 }), fc.string({ maxLength: 20 }), { maxKeys: 4 })
const emails = fc.integer({ min: 0, max: 1e9 }).map((n) => `fuzz${n}@example.com`)

function newText(schema: Schema): Arbitrary<unknown> {
  const pattern = schema['pattern'] as string | undefined
  const min = (schema['minLength'] as number | undefined) ?? 0
  const max = (schema['maxLength'] as number | undefined) ?? 100
  if (schema.format === 'email') return emails
  if (schema.format === 'uri') return urls
  if (schema.format === 'date') return fc.constantFrom('2030-01-01', '1970-01-01', '2026-02-29')
  if (pattern !== undefined && !pattern.startsWith('^[^'))
    return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(max, 100) })
  const unit = fc.constantFrom('a', 'Z', '0', ' ', '-', '_', 'é', '😀', '"', '<', '%', "'", '\\', '/')
  return fc.oneof(
    fc.string({ unit, minLength: min, maxLength: Math.max(min, Math.min(max, 30)) }),
    fc.constant('x'.repeat(Math.max(min, max))),
  )
}

const texts = new Map<string, Arbitrary<unknown>>()

// Creating one takes a millisecond, and many fields have the same limits.
function text(schema: Schema): Arbitrary<unknown> {
  const { pattern, minLength, maxLength, format } = schema as Record<string, unknown>
  const limits = JSON.stringify([pattern, minLength, maxLength, format])
  const known = texts.get(limits) ?? newText(schema)
  texts.set(limits, known)
  return known
}

/** Values that a schema allows, often its examples. */
export function valid(document: OpenApi, given: Schema): Arbitrary<unknown> {
  const schema = resolve(document, given)
  const own = schema.examples?.length ? [fc.constantFrom(...schema.examples)] : []
  const branches = schema.anyOf ?? schema.oneOf
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (branches) return fc.oneof(...own, ...branches.map((branch) => valid(document, branch)))
  if (schema.properties) {
    const members = Object.entries(schema.properties).map(([name, property]) => [name, valid(document, property)])
    return fc.record(Object.fromEntries(members), { requiredKeys: (schema.required ?? []) as never[] })
  }
  const minimum = (schema['minimum'] as number | undefined) ?? 0
  const maximum = (schema['maximum'] as number | undefined) ?? Number.MAX_SAFE_INTEGER
  switch (schema.type) {
    case 'string':
      return fc.oneof(...own, text(schema))
    case 'number':
      return fc.oneof(...own, fc.double({ min: minimum, max: maximum, noNaN: true }), fc.constantFrom(minimum, maximum))
    case 'integer':
      return fc.oneof(...own, fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.oneof(...own, fc.array(valid(document, schema.items ?? {}), { maxLength: 3 }))
    case 'object':
      return dictionaries
    default:
      return strange
  }
}

/** Values of a schema with one fault: an invalid, missing or additional member. */
export function nearlyValid(document: OpenApi, given: Schema): Arbitrary<unknown> {
  const schema = resolve(document, given)
  const names = Object.keys(schema.properties ?? {})
  return fc
    .tuple(
      valid(document, schema),
      fc.constantFrom('spoil', 'spoil', 'drop', 'add', 'replace'),
      fc.constantFrom(...names, 'unknown', '__proto__'),
      strange,
    )
    .map(([value, change, name, other]) => {
      if (change === 'replace' || typeof value !== 'object' || value === null) return other
      const members = Object.entries(value).filter(([key]) => change !== 'drop' || key !== name)
      if (change === 'spoil') members.push([name, other])
      if (change === 'add') members.push(['surprise', other])
      return Object.fromEntries(members)
    })
}
