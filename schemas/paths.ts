import { type TInteger, type TSchema, Type } from '@sinclair/typebox'
import { id } from './fields.ts'

/** What stands before an external id that is given in place of an id. */
export const EXTERNAL_PREFIX = 'ext_'

const nouns = { link: 'link', qr: 'QR code', bio: 'bio page', item: 'item' } as const
/** What may be named by its external id; `item` is of the type that the path has. */
export type ExternalSubject = keyof typeof nouns

/**
 * An integer id that may be given as `ext_<externalid>`; src/plugins/external-ids.ts replaces that before it is
 * validated.
 */
export const orExternal = <T extends TSchema>(subject: ExternalSubject, schema: T): T => ({
  ...schema,
  'x-external': subject,
  'x-form': 'a whole number of at least 1, or an external id, such as ext_sku-4711',
})

/** The id of a path that may be an external one. */
const idOrExternal = (subject: ExternalSubject) =>
  orExternal(subject, id(`Id of the ${nouns[subject]}, or \`ext_\` and its \`externalid\`, percent-encoded.`))

/** The `:id` of a path of something that may have an external id. */
export const ExternalIdPath = (subject: ExternalSubject) => Type.Object({ id: idOrExternal(subject) })

/** The `:id` of a path. */
export const IdPath = (noun: string) => Type.Object({ id: id(`Id of the ${noun}.`) })

/** Several ids of a path: for each parameter the noun that its description uses. */
export function IdsPath<K extends string>(parameters: Record<K, string>) {
  const entries = Object.entries<string>(parameters).map(([name, noun]) => [
    name,
    noun === 'link' || noun === 'item' || noun === 'bio' ? idOrExternal(noun) : id(`Id of the ${noun}.`),
  ])
  return Type.Object(Object.fromEntries(entries) as Record<K, TInteger>)
}
