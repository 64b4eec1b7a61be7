import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { timestamp } from './fields.ts'
import { addition, defaulted, named, nullable, oneOf, Ref } from './ref.ts'
import { listOk } from './replies.ts'

const CURSOR = 'WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5'
const CURSOR_PATTERN = '^[A-Za-z0-9_-]{1,200}\\.[0-9a-f]{32}$'
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
  direction: addition(
    defaulted(
      oneOf(['asc', 'desc'], {
        default: 'desc',
        description: 'Direction of the order: `desc` is newest first, `asc` oldest first.',
        examples: ['desc'],
      }),
    ),
  ),
  after: addition(
    Type.Optional(
      Type.String({
        pattern: CURSOR_PATTERN,
        maxLength: 240,
        'x-form': `the \`nextcursor\` of a page of this list with the same filters and order, such as ${CURSOR}`,
        description:
          'The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is.',
        examples: [CURSOR],
      }),
    ),
  ),
})
export type ListQuery = Static<typeof ListQuery>

/** The pagination of a list whose records have a time of creation. */
export const CreatedQuery = Type.Object({
  ...ListQuery.properties,
  created_after: addition(
    Type.Optional(timestamp('Only records that were created at this time or later.', '2026-06-01')),
  ),
  created_before: addition(Type.Optional(timestamp('Only records that were created before this time.', '2030-01-01'))),
})

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
      nextcursor: addition(
        nullable(
          Type.String({
            pattern: CURSOR_PATTERN,
            maxLength: 240,
            description: 'Cursor of the next page, for `after`; null on the last page.',
            examples: [CURSOR],
          }),
        ),
      ),
      ...more,
      ...({
        [collection]: Type.Array(Ref(record), { maxItems: 1000, description: 'The records of this page, in order.' }),
      } as Record<K, ReturnType<typeof Type.Array<ReturnType<typeof Ref<T>>>>>),
    },
    { description: `One page of the ${what}, and the total.` },
  )

/**
 * The envelope of a list of `record`s, which descriptions call `what`, with `more` fields. Its `data` is the component
 * `<name>Page`.
 */
export function listOf<K extends string, T extends TSchema>(
  $id: `${string}List`,
  collection: K,
  record: T,
  what: string,
  more: TProperties = {},
) {
  return Type.Object(
    {
      error: listOk,
      data: named($id.replace(/List$/, 'Page'), pageOf(collection, record, what, more)),
    },
    { $id, description: `A page of ${what}.` },
  )
}
