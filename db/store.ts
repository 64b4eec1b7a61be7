import type { Kysely } from 'kysely'
import type { Subscription } from './listen.ts'
import type { PoolMetrics } from './pool.ts'
import type { Replica } from './replica.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/**
 * An open database: a Postgres server, or Postgres embedded in this process. On a server, `db`, `api` and `visitors`
 * have separate pools, so that none of them can block the others.
 */
export interface Store {
  /** For jobs: a statement may take a minute; in a transaction there is no limit. */
  db: Database
  /** For jobs with statements that may take hours outside a transaction, such as `create index concurrently`. */
  patient: Database
  /** For API requests: each statement has a timeout. */
  api: Database
  /** For visitors: lookups by unique index and the visit writer. Timeout as for `api`. */
  visitors: Database
  /** Connections of `visitors`. The visit writer leaves one of them for lookups. */
  visitorConnections: number
  kind: 'server' | 'embedded'
  /** A streaming replica that statistics are read from, if the settings name one. */
  replica: Replica | null
  /**
   * Calls `onMessage` with each payload notified on a channel, in commit order. `onGap` is called when messages may
   * have been missed: the connection was lost or is open again.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<Subscription>
  /**
   * Calls the listener when the embedded database cannot sync its log to the disk, with the reason, and when it can
   * again. A power cut would lose what is written in between.
   */
  onFault(listener: (fault: Error | undefined) => void): void
  /** Of each pool by its name; the embedded database has none. */
  poolMetrics(): Record<string, PoolMetrics>
  /** Rejects if the database does not respond, is read-only or cannot sync what it has written. */
  checkReady(): Promise<void>
  close(): Promise<void>
}
