import { afterReading, Connection, type Dial } from './connection.ts'

// After that a connection is renewed when it is next given back: it follows a name that leads elsewhere by then.
const LIFE_MS = 1_800_000
const GOODBYE_MS = 1000
// A server that has connections for us, but no more of them, is not asked for one at every turn.
const PAUSE_MS = 1000

// The most statements under way on a connection that is shared: what is slow keeps no more than these waiting.
const MOST_SHARERS = 50

/** A connection for the caller alone, or one that others use for statements of their own meanwhile. */
export type Use = 'alone' | 'shared'

export interface Pool {
  /** Rejects when there is no connection within `longest` milliseconds, or the server is away. */
  take(use: Use, longest: number | undefined): Promise<Connection>
  /** Every connection taken is given back, also one that was lost. */
  give(connection: Connection): void
  /** Refuses who asks from now on, and waits up to `longest` milliseconds for what is still taken; then it is cut. */
  close(longest: number): Promise<void>
}

interface Waiting {
  use: Use
  resolve(connection: Connection): void
  reject(error: unknown): void
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

/**
 * At most `most` connections, opened as they are needed, and shared when there are no more to be had. Whoever waits is
 * served in turn, so those who share do not keep those away who need a connection alone. While somebody waits there is a
 * connection that will come back, be lost or be opened: nobody waits for nothing.
 */
export function openPool(dial: Dial, most: number): Pool {
  const all = new Set<Connection>()
  const idle: Connection[] = []
  const sharers = new Map<Connection, number>()
  const waiting = new Set<Waiting>()
  let opening = 0
  let resting: NodeJS.Timeout | undefined
  let closed: Promise<void> | undefined

  const refuseAll = (error: unknown) => {
    for (const one of waiting) one.reject(error)
    waiting.clear()
  }

  const open = async () => {
    opening++
    try {
      const connection = await Connection.open(dial)
      all.add(connection)
      connection.lost.then(() => {
        all.delete(connection)
        sharers.delete(connection)
        serve()
      })
      opening--
      give(connection)
    } catch (error) {
      opening--
      // Others will come back for those who wait; where there are none, the server is away.
      if (all.size + opening === 0) return refuseAll(error)
      resting ??= setTimeout(() => {
        resting = undefined
        serve()
      }, PAUSE_MS).unref()
      serve()
    }
  }

  const canOpen = () => all.size + opening < most && (all.size + opening === 0 || !resting)

  const leastShared = (): Connection | undefined => {
    let least: Connection | undefined
    let fewest = MOST_SHARERS
    for (const [connection, count] of sharers)
      if (count < fewest && !connection.isLost) {
        least = connection
        fewest = count
      }
    return least
  }

  const find = (use: Use): Connection | undefined => {
    let found = idle.pop()
    while (found?.isLost) found = idle.pop()
    if (use === 'alone') return found
    if (!found && !canOpen()) found = leastShared()
    if (found) sharers.set(found, (sharers.get(found) ?? 0) + 1)
    return found
  }

  const serve = () => {
    for (const one of waiting) {
      const found = find(one.use)
      if (!found) break
      waiting.delete(one)
      one.resolve(found)
    }
    while (waiting.size > opening && canOpen()) open()
  }

  const give = (connection: Connection) => {
    if (connection.isLost) return
    const others = (sharers.get(connection) ?? 1) - 1
    if (others > 0) sharers.set(connection, others)
    else {
      sharers.delete(connection)
      if (closed || connection.age > LIFE_MS) connection.close(GOODBYE_MS)
      else idle.push(connection)
    }
    if (waiting.size > 0) serve()
  }

  const wait = (use: Use, longest: number | undefined) =>
    new Promise<Connection>((resolve, reject) => {
      const late = () => {
        if (waiting.delete(one)) reject(failure('CONNECTION_SILENT', 'No connection to the database was free in time.'))
      }
      const timer = longest === undefined ? undefined : afterReading(late, longest)
      const one: Waiting = {
        use,
        resolve: (connection) => {
          clearTimeout(timer)
          resolve(connection)
        },
        reject: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      waiting.add(one)
      serve()
    })

  const closeAll = async (longest: number) => {
    const over = failure('CONNECTION_ENDED', 'The database was closed.')
    refuseAll(over)
    const timer = setTimeout(() => {
      for (const connection of all) connection.discard(over)
    }, longest)
    for (const connection of idle.splice(0)) connection.close(GOODBYE_MS)
    await Promise.all([...all].map(({ lost }) => lost))
    clearTimeout(timer)
  }

  return {
    async take(use, longest) {
      if (closed) throw failure('CONNECTION_ENDED', 'The database was closed.')
      return (waiting.size === 0 && find(use)) || wait(use, longest)
    },
    give,
    close: (longest) => (closed ??= closeAll(longest)),
  }
}
