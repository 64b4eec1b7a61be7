import { randomBytes, randomUUID } from 'node:crypto'
import type { Store } from '../../db/open.ts'
import { isVisitIndexReady } from '../../db/queries/indexes.ts'
import { holdSink, openSink, releaseSink } from '../../db/queries/visit-sink.ts'
import type { Clickhouse } from './client.ts'
import { shipVisits } from './ship-visits.ts'
import { VERSION } from './visits-table.ts'

const TURN_MS = 5000
const MAX_PAUSE_MS = 300_000
// Longer than the time between two turns. It is prolonged also while a statement runs.
const HELD_SECONDS = 20

export interface SinkCounts {
  batches: number
  visits: number
  failures: number
}

/** Sends all visits to ClickHouse, in the order of their ids and at least once; of several processes one does so. */
export interface VisitSink {
  /** Sets the listener that gets the error when sending begins to fail, and undefined when it works again. */
  report(onChange: (error: unknown) => void): void
  /** What this process has done. */
  counts(): SinkCounts
  /** Stops, without waiting for ClickHouse. */
  close(): Promise<void>
}

/**
 * Starts to send visits every five seconds. After each failure it pauses, so that another process can take over; the
 * pause doubles up to five minutes.
 */
export function runVisitSink(
  store: Pick<Store, 'db' | 'kind'>,
  clickhouse: Clickhouse,
  { turnMs = TURN_MS, maxPauseMs = MAX_PAUSE_MS } = {},
): VisitSink {
  const { db } = store
  const holder = randomUUID()
  const stop = new AbortController()
  const counts: SinkCounts = { batches: 0, visits: 0, failures: 0 }
  let onChange: (error: unknown) => void = () => {}
  let failed = 0
  let lastError: unknown
  let nextAt = 0
  let working: Promise<void> | undefined
  let prolonging: Promise<unknown> = Promise.resolve()

  const hold = () => holdSink(db, { holder, version: VERSION, seconds: HELD_SECONDS })
  const ship = async () => {
    // Another process may send meanwhile.
    if (performance.now() < nextAt) return
    let turn = await hold()
    if (!turn) {
      await openSink(db, randomBytes(4).toString('hex'), VERSION)
      turn = await hold()
    }
    if (!turn || !(await isVisitIndexReady(db, 'clicks_order'))) return
    const keep = async () => (await hold()) !== undefined
    const onBatch = (visits: number) => {
      counts.batches++
      counts.visits += visits
    }
    await shipVisits({ store, clickhouse, holder, signal: stop.signal, keep, onBatch }, turn)
    if (failed > 0) onChange(undefined)
    failed = 0
  }
  const onFailure = async (error: unknown) => {
    if (stop.signal.aborted) return
    counts.failures++
    failed++
    lastError = error
    nextAt = performance.now() + Math.min(turnMs * 2 ** Math.min(failed - 1, 20), maxPauseMs)
    if (failed === 1) onChange(error)
    // This process may be the only one that cannot reach ClickHouse.
    await prolonging
    await releaseSink(db, holder).catch(() => {})
  }
  const takeTurn = () => {
    if (stop.signal.aborted) return
    // A failure shows in the turn that is running. After one, the sink is another process's to take.
    if (working && performance.now() >= nextAt) prolonging = hold().catch(() => {})
    working ??= ship()
      .catch(onFailure)
      .finally(() => {
        working = undefined
      })
  }
  const timer = setInterval(takeTurn, turnMs).unref()
  takeTurn()
  return {
    report(listener) {
      onChange = listener
      // The first turn may have failed already.
      if (failed > 0) listener(lastError)
    },
    counts: () => counts,
    async close() {
      stop.abort()
      clearInterval(timer)
      await working
      // Another process would have to wait; without the database that does not matter.
      await releaseSink(db, holder).catch(() => {})
    },
  }
}
