import { Type } from '@sinclair/typebox'
import { text } from './fields.ts'
import { named, oneOf, optional } from './ref.ts'

/** What visitors enter in a field of a form. */
export const FIELD_KINDS = ['text', 'multiline', 'email', 'phone', 'choice', 'checkbox'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** The most characters that an answer to a field of a kind may have. */
export const MAX_ANSWER = { text: 255, multiline: 2000, email: 255, phone: 32, choice: 120, checkbox: 5 } as const

export const MAX_FORM_FIELDS = 10

export const formKey = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 32,
    pattern: '^[a-z0-9][a-z0-9-]*$',
    'x-form': 'lower-case letters, digits and hyphens, such as tour',
    description,
    examples: ['tour'],
  })

export const fieldLabel = text('Label of the field, different for each field of the form.', 'E-mail', 120)

export const fieldKind = oneOf(FIELD_KINDS, {
  description: 'What is entered. `choice`: one of `choices`; `checkbox`: ticked or not.',
  examples: ['email'],
})

export const formFields = Type.Array(
  named(
    'BioFormField',
    Type.Object(
      {
        kind: fieldKind,
        label: fieldLabel,
        required: optional(
          Type.Boolean({
            description: 'Whether an answer is required; a checkbox must be ticked then. Default false.',
            examples: [true],
          }),
        ),
        choices: optional(
          Type.Array(text('A choice.', 'Saturday', MAX_ANSWER.choice), {
            minItems: 1,
            maxItems: 50,
            uniqueItems: true,
            description: 'What visitors choose one of: required for the kind `choice`, without effect for others.',
            examples: [['Saturday', 'Sunday']],
          }),
        ),
      },
      { description: 'A field of a form.', examples: [{ kind: 'email', label: 'E-mail', required: true }] },
    ),
  ),
  {
    minItems: 1,
    maxItems: MAX_FORM_FIELDS,
    uniqueItems: true,
    description: 'What visitors are asked, from top to bottom.',
    examples: [[{ kind: 'email', label: 'E-mail', required: true }]],
  },
)
