import { setTimeout } from 'node:timers/promises'
import { Connection, type CreateClient } from './connection.ts'
import { DatabaseSetupError } from './failure.ts'

const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = 5000
const ANSWER_MS = 2000
const KEEP_ALIVE_INTERVAL_MS = 5000
const GOODBYE_MS = 1000
const TEST_PAYLOAD = 'listening:'

/** A channel of notifications that is listened to. */
export interface Subscription {
  /** Whether notifications are received just now. */
  readonly isConnected: boolean
  /**
   * Resolves once every notification committed before this call has been delivered. Rejects when the connection is lost,
   * or has been silent for two seconds: then it is replaced.
   */
  flush(): Promise<void>
  stop(): Promise<void>
}

/**
 * Listens on a channel over a connection of its own. The connection is tested every five seconds and replaced when it is
 * lost or silent, until it is stopped; `onGap` is called when it is lost, and each time it listens again. Rejects when the
 * first attempt does. `notify` sends a notification by another way; see `testDelivery`.
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

  // Behind a pooler that lends sessions for a transaction the notifications would go to somebody else.
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

  // A connection can fall silent without being closed: a statement that is late discards it.
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
        // Tried again after a longer pause.
      }
    }
  }

  await listen()
  return {
    get isConnected() {
      return connection !== undefined && !connection.isLost
    },
    // A server sends a listening connection what was committed before it answers that connection's next statement.
    flush: async () => {
      if (!connection) throw new Error('The listening connection is lost.')
      await connection.run('select 1', [], ANSWER_MS)
    },
    stop: async () => {
      isStopped = true
      await connection?.close(GOODBYE_MS)
    },
  }
}
