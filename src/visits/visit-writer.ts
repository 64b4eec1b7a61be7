import type { Database } from '../../db/open.ts'
import { recordVisits } from '../../db/queries/visits.ts'
import type { Geo } from './geo.ts'
import type { Visitors } from './visitors.ts'
import { describeVisits, type Visit } from './visits.ts'

/** Writes visits in groups: some are on their way to the database while the next gathers. */
export interface ClickGatherer {
  /** Resolves when the visit has been committed, or after CLICK_COMMIT_TIMEOUT_MS; never rejects. */
  add(visit: Visit): Promise<void>
  metrics(): ClickMetrics
  /** Who is told when visits cannot be written. */
  report(listener: (error: unknown) => void): void
  /** Writes what is buffered (for at most ten seconds) and stops. */
  close(): Promise<void>
}

interface ClickMetrics {
  /** Visits waiting to be written. */
  buffered: number
  /** Visits lost: the buffer was full, or the database refused the row. */
  dropped: number
  /** Visits whose visitor was answered before their commit. */
  late: number
  /** Visits committed. */
  written: number
}

interface ClickOptions {
  db: Database
  geo: Geo
  visitors: Visitors
  /** Milliseconds. */
  commitTimeout: number
  respectDnt: boolean
  /** The most visits kept while the database is away. */
  mostBuffered?: number
}

interface Waiting {
  visit: Visit
  /** Until the visitor has been answered. */
  answer: (() => void) | undefined
  /** Milliseconds since 1970. */
  deadline: number
}

const MOST_BUFFERED = 100_000
const MOST_IN_GROUP = 1000
// Under load a group need not wait for the one before it: else either the database or this process would always be idle.
const MOST_AT_ONCE = 3
// Small groups are not worth that: each costs the database a commit.
const ENOUGH = 64
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2000
const CLOSE_MS = 10_000
// How often it is looked for visitors who have waited long enough; a timer for each would cost more than his redirect.
const SWEEP_MS = 20

export function gatherClicks(options: ClickOptions): ClickGatherer {
  const { db, geo, visitors, commitTimeout, respectDnt, mostBuffered = MOST_BUFFERED } = options
  let onError: (error: unknown) => void = () => {}
  let waiting: Waiting[] = []
  let underway = 0
  let isPlanned = false
  let pause = FIRST_PAUSE_MS
  let resting: NodeJS.Timeout | undefined
  let onIdle = () => {}
  // While the database is known to be away nobody is kept waiting for it.
  let isAway = false
  let closingBy = Number.POSITIVE_INFINITY
  const counts = { dropped: 0, late: 0, written: 0 }

  // A row the database refuses must not take the others with it: the group is halved until it stands alone. What is not
  // written when the database goes away is left in `pieces`.
  const write = async (pieces: Waiting[][]): Promise<void> => {
    const { day, salt } = await visitors.today()
    while (pieces[0]) {
      const piece = pieces[0]
      try {
        const visits = piece.map(({ visit }) => visit)
        await recordVisits(db, describeVisits(visits, { geo, day, salt, respectDnt }))
        counts.written += piece.length
      } catch (error) {
        if (!isRefusal(error)) throw error
        if (piece.length > 1) {
          const middle = piece.length >> 1
          pieces.splice(0, 1, piece.slice(0, middle), piece.slice(middle))
          continue
        }
        counts.dropped += 1
        onError(error)
      }
      pieces.shift()
      // The next group is on its way before these are answered: the database works while the answers are written.
      setImmediate(answerAll, piece)
    }
  }

  const rest = () => {
    if (resting !== undefined) return
    resting = setTimeout(() => {
      resting = undefined
      sendNext()
    }, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }

  const send = async (group: Waiting[]): Promise<void> => {
    const pieces = Object.values(Object.groupBy(group, ({ visit }) => visit.subject))
    underway++
    try {
      await write(pieces)
      isAway = false
      pause = FIRST_PAUSE_MS
      clearTimeout(resting)
      resting = undefined
    } catch (error) {
      if (!isAway) onError(error)
      isAway = true
      const left = pieces.flat()
      answerAll(left)
      waiting = [...left, ...waiting]
      if (Date.now() + pause > closingBy) {
        counts.dropped += waiting.length
        waiting = []
      } else rest()
    }
    underway--
    sendNext()
    if (underway === 0 && waiting.length === 0) onIdle()
  }

  const mayGo = () => underway === 0 || (underway < MOST_AT_ONCE && !isAway && waiting.length >= ENOUGH)

  const sendNext = () => {
    while (resting === undefined && waiting.length > 0 && mayGo()) send(waiting.splice(0, MOST_IN_GROUP))
  }

  // What has arrived in the same turn of the loop goes together, unless that is enough already.
  const gather = () => {
    if (waiting.length >= ENOUGH) return sendNext()
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      sendNext()
    })
  }

  // In the order of their deadlines.
  let unanswered: Waiting[] = []
  let sweeping: NodeJS.Timeout | undefined
  const sweep = () => {
    const soon = Date.now() + SWEEP_MS
    const isPatient = (one: Waiting) => one.answer !== undefined && one.deadline > soon
    const first = unanswered.findIndex(isPatient)
    const over = first === -1 ? unanswered : unanswered.slice(0, first)
    unanswered = first === -1 ? [] : unanswered.slice(first)
    for (const one of over) if (one.answer !== undefined) counts.late += 1
    answerAll(over)
    if (unanswered.length > 0) return
    clearInterval(sweeping)
    sweeping = undefined
  }

  return {
    add(visit) {
      if (waiting.length >= mostBuffered) {
        counts.dropped += 1
        return Promise.resolve()
      }
      if (isAway || commitTimeout === 0) {
        counts.late += 1
        waiting.push({ visit, answer: undefined, deadline: 0 })
        gather()
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const one = { visit, answer: resolve, deadline: Date.now() + commitTimeout }
        waiting.push(one)
        unanswered.push(one)
        sweeping ??= setInterval(sweep, Math.min(SWEEP_MS, commitTimeout))
        gather()
      })
    },
    metrics: () => ({ buffered: waiting.length, ...counts }),
    report(listener) {
      onError = listener
    },
    async close() {
      closingBy = Date.now() + CLOSE_MS
      if (underway > 0 || waiting.length > 0)
        await new Promise<void>((resolve) => {
          onIdle = resolve
        })
    },
  }
}

function answerAll(group: readonly Waiting[]): void {
  for (const one of group) {
    one.answer?.()
    one.answer = undefined
  }
}

// The rows themselves are at fault (data, constraints, limits). Anything else may pass: deadlocks, a full disk, no connection.
function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(code)
}
