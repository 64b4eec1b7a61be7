import { Pool as TarnPool, TimeoutError } from 'tarn'
import type { Connection } from './connection.ts'
import { failure } from './failure.ts'
import { removeFrom } from './remove-from.ts'

// Older connections are replaced, because the host name may resolve to another server by then.
const MAX_AGE_MS = 1_800_000
// A prepared statement takes up to 300 kB of the server.
const MAX_STATEMENTS = 500
const IDLE_MS = 300_000
const GOODBYE_MS = 1000
// Pause between attempts to open a connection, for a server whose connections are all in use.
const RETRY_MS = 1000
const MAX_TIMER_MS = 2 ** 31 - 1

/** The connections of a pool, and how many callers wait for one. */
export interface PoolMetrics {
  max: number
  used: number
  free: number
  waiting: number
}

export interface Pool {
  /** Waits for a free connection. Rejects if none is free in time or the server is unreachable. */
  acquire(): Promise<Connection>
  /** Must be called for every acquired connection, including lost ones. */
  release(connection: Connection): void
  /** Discards every connection and rejects all waiting callers with this error. */
  discardAll(error: unknown): void
  /** Rejects new callers and waits up to `timeoutMs` for connections in use, then discards them. */
  close(timeoutMs: number): Promise<void>
  metrics(): PoolMetrics
}

/**
 * A pool of at most `max` connections, opened on demand: `create` makes a connection and `open` opens it. `waitMs` is
 * how long a caller waits for a free connection; undefined means without a limit.
 */
export function createPool(
  create: () => Connection,
  open: (connection: Connection) => Promise<unknown>,
  { max, waitMs = MAX_TIMER_MS }: { max: number; waitMs?: number | undefined },
): Pool {
  const all = new Set<Connection>()
  const waiting: { reject(error: unknown): void }[] = []
  let closing: Promise<void> | undefined
  const rejectWaiting = (error: unknown) => {
    for (const caller of [...waiting]) caller.reject(error)
  }

  const openNew = async () => {
    const connection = create()
    all.add(connection)
    connection.lost.then(() => all.delete(connection))
    try {
      await open(connection)
      return connection
    } catch (error) {
      all.delete(connection)
      connection.discard(error)
      throw error
    }
  }

  const pool = new TarnPool<Connection>({
    min: 0,
    max,
    acquireTimeoutMillis: waitMs,
    createRetryIntervalMillis: RETRY_MS,
    idleTimeoutMillis: IDLE_MS,
    validate: (connection) =>
      !connection.isLost && connection.age < MAX_AGE_MS && connection.statements < MAX_STATEMENTS,
    destroy: (connection) => connection.close(GOODBYE_MS),
    create: async () => {
      try {
        return await openNew()
      } catch (error) {
        // While other connections exist, callers wait for one of them. With none left the server is unreachable.
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
      waiting.push(caller)
      try {
        return await pending.promise
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error
        throw failure('CONNECTION_SILENT', 'No connection to the database was free in time.')
      } finally {
        removeFrom(waiting, caller)
      }
    },
    release: (connection) => void pool.release(connection),
    discardAll,
    metrics: () => ({ max, used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() }),
    close(timeoutMs) {
      rejectWaiting(ended())
      const timer = setTimeout(discardAll, timeoutMs, ended())
      closing ??= pool.destroy().then(() => {})
      return closing.finally(() => clearTimeout(timer))
    },
  }
}
