import { type Static, Type } from '@sinclair/typebox'
import { id } from './fields.ts'
import { ExternalIdPath } from './paths.ts'
import { codeColors, PictureQuery } from './qr.ts'
import { designFields, frameFields } from './qr-design.ts'
import { defaulted, oneOf } from './ref.ts'

/** The formats of pictures, by the extension of the file. */
export const PICTURE_FORMATS = ['png', 'svg', 'webp', 'pdf', 'jpg', 'eps'] as const

export const LinkCodePath = Type.Object({
  ...ExternalIdPath('link').properties,
  format: oneOf(PICTURE_FORMATS, { description: 'Format of the picture.', examples: ['svg'] }),
})

export const LinkCodeQuery = Type.Object({
  ...PictureQuery.properties,
  template: Type.Optional(
    id(
      'Id of a template of the account, whose colors, logo and design the picture has unless the query says otherwise.',
    ),
  ),
  background: Type.Optional(codeColors.background),
  foreground: Type.Optional(codeColors.foreground),
  modules: Type.Optional(designFields.modules),
  eyeframe: Type.Optional(designFields.eyeframe),
  eyeball: Type.Optional(designFields.eyeball),
  eyeframecolor: Type.Optional(designFields.eyeframecolor),
  eyeballcolor: Type.Optional(designFields.eyeballcolor),
  transparent: Type.Optional(designFields.transparent),
  frame: Type.Optional(frameFields.type),
  caption: Type.Optional(frameFields.caption),
  download: Type.Optional(
    Type.Boolean({
      description: 'true: browsers save the picture as a file instead of showing it.',
      examples: [true],
    }),
  ),
  strict: defaulted(
    Type.Boolean({
      default: false,
      description: 'true: a picture that phones may not read is a 400 that says why.',
      examples: [true],
    }),
  ),
})
export type LinkCodeQuery = Static<typeof LinkCodeQuery>
