import type { Generated } from 'kysely'
import type { Id, MaybeTime, Now } from './columns.ts'

/** Lists of blocked hosts that are fetched (`BLOCKED_HOSTS_URLS`). */
export interface BlockLists {
  id: Id
  url: string
  /** The hashes of the entries, as src/abuse/key-set.ts packs them. */
  keys: Generated<Uint8Array>
  /** Lines that are no entries. */
  unread: Generated<number>
  etag: string | null
  /** Why the last fetch failed; null: it did not. */
  fault: string | null
  /** When `keys` were read. */
  fetched_at: MaybeTime
  due_at: Now
}
