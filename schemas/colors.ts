import { Type } from '@sinclair/typebox'

const channel = '0*(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'

/** A color in the form `rgb(<r>,<g>,<b>)`. */
export const rgbColor = (name: string, example: string) =>
  Type.String({
    maxLength: 64,
    pattern: `^ *rgb\\( *${channel} *, *${channel} *, *${channel} *\\) *$`,
    'x-form': `a color, such as ${example}, each number from 0 to 255`,
    description: `${name} in the form \`rgb(<r>,<g>,<b>)\`, 0 to 255 each.`,
    examples: [example],
  })
