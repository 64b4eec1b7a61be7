import { type Static, type TObject, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'

/** A reference to a named component: `$ref` in the document, the component's type in TypeScript. */
export function Ref<T extends TSchema>(component: T): TUnsafe<Static<T>> {
  if (!component.$id) throw new Error('Only a schema with an $id can be referred to')
  return Type.Unsafe<Static<T>>(Type.Ref(component.$id))
}

/**
 * An inline schema that the document shows as a component of this name. (The validator's complaints about a member of a
 * union name the member by its place, which a reference would hide.)
 */
export function named<T extends TSchema>(name: string, schema: T): T {
  const { $id: _, ...inline } = schema
  return { ...inline, 'x-component': name } as unknown as T
}

/** A field that the base document does not have. */
export function addition<T extends TSchema>(schema: T): T {
  return { ...schema, 'x-addition': true }
}

/** An optional field: null and "" are as if it were absent, so a handler never sees them. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Unsafe<Static<T>>(nullable(schema)))
}

/** An optional field of an update that null or "" clears: the handler sees null. */
export function clearable<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Unsafe<Static<T> | null>({ ...nullable(schema), 'x-clears': true }))
}

/** A value or null. What is said of it moves to the outside, where readers of the document see it. */
export function nullable<T extends TSchema>(schema: T) {
  const { description, examples, 'x-addition': isAddition, ...inner } = schema
  return Type.Unsafe<Static<T> | null>({
    ...Type.Union([inner as unknown as TSchema, Type.Null()]),
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    ...(isAddition ? { 'x-addition': true } : {}),
  })
}

/** A schema of which the document says more than the validator checks: what a check refuses, and JSON Schema can express. */
export function publishedWith<T extends TSchema>(more: object, schema: T): T {
  return { ...schema, 'x-published-with': more }
}

/** A schema in whose place the document refers to the named component, which many others share. */
export function publishedAs<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, 'x-published-as': name }
}

/** A query parameter with a default; without this wrap the document would call it required. */
export function defaulted<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>(Type.Optional(schema))
}

/** A string out of a fixed list: one clean `enum`. */
export function oneOf<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T>(Type.String({ ...options, enum: [...values] }))
}

/** What can be asked of a value beyond its shape, without looking at anything that is kept; src/validation/checks.ts knows how. */
export type Check =
  | 'accountChange'
  | 'calendar'
  | 'country'
  | 'device'
  | 'domain'
  | 'future'
  | 'host'
  | 'language'
  | 'logo'
  | 'login'
  | 'pixelTag'
  | 'qrContent'
  | 'span'
  | 'timezone'
  | 'uncommon'
  | 'unreserved'

/** A value that must pass a check too. What its own shape has wrong is told, not what the check makes of that. */
export function checked<T extends TSchema>(check: Check, schema: T): T {
  return { ...schema, 'x-check': check }
}

export type { Static, TObject, TSchema }
