import { setTimeout } from 'node:timers/promises'
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import { Connection, type CreateClient } from './connection.ts'
import { failure } from './failure.ts'

const MAX_FAILURES = 2
const PROBE_INTERVAL_MS = 500
const PROBE_MS = 2000
const GOODBYE_MS = 1000
// A slow statement triggers a probe only if the server has not answered any statement for this long.
const SILENT_MS = 1000

/** A circuit breaker: while the database server does not respond, statements fail at once and the server is probed. */
interface Breaker {
  /** Throws while the breaker is open. */
  check(): void
  /** Opens a connection. A failure counts, unless the server answered another statement in the meantime. */
  attempt<T>(open: () => Promise<T>): Promise<T>
  /** Call when the server answered a statement. */
  onAnswer(): void
  /** Call when a statement has waited another second: probes the server, unless it answered another statement. */
  onSlow(): void
  close(): void
}

/**
 * Probes the server with new connections by `createClient`. `onBreak` is called when the breaker opens. A slow
 * statement or a locked table (see lock-patience.ts) does not open it, because the probe still succeeds.
 */
export function createBreaker(createClient: CreateClient, onBreak: (error: Error) => void): Breaker {
  const policy = circuitBreaker(handleAll, {
    halfOpenAfter: PROBE_INTERVAL_MS,
    breaker: new ConsecutiveBreaker(MAX_FAILURES),
  })
  const probe = async () => {
    const connection = await new Connection(createClient).open(PROBE_MS)
    connection.close(GOODBYE_MS)
  }
  const unreachable = () =>
    failure('CONNECTION_REFUSED', 'The database does not respond; the connection is being retried.')
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

// 57P: the server is starting or stopping. Any other error with a SQLSTATE means that the server is reachable.
function isUnreachable(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity === undefined || /^57P/.test(code ?? '')
}
