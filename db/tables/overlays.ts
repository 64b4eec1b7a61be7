import type { Generated } from 'kysely'
import type { Json, Owned } from './columns.ts'

export interface Overlays extends Owned {
  type: 'message' | 'contact'
  name: string
  text: string | null
  button: string | null
  link: string | null
  colors: Json<{ background?: string; text?: string; button?: string }>
  position: Generated<'top' | 'bottom' | 'left' | 'right' | 'center'>
}
