import type { Id, MaybeTime, Now } from './columns.ts'

/** What the operator blocks; a row has a host, a link or an account. */
export interface Bans {
  id: Id
  host: string | null
  link_id: number | null
  account_id: number | null
  /** Why; the owner of a link sees it. */
  reason: string | null
  source: 'command' | 'api'
  /** Null: until it is lifted. */
  until: MaybeTime
  created_at: Now
}
