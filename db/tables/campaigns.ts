import type { Generated } from 'kysely'
import type { Removable } from './columns.ts'

export interface Campaigns extends Removable {
  name: string
  slug: string | null
  public: Generated<boolean>
}
