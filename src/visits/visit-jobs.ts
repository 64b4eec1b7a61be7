import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Store } from '../../db/open.ts'
import { isVisitIndexReady } from '../../db/queries/indexes.ts'
import { readSettledId } from '../../db/queries/visit-counters.ts'
import {
  createPartitions,
  deleteCounters,
  deleteVisits,
  dropVisitsBefore,
  forgetVisitors,
  indexVisits,
  keepDeltaPages,
  keepInGroups,
  listExpiringAccounts,
  listExpiringSubjects,
  listForgotten,
  readCutoff,
  settleForgotten,
} from '../../db/queries/visit-maintenance.ts'
import type { SubjectKey } from '../../db/queries/visit-subjects.ts'
import { repeat } from '../time/repeat.ts'
import { createRollUpRound, MAX_FOLDED, rollUp, rollUpAccounts, rollUpBusy, rollUpLeft, type Steps } from './roll-up.ts'
import { recordBatches } from './visit-batches.ts'
import { createVisitTally } from './visit-tally.ts'
import type { VisitWriter } from './visit-writer.ts'

const ROLL_UP_MS = 250
const BATCHES_MS = 10_000
const MAINTENANCE_MS = 3_600_000
// A subject with this many new visits has its turn at once: one that is rolled up less often has more raw visits to
// read.
const BUSY_VISITS = 2000
// Raw visits of one subject per step. Steps on the embedded database are smaller, because it serves nothing else
// meanwhile.
const MAX_VISITS = { server: 10_000, embedded: 2_000 }
const MAX_DELETED = 10_000
// Deleted subjects whose visits are deleted together; each may have counters of thousands of days.
const MAX_FORGOTTEN = 50

export interface VisitJobs {
  /** Stops after the current step. */
  close(): Promise<void>
  /** Sets the listener for errors of jobs. A failed job runs again at its next scheduled time. */
  report(listener: (error: unknown) => void): void
  /** Seconds since the start of the last complete round of the roll-up. */
  roundAge(): number
}

/** Drops raw visits of months that ended more than `keepMonths` ago; they are rolled up first. */
export async function dropOldVisits(db: Database, keepMonths: number, steps: Steps): Promise<void> {
  if (!(await isVisitIndexReady(db, 'clicks_subject'))) return
  const cutoff = await readCutoff(db, keepMonths)
  let after: SubjectKey | undefined
  do {
    if (steps.isStopped?.()) return
    const expiring = await listExpiringSubjects(db, cutoff, after, MAX_FOLDED)
    await rollUp(db, expiring, steps)
    after = expiring.at(-1)
  } while (after)
  if (!(await isVisitIndexReady(db, 'clicks_account'))) return
  let afterAccount: number | undefined = 0
  while (afterAccount !== undefined) {
    if (steps.isStopped?.()) return
    const expiring = await listExpiringAccounts(db, cutoff, afterAccount, MAX_FOLDED)
    await rollUpAccounts(db, expiring, steps)
    afterAccount = expiring.at(-1)
  }
  if (!steps.isStopped?.()) await dropVisitsBefore(db, cutoff)
}

/** Deletes the visits and counters of deleted subjects, `step` visits at a time; their groups keep the counts. */
export async function forgetDeleted(db: Database, step: number, isStopped = () => false): Promise<void> {
  while (!isStopped()) {
    const forgotten = await listForgotten(db, MAX_FOLDED)
    if (
      forgotten.length === 0 ||
      !(await isVisitIndexReady(db, 'clicks_subject')) ||
      !(await isVisitIndexReady(db, 'clicks_account'))
    )
      return
    // Waits for transactions that may still write visits of these subjects.
    await readSettledId(db)
    const accounts = new Set(forgotten.flatMap(({ account_id }) => account_id ?? []))
    await rollUpAccounts(db, [...accounts], { maxVisits: Math.min(step, MAX_VISITS.embedded), isStopped })
    // Otherwise visits that are not rolled up yet could be deleted.
    if (isStopped()) return
    for (let i = 0; i < forgotten.length; i += MAX_FORGOTTEN) {
      const keys = forgotten.slice(i, i + MAX_FORGOTTEN)
      await keepInGroups(db, keys)
      await deleteCounters(db, keys)
      while (await deleteVisits(db, keys, step)) {
        if (isStopped()) return
        await nextTurn()
      }
      await settleForgotten(db, keys)
      if (isStopped()) return
      await nextTurn()
    }
  }
}

/**
 * Starts the jobs that roll up visits, create partitions ahead and delete expired data. Any number of instances may run
 * them.
 */
export function runVisitJobs(options: {
  store: Store
  /** Reports the visits that this process has written. */
  writer: Pick<VisitWriter, 'watch'>
  /** Months for which raw visits are kept; null: without a limit. */
  keepMonths: number | null
}): VisitJobs {
  const { store, writer, keepMonths } = options
  const { db } = store
  let onError: (error: unknown) => void = () => {}
  let closed = false
  let working: Promise<void> | undefined
  const steps: Steps = {
    maxVisits: MAX_VISITS[store.kind],
    isStopped: () => closed,
    onError: (error) => onError(error),
  }
  const tally = createVisitTally(BUSY_VISITS)
  writer.watch(tally.add)

  const round = createRollUpRound(db, steps)
  const rollUpNew = async () => {
    const busy = tally.takeBusy()
    if (busy.length > 0) await rollUpBusy(db, busy, steps)
    if (round.isDue()) await round.next()
  }
  const maintain = async () => {
    // They fail while a dump or a report uses the tables.
    await createPartitions(db).catch(onError)
    await forgetVisitors(db).catch(onError)
    await keepDeltaPages(db).catch(onError)
    await indexVisits(db, () => closed)
    await rollUpLeft(db, steps)
    if (keepMonths !== null) await dropOldVisits(db, keepMonths, steps)
    await forgetDeleted(db, MAX_DELETED, () => closed)
  }
  const turn = (job: () => Promise<void>) => {
    if (closed) return
    const before = working ?? Promise.resolve()
    const run: Promise<void> = before
      .then(() => (closed ? undefined : job()))
      .catch((error) => onError(error))
      .finally(() => {
        if (working === run) working = undefined
      })
    working = run
  }
  // Not after the other jobs, which may take minutes.
  const stopRecording = repeat(
    () => recordBatches(db, () => closed),
    BATCHES_MS,
    (error) => onError(error),
  )

  const timers = [
    setInterval(() => {
      if (!working) turn(rollUpNew)
    }, ROLL_UP_MS),
    setInterval(() => turn(maintain), MAINTENANCE_MS),
  ]
  for (const timer of timers) timer.unref()
  turn(maintain)
  return {
    roundAge: round.age,
    report(listener) {
      onError = listener
    },
    async close() {
      closed = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all([working, stopRecording()])
    },
  }
}
