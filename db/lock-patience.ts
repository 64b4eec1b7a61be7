// Longer than requests hold locks that others wait for, even for bulk changes.
const USUAL_MS = 5000
// Several callers can wait one after another for a connection and a lock, and are answered within a second.
const BRIEF_MS = 250
const BRIEF_FOR_MS = 10_000

/** How long statements of requests wait for a lock: only briefly while one has waited in vain for a table recently. */
export interface LockPatience {
  /** In milliseconds. */
  current(): number
  /** Call with the error of each statement that failed. */
  onError(error: unknown): void
}

/**
 * A locked table does not open the circuit breaker, because other tables can be used. Statements that wait for it would
 * occupy all connections for as long as a request may take.
 */
export function createLockPatience(): LockPatience {
  let briefUntil = 0
  return {
    current: () => (Date.now() < briefUntil ? BRIEF_MS : USUAL_MS),
    onError(error) {
      const { code, where } = error as { code?: unknown; where?: unknown }
      // lock_not_available. A locked row names its tuple; others that wait for rows are not to blame.
      if (code === '55P03' && !/\btuple \(/.test(String(where ?? ''))) briefUntil = Date.now() + BRIEF_FOR_MS
    },
  }
}
