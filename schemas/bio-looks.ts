import { type Static, Type } from '@sinclair/typebox'
import { hexColor } from './fields.ts'
import { addition, checked, oneOf } from './ref.ts'

/** Fonts of bio pages: lists of fonts that devices have, so that none is loaded. */
export const FONTS = ['sans', 'serif', 'mono', 'rounded', 'humanist', 'geometric', 'slab', 'handwritten'] as const

export const BioColors = checked(
  'bioColors',
  Type.Object(
    {
      background: hexColor('Background of the page.', '#FFF7E8'),
      text: hexColor('Color of texts; its contrast on the background must be at least 4.5.', '#2B2118'),
      button: hexColor('Color of buttons.', '#7A1F3D'),
      buttontext: hexColor('Labels of buttons; their contrast on the button must be at least 4.5.', '#FFFFFF'),
    },
    { $id: 'BioColors', description: 'Colors as `#RRGGBB`, the same for light and dark settings of the device.' },
  ),
)
export type BioColors = Static<typeof BioColors>

export const font = addition(
  oneOf(FONTS, {
    description: 'Font of the page, from those that devices have: nothing is loaded. null: that of the theme.',
    examples: ['serif'],
  }),
)
