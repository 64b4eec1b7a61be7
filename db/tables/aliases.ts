import type { Generated } from 'kysely'
import type { Id } from './columns.ts'

export interface Aliases {
  id: Id
  domain_id: number | null
  alias: string
  link_id: number | null
  bio_id: number | null
  detached: Generated<boolean>
  /** Scheme and host of the deleted domain, if known. */
  lost_domain: string | null
}
