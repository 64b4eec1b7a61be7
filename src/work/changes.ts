import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '../../db/open.ts'

/** What the database tells of its own changes (db/migrations/0004_changes.ts), so that caches of all instances agree. */
export interface Changes {
  /** Calls `listener` with what stands after `<table>:` whenever a row of the table changed. */
  on(table: string, listener: (key: string) => void): void
  /** Calls `listener` when changes may have been missed: drop everything cached. */
  onGap(listener: () => void): void
  /** Resolves once every change committed before this call has been heard here: what was written is then what is served. */
  settle(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'waymark'
const FENCE = 'fence'
const FENCE_TIMEOUT_MS = 500
const HEARTBEAT_MS = 30_000

export async function watchChanges(store: Store): Promise<Changes> {
  const listeners = new Map<string, ((key: string) => void)[]>()
  const gapListeners: (() => void)[] = []
  const fences = new Map<string, () => void>()
  const gap = () => {
    for (const listener of gapListeners) listener()
  }
  const stop = await store.listen(
    CHANNEL,
    (payload) => {
      const colon = payload.indexOf(':')
      const table = payload.slice(0, colon)
      const key = payload.slice(colon + 1)
      if (table === FENCE) fences.get(key)?.()
      else for (const listener of listeners.get(table) ?? []) listener(key)
    },
    gap,
  )
  const settle = async () => {
    const fence = randomUUID()
    let timer: NodeJS.Timeout | undefined
    const heard = new Promise<void>((resolve) => {
      fences.set(fence, resolve)
      // No echo means that the listening connection is gone: forget everything rather than serve what is old.
      timer = setTimeout(() => {
        gap()
        resolve()
      }, FENCE_TIMEOUT_MS)
    })
    try {
      await sql`select pg_notify(${CHANNEL}, ${`${FENCE}:${fence}`})`.execute(store.prompt)
      await heard
    } catch {
      // The change itself is committed: its client must not be told otherwise because the fence was lost.
      gap()
    } finally {
      clearTimeout(timer)
      fences.delete(fence)
    }
  }
  // A connection can fall silent without being closed; then nothing is heard, and nothing tells so.
  const heartbeat = store.kind === 'server' ? setInterval(settle, HEARTBEAT_MS) : undefined
  heartbeat?.unref()
  return {
    on(table, listener) {
      listeners.set(table, [...(listeners.get(table) ?? []), listener])
    },
    onGap(listener) {
      gapListeners.push(listener)
    },
    settle,
    close: async () => {
      clearInterval(heartbeat)
      await stop()
    },
  }
}
