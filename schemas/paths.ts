import { type TInteger, Type } from '@sinclair/typebox'
import { id } from './fields.ts'

/** The `:id` of a path. */
export const IdPath = (noun: string) => Type.Object({ id: id(`Id of the ${noun}.`) })

/** Several ids of a path: for each parameter the noun that its description uses. */
export function IdsPath<K extends string>(nouns: Record<K, string>) {
  const entries = Object.entries<string>(nouns).map(([name, noun]) => [name, id(`Id of the ${noun}.`)])
  return Type.Object(Object.fromEntries(entries) as Record<K, TInteger>)
}
