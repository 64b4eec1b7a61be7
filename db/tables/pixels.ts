import type { Pixel } from '../../schemas/pixels.ts'
import type { Removable } from './columns.ts'

export interface Pixels extends Removable {
  type: Pixel['type']
  name: string
  tag: string
}
