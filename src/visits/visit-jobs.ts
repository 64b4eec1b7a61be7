import type { Database, Store } from '../../db/open.ts'
import { isIndexed, readSettledId, rollUpSubjects } from '../../db/queries/visit-counters.ts'
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
} from '../../db/queries/visit-maintenance.ts'
import { countDeltas, foldDeltas, listWaitingSubjects, type SubjectKey } from '../../db/queries/visit-subjects.ts'
import { createVisitTally } from './visit-tally.ts'
import type { VisitWriter } from './visit-writer.ts'

const ROLL_UP_MS = 250
// All subjects have their turn in this time, in parts, so that their folding does not keep visits waiting.
const ROUND_MS = 120_000
const PART_MS = 5_000
const MAINTENANCE_MS = 3_600_000
// Statistics of a subject with fewer raw visits are computed from those, which takes a few milliseconds.
const MIN_WAITING = 1000
// A subject with this many new visits has its turn at once: one that is rolled up less often has more raw visits to read.
const BUSY_VISITS = 2000
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

/** Adds the counts in visit_deltas to the tables of these subjects, and rolls them up. */
async function rollUpBusy(db: Database, keys: readonly SubjectKey[], steps: Steps): Promise<void> {
  await foldDeltas(db, { keys })
  if (await isIndexed(db)) await rollUp(db, keys, steps)
}

/**
 * Adds the counts in visit_deltas to the tables of the next `count` subjects after one, and rolls up those with many
 * visits. Returns the last subject; undefined if no more follow.
 */
async function rollUpNext(db: Database, after: SubjectKey | undefined, count: number, steps: Steps) {
  const { minWaiting = MIN_WAITING, isStopped } = steps
  let last = after
  for (let left = count; left > 0 && !isStopped?.(); left -= MAX_FOLDED) {
    const limit = Math.min(left, MAX_FOLDED)
    const folded = await foldDeltas(db, { after: last, limit })
    const busy = folded.filter(({ waiting }) => waiting >= minWaiting)
    if (busy.length > 0 && (await isIndexed(db))) await rollUp(db, busy, steps)
    if (folded.length < limit) return undefined
    last = folded.at(-1)
    await yieldTurn()
  }
  return last
}

/** Adds all counts in visit_deltas to the tables of their subjects, and rolls up those with many visits. */
export async function rollUpVisits(db: Database, steps: Steps): Promise<void> {
  await rollUpNext(db, undefined, Number.POSITIVE_INFINITY, steps)
}

/** Rolls up subjects with many visits that an ended process has left. */
export async function rollUpLeft(db: Database, steps: Steps): Promise<void> {
  const { minWaiting = MIN_WAITING, isStopped } = steps
  let left = await listWaitingSubjects(db, minWaiting)
  while (left.length > 0 && !isStopped?.()) {
    await rollUpBusy(db, left.slice(0, MAX_FOLDED), steps)
    left = left.slice(MAX_FOLDED)
  }
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
  /** Tells of the visits that this process has written. */
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

  // The round: the last subject that had its turn, and when the round and its last part began.
  let last: SubjectKey | undefined
  let roundAt = 0
  let partAt = 0
  const isPartDue = () => Date.now() >= (last ? partAt + PART_MS : roundAt + ROUND_MS)
  const continueRound = async () => {
    partAt = Date.now()
    if (!last) roundAt = partAt
    const partsLeft = Math.max(1, Math.ceil((roundAt + ROUND_MS - partAt) / PART_MS))
    last = await rollUpNext(db, last, Math.ceil((await countDeltas(db, last)) / partsLeft), steps)
  }
  const rollUpNew = async () => {
    const busy = tally.takeBusy()
    if (busy.length > 0) await rollUpBusy(db, busy, steps)
    if (isPartDue()) await continueRound()
  }
  const maintain = async () => {
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
    setInterval(() => turn(maintain), MAINTENANCE_MS),
  ]
  for (const timer of timers) timer.unref()
  turn(maintain)
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
