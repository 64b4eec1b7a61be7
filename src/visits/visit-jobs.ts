import type { Database, Store } from '../../db/open.ts'
import {
  foldDeltas,
  isIndexed,
  listWaitingSubjects,
  readSettledId,
  rollUpSubjects,
  type SubjectKey,
} from '../../db/queries/visit-counters.ts'
import {
  createPartitions,
  deleteCounters,
  deleteVisits,
  dropVisitsBefore,
  forgetVisitors,
  indexVisits,
  listExpiringSubjects,
  listForgotten,
  readCutoff,
  settleForgotten,
} from '../../db/queries/visit-upkeep.ts'

const ROLL_UP_MS = 5_000
const FOLD_MS = 120_000
const UPKEEP_MS = 3_600_000
// A subject with fewer raw visits is read from them: that takes a few milliseconds, and costs nothing before.
const MIN_WAITING = 1000
const MAX_FOLDED = 2000
const MAX_SUBJECTS = 10
// Raw visits of one subject in a step. The embedded database serves nothing else meanwhile: smaller steps there.
const MAX_VISITS = { server: 10_000, embedded: 2_000 }
const MAX_DELETED = 10_000

interface Steps {
  /** Raw visits of one subject in a step. */
  maxVisits: number
  /** Subjects with fewer raw visits that wait are left alone. */
  minWaiting?: number
  isStopped?: () => boolean
}

export interface VisitJobs {
  /** Starts no further step, and resolves when the one at hand has ended. */
  close(): Promise<void>
  /** Sets the listener that is called when a job failed; it is tried again at its next turn. */
  report(listener: (error: unknown) => void): void
}

const yieldTurn = () => new Promise((resolve) => setImmediate(resolve))

async function rollUp(db: Database, keys: readonly SubjectKey[], { maxVisits, isStopped }: Steps): Promise<void> {
  if (keys.length === 0) return
  const settledId = await readSettledId(db)
  let left = [...keys]
  while (left.length > 0 && !isStopped?.()) {
    const more = await rollUpSubjects(db, left.slice(0, MAX_SUBJECTS), settledId, maxVisits)
    left = [...more, ...left.slice(MAX_SUBJECTS)]
    await yieldTurn()
  }
}

/** Moves what visit_deltas counted into the tables of the subjects; all of it with `minDelta` 0. Rolls up busy subjects. */
export async function rollUpVisits(db: Database, minDelta: number, steps: Steps): Promise<void> {
  const { minWaiting = MIN_WAITING, isStopped } = steps
  const canRollUp = await isIndexed(db)
  while (!isStopped?.()) {
    const folded = await foldDeltas(db, { minWaiting: minDelta, limit: MAX_FOLDED })
    const busy = folded.filter(({ waiting }) => waiting >= minWaiting)
    if (canRollUp) await rollUp(db, busy, steps)
    if (folded.length < MAX_FOLDED) return
    await yieldTurn()
  }
}

/** Rolls up what an ended process has left. */
export async function rollUpLeft(db: Database, steps: Steps): Promise<void> {
  if (await isIndexed(db)) await rollUp(db, await listWaitingSubjects(db, steps.minWaiting ?? MIN_WAITING), steps)
}

/** Drops raw visits of months that ended more than `keepMonths` ago; they are rolled up first. */
export async function dropOldVisits(db: Database, keepMonths: number, steps: Steps): Promise<void> {
  if (!(await isIndexed(db))) return
  const cutoff = await readCutoff(db, keepMonths)
  let after: SubjectKey | undefined
  do {
    if (steps.isStopped?.()) return
    const expiring = await listExpiringSubjects(db, cutoff, after, MAX_FOLDED)
    await rollUp(db, expiring, steps)
    after = expiring.at(-1)
  } while (after)
  if (!steps.isStopped?.()) await dropVisitsBefore(db, cutoff)
}

/** Deletes the visits and counters of what was deleted, `step` visits a time. */
export async function forgetDeleted(db: Database, step: number, isStopped = () => false): Promise<void> {
  while (!isStopped()) {
    const forgotten = await listForgotten(db, MAX_FOLDED)
    if (forgotten.length === 0 || !(await isIndexed(db))) return
    // Whoever still saw these subjects has committed after this.
    await readSettledId(db)
    for (const key of forgotten) {
      await deleteCounters(db, key)
      while (await deleteVisits(db, key, step)) {
        if (isStopped()) return
        await yieldTurn()
      }
      await settleForgotten(db, key)
      if (isStopped()) return
    }
  }
}

/** Rolls visits up, creates partitions ahead, deletes what is over. Any number of instances may run it. */
export function runVisitJobs(options: {
  store: Store
  /** How many visits have been written so far: without new ones there is nothing to roll up. */
  written: () => number
  /** Months that raw visits are kept; null: for ever. */
  keepMonths: number | null
}): VisitJobs {
  const { store, written, keepMonths } = options
  const { db } = store
  let onError: (error: unknown) => void = () => {}
  let closed = false
  let working: Promise<void> | undefined
  let rolledUp = 0
  let foldedAt = 0
  const steps: Steps = { maxVisits: MAX_VISITS[store.kind], isStopped: () => closed }

  const rollUpNew = async () => {
    const now = written()
    const isFold = Date.now() - foldedAt >= FOLD_MS
    if (now === rolledUp && !isFold) return
    await rollUpVisits(db, isFold ? 0 : MIN_WAITING, steps)
    rolledUp = now
    if (isFold) foldedAt = Date.now()
  }
  const upkeep = async () => {
    await createPartitions(db)
    await forgetVisitors(db)
    await indexVisits(db, () => closed)
    await rollUpLeft(db, steps)
    if (keepMonths !== null) await dropOldVisits(db, keepMonths, steps)
    await forgetDeleted(db, MAX_DELETED, () => closed)
  }
  const turn = (job: () => Promise<void>) => {
    if (closed) return
    const before = working ?? Promise.resolve()
    const mine: Promise<void> = before
      .then(() => (closed ? undefined : job()))
      .catch((error) => onError(error))
      .finally(() => {
        if (working === mine) working = undefined
      })
    working = mine
  }

  const timers = [
    setInterval(() => {
      if (!working) turn(rollUpNew)
    }, ROLL_UP_MS),
    setInterval(() => turn(upkeep), UPKEEP_MS),
  ]
  for (const timer of timers) timer.unref()
  turn(upkeep)
  return {
    report(listener) {
      onError = listener
    },
    async close() {
      closed = true
      for (const timer of timers) clearInterval(timer)
      await working
    },
  }
}
