import type { TSchema } from '@sinclair/typebox'
import { clearable, nullable, optional } from './ref.ts'

type Fields = Record<string, TSchema>

function each(fields: Fields, wrap: (schema: TSchema) => TSchema): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, wrap(schema)]))
}

/**
 * Fields that are stored and shown as they are sent, under the names of their columns. Those of `lasting` always have a
 * value; those of `unset` are null until they are sent, and null clears them. Each is storedFields once and stands in three
 * schemas: `shown` in the record, `made` in what makes one, `changed` in what changes one.
 */
export function storedFields<L extends Fields, U extends Fields = Record<never, never>>(lasting: L, unset = {} as U) {
  return {
    names: [...Object.keys(lasting), ...Object.keys(unset)] as (keyof (L & U) & string)[],
    shown: { ...lasting, ...each(unset, nullable) } as L & { [K in keyof U]: ReturnType<typeof nullable<U[K]>> },
    made: each({ ...lasting, ...unset }, optional) as { [K in keyof (L & U)]: ReturnType<typeof optional<(L & U)[K]>> },
    changed: { ...each(lasting, optional), ...each(unset, clearable) } as {
      [K in keyof L]: ReturnType<typeof optional<L[K]>>
    } & { [K in keyof U]: ReturnType<typeof clearable<U[K]>> },
  }
}
