import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { addressKey, networkKey } from './addresses.ts'
import type { Counters } from './counters.ts'

/** The result of an attempt: right, wrong, or not checked (undefined), with the milliseconds until the next is allowed. */
export type AttemptOutcome = { isRight: boolean; waitMs: 0 } | { isRight: undefined; waitMs: number }

/** Slows down password guessing. Addresses without failed attempts are never rejected. */
export interface AttemptLimiter {
  /**
   * Runs `check`, which resolves with whether the password was right, unless the address has to wait. `subject` is what
   * the password protects: a login name as it was sent, known or not, or the id of a link. An error of `check` is thrown
   * and does not count as a failed attempt.
   */
  run(ip: string, subject: string, check: () => Promise<boolean>): Promise<AttemptOutcome>
}

const HOUR_MS = 3_600_000
// Failures per hour without a delay: of an address at one subject, of an address, of an IPv6 /56 network.
const FREE_PER_SUBJECT = 10
const FREE_PER_ADDRESS = 50
const FREE_PER_NETWORK = 200
const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 30_000
// Failures per hour at one subject from all addresses, after which attempts are delayed but still checked.
const FREE_PER_SUBJECT_FROM_ALL = 20
const DELAY_STEP_MS = 100
const MAX_DELAY_MS = 3000
const MAX_DELAYED = 2000
// Attempts of one address that run concurrently, and that are queued.
const MAX_PARALLEL = 4
const MAX_QUEUED = 500
const BUSY_WAIT_MS = 1000

/** Creates a limiter of attempts; each name has its own counters. */
export function createAttemptLimiter(name: string, counters: Counters): AttemptLimiter {
  const queues = new Map<string, PQueue>()
  let delayed = 0

  const queueOf = (address: string): PQueue => {
    const queue = queues.get(address) ?? new PQueue({ concurrency: MAX_PARALLEL })
    queues.set(address, queue)
    return queue
  }
  const dropIdle = (address: string) => {
    const queue = queues.get(address)
    if (queue && queue.size + queue.pending === 0) queues.delete(address)
  }

  /** Delays an attempt at a subject with many failures. False if too many attempts are delayed already. */
  const delay = async (subjectKey: string): Promise<boolean> => {
    const { count } = await counters.read(subjectKey)
    if (count <= FREE_PER_SUBJECT_FROM_ALL) return true
    if (delayed >= MAX_DELAYED) return false
    delayed++
    await sleep(Math.min(MAX_DELAY_MS, DELAY_STEP_MS * (count - FREE_PER_SUBJECT_FROM_ALL)))
    delayed--
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
        [pairKey, FREE_PER_SUBJECT],
        [`${name}:address:${address}`, FREE_PER_ADDRESS],
        ...(network === undefined ? [] : [[`${name}:network:${network}`, FREE_PER_NETWORK] as [string, number]]),
      ]
      const readWait = async () => {
        const waits = await Promise.all(limits.map(([key]) => counters.read(`${key}:wait`)))
        return Math.max(...waits.map(({ ttlMs }) => ttlMs))
      }
      const refusedFor = (waitMs: number): AttemptOutcome => ({ isRight: undefined, waitMs })

      const waitMs = await readWait()
      if (waitMs > 0) return refusedFor(waitMs)
      if ((queues.get(address)?.size ?? 0) >= MAX_QUEUED || !(await delay(subjectKey))) return refusedFor(BUSY_WAIT_MS)
      const outcome = queueOf(address).add(async (): Promise<AttemptOutcome> => {
        // Attempts that were ahead in the queue may have failed.
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
