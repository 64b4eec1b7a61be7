import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { addressKey, networkKey } from './addresses.ts'
import type { Counters } from './counters.ts'

/** What became of an attempt: right or wrong, or not looked at, with the milliseconds to wait before the next one. */
export type AttemptOutcome = { isRight: boolean; waitMs: 0 } | { isRight: undefined; waitMs: number }

/** Slows down those who guess passwords, and never refuses an address that did not guess itself. */
export interface AttemptLimiter {
  /**
   * Runs `check`, which says whether the password was right, unless this address has to wait. `subject` is what the
   * password is asked for: a login name as it was sent, so that unknown names behave like known ones; the id of a link.
   * An error of `check` is thrown and is no failed attempt.
   */
  run(ip: string, subject: string, check: () => Promise<boolean>): Promise<AttemptOutcome>
}

const HOUR_MS = 3_600_000
// Failures of an hour that cost nothing: by one address at one subject, by one address, by an IPv6 network of 56 bits.
const FREE_AT_SUBJECT = 10
const FREE_BY_ADDRESS = 50
const FREE_BY_NETWORK = 200
const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 30_000
// Failures at one subject from all addresses: later attempts take longer, and each is looked at.
const FREE_FROM_ALL = 20
const HOLD_STEP_MS = 100
const MAX_HOLD_MS = 3000
const MAX_HELD = 2000
// Attempts of one address that run at a time, and that wait for those.
const MAX_PARALLEL = 4
const MAX_QUEUED = 500
const BUSY_WAIT_MS = 1000

/** Creates a limiter of attempts; limiters of another name count apart. */
export function createAttemptLimiter(name: string, counters: Counters): AttemptLimiter {
  const queues = new Map<string, PQueue>()
  let held = 0

  const queueOf = (address: string): PQueue => {
    const queue = queues.get(address) ?? new PQueue({ concurrency: MAX_PARALLEL })
    queues.set(address, queue)
    return queue
  }
  const dropIdle = (address: string) => {
    const queue = queues.get(address)
    if (queue && queue.size + queue.pending === 0) queues.delete(address)
  }

  /** Delays an attempt at a subject that many failed at. False: too many attempts are delayed already. */
  const hold = async (subjectKey: string): Promise<boolean> => {
    const { count } = await counters.read(subjectKey)
    if (count <= FREE_FROM_ALL) return true
    if (held >= MAX_HELD) return false
    held++
    await sleep(Math.min(MAX_HOLD_MS, HOLD_STEP_MS * (count - FREE_FROM_ALL)))
    held--
    return true
  }

  const countFailure = async (key: string, free: number): Promise<void> => {
    const { count } = await counters.increment(key, HOUR_MS)
    if (count < free) return
    await counters.increment(`${key}:wait`, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(count - free, 10)))
  }

  return {
    async run(ip, subject, check) {
      const address = addressKey(ip)
      const network = networkKey(ip)
      const subjectHash = createHash('sha256').update(subject).digest('base64url').slice(0, 22)
      const pairKey = `${name}:pair:${address}:${subjectHash}`
      const subjectKey = `${name}:subject:${subjectHash}`
      const limits: [key: string, free: number][] = [
        [pairKey, FREE_AT_SUBJECT],
        [`${name}:address:${address}`, FREE_BY_ADDRESS],
        ...(network === undefined ? [] : [[`${name}:network:${network}`, FREE_BY_NETWORK] as [string, number]]),
      ]
      const readWait = async () => {
        const waits = await Promise.all(limits.map(([key]) => counters.read(`${key}:wait`)))
        return Math.max(...waits.map(({ ttlMs }) => ttlMs))
      }
      const refusedFor = (waitMs: number): AttemptOutcome => ({ isRight: undefined, waitMs })

      const waitMs = await readWait()
      if (waitMs > 0) return refusedFor(waitMs)
      if ((queues.get(address)?.size ?? 0) >= MAX_QUEUED || !(await hold(subjectKey))) return refusedFor(BUSY_WAIT_MS)
      const outcome = queueOf(address).add(async (): Promise<AttemptOutcome> => {
        // Those before it may have failed meanwhile.
        const waitMs = await readWait()
        if (waitMs > 0) return refusedFor(waitMs)
        const isRight = await check()
        if (isRight) await counters.remove(pairKey)
        else
          await Promise.all([
            ...limits.map(([key, free]) => countFailure(key, free)),
            counters.increment(subjectKey, HOUR_MS),
          ])
        return { isRight, waitMs: 0 }
      })
      return outcome.finally(() => setImmediate(dropIdle, address))
    },
  }
}

/** Counts attempts in fixed windows, for as many keys as its memory is set to; the least used are forgotten first. */
export interface Attempts {
  /** Counts one; seconds to wait when that is more than allowed, else 0. */
  spend(key: string): number
  /** Seconds to wait when nothing is left, else 0. */
  wait(key: string): number
}

const MAX_KEYS = 50_000

export function countAttempts(allowed: number, windowMs: number): Attempts {
  const windows = new LRUCache<string, { count: number; until: number }>({ max: MAX_KEYS })
  const current = (key: string) => {
    const window = windows.get(key)
    return window && window.until > Date.now() ? window : undefined
  }
  const seconds = (until: number) => Math.max(1, Math.ceil((until - Date.now()) / 1000))
  return {
    spend(key) {
      const window = current(key)
      if (!window) {
        windows.set(key, { count: 1, until: Date.now() + windowMs })
        return 0
      }
      window.count++
      return window.count > allowed ? seconds(window.until) : 0
    },
    wait(key) {
      const window = current(key)
      return window && window.count >= allowed ? seconds(window.until) : 0
    },
  }
}
