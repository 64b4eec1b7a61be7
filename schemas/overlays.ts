import { type Static, Type } from '@sinclair/typebox'
import { datetime, hexColor, id, multilineText, text } from './fields.ts'
import { listOf } from './lists.ts'
import { checked, clearable, oneOf, optional, Ref } from './ref.ts'
import { created, done, success } from './replies.ts'
import { storedFields } from './stored-fields.ts'

const type = oneOf(['message', 'contact'], {
  description: '`message`: a text and a button. `contact`: the button is a way to get in touch.',
  examples: ['message'],
})
const name = text('Name of the overlay; screen readers announce it.', 'Spring offer')
const words = multilineText('Text of the call to action.', 'Two nights for the price of one until the end of May.')
const button = text('Label of the button.', 'See the rooms', 100)
const link = checked(
  'destination',
  Type.String({
    minLength: 1,
    maxLength: 8192,
    pattern:
      '^([hH][tT][tT][pP][sS]?://[^\\s\\x00-\\x1F\\x7F-\\x9F]+|(mailto:)?[^\\s@:/?&#\\x00-\\x1F\\x7F-\\x9F]{1,64}@[^\\s@:/?&#\\x00-\\x1F\\x7F-\\x9F]{1,125}\\.[^\\s@:/?&#\\x00-\\x1F\\x7F-\\x9F]{1,63}|tel:\\+?[0-9() .-]{2,32})$',
    'x-form':
      'an http or https URL, such as https://example.com/rooms, an e-mail address, such as hut@example.com, or a phone number, such as tel:+49 30 901820',
    description:
      'Destination of the button: an http or https URL, an e-mail address of at most 254 characters (also as `mailto:`), or `tel:` and a number.',
    examples: ['https://example.com/rooms'],
  }),
)
const position = oneOf(['top', 'bottom', 'left', 'right', 'center'], {
  description: 'Position over the destination.',
  examples: ['bottom'],
})
export const OverlayColors = Type.Object(
  {
    background: optional(hexColor('Background color.', '#1C2924')),
    text: optional(
      hexColor('Text color; replaced by black or white if its contrast on the background is too low.', '#F5F1E6'),
    ),
    button: optional(hexColor('Button color; its label is black or white, whichever has more contrast.', '#F0764D')),
  },
  { $id: 'OverlayColors', description: 'Colors as `#RRGGBB`; each has a default.' },
)
export type OverlayColors = Static<typeof OverlayColors>

export const Overlay = Type.Object(
  { id: id('Id of the overlay.'), type, name, date: datetime('Time of creation.') },
  { $id: 'Overlay', description: 'A call-to-action overlay.' },
)
export type Overlay = Static<typeof Overlay>

const colors = Type.Unsafe<OverlayColors>({
  ...Ref(OverlayColors),
  description: 'Colors of the overlay; they replace all stored ones.',
})
const plain = storedFields({ type, name, position }, { text: words, button, link })

export const OverlayDetails = Type.Object(
  { ...Overlay.properties, ...plain.shown, colors: Ref(OverlayColors) },
  { $id: 'OverlayDetails', description: 'An overlay with all writable fields.' },
)
export type OverlayDetails = Static<typeof OverlayDetails>

export const OverlayList = listOf('OverlayList', 'cta', Overlay, 'CTA overlays')
export const OverlayReply = success('OverlayReply', { details: Ref(OverlayDetails) }, 'One overlay.')

export const NewOverlay = Type.Object(
  { ...plain.created, type, name, colors: optional(colors) },
  { $id: 'NewOverlay', description: 'An overlay to create. The default of `position` is `bottom`.' },
)
export type NewOverlay = Static<typeof NewOverlay>

export const OverlayChange = Type.Object(
  { ...plain.changed, colors: clearable(colors) },
  { $id: 'OverlayChange', description: 'Changes to an overlay; null clears a text, button, link or the colors.' },
)
export type OverlayChange = Static<typeof OverlayChange>

export const OverlayCreated = created('OverlayCreated', 'The overlay was created.')
export const OverlayUpdated = done('OverlayUpdated', 'Overlay has been updated successfully.')
export const OverlayDeleted = done('OverlayDeleted', 'Overlay has been deleted successfully.')
