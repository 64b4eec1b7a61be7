import { setTimeout } from 'node:timers/promises'
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import { failure } from './failure.ts'

const MAX_FAILURES = 2
const PROBE_INTERVAL_MS = 500
// Without an answer to anything for so long, a statement that waits is a reason to probe the server.
const SILENT_MS = 1000

/** Tells whether the database server answers at all. While it does not, statements fail at once and it is probed. */
export interface Breaker {
  /** Throws while the server is known not to answer. */
  check(): void
  /** Opens a connection; counts where it fails, unless the server answered anything meanwhile. */
  attempt<T>(open: () => Promise<T>): Promise<T>
  /** The server answered something. */
  onAnswer(): void
  /** A statement has been without an answer for a second: probes, unless the server answered another one. */
  onSlow(): void
  close(): void
}

/**
 * `probe` reaches the server by a new connection; it rejects when there is no answer. `onBreak` is called when the breaker
 * opens. A slow statement or a locked table does not open it: the probe has its answer then.
 */
export function createBreaker(probe: () => Promise<void>, onBreak: (error: Error) => void): Breaker {
  const policy = circuitBreaker(handleAll, {
    halfOpenAfter: PROBE_INTERVAL_MS,
    breaker: new ConsecutiveBreaker(MAX_FAILURES),
  })
  const unreachable = () => failure('CONNECTION_REFUSED', 'The database does not answer; it is tried again meanwhile.')
  let answeredAt = 0
  let isProbing = false
  let isClosed = false

  const isOpen = () => policy.state !== CircuitState.Closed

  const attempt = async <T>(open: () => Promise<T>): Promise<T> => {
    const startedAt = Date.now()
    try {
      const outcome = await policy.execute(async () => {
        try {
          return { value: await open() }
        } catch (error) {
          if (isUnreachable(error) && answeredAt <= startedAt) throw error
          return { error }
        }
      })
      if ('error' in outcome) throw outcome.error
      return outcome.value
    } catch (error) {
      throw error instanceof BrokenCircuitError ? unreachable() : error
    }
  }

  const probeUntilAnswered = async () => {
    if (isProbing) return
    isProbing = true
    for (let isSilent = true; isSilent && !isClosed; ) {
      const startedAt = Date.now()
      const error = await attempt(probe).then(
        () => undefined,
        (error) => error,
      )
      isSilent = isOpen() || (error !== undefined && isUnreachable(error) && answeredAt <= startedAt)
      if (isOpen()) await setTimeout(PROBE_INTERVAL_MS, undefined, { ref: false })
    }
    isProbing = false
  }

  policy.onBreak(() => {
    onBreak(unreachable())
    probeUntilAnswered()
  })

  return {
    check() {
      if (isOpen()) throw unreachable()
    },
    attempt,
    onAnswer() {
      answeredAt = Date.now()
    },
    onSlow() {
      if (Date.now() - answeredAt > SILENT_MS) probeUntilAnswered()
    },
    close() {
      isClosed = true
    },
  }
}

// 57P: the server is starting or stopping. Any other answer with a SQLSTATE shows that it is there.
function isUnreachable(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity === undefined || /^57P/.test(code ?? '')
}
