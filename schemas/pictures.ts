import { type Static, Type } from '@sinclair/typebox'
import { oneOf, Ref } from './ref.ts'
import { doneWith } from './replies.ts'

export const PictureWarning = Type.Object(
  {
    path: Type.String({
      maxLength: 4096,
      description: 'JSON pointer of the field that names the picture.',
      examples: ['/image'],
    }),
    code: oneOf(['picture_not_held'], { description: 'Stable code for programs.', examples: ['picture_not_held'] }),
    message: Type.String({
      minLength: 1,
      description: 'Why the picture could not be stored.',
      examples: ['could not be fetched: its server answered 404'],
    }),
  },
  { $id: 'PictureWarning', description: 'A picture that could not be stored and is not shown.' },
)
export type PictureWarning = Static<typeof PictureWarning>

/** The field of a response that lists pictures that could not be stored. */
export const pictureWarnings = {
  warnings: Type.Optional(
    Type.Array(Ref(PictureWarning), {
      description:
        'Pictures that could not be stored; absent if there are none. They are not shown; storing is tried again when the page is visited.',
    }),
  ),
}

export const DoneWithPictureWarnings = doneWith('DoneWithPictureWarnings', pictureWarnings)
