import type { MaybeTime } from './columns.ts'

/** An address of a quarantined link that was deleted with its account; nothing else gets it. */
export interface HeldAliases {
  /** The folded alias. */
  key: string
  /** '': the service's own. */
  host: string
  alias: string
  /** Null: until it is released. */
  until: MaybeTime
}
