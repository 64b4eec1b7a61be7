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
}
