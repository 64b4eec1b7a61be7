import type { Generated } from 'kysely'
import type { OverlayColors, OverlayDetails } from '../../schemas/overlays.ts'
import type { Json, Removable } from './columns.ts'

export interface Overlays extends Removable {
  type: OverlayDetails['type']
  name: string
  text: string | null
  button: string | null
  link: string | null
  colors: Json<OverlayColors>
  position: Generated<OverlayDetails['position']>
}
