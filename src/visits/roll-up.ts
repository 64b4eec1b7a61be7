import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../db/open.ts'
import { isVisitIndexReady } from '../../db/queries/indexes.ts'
import { readSettledId, rollUpSubjects } from '../../db/queries/visit-counters.ts'
import { listWaitingAccounts, noteWaiting } from '../../db/queries/visit-groups.ts'
import { countDeltas, foldDeltas, listWaitingSubjects, type SubjectKey } from '../../db/queries/visit-subjects.ts'

// One round over all subjects takes this long. It is split into parts, so that it does not delay the recording of
// visits.
const ROUND_MS = 120_000
const PART_MS = 5_000
// Statistics of a subject with fewer raw visits are computed from those, which takes a few milliseconds.
const MIN_WAITING = 1000
// An account waits for more visits, because each roll-up of it rewrites the counters of all its campaigns, channels and
// domains that were visited.
const MIN_WAITING_OF_ACCOUNT = 2500
/** Subjects per statement that adds their counts to their tables. */
export const MAX_FOLDED = 2000
const MAX_SUBJECTS = 10

export interface Steps {
  /** Raw visits of one subject per step. */
  maxVisits: number
  /** Subjects with fewer raw visits to roll up are skipped. */
  minWaiting?: number
  isStopped?: () => boolean
  /** Called with a subject whose counters cannot be computed; the others are still rolled up. */
  onError?: (error: unknown) => void
}

// Errors of class 22 (invalid data): the same query would fail again.
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
    await nextTurn()
  }
}

type Folded = Awaited<ReturnType<typeof foldDeltas>>

// Rolls up the accounts of visits that were just folded, if many visits of them wait.
async function rollUpAccountsOf(db: Database, folded: Folded, steps: Steps): Promise<void> {
  const added = new Map<number, number>()
  for (const one of folded) added.set(one.account_id, (added.get(one.account_id) ?? 0) + one.added)
  const due = await noteWaiting(db, added, steps.minWaiting ?? MIN_WAITING_OF_ACCOUNT)
  if (due.length > 0 && (await isVisitIndexReady(db, 'clicks_account'))) await rollUpAccounts(db, due, steps)
}

/** Rolls up the visits of accounts for their campaigns, channels and domains, and for the accounts themselves. */
export const rollUpAccounts = (db: Database, ids: readonly number[], steps: Steps): Promise<void> =>
  rollUp(
    db,
    ids.map((id) => ({ subject: 'account', subject_id: id })),
    steps,
  )

/** Adds the counts in visit_deltas to the tables of these subjects, and rolls them up. */
export async function rollUpBusy(db: Database, keys: readonly SubjectKey[], steps: Steps): Promise<void> {
  const folded = await foldDeltas(db, { keys })
  if (await isVisitIndexReady(db, 'clicks_subject')) await rollUp(db, keys, steps)
  await rollUpAccountsOf(db, folded, steps)
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
    if (busy.length > 0 && (await isVisitIndexReady(db, 'clicks_subject'))) await rollUp(db, busy, steps)
    await rollUpAccountsOf(db, folded, steps)
    if (folded.length < limit) return undefined
    last = folded.at(-1)
    await nextTurn()
  }
  return last
}

/** Adds all counts in visit_deltas to the tables of their subjects, and rolls up those with many visits. */
export async function rollUpVisits(db: Database, steps: Steps): Promise<void> {
  await rollUpNext(db, undefined, Number.POSITIVE_INFINITY, steps)
}

/** Rolls up subjects and accounts with many visits that an ended process has left. */
export async function rollUpLeft(db: Database, steps: Steps): Promise<void> {
  const { minWaiting = MIN_WAITING, isStopped } = steps
  let left = await listWaitingSubjects(db, minWaiting)
  while (left.length > 0 && !isStopped?.()) {
    await rollUpBusy(db, left.slice(0, MAX_FOLDED), steps)
    left = left.slice(MAX_FOLDED)
  }
  await rollUpLeftAccounts(db, steps)
}

async function rollUpLeftAccounts(db: Database, steps: Steps): Promise<void> {
  const { minWaiting = MIN_WAITING_OF_ACCOUNT, isStopped } = steps
  if (!(await isVisitIndexReady(db, 'clicks_account'))) return
  let after: number | undefined = 0
  while (after !== undefined && !isStopped?.()) {
    const ids = await listWaitingAccounts(db, minWaiting, after, MAX_FOLDED)
    await noteWaiting(db, new Map(ids.map((id) => [id, 0])), minWaiting)
    await rollUpAccounts(db, ids, steps)
    after = ids.at(-1)
  }
}

/** Rolls up all subjects in endless rounds, each split into parts. */
export interface RollUpRound {
  /** Whether the next part may start. */
  isDue(): boolean
  next(): Promise<void>
  /** Seconds since the start of the last complete round; before the first ended, since the creation. */
  age(): number
}

export function createRollUpRound(
  db: Database,
  steps: Steps,
  { roundMs = ROUND_MS, partMs = PART_MS } = {},
): RollUpRound {
  // The last processed subject of this round, and when the round and its last part started.
  let last: SubjectKey | undefined
  let roundAt = 0
  let partAt = 0
  let completeAt = Date.now()
  return {
    age: () => (Date.now() - completeAt) / 1000,
    isDue: () => Date.now() >= (last ? partAt + partMs : roundAt + roundMs),
    async next() {
      partAt = Date.now()
      if (!last) roundAt = partAt
      const partsLeft = Math.max(1, Math.ceil((roundAt + roundMs - partAt) / partMs))
      // At least one: the round ends when a part returns fewer subjects than requested.
      const count = Math.max(1, Math.ceil((await countDeltas(db, last)) / partsLeft))
      last = await rollUpNext(db, last, count, steps)
      if (!last) completeAt = roundAt
    },
  }
}
