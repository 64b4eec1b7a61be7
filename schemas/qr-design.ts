import { type Static, Type } from '@sinclair/typebox'
import { rgbColor } from './colors.ts'
import { text } from './fields.ts'
import { named, oneOf, optional, Ref } from './ref.ts'

export const MODULE_SHAPES = ['square', 'dots', 'rounded', 'extra-rounded', 'classy', 'classy-rounded'] as const
export type ModuleShape = (typeof MODULE_SHAPES)[number]
export const EYE_SHAPES = ['square', 'rounded', 'circle', 'leaf', 'drop'] as const
export type EyeShape = (typeof EYE_SHAPES)[number]
export const FRAME_TYPES = ['text', 'bar', 'bubble', 'border'] as const
export type FrameType = (typeof FRAME_TYPES)[number]

const GradientStop = named(
  'QrGradientStop',
  Type.Object(
    {
      at: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Place of the color: 0 at the start, 1 at the end.',
        examples: [0],
      }),
      color: rgbColor('Color at this place', 'rgb(20,40,90)'),
    },
    { description: 'A color of a gradient and its place.' },
  ),
)

export const QrGradient = Type.Object(
  {
    type: oneOf(['linear', 'radial'], {
      description: 'linear: along a line across the code; radial: from its center to its corners.',
      examples: ['linear'],
    }),
    angle: optional(
      Type.Integer({
        minimum: 0,
        maximum: 359,
        description:
          'Direction of a linear gradient in degrees: 0 from left to right, 90 from top to bottom. Default 0.',
        examples: [45],
      }),
    ),
    stops: Type.Array(GradientStop, {
      minItems: 2,
      maxItems: 4,
      description: 'Two to four colors, in the order of their places.',
      examples: [
        [
          { at: 0, color: 'rgb(20,40,90)' },
          { at: 1, color: 'rgb(120,20,90)' },
        ],
      ],
    }),
  },
  { $id: 'QrGradient', description: 'Gradient of the dark modules, in place of `foreground`.' },
)

/** The fields of a frame that the pictures of links take as parameters. */
export const frameFields = {
  type: oneOf(FRAME_TYPES, {
    description:
      'text: only the caption; bar: the caption on a bar; bubble: on a speech bubble that points to the code; border: on a border around the code.',
    examples: ['bar'],
  }),
  caption: text('Text at the code, in any script. It takes one or two lines; longer texts are smaller.', 'Scan me', 60),
}

/** The fields of a design that the pictures of links take as parameters. */
export const designFields = {
  modules: oneOf(MODULE_SHAPES, { description: 'Shape of the dark modules. Default: square.', examples: ['rounded'] }),
  eyeframe: oneOf(EYE_SHAPES, {
    description: 'Shape of the rings of the three eyes in the corners. Default: square.',
    examples: ['circle'],
  }),
  eyeball: oneOf(EYE_SHAPES, {
    description: 'Shape of the centers of the eyes. Default: square.',
    examples: ['circle'],
  }),
  eyeframecolor: rgbColor('Color of the rings of the eyes', 'rgb(120,20,90)'),
  eyeballcolor: rgbColor('Color of the centers of the eyes', 'rgb(20,40,90)'),
  transparent: Type.Boolean({
    description:
      'true: the picture has no background. It is read back on the color of `background`, which must be like that of the ground. JPEG pictures have the background.',
    examples: [false],
  }),
}

export const QrFrame = Type.Object(
  {
    type: frameFields.type,
    caption: frameFields.caption,
    position: optional(
      oneOf(['below', 'above'], { description: 'Where the caption is. Default: below.', examples: ['below'] }),
    ),
    color: optional(rgbColor('Color of the bar, bubble or border. Default: the foreground; it is', 'rgb(20,40,90)')),
    textcolor: optional(rgbColor('Color of the caption. Default: one that contrasts; it is', 'rgb(255,255,255)')),
  },
  { $id: 'QrFrame', description: 'A frame with a caption. The picture is then higher than wide.' },
)

export const QrDesign = Type.Object(
  {
    modules: optional(designFields.modules),
    eyeframe: optional(designFields.eyeframe),
    eyeball: optional(designFields.eyeball),
    eyeframecolor: optional(designFields.eyeframecolor),
    eyeballcolor: optional(designFields.eyeballcolor),
    gradient: optional(Ref(QrGradient)),
    transparent: optional(designFields.transparent),
    logosize: optional(
      Type.Number({
        minimum: 0.05,
        maximum: 0.4,
        description:
          'Longer side of the logo, divided by the width of the symbol. Default: with the modules around it a quarter. The logo never covers an alignment pattern, so it is smaller in larger symbols.',
        examples: [0.2],
      }),
    ),
    logomargin: optional(
      Type.Number({
        minimum: 0,
        maximum: 4,
        description:
          'Distance from the logo to the modules around it, in modules, at least; smaller where alignment patterns leave no room. Default 0.5.',
        examples: [1],
      }),
    ),
    frame: optional(Ref(QrFrame)),
  },
  {
    $id: 'QrDesign',
    description: 'How a QR code looks, besides its colors and logo. Every field is optional.',
    examples: [{ modules: 'rounded', eyeframe: 'circle', frame: { type: 'bar', caption: 'Scan me' } }],
  },
)
export type QrDesign = Static<typeof QrDesign>
