import { setTimeout } from 'node:timers/promises'
import { Connection, type Dial } from './connection.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5000
const ANSWER_MS = 5000
const GOODBYE_MS = 1000

/**
 * Listens on a channel over a connection of its own, and again whenever that was lost, for as long as it takes. Rejects
 * when the first listening does. `onGap` is called each time it listens again. Returns the function that stops it.
 */
export async function listenOn(
  dial: Dial,
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  let connection: Connection | undefined
  let isStopped = false

  const listen = async () => {
    const opened = await Connection.open(dial, (name, payload) => name === channel && onMessage(payload))
    try {
      await opened.run(`listen "${channel}"`, [], ANSWER_MS)
    } catch (error) {
      opened.discard(error)
      throw error
    }
    connection = opened
    opened.lost.then(mend)
    if (isStopped) await opened.close(GOODBYE_MS)
  }

  async function mend(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !isStopped; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
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
  return async () => {
    isStopped = true
    await connection?.close(GOODBYE_MS)
  }
}
