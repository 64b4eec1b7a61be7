import type { Generated } from 'kysely'
import type { Json, Owned } from './columns.ts'

export interface Bios extends Owned {
  name: string
  title: string | null
  description: string | null
  image: string | null
  theme: Generated<string>
  blocks: Json<Record<string, unknown>[]>
  published: Generated<boolean>
  clicks: Generated<number>
  uniqueclicks: Generated<number>
}
