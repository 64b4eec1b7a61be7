import type { Kysely } from 'kysely'
import type { Subscription } from './listen.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/**
 * An open database: a Postgres server, or Postgres embedded in this process. On a server each of the three has
 * connections of its own, so that none of them can keep the others waiting.
 */
export interface Store {
  /** For jobs: a statement may take a minute, one of a transaction as long as it needs. */
  db: Database
  /** For API requests: a server that does not answer in time counts as away. */
  api: Database
  /** For visitors: look-ups by unique index and the visit writer. In time as for `api`. */
  visitors: Database
  /** How many connections `visitors` has. The visit writer leaves one of them to look-ups. */
  visitorConnections: number
  kind: 'server' | 'embedded'
  /**
   * Calls `onMessage` with each payload notified on a channel, in the order of the commits. `onGap` is called when
   * messages may be missed: the connection was lost, or is back.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<Subscription>
  /** Rejects when the database does not answer or cannot be written to. */
  checkReady(): Promise<void>
  close(): Promise<void>
}
