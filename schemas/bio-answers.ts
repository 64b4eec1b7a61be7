import { type Static, Type } from '@sinclair/typebox'
import { fieldKind, fieldLabel, formKey, MAX_FORM_FIELDS } from './bio-forms.ts'
import { datetime, id, multilineText } from './fields.ts'
import { CreatedQuery, listOf } from './lists.ts'
import { named, nullable, Ref } from './ref.ts'
import { done, success } from './replies.ts'

const answer = named(
  'BioFormAnswer',
  Type.Object(
    {
      kind: fieldKind,
      label: { ...fieldLabel, description: 'Label that the field had.' },
      value: Type.String({
        maxLength: 2000,
        description: 'What was entered; `true` or `false` for a checkbox, empty if the field was left out.',
        examples: ['ada@example.com'],
      }),
    },
    { description: 'The answer to a field of a form.' },
  ),
)
export type FormAnswer = Static<typeof answer>

const form = formKey('Key of the form.')

export const BioAnswer = Type.Object(
  {
    id: id('Id of the answer.'),
    form: { ...form, maxLength: 64 },
    date: datetime('Time of the answer.'),
    answers: Type.Array(answer, {
      maxItems: MAX_FORM_FIELDS,
      description: 'The fields of the form as they were then, and what was entered.',
    }),
    consent: nullable(
      multilineText(
        'The text that the visitor agreed to, as it was shown; null: there was no consent.',
        'I agree that you use my address to plan the tour.',
      ),
    ),
    consentdate: nullable(datetime('Time of the consent; null: there was none.')),
  },
  { $id: 'BioAnswer', description: 'An answer to a form of a bio page. No IP address is stored.' },
)
export type BioAnswer = Static<typeof BioAnswer>

export const BioAnswerList = listOf('BioAnswerList', 'answers', BioAnswer, 'answers to forms')

const narrowed = { form: Type.Optional(formKey('Only answers to the form with this key.')) }

export const BioAnswerQuery = Type.Object({ ...CreatedQuery.properties, ...narrowed })

const { created_after, created_before } = CreatedQuery.properties
export const BioAnswerExportQuery = Type.Object({ created_after, created_before, ...narrowed })

export const BioAnswerReply = success('BioAnswerReply', { answer: Ref(BioAnswer) }, 'One answer.')
export const BioAnswerDeleted = done('BioAnswerDeleted', 'Answer has been deleted successfully.')
