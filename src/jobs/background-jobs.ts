import type { Store } from '../../db/open.ts'
import { attachAddressesStep, deletionSteps } from '../../db/queries/deletions.ts'
import { deleteExpiredKeys } from '../../db/queries/idempotency.ts'
import { deleteOldImportRows } from '../../db/queries/imports.ts'
import { deleteOldJobs, type JobStep, KEPT_DAYS, type MadeStep, runJobStep } from '../../db/queries/jobs.ts'
import { countLinksStep, createMissingIndexes, fillWordsStep } from '../../db/queries/link-upkeep.ts'
import { moveCountersStep, ownVisitsStep } from '../../db/queries/old-visits.ts'

const POLL_MS = 5_000
const UPKEEP_MS = 3_600_000
const TOLD_MS = 60_000
const MAX_DELETED = 1000

const steps: Record<string, JobStep> = {
  count_links: countLinksStep,
  fill_link_words: fillWordsStep,
  move_counters: moveCountersStep,
  own_visits: ownVisitsStep,
  attach_addresses: attachAddressesStep,
  ...deletionSteps,
}

export interface BackgroundJobs {
  /** Stops after the current step. */
  close(): Promise<void>
  /**
   * Sets the listeners for errors of steps, which are repeated, and for the progress of the jobs of no account: once a
   * minute, and when one is done.
   */
  report(onError: (error: unknown) => void, onProgress: (step: MadeStep) => void): void
  /** Looks for work now. */
  wake(): void
  /** Resolves when no job is due. */
  idle(): Promise<void>
}

const yieldTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Makes the steps of the jobs in the database, also of kinds in `more`. Any number of instances may do so; `onNewJob` says when there is one. */
export function runBackgroundJobs(
  store: Store,
  onNewJob: (listener: () => void) => void,
  more: Record<string, JobStep> = {},
): BackgroundJobs {
  const { db } = store
  const all = { ...steps, ...more }
  let onError: (error: unknown) => void = () => {}
  let onProgress: (step: MadeStep) => void = () => {}
  let toldAt = 0
  let closed = false
  let working: Promise<void> | undefined
  let isWanted = false

  const runAll = async () => {
    while (isWanted && !closed) {
      isWanted = false
      while (!closed) {
        const step = await runJobStep(db, all)
        if (!step) break
        if ('error' in step) onError(step.error)
        else if (step.account_id === null && (step.isDone || Date.now() - toldAt >= TOLD_MS)) {
          toldAt = Date.now()
          onProgress(step)
        }
        await yieldTurn()
      }
    }
  }
  const wake = () => {
    isWanted = true
    if (closed) return
    working ??= runAll()
      .catch((error) => onError(error))
      .finally(() => {
        working = undefined
      })
  }
  const upkeep = async () => {
    await createMissingIndexes(store.patient, () => closed)
    while (!closed && (await deleteOldImportRows(db, KEPT_DAYS, MAX_DELETED)) === MAX_DELETED) await yieldTurn()
    await deleteOldJobs(db)
    while (!closed && (await deleteExpiredKeys(db, MAX_DELETED)) === MAX_DELETED) await yieldTurn()
  }
  const keepUp = () => void upkeep().catch((error) => onError(error))

  onNewJob(wake)
  const timers = [setInterval(wake, POLL_MS), setInterval(keepUp, UPKEEP_MS)]
  for (const timer of timers) timer.unref()
  wake()
  keepUp()
  return {
    report(...listeners) {
      ;[onError, onProgress] = listeners
    },
    wake,
    async idle() {
      wake()
      while (working) await working
    },
    async close() {
      closed = true
      for (const timer of timers) clearInterval(timer)
      await working
    },
  }
}
