import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/open.ts'
import { recordVisits } from '../../db/queries/visits.ts'
import type { CountryLookup } from './country-lookup.ts'
import { describeVisits, estimateBytes, type Visit } from './describe-visits.ts'
import { createDropCount } from './drop-count.ts'
import { answerAll, createDeadlines, type Waiting } from './visit-deadlines.ts'
import type { VisitorSalts } from './visitor-hash.ts'

/** Writes visits in groups: while some groups are being written, the next one is collected. */
export interface VisitWriter {
  /**
   * Resolves when the visit has been committed, or CLICK_COMMIT_TIMEOUT_MS after its request came, which was
   * `elapsedMs` ago; never rejects.
   */
  add(visit: Visit, elapsedMs?: number): Promise<void>
  metrics(): VisitWriterMetrics
  /** Sets the listener that gets the visits of each group once they are written. */
  watch(listener: (visits: readonly Visit[]) => void): void
  /** Sets the listener that is called when visits cannot be written. */
  report(listener: (error: unknown) => void): void
  /** Sets the listener that gets the number of visits that were lost since its last call, every ten seconds at most. */
  reportDropped(listener: (dropped: number) => void): void
  /** Writes what is buffered (for at most ten seconds) and stops. */
  close(): Promise<void>
}

interface VisitWriterMetrics {
  /** Visits waiting to be written. */
  buffered: number
  /** Visits lost because the buffer was full or the database rejected the row. */
  dropped: number
  /** Visits that were not committed before the response. */
  late: number
  /** Visits committed. */
  written: number
  /** Groups committed, each in one statement. */
  groups: number
}

interface VisitWriterOptions {
  db: Database
  countryLookup: CountryLookup
  salts: VisitorSalts
  /** The longest time that a response waits for the commit, in milliseconds. */
  commitTimeout: number
  respectDnt: boolean
  /** The number of groups that are written concurrently. */
  maxConcurrent?: number
  /** The maximum memory of visits that are not written yet, in bytes. */
  maxBufferedBytes: number
}

/**
 * Visits of one type of subject that are written in one statement. By the id the database recognizes a second attempt.
 */
interface Group {
  id: string
  visits: Waiting[]
}

const MAX_IN_GROUP = 1000
// With only one group at a time either the database or this process would be idle. More than two would be smaller.
const MAX_CONCURRENT = 2
// A second group has at least this many visits, and as many as the first one, because each group costs a commit.
const MIN_CONCURRENT_GROUP = 64
const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = 2000
const CLOSE_MS = 10_000

const newGroup = (visits: Waiting[]): Group => ({ id: randomUUID(), visits })
const countVisits = (groups: readonly Group[]) => groups.reduce((sum, { visits }) => sum + visits.length, 0)

