import type { Generated } from 'kysely'
import type { Id } from './columns.ts'

export interface Aliases {
  id: Id
  domain_id: number | null
  alias: string
  /** The alias without case; null for one of ASCII. See `aliasKey`. */
  folded: Generated<string | null>
  link_id: number | null
  bio_id: number | null
  /** The link that has this as a further alias. */
  extra_link_id: Generated<number | null>
  detached: Generated<boolean>
  /** Scheme and host of the deleted domain, if known. */
  lost_domain: string | null
}
