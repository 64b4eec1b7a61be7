import type { Generated, GeneratedAlways } from 'kysely'
import type { Id } from './columns.ts'

export interface Aliases {
  id: Id
  domain_id: number | null
  alias: string
  /** The alias without case if its domain ignores case; written by a trigger. */
  folded: GeneratedAlways<string | null>
  link_id: number | null
  bio_id: number | null
  /** The link that has this alias beside its own. */
  extra_link_id: Generated<number | null>
  detached: Generated<boolean>
  /** Scheme and host of the deleted domain, if known. */
  lost_domain: string | null
}
