import type { Generated } from 'kysely'
import type { BioBlock } from '../../schemas/bio-blocks.ts'
import type { BioColors, FONTS } from '../../schemas/bio-looks.ts'
import type { BioDetails } from '../../schemas/bios.ts'
import type { Json, Owned } from './columns.ts'

export interface Bios extends Owned {
  name: string
  externalid: string | null
  title: string | null
  description: string | null
  image: string | null
  theme: Generated<BioDetails['theme']>
  colors: Json<BioColors | null>
  font: (typeof FONTS)[number] | null
  /** A tag; null: that of the visitor. */
  language: string | null
  blocks: Json<BioBlock[]>
  published: Generated<boolean>
  /** Whether everyone may see the statistics page. */
  publicstats: Generated<boolean>
  clicks: Generated<number>
  uniqueclicks: Generated<number>
  /** Visits from before the import, and how many of those have no known day. */
  imported_visits: Generated<number>
  imported_uniques: Generated<number>
  undated_visits: Generated<number>
  undated_uniques: Generated<number>
}
