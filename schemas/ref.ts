import { type Static, type TObject, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'

/** A reference to a named component: `$ref` in the document, the component's type in TypeScript. */
export function Ref<T extends TSchema>(component: T): TUnsafe<Static<T>> {
  if (!component.$id) throw new Error('Only a schema with an $id can be referred to')
  return Type.Unsafe<Static<T>>(Type.Ref(component.$id))
}

/**
 * An inline schema that the document shows as a component of this name. It is not a reference, because the errors of
 * the validator name a member of a union by its index, which a reference would hide.
 */
export function named<T extends TSchema>(name: string, schema: T): T {
  const { $id: _, ...inline } = schema
  return { ...inline, 'x-component': name } as unknown as T
}

/** A field that the base document does not have. */
export function addition<T extends TSchema>(schema: T): T {
  return { ...schema, 'x-addition': true }
}

/** An optional field: null and "" count as absent, so handlers never get them. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Unsafe<Static<T>>(nullable(schema)))
}

/** An optional field of an update that null or "" clears: the handler gets null. */
export function clearable<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Unsafe<Static<T> | null>({ ...nullable(schema), 'x-clears': true }))
}

/** An optional field in which "" is a fault: an empty value is not to lift a restriction, as null may. */
export function refusesEmpty<T extends TSchema>(schema: T): T {
  return { ...schema, 'x-refuses-empty': true }
}

/** A field of a reply that is never stored: a reply that is replayed for its `Idempotency-Key` comes without it. */
export function shownOnce<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Unsafe<Static<T>>({ ...schema, 'x-shown-once': true }))
}

/** A value or null. The description and examples move to the union, where the document shows them. */
export function nullable<T extends TSchema>(schema: T) {
  const { description, examples, 'x-addition': isAddition, ...inner } = schema
  return Type.Unsafe<Static<T> | null>({
    ...Type.Union([inner as unknown as TSchema, Type.Null()]),
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    ...(isAddition ? { 'x-addition': true } : {}),
  })
}

/** A schema with keywords that are only published: JSON Schema for what a named check validates. */
export function publishedWith<T extends TSchema>(more: object, schema: T): T {
  return { ...schema, 'x-published-with': more }
}

/** For `publishedWith`: an object must have a value other than null in at least one of these fields. */
export const oneRequiredOf = (...names: string[]) => ({
  not: { properties: Object.fromEntries(names.map((name) => [name, { type: 'null' }])) },
})

/** A schema in whose place the document refers to the named component, which many others share. */
export function publishedAs<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, 'x-published-as': name }
}

/** A query parameter with a default; without this wrapper the document would list it as required. */
export function defaulted<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>(Type.Optional(schema))
}

/** A string of a fixed list, published as `enum`. */
export function oneOf<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T>(Type.String({ ...options, enum: [...values] }))
}

/** Names of the checks of src/validation/checks.ts: rules that JSON Schema cannot express and that need no database. */
export type Check =
  | 'accountChange'
  | 'alias'
  | 'appUrl'
  | 'asciiEmail'
  | 'bioBlock'
  | 'bioBlocks'
  | 'bioColors'
  | 'calendar'
  | 'country'
  | 'destination'
  | 'device'
  | 'domain'
  | 'eventCursor'
  | 'fetchable'
  | 'future'
  | 'host'
  | 'ipRange'
  | 'language'
  | 'logo'
  | 'login'
  | 'music'
  | 'pixelTag'
  | 'qrContent'
  | 'span'
  | 'timezone'
  | 'uncommon'
  | 'url'
  | 'video'
  | 'visitCursor'
  | 'visitDay'
  | 'visits'

/** A value that must also pass a check. The check runs only on values that match the schema. */
export function checked<T extends TSchema>(check: Check, schema: T): T {
  return { ...schema, 'x-check': check }
}

export type { Static, TObject, TSchema }
