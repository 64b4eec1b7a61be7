import { setTimeout as sleep } from 'node:timers/promises'
import { type BoundedMap, createBoundedMap } from './bounded-map.ts'

export interface Pace {
  /** The time until a turn may be taken. */
  waitMs: number
  /** Whether no other turn of the line may be taken meanwhile. */
  isPaced: boolean
}

/** Who waits for a turn. */
interface Applicant {
  /** The line in which the applicant waits. */
  line: string
  /** From the widest to the narrowest: groups of one level take turns, then the groups within the chosen one. */
  groups: readonly string[]
  subject: string
  /** The pace of the line at the subject. */
  readPace(): Promise<Pace>
  /** Removes the applicant when aborted. */
  signal: AbortSignal | undefined
}

interface Waiting extends Applicant {
  /** The groups with the groups that they are in. */
  paths: string[]
  until: number
  /** Without an argument: the turn has come. */
  settle(refusedForMs?: number): void
}

interface Line {
  /** In the order of arrival. */
  waiting: Set<Waiting>
  running: number
  isServed: boolean
  /** Ends of the pauses at the subjects, which are not read again before. */
  pauses: Map<string, number>
  /** The number of the last turn of each group. */
  served: BoundedMap<number>
  turns: number
  /** Ends a pause of the loop that serves the line. */
  wake: AbortController
}

// Turns of one line that are taken concurrently, as long as none is paced.
const MAX_PARALLEL = 4
/** Longer than any pause of an address, so that an attempt in a pause is not refused if it is the only one. */
const MAX_HELD_MS = 20_000
// Of those whose turns are paced; others wait only for those that are running.
const MAX_PACED_PER_LINE = 32
const MAX_GROUPS = 1000
const CHECK_MS = 250

const groupsOf = (waiting: Waiting[], level: number): Waiting[][] => [
  ...Map.groupBy(waiting, ({ paths }) => paths[level]).values(),
]

/**
 * The next of those who are ready: at each level of the group whose last turn is the longest ago, or that has had none.
 */
function findNext(ready: Waiting[], served: Line['served']): Waiting | undefined {
  let left = ready
  for (let level = 0; level < (ready[0]?.paths.length ?? 0); level++) {
    const ranked = groupsOf(left, level).map((group) => {
      const turn = served.get(group[0]?.paths[level] ?? '') ?? 0
      // Groups without a turn in random order: a guesser can be any number of them.
      return { group, rank: turn + Math.random() / 2 }
    })
    left = ranked.reduce((best, other) => (other.rank < best.rank ? other : best)).group
  }
  return left[0]
}

/**
 * Divides slots among groups, smallest group first: within a group by arrival, and among random groups if there are too
 * many.
 */
function share(waiting: Waiting[], places: number, level = 0): Waiting[] {
  if (waiting.length <= places) return waiting
  if (level === waiting[0]?.paths.length) return waiting.slice(0, places)
  const groups = groupsOf(waiting, level).map((group) => ({ group, rank: group.length + Math.random() / 2 }))
  const kept: Waiting[] = []
  for (const [i, { group }] of groups.sort((a, b) => a.rank - b.rank).entries())
    kept.push(...share(group, Math.floor((places - kept.length) / (groups.length - i)), level + 1))
  return kept
}

const newLine = (): Line => ({
  waiting: new Set(),
  running: 0,
  isServed: false,
  pauses: new Map(),
  served: createBoundedMap(MAX_GROUPS, (turn) => turn),
  turns: 0,
  wake: new AbortController(),
})

/** Schedules attempts fairly: an applicant waits for its turn at most 20 seconds, and not at all while `isStopping`. */
export function createTurns(isStopping: () => boolean) {
  const lines = new Map<string, Line>()

  /** Refuses applicants that waited too long or exceed the limits; returns those that may take a turn now. */
  const sortOut = async (line: Line): Promise<{ ready: Waiting[]; waitMs: number }> => {
    // What ends while paces are read may have changed them.
    const running = line.running
    const paces = new Map<string, Pace & { until: number }>()
    const readPace = async ({ subject, readPace }: Waiting) => {
      const until = line.pauses.get(subject) ?? 0
      const pace = until > Date.now() ? { waitMs: until - Date.now(), isPaced: true } : await readPace()
      return { ...pace, until: Date.now() + pace.waitMs }
    }
    const ready: Waiting[] = []
    const paced: Waiting[] = []
    let soonest = CHECK_MS
    for (const one of [...line.waiting]) {
      // One for all of the same subject: else the turn would go to those whose pause was read first.
      const pace = paces.get(one.subject) ?? (await readPace(one))
      paces.set(one.subject, pace)
      if (one.until <= Date.now() || (pace.waitMs > 0 && isStopping())) one.settle(pace.waitMs)
      if (!line.waiting.has(one)) continue
      if (pace.isPaced) paced.push(one)
      if (pace.waitMs > 0) soonest = Math.min(soonest, pace.waitMs)
      else if (running < (pace.isPaced ? 1 : MAX_PARALLEL)) ready.push(one)
    }
    line.pauses = new Map([...paces].map(([subject, { until }]) => [subject, until]))
    const kept = new Set(share(paced, MAX_PACED_PER_LINE))
    for (const one of paced) if (!kept.has(one)) one.settle(paces.get(one.subject)?.waitMs ?? 0)
    return { ready: ready.filter((one) => line.waiting.has(one)), waitMs: soonest }
  }

  const takeNext = (line: Line, ready: Waiting[]): boolean => {
    const next = findNext(ready, line.served)
    if (!next) return false
    line.turns++
    for (const path of next.paths) line.served.set(path, line.turns)
    line.running++
    next.settle()
    return true
  }

  // One loop serves a line, so that a failure is counted before the next turn is given.
  const serve = async (key: string, line: Line): Promise<void> => {
    // A reason of its own, because the default one is an error with a stack.
    line.wake.abort('woken')
    if (line.isServed) return
    line.isServed = true
    while (line.waiting.size > 0 && line.running < MAX_PARALLEL) {
      line.wake = new AbortController()
      const { ready, waitMs } = await sortOut(line)
      if (takeNext(line, ready)) continue
      if (line.running > 0) break
      if (line.waiting.size > 0) await sleep(waitMs, undefined, { signal: line.wake.signal }).catch(() => {})
    }
    line.isServed = false
    if (line.waiting.size + line.running === 0) lines.delete(key)
  }

  return {
    /**
     * Runs `act` when the turn has come. Without a result it was not run; `waitMs` is the time until a turn is
     * possible.
     */
    async take<T>(applicant: Applicant, act: () => Promise<T>): Promise<{ result?: T; waitMs: number }> {
      const line = lines.get(applicant.line) ?? newLine()
      lines.set(applicant.line, line)
      const refusedForMs = await new Promise<number | undefined>((resolve) => {
        const one: Waiting = {
          ...applicant,
          paths: applicant.groups.map((_, level) => applicant.groups.slice(0, level + 1).join('\n')),
          until: Date.now() + MAX_HELD_MS,
          settle(refusedForMs) {
            line.waiting.delete(one)
            applicant.signal?.removeEventListener('abort', onAbort)
            resolve(refusedForMs)
          },
        }
        const onAbort = () => one.settle(0)
        applicant.signal?.addEventListener('abort', onAbort)
        line.waiting.add(one)
        serve(applicant.line, line)
      })
      if (refusedForMs !== undefined) return { waitMs: refusedForMs }
      try {
        return { result: await act(), waitMs: 0 }
      } finally {
        line.running--
        serve(applicant.line, line)
      }
    },
  }
}