export function createVisitWriter(options: VisitWriterOptions): VisitWriter {
  const { db, countryLookup, salts, commitTimeout, respectDnt, maxBufferedBytes } = options
  const maxConcurrent = Math.min(MAX_CONCURRENT, options.maxConcurrent ?? MAX_CONCURRENT)
  let onError: (error: unknown) => void = () => {}
  let onWritten: (visits: readonly Visit[]) => void = () => {}
  let waiting: Waiting[] = []
  // Groups whose commit was not confirmed: they are written again unchanged, with the same id.
  let unconfirmed: Group[] = []
  // Ids of committed groups, which the next statement deletes from the database.
  let confirmed: string[] = []
  let bytes = 0
  let running = 0
  // Visits in the groups that are being written.
  let writing = 0
  let isPlanned = false
  let pause = MIN_PAUSE_MS
  let pausing: NodeJS.Timeout | undefined
  let onIdle = () => {}
  // While the database is known to be away, responses do not wait.
  let isUnavailable = false
  let closingBy = Number.POSITIVE_INFINITY
  const counts = { late: 0, written: 0, groups: 0 }
  const dropped = createDropCount()
  const deadlines = createDeadlines(commitTimeout, (late) => {
    counts.late += late
  })

  const countBuffered = () => countVisits(unconfirmed) + waiting.length
  const releaseMemory = (visits: readonly Waiting[]) => {
    for (const { visit } of visits) bytes -= estimateBytes(visit)
  }

  const record = async (group: Group) => {
    const settled = confirmed
    confirmed = []
    try {
      const { day, salt } = await salts.today()
      const visits = group.visits.map(({ visit }) => visit)
      const batch = describeVisits(visits, { countryLookup, day, salt, respectDnt })
      await recordVisits(db, batch, { id: group.id, settled })
      onWritten(visits)
    } catch (error) {
      confirmed.push(...settled)
      throw error
    }
    confirmed.push(group.id)
  }

  // A row that the database rejects must not affect the others: its group is halved until the row is alone. Groups that
  // are not written when the connection is lost stay in `groups`.
  const write = async (groups: Group[]): Promise<void> => {
    while (groups[0]) {
      const { visits } = groups[0]
      try {
        await record(groups[0])
        counts.written += visits.length
        counts.groups++
      } catch (error) {
        if (!isRejectedRow(error)) throw error
        if (visits.length > 1) {
          const middle = visits.length >> 1
          groups.splice(0, 1, newGroup(visits.slice(0, middle)), newGroup(visits.slice(middle)))
          continue
        }
        dropped.add(1)
        onError(error)
      }
      groups.shift()
      releaseMemory(visits)
      // Deferred, so that the next statement is sent before these responses.
      setImmediate(answerAll, visits)
    }
  }

  const scheduleRetry = () => {
    if (pausing !== undefined) return
    pausing = setTimeout(() => {
      pausing = undefined
      sendNext()
    }, pause)
    pause = Math.min(pause * 2, MAX_PAUSE_MS)
  }

  const send = async (groups: Group[]): Promise<void> => {
    const size = countVisits(groups)
    running++
    writing += size
    try {
      await write(groups)
      isUnavailable = false
      pause = MIN_PAUSE_MS
      clearTimeout(pausing)
      pausing = undefined
    } catch (error) {
      if (!isUnavailable) onError(error)
      isUnavailable = true
      for (const { visits } of groups) answerAll(visits)
      unconfirmed = [...groups, ...unconfirmed]
      if (Date.now() + pause > closingBy) {
        dropped.add(countBuffered())
        unconfirmed = []
        waiting = []
      } else scheduleRetry()
    }
    running--
    writing -= size
    sendNext()
    if (running === 0 && waiting.length === 0 && unconfirmed.length === 0) onIdle()
  }

  const canSend = () =>
    running === 0 ||
    (running < maxConcurrent && !isUnavailable && waiting.length >= Math.max(MIN_CONCURRENT_GROUP, writing))

  const sendNext = () => {
    if (pausing !== undefined) return
    if (unconfirmed.length > 0 && running === 0) send(unconfirmed.splice(0))
    while (waiting.length > 0 && canSend()) {
      const bySubject = Object.groupBy(waiting.splice(0, MAX_IN_GROUP), ({ visit }) => visit.subject)
      send(Object.values(bySubject).map(newGroup))
    }
  }

  // Visits that arrive in the same turn of the event loop are written together; a full group is sent at once.
  const gather = () => {
    if (waiting.length >= MIN_CONCURRENT_GROUP) return sendNext()
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      sendNext()
    })
  }

  return {
    add(visit, elapsedMs = 0) {
      const size = estimateBytes(visit)
      if (bytes + size > maxBufferedBytes) {
        dropped.add(1)
        return Promise.resolve()
      }
      bytes += size
      if (isUnavailable || commitTimeout === 0) {
        counts.late += 1
        waiting.push({ visit, answer: undefined, deadline: 0 })
        gather()
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const one = { visit, answer: resolve, deadline: Date.now() + commitTimeout - elapsedMs }
        waiting.push(one)
        deadlines.add(one)
        gather()
      })
    },
    watch(listener) {
      onWritten = listener
    },
    metrics: () => ({ buffered: countBuffered(), dropped: dropped.total(), ...counts }),
    report(listener) {
      onError = listener
    },
    reportDropped: dropped.listen,
    async close() {
      closingBy = Date.now() + CLOSE_MS
      if (running > 0 || waiting.length > 0 || unconfirmed.length > 0)
        await new Promise<void>((resolve) => {
          onIdle = resolve
        })
      dropped.flush()
    },
  }
}

// Errors of the data, of constraints and of limits. Others are temporary: deadlocks, a full disk, no connection.
function isRejectedRow(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(code)
}
