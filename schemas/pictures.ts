import { type Static, Type } from '@sinclair/typebox'
import { oneOf, Ref } from './ref.ts'
import { doneWith } from './replies.ts'

export const PictureWarning = Type.Object(
  {
    path: Type.String({
      maxLength: 4096,
      description: 'JSON pointer of the field that names it.',
      examples: ['/image'],
    }),
    code: oneOf(['picture_not_held'], { description: 'A stable word for programs.', examples: ['picture_not_held'] }),
    message: Type.String({
      minLength: 1,
      description: 'What is wrong with it.',
      examples: ['could not be fetched: its server answered 404'],
    }),
  },
  { $id: 'PictureWarning', description: 'A picture that is not shown, because it could not be had.' },
)
export type PictureWarning = Static<typeof PictureWarning>

/** In an answer: the pictures that could not be had. */
export const pictureWarnings = {
  warnings: Type.Optional(
    Type.Array(Ref(PictureWarning), {
      description:
        'Only where pictures could not be had: they are not shown until they are, which is tried again when somebody looks.',
    }),
  ),
}

export const DoneWithPictureWarnings = doneWith('DoneWithPictureWarnings', pictureWarnings)
