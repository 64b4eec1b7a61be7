import { type Static, Type } from '@sinclair/typebox'
import { date, id, multilineText, SIGNATURE_EXAMPLE, text, url, urlOut } from './fields.ts'
import { listOf } from './lists.ts'
import { clearable, oneOf, optional } from './ref.ts'
import { done, success } from './replies.ts'
import { storedFields } from './stored-fields.ts'

const name = text('Channel name.', 'Newsletter')
const description = multilineText('Description of the channel.', 'Links of the weekly letter')
const shownDescription = Type.String({
  maxLength: 2000,
  description: 'Description of the channel; "" if there is none.',
  examples: ['Links of the weekly letter'],
})
const color = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  maxLength: 7,
  'x-form': 'a color, such as #1D7A5F',
  description: 'Badge color, `#RRGGBB`; `#000000` if none is set.',
  examples: ['#1D7A5F'],
})
const starred = Type.Boolean({ description: 'Whether the channel is starred.', examples: [true] })

const plain = storedFields({ name, starred })

const fields = { id: id('Id of the channel.'), ...plain.shown, description: shownDescription, color }

export const Channel = Type.Object(fields, {
  $id: 'Channel',
  description: 'A labeled group of links, bio pages and QR codes.',
})
export type Channel = Static<typeof Channel>

export const ChannelList = listOf('ChannelList', 'channels', Channel, 'channels')

export const itemType = oneOf(['links', 'bio', 'qr'], { description: 'Type of the item.', examples: ['links'] })

export const ChannelItem = Type.Object(
  {
    type: itemType,
    id: id('Id of the item within its own type.'),
    title: Type.String({
      maxLength: 255,
      description: 'Title; the alias or name if there is none.',
      examples: ['Summer sale'],
    }),
    preview: url('A picture of the item.', `http://localhost:3000/card/link/42.svg?key=${SIGNATURE_EXAMPLE}`),
    link: urlOut('Public URL of the item.', 'https://go.example.com/summer-sale'),
    date: date('Time of creation of the item.'),
  },
  { $id: 'ChannelItem', description: 'A link, bio page or QR code in a channel.' },
)
export type ChannelItem = Static<typeof ChannelItem>

export const ChannelItemList = listOf('ChannelItemList', 'items', ChannelItem, 'items of a channel')

export const NewChannel = Type.Object(
  { ...plain.created, name, description: optional(description), color: optional(color) },
  { $id: 'NewChannel', description: 'A channel to create.' },
)
export type NewChannel = Static<typeof NewChannel>

export const ChannelChange = Type.Object(
  { ...plain.changed, description: clearable(description), color: clearable(color) },
  { $id: 'ChannelChange', description: 'Changes to a channel; fields that are not sent keep their value.' },
)
export type ChannelChange = Static<typeof ChannelChange>

export const ChannelCreated = success('ChannelCreated', fields, 'The channel was created.')
export const ChannelAssigned = done('ChannelAssigned', 'Item successfully added to the channel.')
export const ChannelUnassigned = done('ChannelUnassigned', 'Item successfully removed from the channel.')
export const ChannelUpdated = done('ChannelUpdated', 'Channel has been updated successfully.')
export const ChannelDeleted = done('ChannelDeleted', 'Channel has been deleted successfully.')
