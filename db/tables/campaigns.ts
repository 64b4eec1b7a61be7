import type { Generated } from 'kysely'
import type { Owned } from './columns.ts'

export interface Campaigns extends Owned {
  name: string
  slug: string | null
  public: Generated<boolean>
}
