import type { Database } from '../../db/open.ts'
import { recordVisits } from '../../db/queries/visits.ts'
import type { Geo } from './geo.ts'
import type { Visitors } from './visitors.ts'
import { describeVisits, type Visit } from './visits.ts'

/** Writes visits in groups: one group is on its way to the database while the next gathers. */
export interface Clicks {
  /** Resolves when the visit has been committed, or after CLICK_COMMIT_TIMEOUT_MS; never rejects. */
  add(visit: Visit): Promise<void>
  metrics(): ClickMetrics
  /** Who is told when visits cannot be written. */
  report(listener: (error: unknown) => void): void
  /** Writes what is buffered (for at most ten seconds) and stops. */
  close(): Promise<void>
}

export interface ClickMetrics {
  /** Visits waiting to be written. */
  buffered: number
  /** Visits lost: the buffer was full, or the database refused the row. */
  dropped: number
  /** Visits whose visitor was answered before their commit. */
  late: number
  /** Visits committed. */
  written: number
}

export interface ClickOptions {
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
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2000
const CLOSE_MS = 10_000
// How often it is looked for visitors who have waited long enough; a timer for each would cost more than his redirect.
const SWEEP_MS = 20

export function gatherClicks(options: ClickOptions): Clicks {
  const { db, geo, visitors, commitTimeout, respectDnt, mostBuffered = MOST_BUFFERED } = options
  let onError: (error: unknown) => void = () => {}
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
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

  const run = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MS
    // What has arrived in the same turn of the loop goes together.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const pieces = [waiting.slice(0, MOST_IN_GROUP)]
      waiting = waiting.slice(MOST_IN_GROUP)
      try {
        await write(pieces)
        isAway = false
        pause = FIRST_PAUSE_MS
      } catch (error) {
        if (!isAway) onError(error)
        isAway = true
        const left = pieces.flat()
        answerAll(left)
        waiting = [...left, ...waiting]
        if (Date.now() + pause > closingBy) {
          counts.dropped += waiting.length
          waiting = []
          return
        }
        await sleep(pause)
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      }
    }
  }

  const start = () => {
    running ??= run().finally(() => {
      running = undefined
      if (waiting.length > 0) start()
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
        start()
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const one = { visit, answer: resolve, deadline: Date.now() + commitTimeout }
        waiting.push(one)
        unanswered.push(one)
        sweeping ??= setInterval(sweep, Math.min(SWEEP_MS, commitTimeout))
        start()
      })
    },
    metrics: () => ({ buffered: waiting.length, ...counts }),
    report(listener) {
      onError = listener
    },
    async close() {
      closingBy = Date.now() + CLOSE_MS
      while (running) await running
    },
  }
}

function answerAll(group: readonly Waiting[]): void {
  for (const one of group) {
    one.answer?.()
    one.answer = undefined
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

// The rows themselves are at fault (data, constraints, limits). Anything else may pass: deadlocks, a full disk, no connection.
function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(code)
}
