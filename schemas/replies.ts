import { type TProperties, Type } from '@sinclair/typebox'
import { id } from './fields.ts'
import { addition, named, publishedAs } from './ref.ts'

const ok = Type.Integer({ enum: [0], description: '0: success.', examples: [0] })

/** `error` of every list. */
export const listOk = Type.Unsafe<'0'>(
  Type.String({
    enum: ['0'],
    description:
      'Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.',
    examples: ['0'],
  }),
)

/** One invalid field of a request. */
export const invalidFields = named(
  'InvalidField',
  Type.Object(
    {
      path: Type.String({
        maxLength: 4096,
        description: 'JSON pointer into the body, or `query/<name>`, `path/<name>`, `header/<name>`.',
        examples: ['/name'],
      }),
      message: Type.String({
        minLength: 1,
        description: 'What is wrong with this field.',
        examples: ['is required'],
      }),
      code: addition(
        Type.Optional(
          Type.String({
            pattern: '^[a-z0-9_]+$',
            description:
              'Only in bulk requests: the code of this fault, or of the failure of the item if it is not of a field.',
            examples: ['invalid_request'],
          }),
        ),
      ),
    },
    { description: 'An invalid field.' },
  ),
)

/** The body of every failure. */
export const Failure = Type.Object(
  {
    error: Type.Integer({ enum: [1], description: '1: failure.', examples: [1] }),
    message: Type.String({
      minLength: 1,
      description: 'What is wrong and what to do, for people.',
      examples: ['Pixel not found.'],
    }),
    code: addition(
      Type.String({
        pattern: '^[a-z0-9_]+$',
        description: 'Stable code for programs; docs/errors.md lists all with causes and cures.',
        examples: ['not_found'],
      }),
    ),
    errors: addition(
      Type.Optional(
        Type.Array(invalidFields, { description: 'Every invalid field; absent if the failure has another cause.' }),
      ),
    ),
  },
  { $id: 'Failure', description: 'The body of every failure.' },
)

const fixedText = Type.String({
  minLength: 1,
  description: 'The fixed text of the operation.',
  examples: ['Link has been deleted successfully.'],
})

/** The component that the document shows for every `done` without further fields. */
export const Done = Type.Object(
  { error: ok, message: fixedText },
  { $id: 'Done', description: 'The operation succeeded.' },
)

/** The component that the document shows for every `created`. */
export const Created = Type.Object(
  { error: ok, id: id('Id of the new record.') },
  { $id: 'Created', description: 'The record was created.' },
)

/** A success response with a fixed text and `fields`. The document shows the component `as`, which allows any text. */
export const done = <T extends TProperties>(id: string, message: string, fields = {} as T, as = 'Done') =>
  publishedAs(
    as,
    Type.Object(
      { error: ok, message: Type.String({ ...fixedText, enum: [message], examples: [message] }), ...fields },
      { $id: id, description: `The operation succeeded: “${message}”` },
    ),
  )

/** A component that the document shows for every `done` with these fields. */
export const doneWith = <T extends TProperties>(id: string, fields: T) =>
  Type.Object({ error: ok, message: fixedText, ...fields }, { $id: id, description: 'The operation succeeded.' })

/** The response of an operation that creates a record: its id. */
export const created = (name: string, description: string) =>
  publishedAs('Created', success(name, { id: Created.properties.id }, description))

/** A success response: `error: 0`, then `fields`. */
export const success = <T extends Parameters<typeof Type.Object>[0]>(id: string, fields: T, description: string) =>
  Type.Object({ error: ok, ...fields }, { $id: id, description })
