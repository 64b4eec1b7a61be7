import type { TSchema } from '@sinclair/typebox'
import { clearable, nullable, optional } from './ref.ts'

type Fields = Record<string, TSchema>

function each(fields: Fields, wrap: (schema: TSchema) => TSchema): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, wrap(schema)]))
}

/**
 * Fields that are stored and returned as they are sent, under the names of their columns. Those of `always` always have
 * a value; those of `nullables` are null until they are set, and null clears them. Returns the fields for three
 * schemas: `shown` for the record, `created` for the body that creates one, `changed` for the body that changes one.
 */
export function storedFields<A extends Fields, N extends Fields = Record<never, never>>(
  always: A,
  nullables = {} as N,
) {
  return {
    names: [...Object.keys(always), ...Object.keys(nullables)] as (keyof (A & N) & string)[],
    shown: { ...always, ...each(nullables, nullable) } as A & { [K in keyof N]: ReturnType<typeof nullable<N[K]>> },
    created: each({ ...always, ...nullables }, optional) as {
      [K in keyof (A & N)]: ReturnType<typeof optional<(A & N)[K]>>
    },
    changed: { ...each(always, optional), ...each(nullables, clearable) } as {
      [K in keyof A]: ReturnType<typeof optional<A[K]>>
    } & { [K in keyof N]: ReturnType<typeof clearable<N[K]>> },
  }
}
