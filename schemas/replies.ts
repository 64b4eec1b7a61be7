import { type TProperties, Type } from '@sinclair/typebox'
import { id } from './fields.ts'
import { addition, named, publishedAs } from './ref.ts'

const ok = Type.Integer({ enum: [0], description: '0: success.', examples: [0] })

/** Every failure, wherever it arises. */
export const Failure = Type.Object(
  {
    error: Type.Integer({ enum: [1], description: '1: failure.', examples: [1] }),
    message: Type.String({
      minLength: 1,
      description: 'What is wrong and what to do, for a person.',
      examples: ['Pixel not found.'],
    }),
    code: addition(
      Type.String({
        pattern: '^[a-z0-9_]+$',
        description: 'A stable word for programs; docs/errors.md lists them with causes and cures.',
        examples: ['not_found'],
      }),
    ),
    errors: addition(
      Type.Optional(
        Type.Array(
          named(
            'InvalidField',
            Type.Object(
              {
                path: Type.String({
                  maxLength: 4096,
                  description: 'JSON pointer into the body, or `query/<name>`, `path/<name>`.',
                  examples: ['/name'],
                }),
                message: Type.String({
                  minLength: 1,
                  description: 'What is wrong with this field.',
                  examples: ['is required'],
                }),
              },
              { description: 'A field that is not as it must be.' },
            ),
          ),
          { description: 'Every invalid field, where the input is at fault.' },
        ),
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

/** What the document shows of each `done` without fields. */
export const Done = Type.Object(
  { error: ok, message: fixedText },
  { $id: 'Done', description: 'The operation succeeded.' },
)

/** What the document shows of an answer that has the id of what was made, and no more. */
export const Created = Type.Object(
  { error: ok, id: id('Id of the new record.') },
  { $id: 'Created', description: 'The record was made.' },
)

/** The answer of an operation whose only content is its fixed text; the component `as` is the same with any text. */
export const done = <T extends TProperties>(id: string, message: string, fields = {} as T, as = 'Done') =>
  publishedAs(
    as,
    Type.Object(
      { error: ok, message: Type.String({ ...fixedText, enum: [message], examples: [message] }), ...fields },
      { $id: id, description: `The operation succeeded: “${message}”` },
    ),
  )

/** A component for the `done` with these fields. */
export const doneWith = <T extends TProperties>(id: string, fields: T) =>
  Type.Object({ error: ok, message: fixedText, ...fields }, { $id: id, description: 'The operation succeeded.' })

/** The answer of an operation that makes a record and tells its id alone. */
export const created = (name: string, description: string) =>
  publishedAs('Created', success(name, { id: Created.properties.id }, description))

/** A success object: `error: 0` before the given fields. */
export const success = <T extends Parameters<typeof Type.Object>[0]>(id: string, fields: T, description: string) =>
  Type.Object({ error: ok, ...fields }, { $id: id, description })
