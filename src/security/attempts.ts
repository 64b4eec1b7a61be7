import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressKey, networkKey } from './addresses.ts'
import type { Counters } from './counters.ts'
import { createTurns } from './turns.ts'

/** The result of an attempt: right, wrong, or not checked (undefined), with the milliseconds until the next is allowed. */
export type AttemptOutcome = { isRight: boolean; waitMs: 0 } | { isRight: undefined; waitMs: number }

/** Who makes an attempt. */
export interface Guesser {
  ip: string
  /** The user agent: attempts of one address take turns by it. */
  agent?: string | undefined
  /** The id of a device that has sent the right password before. Failures of others do not delay it. */
  device?: string | undefined
}

/** Slows down password guessing. Nobody is rejected for failures of other addresses, and a known device only for its own. */
export interface AttemptLimiter {
  /**
   * Runs `check`, which resolves with whether the password was right, when it is the attempt's turn; not at all if that
   * takes too long. `subject` is what the password protects: a login name as it was sent, known or not, or the id of a
   * link. An error of `check` is thrown and does not count as a failed attempt.
   */
  run(guesser: Guesser, subject: string, check: () => Promise<boolean>): Promise<AttemptOutcome>
}

const HOUR_MS = 3_600_000
/** Failures per hour without a delay, and the longest pause after each further one. */
interface Pace {
  key: string
  free: number
  maxPauseMs: number
}
// An address may make 10 + 600 attempts an hour at one subject, and 50 + 1200 in all.
const AT_SUBJECT = { free: 10, maxPauseMs: 6000 }
const OF_ADDRESS = { free: 50, maxPauseMs: 3000 }
const OF_NETWORK = { free: 200, maxPauseMs: 3000 }
const OF_DEVICE = { free: 10, maxPauseMs: 30_000 }
const FIRST_PAUSE_MS = 1000
// Failures per hour at one subject from all addresses, after which attempts are delayed but still checked.
const FREE_PER_SUBJECT_FROM_ALL = 20
const DELAY_STEP_MS = 100
const MAX_DELAY_MS = 3000
const MAX_DELAYED = 2000
// One address must not use up what all have.
const MAX_DELAYED_OF_ADDRESS = 50
const BUSY_WAIT_MS = 1000

/** Creates a limiter of attempts; each name has its own counters. No attempt waits for its turn while `isStopping`. */
export function createAttemptLimiter(
  name: string,
  { counters, isStopping }: { counters: Counters; isStopping: () => boolean },
): AttemptLimiter {
  let delayed = 0
  const delayedOf = new Map<string, number>()

  /** Delays an attempt at a subject with many failures. False if too many attempts are delayed already. */
  const delay = async (subjectKey: string, address: string): Promise<boolean> => {
    const { count } = await counters.read(subjectKey)
    if (count <= FREE_PER_SUBJECT_FROM_ALL) return true
    const own = delayedOf.get(address) ?? 0
    if (delayed >= MAX_DELAYED || own >= MAX_DELAYED_OF_ADDRESS) return false
    delayed++
    delayedOf.set(address, own + 1)
    await sleep(Math.min(MAX_DELAY_MS, DELAY_STEP_MS * (count - FREE_PER_SUBJECT_FROM_ALL)))
    delayed--
    const left = (delayedOf.get(address) ?? 1) - 1
    if (left > 0) delayedOf.set(address, left)
    else delayedOf.delete(address)
    return true
  }

  const countFailure = async ({ key, free, maxPauseMs }: Pace): Promise<void> => {
    const { count } = await counters.increment(key, HOUR_MS)
    if (count < free) return
    const pauseMs = Math.min(maxPauseMs, FIRST_PAUSE_MS * 2 ** Math.min(count - free, 10))
    await counters.increment(`${key}:wait`, pauseMs)
  }

  /** The longest pause that has not ended, and whether a further failure would cause one. */
  const readPace = async (paces: readonly Pace[]) => {
    const states = await Promise.all(
      paces.map(async ({ key, free }) => {
        const [{ count }, { ttlMs }] = await Promise.all([counters.read(key), counters.read(`${key}:wait`)])
        return { isPaced: count >= free, ttlMs }
      }),
    )
    return { waitMs: Math.max(...states.map(({ ttlMs }) => ttlMs)), isPaced: states.some(({ isPaced }) => isPaced) }
  }

  const turns = createTurns(isStopping)
  return {
    async run({ ip, agent = '', device }, subject, check) {
      const address = addressKey(ip)
      const network = networkKey(ip)
      const subjectHash = createHash('sha256').update(subject).digest('base64url').slice(0, 22)
      const subjectKey = `${name}:subject:${subjectHash}`
      const paces: Pace[] =
        device !== undefined
          ? [{ key: `${name}:device:${device}`, ...OF_DEVICE }]
          : [
              { key: `${name}:pair:${address}:${subjectHash}`, ...AT_SUBJECT },
              { key: `${name}:address:${address}`, ...OF_ADDRESS },
              ...(network === undefined ? [] : [{ key: `${name}:network:${network}`, ...OF_NETWORK }]),
            ]
      if (device === undefined && !(await delay(subjectKey, address)))
        return { isRight: undefined, waitMs: BUSY_WAIT_MS }
      const turn = await turns.take(
        { line: device ?? address, owner: agent, subject: subjectHash, readPace: () => readPace(paces) },
        async (): Promise<AttemptOutcome> => {
          const isRight = await check()
          if (!isRight) await Promise.all([...paces.map(countFailure), counters.increment(subjectKey, HOUR_MS)])
          return { isRight, waitMs: 0 }
        },
      )
      return turn.result ?? { isRight: undefined, waitMs: Math.max(BUSY_WAIT_MS, turn.waitMs) }
    },
  }
}
