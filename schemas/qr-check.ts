import { type Static, Type } from '@sinclair/typebox'
import { oneOf, Ref } from './ref.ts'
import { success } from './replies.ts'

const WARNING_CODES = [
  'contrast_low',
  'light_on_dark',
  'quiet_zone_small',
  'logo_too_large',
  'background_transparent',
  'modules_small',
  'not_decoded',
  'not_checked',
  'payload_malformed',
  'printed_fixed',
  'printed_elsewhere',
] as const

export const QrWarning = Type.Object(
  {
    code: oneOf(WARNING_CODES, {
      description: 'Stable code for programs.',
      examples: ['contrast_low'],
    }),
    message: Type.String({
      minLength: 1,
      description: 'What was found and what is needed.',
      examples: ['The contrast of foreground and background is 2.1:1; at least 3:1 is needed.'],
    }),
  },
  { $id: 'QrWarning', description: 'Why phones may not read a picture, or cannot use its content.' },
)
export type QrWarning = Static<typeof QrWarning>

export const QrFigure = Type.Object(
  {
    found: Type.Number({ minimum: 0, description: 'Value of the picture.', examples: [4] }),
    needed: Type.Number({ minimum: 0, description: 'The limit that it must reach or not exceed.', examples: [4] }),
  },
  { $id: 'QrFigure', description: 'A measure of the picture and its limit.' },
)

export type QrFigure = Static<typeof QrFigure>

const figure = (description: string) => Type.Unsafe<QrFigure>({ ...Ref(QrFigure), description })

export const QrVerdict = Type.Object(
  {
    scannable: Type.Boolean({
      description:
        'Whether phones will read the picture at this size. Modules of 2.5 to 4 pixels are scannable, with a warning.',
      examples: [true],
    }),
    decoded: Type.Boolean({
      description:
        'Whether an independent decoder read the exact content from the drawn picture, also when the picture was ' +
        'slightly blurred.',
      examples: [true],
    }),
    contrast: figure('Lowest WCAG contrast ratio of a dark color and the background; at least.'),
    quietZone: figure('Empty modules around the symbol; at least.'),
    logo: figure('Width of the area cleared for the logo, divided by the width of the symbol; at most.'),
    module: figure('Width of a module in pixels at the requested size; at least.'),
    warnings: Type.Array(Ref(QrWarning), { description: 'Why phones may not read the picture.', examples: [[]] }),
  },
  {
    $id: 'QrVerdict',
    description: 'Whether phones will read the picture.',
    examples: [
      {
        scannable: true,
        decoded: true,
        contrast: { found: 21, needed: 3 },
        quietZone: { found: 4, needed: 4 },
        logo: { found: 0.24, needed: 0.25 },
        module: { found: 9, needed: 4 },
        warnings: [],
      },
    ],
  },
)
export type QrVerdict = Static<typeof QrVerdict>

export const QrCheck = success('QrCheck', { data: Ref(QrVerdict) }, 'Whether phones will read the picture.')
