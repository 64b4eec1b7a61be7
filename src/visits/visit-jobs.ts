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
// Statistics of a subject with fewer raw visits are computed from those, which takes a few milliseconds.
const MIN_WAITING = 1000
const MAX_FOLDED = 2000
const MAX_SUBJECTS = 10
// Raw visits of one subject per step. Steps on the embedded database are smaller, because it serves nothing else meanwhile.
const MAX_VISITS = { server: 10_000, embedded: 2_000 }
const MAX_DELETED = 10_000

interface Steps {
  /** Raw visits of one subject per step. */
  maxVisits: number
  /** Subjects with fewer raw visits to roll up are skipped. */
  minWaiting?: number
  isStopped?: () => boolean
  /** Is told about a subject whose counters cannot be added up; the others are rolled up all the same. */
  onError?: (error: unknown) => void
}

export interface VisitJobs {
  /** Stops after the current step. */
  close(): Promise<void>
  /** Sets the listener for errors of jobs. A failed job runs again at its next scheduled time. */
  report(listener: (error: unknown) => void): void
}

const yieldTurn = () => new Promise((resolve) => setImmediate(resolve))

// A stored value that a query cannot read: the same again would fail again.
const isUnreadable = (error: unknown) => /^22/.test(String((error as { code?: unknown } | null)?.code ?? ''))

async function rollUp(db: Database, keys: readonly SubjectKey[], steps: Steps): Promise<void> {
  const { maxVisits, isStopped, onError } = steps
  if (keys.length === 0) return
  const settledId = await readSettledId(db)
  let left = [...keys]
  while (left.length > 0 && !isStopped?.()) {
    const group = left.slice(0, MAX_SUBJECTS)
    let more: SubjectKey[] = []
    try {
      more = await rollUpSubjects(db, group, settledId, maxVisits)
    } catch (error) {
      if (!onError || !isUnreadable(error)) throw error
      const [only] = group
      if (group.length > 1) for (const key of group) await rollUp(db, [key], steps)
      else
        onError(new Error(`The visits of ${only?.subject} ${only?.subject_id} cannot be rolled up`, { cause: error }))
    }
    left = [...more, ...left.slice(MAX_SUBJECTS)]
    await yieldTurn()
  }
}

/** Adds the counts in visit_deltas of at least `minDelta` to the tables of the subjects, and rolls up subjects with many visits. */
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

/** Rolls up visits that an ended process has left. */
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

/** Deletes the visits and counters of deleted subjects, `step` visits at a time. */
export async function forgetDeleted(db: Database, step: number, isStopped = () => false): Promise<void> {
  while (!isStopped()) {
    const forgotten = await listForgotten(db, MAX_FOLDED)
    if (forgotten.length === 0 || !(await isIndexed(db))) return
    // Waits for transactions that may still write visits of these subjects.
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

/** Starts the jobs that roll up visits, create partitions ahead and delete expired data. Any number of instances may run them. */
export function runVisitJobs(options: {
  store: Store
  /** The number of visits written so far: without new ones there is nothing to roll up. */
  written: () => number
  /** Months for which raw visits are kept; null: without a limit. */
  keepMonths: number | null
}): VisitJobs {
  const { store, written, keepMonths } = options
  const { db } = store
  let onError: (error: unknown) => void = () => {}
  let closed = false
  let working: Promise<void> | undefined
  let rolledUp = 0
  let foldedAt = 0
  const steps: Steps = {
    maxVisits: MAX_VISITS[store.kind],
    isStopped: () => closed,
    onError: (error) => onError(error),
  }

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
    const run: Promise<void> = before
      .then(() => (closed ? undefined : job()))
      .catch((error) => onError(error))
      .finally(() => {
        if (working === run) working = undefined
      })
    working = run
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
