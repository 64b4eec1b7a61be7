import { setTimeout as sleep } from 'node:timers/promises'

interface Pace {
  /** The time until a turn may be taken. */
  waitMs: number
  /** Whether no other turn of the line may be taken meanwhile. */
  isPaced: boolean
}

/** Who waits for a turn. */
interface Applicant {
  /** Those in one line take turns. */
  line: string
  /** In a line the owners' turns alternate. */
  owner: string
  subject: string
  /** The pace of turns at the subject. */
  readPace(): Promise<Pace>
}

interface Waiting extends Applicant {
  until: number
  /** Without an argument: the turn has come. */
  settle(refusedForMs?: number): void
}

interface Line {
  /** In the order of their turns: an owner whose turn has come moves to the end. */
  owners: Map<string, Waiting[]>
  waiting: number
  running: number
  isServed: boolean
}

// Turns of one line that are taken concurrently, as long as none is paced.
const MAX_PARALLEL = 4
const MAX_HELD_MS = 15_000
// Places of an owner and of a line, while turns are paced and while they are not; and of all lines.
const MAX_PACED_PER_OWNER = 4
const MAX_PACED_PER_LINE = 24
const MAX_PER_LINE = 500
const MAX_WAITING = 4000
const CHECK_MS = 250

/** Lets applicants wait for their turns, for at most 15 seconds and none while `isStopping`. */
export function createTurns(isStopping: () => boolean) {
  const lines = new Map<string, Line>()
  let waitingCount = 0

  const remove = (line: Line, one: Waiting) => {
    const queue = line.owners.get(one.owner) ?? []
    const left = queue.filter((other) => other !== one)
    line.owners.delete(one.owner)
    if (left.length > 0) line.owners.set(one.owner, left)
    line.waiting--
    waitingCount--
  }

  /** The first in turn order whose turn may be taken now; else the time until there is one. */
  const findNext = async (line: Line): Promise<{ next?: Waiting; waitMs: number }> => {
    const paces = new Map<string, Pace>()
    // What ends while paces are read may have changed them.
    const running = line.running
    let soonest = CHECK_MS
    for (const queue of [...line.owners.values()])
      for (const [place, one] of [...queue].entries()) {
        const pace = paces.get(one.subject) ?? (await one.readPace())
        paces.set(one.subject, pace)
        const isTooMany = pace.isPaced && place >= MAX_PACED_PER_OWNER
        if (isTooMany || one.until <= Date.now() || (pace.waitMs > 0 && isStopping())) {
          remove(line, one)
          one.settle(pace.waitMs)
        } else if (pace.waitMs > 0) soonest = Math.min(soonest, pace.waitMs)
        else if (running < (pace.isPaced ? 1 : MAX_PARALLEL)) return { next: one, waitMs: 0 }
      }
    return { waitMs: soonest }
  }

  // One loop serves a line, so that a failure is counted before the next turn is given.
  const serve = async (key: string, line: Line): Promise<void> => {
    if (line.isServed) return
    line.isServed = true
    while (line.waiting > 0 && line.running < MAX_PARALLEL) {
      const { next, waitMs } = await findNext(line)
      if (next) {
        remove(line, next)
        line.running++
        next.settle()
      } else if (line.running > 0) break
      else await sleep(waitMs)
    }
    line.isServed = false
    if (line.waiting + line.running === 0) lines.delete(key)
  }

  return {
    /** Runs `act` when the turn has come. Without a result it was not run; `waitMs` is the time until a turn is possible. */
    async take<T>(applicant: Applicant, act: () => Promise<T>): Promise<{ result?: T; waitMs: number }> {
      const { waitMs, isPaced } = await applicant.readPace()
      const line = lines.get(applicant.line) ?? { owners: new Map(), waiting: 0, running: 0, isServed: false }
      const own = line.owners.get(applicant.owner) ?? []
      const hasPlace = isPaced
        ? own.length < MAX_PACED_PER_OWNER && line.waiting < MAX_PACED_PER_LINE
        : line.waiting < MAX_PER_LINE
      if (!hasPlace || waitingCount >= MAX_WAITING || (waitMs > 0 && isStopping())) return { waitMs }
      lines.set(applicant.line, line)
      line.waiting++
      waitingCount++
      const refusedForMs = await new Promise<number | undefined>((settle) => {
        line.owners.set(applicant.owner, [...own, { ...applicant, until: Date.now() + MAX_HELD_MS, settle }])
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
