import { Pool as TarnPool, TimeoutError } from 'tarn'
import type { Connection } from './connection.ts'
import { failure } from './failure.ts'

// Older connections are replaced: they follow a host name that leads elsewhere by then.
const MAX_AGE_MS = 1_800_000
const IDLE_MS = 300_000
const GOODBYE_MS = 1000
// A server that has no more connections for us is not asked at every turn.
const RETRY_MS = 1000
const MAX_TIMER_MS = 2 ** 31 - 1

export interface Pool {
  /** Waits for a connection that nobody else uses. Rejects when none is free in time, or the server is away. */
  acquire(): Promise<Connection>
  /** Every acquired connection is released, also one that was lost. */
  release(connection: Connection): void
  /** Cuts every connection and rejects everyone who waits, with this error. */
  discardAll(error: unknown): void
  /** Rejects new callers, and waits up to `timeoutMs` for connections in use; then these are cut. */
  close(timeoutMs: number): Promise<void>
}

/**
 * A pool of at most `max` connections, opened as they are needed. `create` makes one that `open` then opens.
 * `waitMs` is how long a caller waits for a connection; undefined: for as long as it takes.
 */
export function createPool(
  create: () => Connection,
  open: (connection: Connection) => Promise<unknown>,
  { max, waitMs = MAX_TIMER_MS }: { max: number; waitMs?: number | undefined },
): Pool {
  const all = new Set<Connection>()
  const waiting = new Set<{ reject(error: unknown): void }>()
  let closing: Promise<void> | undefined
  const rejectWaiting = (error: unknown) => {
    for (const caller of waiting) caller.reject(error)
  }

  const pool = new TarnPool<Connection>({
    min: 0,
    max,
    acquireTimeoutMillis: waitMs,
    createRetryIntervalMillis: RETRY_MS,
    idleTimeoutMillis: IDLE_MS,
    validate: (connection) => !connection.isLost && connection.age < MAX_AGE_MS,
    destroy: (connection) => connection.close(GOODBYE_MS),
    create: async () => {
      const connection = create()
      all.add(connection)
      connection.lost.then(() => all.delete(connection))
      try {
        await open(connection)
        return connection
      } catch (error) {
        all.delete(connection)
        connection.discard(error)
        // Others will be released for those who wait; where there are none, the server is away.
        if (all.size === 0) rejectWaiting(error)
        throw error
      }
    },
  })

  const discardAll = (error: unknown) => {
    rejectWaiting(error)
    for (const connection of all) connection.discard(error)
  }
  const ended = () => failure('CONNECTION_ENDED', 'The database was closed.')

  return {
    async acquire() {
      if (closing) throw ended()
      const pending = pool.acquire()
      const caller = { reject: (error: unknown) => pending.reject(error as Error) }
      waiting.add(caller)
      try {
        return await pending.promise
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error
        throw failure('CONNECTION_SILENT', 'No connection to the database was free in time.')
      } finally {
        waiting.delete(caller)
      }
    },
    release: (connection) => void pool.release(connection),
    discardAll,
    close(timeoutMs) {
      rejectWaiting(ended())
      const timer = setTimeout(discardAll, timeoutMs, ended())
      closing ??= pool.destroy().then(() => {})
      return closing.finally(() => clearTimeout(timer))
    },
  }
}
