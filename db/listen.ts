import type { Options, Sql } from 'postgres'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5000

type Connect = (options: Options<Record<string, never>>) => Sql

/**
 * Listens on a channel over a connection of its own, and again whenever that was lost, for as long as it takes: the
 * driver's own `listen` gives up for good when its first try to listen again fails. Rejects when the first listening
 * does. `onGap` is called each time it listens again. Returns the function that stops it.
 */
export async function listenOn(
  connect: Connect,
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  let losses = 0
  let isStopped = false
  let mending: Promise<void> | undefined

  const client = connect({
    max: 1,
    max_lifetime: null,
    onclose: () => {
      losses++
      if (!isStopped) mending ??= mend().finally(() => (mending = undefined))
    },
    // Known to the driver, but not to its types.
    ...({ onnotify: (name: string, payload: string) => name === channel && onMessage(payload) } as object),
  })

  const listen = () => client.unsafe(`listen "${channel}"`)

  async function mend(): Promise<void> {
    let pause = FIRST_PAUSE_MS
    let heardOf = -1
    // Until a listening outlived no loss.
    while (!isStopped && heardOf !== losses) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      const before = losses
      try {
        if (!isStopped) await listen()
        heardOf = before
      } catch {
        heardOf = -1
      }
    }
    if (!isStopped) onGap()
  }

  try {
    await listen()
  } catch (error) {
    isStopped = true
    await client.end({ timeout: 0 })
    throw error
  }
  return async () => {
    isStopped = true
    await client.end({ timeout: 1 })
  }
}
