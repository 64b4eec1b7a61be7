import type { Database, Store } from '../../db/open.ts'
import {
  deleteForgottenClicks,
  findForgotten,
  forgetVisitors,
  keepPartitions,
  rollUpVisits,
  settleForgotten,
} from '../../db/queries/visits.ts'

const ROLL_UP_MS = 5_000
const HOUSEKEEPING_MS = 3_600_000
// The embedded database serves nobody else meanwhile: smaller steps there.
const STEP = { server: 20_000, embedded: 2_000 }

export interface VisitJobs {
  /** Stops after the step at hand. */
  close(): Promise<void>
  /** Who is told when a job failed; it is tried again at its next turn. */
  report(listener: (error: unknown) => void): void
}

/** Deletes the clicks of what was deleted, of `step` clicks a time, until it is done or told to stop. */
export async function forgetDeleted(db: Database, step: number, isStopped = () => false): Promise<void> {
  const forgotten = await findForgotten(db)
  if (!forgotten) return
  for (let from = forgotten.first - 1; from < forgotten.last; from += step) {
    if (isStopped()) return
    await deleteForgottenClicks(db, from, from + step)
    await new Promise(setImmediate)
  }
  await settleForgotten(db, forgotten.subjects)
}

/** Rolls clicks up into counters, makes partitions ahead, forgets yesterday's visitors. Any number of instances may run it. */
export function runVisitJobs(options: {
  store: Store
  /** How many visits have been written so far: nothing new, nothing to do. */
  written: () => number
  /** Months that raw clicks are kept; null: for ever. */
  keepMonths: number | null
}): VisitJobs {
  const { store, written, keepMonths } = options
  let onError: (error: unknown) => void = () => {}
  let closed = false
  let working: Promise<void> | undefined
  let rolledUp = -1

  const rollUp = async () => {
    const now = written()
    if (now === rolledUp) return
    while (!closed && (await rollUpVisits(store.db, STEP[store.kind]))) await new Promise(setImmediate)
    rolledUp = now
  }
  const keepHouse = async () => {
    await keepPartitions(store.db, keepMonths)
    await forgetVisitors(store.db)
    await forgetDeleted(store.db, STEP[store.kind], () => closed)
  }
  const turn = (job: () => Promise<void>) => {
    if (closed) return
    const before = working ?? Promise.resolve()
    const mine: Promise<void> = before
      .then(job)
      .catch((error) => onError(error))
      .finally(() => {
        if (working === mine) working = undefined
      })
    working = mine
  }

  const timers = [
    setInterval(() => {
      if (!working) turn(rollUp)
    }, ROLL_UP_MS),
    setInterval(() => turn(keepHouse), HOUSEKEEPING_MS),
  ]
  for (const timer of timers) timer.unref()
  turn(keepHouse)
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
