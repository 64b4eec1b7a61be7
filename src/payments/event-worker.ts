import type { Selectable } from 'kysely'
import type { Database } from '../../../db/open.ts'
import {
  dropEventBodies,
  findDueEvent,
  finishEvent,
  holdApplying,
  holdEvent,
  postponeEvent,
  timeToNextEvent,
} from '../../../db/queries/webhooks.ts'
import type { WebhookEvents } from '../../../db/tables/webhooks.ts'
import { isGivenUp } from '../../../db/transaction.ts'
import { isDatabaseAway } from '../../errors.ts'
import { HOUR_MS } from '../time.ts'
import { applyEvent, Failed, Held } from './apply.ts'
import { NotYet, type PlanRules } from './context.ts'

/** Applies stored events, in the background. */
export interface Applier {
  /** Says that there is something to do. */
  wake(): void
  /** Resolves when everything that can be applied now is. */
  settle(): Promise<void>
  /** Stops, once the event under way is done. */
  stop(): Promise<void>
}

interface Log {
  warn(detail: object, message: string): void
}

// 10 s, doubling to an hour: what an event waits for has some seven hours to be delivered; a failure, which holds the
// account's later events up, has ten minutes to pass.
const MOST_WAITS = 16
const MOST_FAILURES = 7
const FIRST_DELAY_MS = 10_000
const LONGEST_DELAY_MS = HOUR_MS
// Other processes store events too, and this one may have missed its turn.
const POLL_MS = 10_000
const SWEEP_MS = HOUR_MS

/**
 * Starts applying what is stored, from whichever process and run. Bodies of events that are done with are dropped after
 * `bodyDays`; null: never.
 */
export function startApplier(db: Database, rules: PlanRules, log: Log, bodyDays: number | null = null): Applier {
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
      log.warn({ err: error }, 'payment events could not be applied just now')
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
    settle: async () => {
      wake()
      await running
      // The run under way may have been past its last look when it was told of more.
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

/** Applies the next event whose turn it is, together with the note that it was. False when there is none. */
export async function applyNext(db: Database, rules: PlanRules, log: Log): Promise<boolean> {
  let due: Due | undefined
  try {
    return await db.transaction().execute(async (db) => {
      await holdApplying(db)
      const event = await findDueEvent(db)
      if (!event) return false
      due = event
      await finishEvent(db, event.id, await applyEvent(db, event, rules))
      return true
    })
  } catch (error) {
    if (due === undefined) throw error
    if (error instanceof Held) {
      await holdEvent(db, due.id, error.accountId)
      return true
    }
    const turn = nextTurn(due, error)
    if (turn.delayMs === null) log.warn({ err: error, event: due.id }, 'payment event given up')
    else if (!(error instanceof NotYet)) log.warn({ err: error, event: due.id }, 'payment event failed')
    const accountId = error instanceof Failed ? error.accountId : null
    await postponeEvent(db, due, { ...turn, reason: (error as Error).message.slice(0, 300), accountId })
    return true
  }
}

type Due = Pick<Selectable<WebhookEvents>, 'id' | 'attempts' | 'failures'>

/** What an event has behind it after this error, and the time until it is tried again; null: never. */
function nextTurn({ attempts, failures }: Due, error: unknown) {
  const cause = error instanceof Failed ? error.cause : error
  // No fault of the event's.
  if (isDatabaseAway(cause) || isGivenUp(cause)) return { attempts, failures, delayMs: FIRST_DELAY_MS }
  const isWaiting = error instanceof NotYet
  const before = isWaiting ? attempts - failures : failures
  const isLast = before + 1 >= (isWaiting ? MOST_WAITS : MOST_FAILURES)
  return {
    attempts: attempts + 1,
    failures: isWaiting ? failures : failures + 1,
    delayMs: isLast ? null : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** before),
  }
}
