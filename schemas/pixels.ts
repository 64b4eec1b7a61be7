import { type Static, Type } from '@sinclair/typebox'
import { datetime, id, text } from './fields.ts'
import { listOf } from './lists.ts'
import { checked, oneOf, Ref } from './ref.ts'
import { created, done, success } from './replies.ts'
import { storedFields } from './stored-fields.ts'

export const PIXEL_TYPES = [
  'vendor01pixel',
  'vendor02pixel',
  'vendor03pixel',
  'vendor04pixel',
  'vendor05pixel',
  'vendor06pixel',
  'vendor07pixel',
  'vendor08pixel',
  'vendor09',
  'vendor10',
  'vendor11',
  'vendor12',
  'vendor13',
] as const

const type = oneOf(PIXEL_TYPES, {
  description: 'Vendor of the pixel; set on creation only.',
  examples: ['vendor01pixel'],
})
const name = text('Custom name.', 'Shop visitors')
const tag = text('Tag or code of the pixel.', '1234567890')

const plain = storedFields({ name, tag })

export const Pixel = Type.Object(
  { id: id('Id of the pixel.'), type, ...plain.shown, date: datetime('Time of creation.') },
  { $id: 'Pixel', description: 'A tracking pixel.' },
)
export type Pixel = Static<typeof Pixel>

export const PixelReply = success('PixelReply', { details: Ref(Pixel) }, 'The pixel.')

export const PixelList = listOf('PixelList', 'pixels', Pixel, 'pixels')

export const NewPixel = checked(
  'pixelTag',
  Type.Object({ type, ...plain.created, name, tag }, { $id: 'NewPixel', description: 'A pixel to create.' }),
)
export type NewPixel = Static<typeof NewPixel>

export const PixelChange = Type.Object(
  { ...plain.changed, tag },
  { $id: 'PixelChange', description: 'Changes to a pixel; `tag` is required.' },
)
export type PixelChange = Static<typeof PixelChange>

export const PixelCreated = created('PixelCreated', 'The pixel was created.')
export const PixelUpdated = done('PixelUpdated', 'Pixel has been updated successfully.')
export const PixelDeleted = done('PixelDeleted', 'Pixel has been deleted successfully.')
