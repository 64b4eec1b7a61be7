import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '../../db/open.ts'
import { deleteAccountStep } from '../../db/queries/account-deletion.ts'
import { attachAddressesStep, deletionSteps } from '../../db/queries/deletions.ts'
import { type JobStep, type MadeStep, runJobStep } from '../../db/queries/jobs.ts'
import { countLinksStep, fillWordsStep } from '../../db/queries/link-backfill.ts'
import { moveCountersStep, ownVisitsStep } from '../../db/queries/visit-backfill.ts'

const POLL_MS = 5_000
const REPORT_MS = 60_000

const steps: Record<string, JobStep> = {
  count_links: countLinksStep,
  fill_link_words: fillWordsStep,
  move_counters: moveCountersStep,
  own_visits: ownVisitsStep,
  attach_addresses: attachAddressesStep,
  delete_account: deleteAccountStep,
  ...deletionSteps,
}

export interface JobRunner {
  /** Stops after the current step. */
  close(): Promise<void>
  /**
   * Sets the listeners for errors of steps, which are retried, and for the progress of the service's own jobs, once a
   * minute and at the end.
   */
  report(onError: (error: unknown) => void, onProgress: (step: MadeStep) => void): void
  /** Looks for due jobs now instead of at the next poll. */
  wake(): void
  /** Resolves when no job is due. */
  idle(): Promise<void>
}

/**
 * Runs the jobs in the database step by step; `more` has the steps of further kinds. Any number of instances may run
 * jobs. `onNewJob` registers a listener that is called for each new job; `trace` wraps the steps of a kind.
 */
export function runJobs(
  { db }: Pick<Store, 'db'>,
  onNewJob: (listener: () => void) => void,
  more: Record<string, JobStep> = {},
  trace: (kind: string, step: JobStep) => JobStep = (_kind, step) => step,
): JobRunner {
  const all = Object.fromEntries(Object.entries({ ...steps, ...more }).map(([kind, step]) => [kind, trace(kind, step)]))
  let onError: (error: unknown) => void = () => {}
  let onProgress: (step: MadeStep) => void = () => {}
  let reportedAt = 0
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
        else if (step.account_id === null && (step.isDone || Date.now() - reportedAt >= REPORT_MS)) {
          reportedAt = Date.now()
          onProgress(step)
        }
        await nextTurn()
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
  onNewJob(wake)
  const timer = setInterval(wake, POLL_MS).unref()
  wake()
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
      clearInterval(timer)
      await working
    },
  }
}
