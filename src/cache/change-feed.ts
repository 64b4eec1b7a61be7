import { afterReading } from '../../db/connection.ts'
import type { Store } from '../../db/open.ts'
import { type Barrier, createPeers, PEER_MESSAGE } from './peers.ts'

/** Notifications of committed changes (db/migrations/0004_changes.ts), which invalidate the caches of all instances. */
export interface ChangeFeed {
  /** Calls `listener` with the part after `<table>:` whenever a row of the table changed. */
  on(table: string, listener: (key: string) => void): void
  /** Calls `listener` when changes may have been missed, so that all cached values are stale. */
  onGap(listener: () => void): void
  /** Whether notifications are not received at the moment, so that values read now may become outdated unnoticed. */
  readonly isInterrupted: boolean
  /**
   * Resolves once every change committed before this call has been received here and by the other instances (those that
   * are silent for a quarter of a second are not waited for): afterwards every instance serves the new state. Never
   * rejects.
   */
  settle(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'waymark'
// How long a write waits for its own notification; after that, notifications count as interrupted.
const SETTLE_TIMEOUT_MS = 500

/** `answerMs`: how long other instances may be silent; default: a quarter of a second. */
export async function subscribeToChanges(
  store: Store,
  { settleMs = SETTLE_TIMEOUT_MS, answerMs }: { settleMs?: number | undefined; answerMs?: number | undefined } = {},
): Promise<ChangeFeed> {
  const listeners = new Map<string, ((key: string) => void)[]>()
  const gapListeners: (() => void)[] = []
  let isLate = false
  const reportGap = () => {
    for (const listener of gapListeners) listener()
  }
  const peers = createPeers((payload) => subscription.send(payload), answerMs)
  const subscription = await store.listen(
    CHANNEL,
    (payload) => {
      if (payload.startsWith(PEER_MESSAGE)) return peers.receive(payload.slice(PEER_MESSAGE.length))
      // A statement notifies of all rows that it inserted or deleted, one per line.
      for (const line of payload.split('\n')) {
        const colon = line.indexOf(':')
        const key = line.slice(colon + 1)
        for (const listener of listeners.get(line.slice(0, colon)) ?? []) listener(key)
      }
    },
    () => {
      reportGap()
      if (subscription.isConnected) peers.join()
    },
  )
  peers.join()

  // At most one flush runs at a time. Calls during it share the next one, which starts after all their commits.
  let running: Promise<Barrier | undefined> | undefined
  let next: Promise<Barrier | undefined> | undefined
  const startFlush = () => {
    const barrier = peers.sync()
    running = (barrier ? barrier.sent : subscription.flush())
      .then(() => barrier)
      .finally(() => {
        running = undefined
      })
    return running
  }
  const flush = (): Promise<Barrier | undefined> => {
    if (!running) return startFlush()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return startFlush()
      })
    return next
  }

  const settle = async () => {
    // While a flush is late, other writes do not wait.
    if (isLate || !subscription.isConnected) return reportGap()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = afterReading(() => resolve('late'), settleMs)
    })
    const flushed = flush()
    try {
      const barrier = await Promise.race([flushed, late])
      if (barrier !== 'late') return await barrier?.answered()
      isLate = true
      flushed
        .catch(() => {})
        .finally(() => {
          isLate = false
          reportGap()
        })
      reportGap()
    } catch {
      // The change itself is committed: a lost notification must not fail its request.
      reportGap()
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    on(table, listener) {
      listeners.set(table, [...(listeners.get(table) ?? []), listener])
    },
    onGap(listener) {
      gapListeners.push(listener)
    },
    get isInterrupted() {
      return isLate || !subscription.isConnected
    },
    settle,
    close: async () => {
      await peers.leave()
      await subscription.stop()
    },
  }
}
