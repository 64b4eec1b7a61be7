import type { Generated } from 'kysely'
import type { Json, Owned } from './columns.ts'

export interface QrCodes extends Owned {
  code: string
  name: string
  type: string
  data: Json<unknown>
  is_static: boolean
  background: string | null
  foreground: string | null
  logo: string | null
  logo_image: Uint8Array | null
  scans: Generated<number>
  uniquescans: Generated<number>
}
