import type { Pixel } from '../../schemas/pixels.ts'
import type { Owned } from './columns.ts'

export interface Pixels extends Owned {
  type: Pixel['type']
  name: string
  tag: string
}
