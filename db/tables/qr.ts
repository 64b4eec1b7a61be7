import type { Generated } from 'kysely'
import type { QrData, QrType } from '../../schemas/qr-content.ts'
import type { QrDesign } from '../../schemas/qr-design.ts'
import type { Json, Owned } from './columns.ts'

export interface QrCodes extends Owned {
  code: string
  name: string
  externalid: string | null
  type: QrType
  data: Json<QrData>
  is_static: boolean
  background: string | null
  foreground: string | null
  logo: string | null
  logo_image: Uint8Array | null
  design: Json<QrDesign | null>
  /** The branded domain with its scheme, also after it was deleted; null: the service's own host. */
  domain: string | null
  /** Hosts that pictures of the code may have been printed with before it moved; '': the service's own. */
  former_hosts: Generated<string[]>
  /** Whether everyone may see the statistics page. */
  publicstats: Generated<boolean>
  scans: Generated<number>
  uniquescans: Generated<number>
  /** Of these, those from before it was imported; and of those, the ones whose day is not known. */
  imported_visits: Generated<number>
  imported_uniques: Generated<number>
  undated_visits: Generated<number>
  undated_uniques: Generated<number>
}

/** Looks of which codes are made. */
export interface QrTemplates extends Owned {
  name: string
  background: string | null
  foreground: string | null
  logo: string | null
  logo_image: Uint8Array | null
  design: Json<QrDesign | null>
}

/** Codes that were deleted, with the account that had them: pictures of them may be printed. */
export interface DeletedCodes {
  code: string
  /** Null: a deleted account. */
  account_id: number | null
}
