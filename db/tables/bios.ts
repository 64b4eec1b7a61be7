import type { Generated } from 'kysely'
import type { Bio, BioBlock } from '../../schemas/bios.ts'
import type { Json, Owned } from './columns.ts'

export interface Bios extends Owned {
  name: string
  externalid: string | null
  title: string | null
  description: string | null
  image: string | null
  theme: Generated<Bio['theme']>
  blocks: Json<BioBlock[]>
  published: Generated<boolean>
  clicks: Generated<number>
  uniqueclicks: Generated<number>
  /** Of these, those from before it was imported; and of those, the ones whose day is not known. */
  imported_visits: Generated<number>
  imported_uniques: Generated<number>
  undated_visits: Generated<number>
  undated_uniques: Generated<number>
}
