import { setTimeout } from 'node:timers/promises'
import { Connection, type CreateClient } from './connection.ts'
import { DatabaseSetupError } from './failure.ts'

const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = 5000
const ANSWER_MS = 2000
const KEEP_ALIVE_INTERVAL_MS = 5000
const GOODBYE_MS = 1000
const TEST_PAYLOAD = 'listening:'

/** A subscription to a notification channel. */
export interface Subscription {
  /** Whether the listening connection is open. */
  readonly isConnected: boolean
  /**
   * Resolves once every notification committed before this call has been delivered. Rejects if the connection is lost
   * or does not answer within two seconds; it is then replaced.
   */
  flush(): Promise<void>
  /** Sends a notification over the same connection, and then does as `flush`. */
  send(payload: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Listens on a channel over a separate connection, which is tested every five seconds and replaced if it is lost or
 * does not answer. `onGap` is called when it is lost and each time it listens again. Rejects if the first attempt
 * fails. `notify` sends a notification over another connection, which tests whether this one receives any.
 */
export async function listenOn(
  createClient: CreateClient,
  channel: string,
  { onMessage, onGap }: { onMessage(payload: string): void; onGap(): void },
  notify: (payload: string) => Promise<unknown>,
): Promise<Subscription> {
  let connection: Connection | undefined
  let isStopped = false
  let onTestPayload: (() => void) | undefined

  const onNotify = (name: string, payload: string) => {
    if (name !== channel) return
    if (payload === TEST_PAYLOAD) onTestPayload?.()
    else onMessage(payload)
  }

  // Behind a pooler in transaction mode, LISTEN applies to a server session that other clients use.
  const testDelivery = async () => {
    const arrived = new Promise<true>((resolve) => {
      onTestPayload = () => resolve(true)
    })
    await notify(TEST_PAYLOAD)
    if (!(await Promise.race([arrived, setTimeout(ANSWER_MS, false)])))
      throw new DatabaseSetupError(
        'DATABASE_URL leads to a connection pooler that does not deliver notifications (PgBouncer in transaction mode): set DATABASE_LISTEN_URL to the Postgres server itself.',
      )
  }

  const listen = async () => {
    const opened = await new Connection(createClient, { onNotify }).open()
    try {
      await opened.run(`listen "${channel}"`, [], ANSWER_MS)
      if (opened.isPooled) await testDelivery()
    } catch (error) {
      opened.discard(error)
      throw error
    }
    connection = opened
    opened.lost.then(replace)
    keepAlive(opened)
    if (isStopped) await opened.close(GOODBYE_MS)
  }

  // Detects a connection that is broken but not closed: a statement that times out discards it.
  const keepAlive = async (opened: Connection) => {
    while (!opened.isLost) {
      await setTimeout(KEEP_ALIVE_INTERVAL_MS, undefined, { ref: false })
      await opened.run('select 1', [], ANSWER_MS).catch(() => {})
    }
  }

  const replace = async (): Promise<void> => {
    connection = undefined
    if (!isStopped) onGap()
    for (let pause = MIN_PAUSE_MS; !isStopped; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      await setTimeout(pause)
      if (isStopped) return
      try {
        await listen()
        return onGap()
      } catch {
        // The next attempt follows after a longer pause.
      }
    }
  }

  // A server sends a listening connection what was committed before it answers that connection's next statement.
  const runAfterCommits = async (statement: string, parameters: readonly string[] = []) => {
    if (!connection) throw new Error('The listening connection is lost.')
    await connection.run(statement, parameters, ANSWER_MS)
  }

  await listen()
  return {
    get isConnected() {
      return connection !== undefined && !connection.isLost
    },
    // The server sends pending notifications before it answers the connection's next statement.
    flush: () => runAfterCommits('select 1'),
    send: (payload) => runAfterCommits('select pg_notify($1, $2)', [channel, payload]),
    stop: async () => {
      isStopped = true
      await connection?.close(GOODBYE_MS)
    },
  }
}
