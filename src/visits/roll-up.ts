import type { Database } from '../../db/open.ts'
import { isIndexed, readSettledId, rollUpSubjects } from '../../db/queries/visit-counters.ts'
import { countDeltas, foldDeltas, listWaitingSubjects, type SubjectKey } from '../../db/queries/visit-subjects.ts'

// All subjects have their turn in this time, in parts, so that their folding does not keep visits waiting.
const ROUND_MS = 120_000
const PART_MS = 5_000
// Statistics of a subject with fewer raw visits are computed from those, which takes a few milliseconds.
const MIN_WAITING = 1000
/** Subjects per statement that adds their counts to their tables. */
export const MAX_FOLDED = 2000
const MAX_SUBJECTS = 10

export interface Steps {
  /** Raw visits of one subject per step. */
  maxVisits: number
  /** Subjects with fewer raw visits to roll up are skipped. */
  minWaiting?: number
  isStopped?: () => boolean
  /** Is told about a subject whose counters cannot be added up; the others are rolled up all the same. */
  onError?: (error: unknown) => void
}

export const yieldTurn = () => new Promise((resolve) => setImmediate(resolve))

// A stored value that a query cannot read: the same again would fail again.
const isUnreadable = (error: unknown) => /^22/.test(String((error as { code?: unknown } | null)?.code ?? ''))

/** Rolls up the visits of these subjects that were written before this call. */
export async function rollUp(db: Database, keys: readonly SubjectKey[], steps: Steps): Promise<void> {
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
export async function rollUpBusy(db: Database, keys: readonly SubjectKey[], steps: Steps): Promise<void> {
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

/** Gives all subjects their turn again and again, in parts. */
export interface RollUpRound {
  /** Whether the next part may begin. */
  isDue(): boolean
  next(): Promise<void>
}

export function createRollUpRound(
  db: Database,
  steps: Steps,
  { roundMs = ROUND_MS, partMs = PART_MS } = {},
): RollUpRound {
  // The last subject that had its turn in this round, and when the round and its last part began.
  let last: SubjectKey | undefined
  let roundAt = 0
  let partAt = 0
  return {
    isDue: () => Date.now() >= (last ? partAt + partMs : roundAt + roundMs),
    async next() {
      partAt = Date.now()
      if (!last) roundAt = partAt
      const partsLeft = Math.max(1, Math.ceil((roundAt + roundMs - partAt) / partMs))
      // At least one: that none is left is seen by asking for more than there are.
      const count = Math.max(1, Math.ceil((await countDeltas(db, last)) / partsLeft))
      last = await rollUpNext(db, last, count, steps)
    },
  }
}
