import { type Static, type TOptional, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { addition, optional, Ref } from './ref.ts'
import { invalidFields, success } from './replies.ts'

/** The maximum number of items of one request. */
export const MAX_ITEMS = 1000

const atomic = addition(
  optional(
    Type.Boolean({
      description:
        'true, the default: if any item fails, nothing is done and the whole request fails. false: each item succeeds or fails by itself.',
      examples: [true],
    }),
  ),
)
const dryRun = addition(
  optional(
    Type.Boolean({
      description: 'true: the request is checked completely and answered as if it were done, but nothing is changed.',
      examples: [false],
    }),
  ),
)

/** A list of items that are validated one by one (src/plugins/bulk-items.ts). */
const each = <T extends TSchema>(item: T, description: string) =>
  Type.Unsafe<Static<T>[]>({
    ...Type.Array(item, { minItems: 1, maxItems: MAX_ITEMS, description }),
    'x-each': true,
  })

/** The body of a bulk request: `items` of a schema. */
export const bulkOf = <T extends TSchema>($id: string, item: T, description: string) =>
  Type.Object(
    { items: each(Ref(item), `What to do, 1 to ${MAX_ITEMS.toLocaleString('en')} items.`), atomic, dryRun },
    { $id, description },
  )

/** The body of a bulk request whose items are ids. */
export const bulkOfIds = <T extends TSchema>($id: string, id: T, description: string) =>
  Type.Object(
    { ids: each(id, `The ids, 1 to ${MAX_ITEMS.toLocaleString('en')}.`), atomic, dryRun },
    { $id, description },
  )

/** The result of an item: `fields` if it succeeded, else `code`, `message` and `errors`. */
export const bulkResult = <T extends TProperties>($id: string, fields: T, description: string) =>
  Type.Object(
    {
      index: Type.Integer({ minimum: 0, description: 'Position of the item in the request, from 0.', examples: [0] }),
      ...(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)])) as {
        [K in keyof T]: TOptional<T[K]>
      }),
      code: Type.Optional(
        Type.String({
          pattern: '^[a-z0-9_]+$',
          description: 'Only if the item failed: the code of the failure, as of a request for this item alone.',
          examples: ['alias_taken'],
        }),
      ),
      message: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'Only if the item failed: what is wrong and what to do, for people.',
          examples: ['This alias is taken on this domain; choose another one.'],
        }),
      ),
      errors: Type.Optional(
        Type.Array(invalidFields, {
          description: 'Only if the item failed: what is wrong with it; every `path` names the item.',
        }),
      ),
    },
    { $id, description },
  )

/** The reply to a bulk request. */
export const bulkReply = <T extends TSchema, M extends TProperties>($id: string, result: T, more: M) =>
  success(
    $id,
    {
      failed: Type.Integer({
        minimum: 0,
        description: 'Number of items that failed; always 0 if the request is atomic.',
        examples: [0],
      }),
      results: Type.Array(Ref(result), {
        maxItems: MAX_ITEMS,
        description: 'Result of each item, in the order of the request.',
      }),
      ...more,
    },
    'The result of each item.',
  )
