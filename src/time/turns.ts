import { setImmediate as nextTurn } from 'node:timers/promises'

/** A function that gives up the turn of the event loop when `maxMs` have passed since the last time. */
export function createPauses(maxMs: number): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxMs) return
    await nextTurn()
    since = performance.now()
  }
}
