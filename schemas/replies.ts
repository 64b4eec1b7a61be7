import { type TProperties, Type } from '@sinclair/typebox'
import { addition, named } from './ref.ts'

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

/** The answer of an operation that has nothing to tell but its fixed text, and maybe a little more. */
export const done = <T extends TProperties>(id: string, message: string, fields = {} as T) =>
  Type.Object(
    {
      error: ok,
      message: Type.String({ enum: [message], description: 'A fixed text.', examples: [message] }),
      ...fields,
    },
    { $id: id, description: `The operation succeeded: “${message}”` },
  )

/** A success object: `error: 0` before the given fields. */
export const success = <T extends Parameters<typeof Type.Object>[0]>(id: string, fields: T, description: string) =>
  Type.Object({ error: ok, ...fields }, { $id: id, description })
