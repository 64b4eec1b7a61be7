import { createHash } from 'node:crypto'
import { HOUR_MS } from '../time/timestamps.ts'
import { createTurns, type Pace } from './attempt-turns.ts'
import { addressKey, networkKey } from './ip-addresses.ts'
import type { Counters } from './window-counters.ts'

/**
 * The result of an attempt: right, wrong, or not checked (undefined), with the milliseconds until the next is allowed.
 */
export type AttemptOutcome = { isRight: boolean; waitMs: 0 } | { isRight: undefined; waitMs: number }

/** Who makes an attempt. */
export interface Guesser {
  ip: string
  /** The user agent: attempts of one address take turns by it. */
  agent?: string | undefined
  /**
   * The id that the browser got with the form: attempts with one and without take turns, then by it instead of the
   * agent.
   */
  browser?: string | undefined
  /** The id of a device that has sent the right password before. Failures of others do not delay it. */
  device?: string | undefined
  /** Aborted when the client has disconnected: its attempt no longer waits. */
  signal?: AbortSignal | undefined
}

/**
 * Slows down password guessing. An address without failures in the last hour never waits for what other addresses do,
 * and a known device waits only for its own failures.
 */
export interface AttemptLimiter {
  /**
   * Runs `check`, which resolves with whether the password was right, when it is the attempt's turn; not at all if that
   * takes too long. `subject` is what the password protects: a login name as it was sent, known or not, or the id of a
   * link. An error of `check` is thrown and does not count as a failed attempt.
   */
  run(guesser: Guesser, subject: string, check: () => Promise<boolean>): Promise<AttemptOutcome>
}

/** What is counted: failures per hour without a pause, and the longest pause after each further one. */
interface Limit {
  kind: 'pair' | 'address' | 'network' | 'device'
  of: string
  free: number
  maxPauseMs: number
}
// An address may make 10 + 240 attempts an hour at one subject, and 50 + 600 in all.
const AT_SUBJECT = { kind: 'pair', free: 10, maxPauseMs: 15_000 } as const
const OF_ADDRESS = { kind: 'address', free: 50, maxPauseMs: 6000 } as const
const OF_NETWORK = { kind: 'network', free: 200, maxPauseMs: 6000 } as const
const OF_DEVICE = { kind: 'device', free: 10, maxPauseMs: 30_000 } as const
const FIRST_PAUSE_MS = 1000
// After this many failures per hour at one subject from all addresses, each address has one there without a pause.
const MAX_FROM_ALL = 20
const BUSY_WAIT_MS = 1000

/** Creates a limiter of attempts; each name has its own counters. No attempt waits for its turn while `isStopping`. */
export function createAttemptLimiter(
  name: string,
  { counters, isStopping }: { counters: Counters; isStopping: () => boolean },
): AttemptLimiter {
  const failures = ({ kind, of }: Pick<Limit, 'kind' | 'of'>) => `${name}-${kind}:${of}`
  const pause = ({ kind, of }: Limit) => `${name}-${kind}-pause:${of}`
  const fromAll = (subject: string) => `${name}-subject:${subject}`

  const countFailure = async (limit: Limit): Promise<void> => {
    const { count } = await counters.increment(failures(limit), HOUR_MS)
    if (count < limit.free) return
    const pauseMs = Math.min(limit.maxPauseMs, FIRST_PAUSE_MS * 2 ** Math.min(count - limit.free, 10))
    await counters.increment(pause(limit), pauseMs)
  }

  /** The longest pause that has not ended, and whether a further failure would cause one. */
  const readPace = async (limits: readonly Limit[]): Promise<Pace> => {
    const states = await Promise.all(
      limits.map(async (limit) => {
        const [{ count }, { ttlMs }] = await Promise.all([counters.read(failures(limit)), counters.read(pause(limit))])
        return { kind: limit.kind, count, isPaced: count >= limit.free, ttlMs }
      }),
    )
    // Others in its network do not delay an address that has not failed itself.
    if (states.some(({ kind, count }) => kind === 'address' && count === 0)) return { waitMs: 0, isPaced: false }
    return { waitMs: Math.max(...states.map(({ ttlMs }) => ttlMs)), isPaced: states.some(({ isPaced }) => isPaced) }
  }

  const turns = createTurns(isStopping)
  return {
    async run({ ip, agent = '', browser, device, signal }, subject, check) {
      const address = addressKey(ip)
      const network = networkKey(ip)
      const subjectHash = createHash('sha256').update(subject).digest('base64url').slice(0, 22)
      const readLimits = async (): Promise<Limit[]> => {
        if (device !== undefined) return [{ of: device, ...OF_DEVICE }]
        const { count } = await counters.read(fromAll(subjectHash))
        const pair = { of: `${address}:${subjectHash}`, ...AT_SUBJECT, ...(count < MAX_FROM_ALL ? {} : { free: 1 }) }
        const own = [pair, { of: address, ...OF_ADDRESS }]
        return network === undefined ? own : [...own, { of: network, ...OF_NETWORK }]
      }
      const turn = await turns.take(
        {
          line: device ?? address,
          groups: [browser === undefined ? 'other' : 'browser', browser ?? agent],
          subject: subjectHash,
          readPace: async () => readPace(await readLimits()),
          signal,
        },
        async (): Promise<AttemptOutcome> => {
          const isRight = await check()
          if (!isRight) {
            const limits = await readLimits()
            await Promise.all([...limits.map(countFailure), counters.increment(fromAll(subjectHash), HOUR_MS)])
          }
          return { isRight, waitMs: 0 }
        },
      )
      return turn.result ?? { isRight: undefined, waitMs: Math.max(BUSY_WAIT_MS, turn.waitMs) }
    },
  }
}
