import type { Selectable } from 'kysely'
import type { Database } from '../../db/open.ts'
import {
  assignEvent,
  dropEventBodies,
  findDueEvent,
  finishEvent,
  lockEventProcessing,
  postponeEvent,
  timeToNextEvent,
} from '../../db/queries/payment-events.ts'
import type { WebhookEvents } from '../../db/tables/payment-events.ts'
import { isGivenUp } from '../../db/transaction.ts'
import { isDatabaseOverloaded, isDatabaseUnavailable } from '../errors/database-errors.ts'
import { HOUR_MS } from '../time/timestamps.ts'
import { ApplyError, applyEvent, WaitsForEarlierEvent } from './apply-event.ts'
import { type PlanRules, RetryLater } from './event-context.ts'

/** Applies stored payment events in the background. */
export interface EventWorker {
  /** Starts a run now, after an event was stored. */
  wake(): void
  /** Resolves when all events that can be applied now have been applied. */
  drain(): Promise<void>
  /** Stops after the current event. */
  stop(): Promise<void>
}

interface Log {
  warn(detail: object, message: string): void
}

// Retries after 10 s, doubling up to an hour: for seven hours if the payment of an event is not known yet, for ten
// minutes if applying it fails, because later events of the account wait for it.
const MAX_WAITS = 16
const MAX_FAILURES = 7
const FIRST_DELAY_MS = 10_000
const MAX_DELAY_MS = HOUR_MS
// Other processes store events too.
const POLL_MS = 10_000
const SWEEP_MS = HOUR_MS

/**
 * Starts applying stored events, including those that other processes have stored. Bodies of finished events are
 * deleted after `bodyDays` days; null: never.
 */
export function startEventWorker(
  db: Database,
  rules: PlanRules,
  log: Log,
  bodyDays: number | null = null,
): EventWorker {
  let isStopped = false
  let sweptAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false

  const run = async () => {
    let delay = POLL_MS
    try {
      do {
        isWanted = false
        while (!isStopped && (await applyNext(db, rules, log))) {}
      } while (isWanted && !isStopped)
      if (bodyDays !== null && !isStopped && Date.now() - sweptAt >= SWEEP_MS) {
        await dropEventBodies(db, bodyDays)
        sweptAt = Date.now()
      }
      delay = Math.min(POLL_MS, Math.max(1000, (await timeToNextEvent(db)) ?? POLL_MS))
    } catch (error) {
      log.warn({ err: error }, 'payment events could not be applied')
    }
    running = undefined
    if (!isStopped) {
      timer = setTimeout(wake, isWanted ? 0 : delay)
      timer.unref()
    }
  }
  const wake = () => {
    if (isStopped) return
    clearTimeout(timer)
    isWanted = true
    running ??= run()
  }
  wake()
  return {
    wake,
    drain: async () => {
      wake()
      await running
      // Another event may have been stored after the last query of that run: run once more.
      if (isWanted) wake()
      await running
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Applies the next event that is due and stores its outcome, in one transaction. False if none is due. */
export async function applyNext(db: Database, rules: PlanRules, log: Log): Promise<boolean> {
  let due: Due | undefined
  try {
    return await db.transaction().execute(async (db) => {
      await lockEventProcessing(db)
      const event = await findDueEvent(db)
      if (!event) return false
      due = event
      await finishEvent(db, event.id, await applyEvent(db, event, rules))
      return true
    })
  } catch (error) {
    if (due === undefined) throw error
    if (error instanceof WaitsForEarlierEvent) {
      await assignEvent(db, due.id, error.accountId)
      return true
    }
    const turn = nextTurn(due, error)
    if (turn.delayMs === null) log.warn({ err: error, event: due.id }, 'payment event given up')
    else if (!(error instanceof RetryLater)) log.warn({ err: error, event: due.id }, 'payment event failed')
    const accountId = error instanceof ApplyError ? error.accountId : null
    await postponeEvent(db, due, { ...turn, reason: (error as Error).message.slice(0, 300), accountId })
    return true
  }
}

type Due = Pick<Selectable<WebhookEvents>, 'id' | 'attempts' | 'failures'>

/** The counters of an event after this error, and the delay until its next attempt; null: no more attempts. */
function nextTurn({ attempts, failures }: Due, error: unknown) {
  const cause = error instanceof ApplyError ? error.cause : error
  // Errors that the event did not cause do not count.
  if (isDatabaseUnavailable(cause) || isDatabaseOverloaded(cause) || isGivenUp(cause))
    return { attempts, failures, delayMs: FIRST_DELAY_MS }
  const isWaiting = error instanceof RetryLater
  const before = isWaiting ? attempts - failures : failures
  const isLast = before + 1 >= (isWaiting ? MAX_WAITS : MAX_FAILURES)
  return {
    attempts: attempts + 1,
    failures: isWaiting ? failures : failures + 1,
    delayMs: isLast ? null : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** before),
  }
}
