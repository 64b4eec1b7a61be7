import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { defaulted, named, Ref } from './ref.ts'

const MAX = 9007199254740991

/** The pagination of every list. A `limit` above 1000 counts as 1000, and `perpage` says so. */
export const ListQuery = Type.Object({
  limit: defaulted(
    Type.Integer({
      minimum: 1,
      default: 15,
      description: 'Results per page; values above 1000 count as 1000.',
      examples: [15],
    }),
  ),
  page: defaulted(Type.Integer({ minimum: 1, maximum: MAX, default: 1, description: 'Page number.', examples: [1] })),
})
export type ListQuery = Static<typeof ListQuery>

const pageOf = <K extends string, T extends TSchema>(collection: K, record: T, what: string, more: TProperties) =>
  Type.Object(
    {
      result: Type.Integer({ minimum: 0, description: 'Number of results on all pages.', examples: [1] }),
      perpage: Type.Integer({ minimum: 1, maximum: 1000, description: 'Page size.', examples: [15] }),
      currentpage: Type.Integer({ minimum: 1, description: 'Number of this page.', examples: [1] }),
      nextpage: Type.Integer({
        minimum: 1,
        description: 'Number of the next page, or of the last one if there is no next.',
        examples: [1],
      }),
      maxpage: Type.Integer({ minimum: 1, description: 'Number of the last page.', examples: [1] }),
      ...more,
      ...({
        [collection]: Type.Array(Ref(record), { maxItems: 1000, description: 'The records of this page, in order.' }),
      } as Record<K, ReturnType<typeof Type.Array<ReturnType<typeof Ref<T>>>>>),
    },
    { description: `One page of the ${what}, and the total.` },
  )

/** The envelope of a list of `record`s, which descriptions call `what`, with `more` fields. Its `data` is the component `<name>Page`. */
export function listOf<K extends string, T extends TSchema>(
  $id: `${string}List`,
  collection: K,
  record: T,
  what: string,
  more: TProperties = {},
) {
  return Type.Object(
    {
      error: Type.Unsafe<'0'>(
        Type.String({ enum: ['0'], description: 'Success: lists carry it as a string.', examples: ['0'] }),
      ),
      data: named($id.replace(/List$/, 'Page'), pageOf(collection, record, what, more)),
    },
    { $id, description: `A page of ${what}.` },
  )
}
