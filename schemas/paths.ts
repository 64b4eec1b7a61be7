import { type TInteger, Type } from '@sinclair/typebox'
import { id } from './fields.ts'

/** What stands before an external id in a path. */
export const EXTERNAL_PREFIX = 'ext_'

/** An id in a path that may be given as `ext_<externalid>`; src/plugins/external-ids.ts replaces that. */
const idOrExternal = (noun: string) =>
  Type.Unsafe<number>({
    ...id(`Id of the ${noun}, or \`ext_\` and its \`externalid\`, percent-encoded.`),
    'x-external': true,
  })

/** The `:id` of a path of something that may have an external id. */
export const ExternalIdPath = (noun: string) => Type.Object({ id: idOrExternal(noun) })

/** The `:id` of a path. */
export const IdPath = (noun: string) => Type.Object({ id: id(`Id of the ${noun}.`) })

/** Several ids of a path: for each parameter the noun that its description uses. */
export function IdsPath<K extends string>(nouns: Record<K, string>) {
  const entries = Object.entries<string>(nouns).map(([name, noun]) => [
    name,
    name === 'linkid' || name === 'itemid' ? idOrExternal(noun) : id(`Id of the ${noun}.`),
  ])
  return Type.Object(Object.fromEntries(entries) as Record<K, TInteger>)
}
