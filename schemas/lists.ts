import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { defaulted, named, Ref } from './ref.ts'

const MAX = 9007199254740991

/** The paging of every list. More than 1000 a page is answered with 1000, and `perpage` says so. */
export const ListQuery = Type.Object({
  limit: defaulted(
    Type.Integer({
      minimum: 1,
      default: 15,
      description: 'Results a page; above 1000 means 1000.',
      examples: [15],
    }),
  ),
  page: defaulted(
    Type.Integer({ minimum: 1, maximum: MAX, default: 1, description: 'The page wanted.', examples: [1] }),
  ),
})
export type ListQuery = Static<typeof ListQuery>

const pageOf = <K extends string, T extends TSchema>(collection: K, record: T, what: string) =>
  Type.Object(
    {
      result: Type.Integer({ minimum: 0, description: 'How many there are over all pages.', examples: [1] }),
      perpage: Type.Integer({ minimum: 1, maximum: 1000, description: 'Page size.', examples: [15] }),
      currentpage: Type.Integer({ minimum: 1, description: 'The page this is.', examples: [1] }),
      nextpage: Type.Integer({
        minimum: 1,
        description: 'The next page, or the last one when there is none.',
        examples: [1],
      }),
      maxpage: Type.Integer({ minimum: 1, description: 'The last page.', examples: [1] }),
      ...({
        [collection]: Type.Array(Ref(record), { maxItems: 1000, description: 'The records of this page, in order.' }),
      } as Record<K, ReturnType<typeof Type.Array<ReturnType<typeof Ref<T>>>>>),
    },
    { description: `Some of the ${what}, and how many there are.` },
  )

/** The list envelope of a collection of `record`s, which people call `what`. Its data are the component `<noun>Page`. */
export function listOf<K extends string, T extends TSchema>(
  $id: `${string}List`,
  collection: K,
  record: T,
  what: string,
) {
  return Type.Object(
    {
      error: Type.Unsafe<'0'>(
        Type.String({ enum: ['0'], description: 'Success: lists carry it as a string.', examples: ['0'] }),
      ),
      data: named($id.replace(/List$/, 'Page'), pageOf(collection, record, what)),
    },
    { $id, description: `A page of ${what}.` },
  )
}
