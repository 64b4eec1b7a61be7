import { LRUCache } from 'lru-cache'
import { addressKey, networkKey } from './addresses.ts'

/** Thrown where an address has asked for too much that does not exist; `waitMs` until its window is over. */
export class LookUpsSpent extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('Too many look-ups of what does not exist.')
    this.waitMs = waitMs
  }
}

/** Bounds how many look-ups in the database an IP address causes by asking for what does not exist. */
export interface LookUpBudget {
  /** Runs a look-up. One that finds nothing (null or undefined) is counted. Rejects with LookUpsSpent. */
  run<T>(ip: string, lookUp: () => Promise<T>): Promise<T>
  /** Counts something unknown that was answered from memory. Throws LookUpsSpent. */
  count(ip: string): void
}

interface Window {
  until: number
  unknown: number
  pending: number
  waiting: (() => void)[]
}

const MAX_ADDRESSES = 50_000
// A network of 56 bits is what one customer has: more than one household of 64 bits, but not 256 times as much.
const NETWORK_FACTOR = 4

interface Limits {
  /** After so many unknown things in a window, an address is refused any more of them. */
  maxUnknown: number
  /** After so many look-ups without a result, none is run for the address; until then it still finds what exists. */
  maxLookUps: number
  windowMs: number
}

/** Counts in fixed windows for each IPv4 address or IPv6 /64; a /56 has four times as much. */
export function createLookUpBudget({ maxUnknown, maxLookUps, windowMs }: Limits): LookUpBudget {
  const windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES })
  const windowOf = (key: string): Window => {
    const known = windows.get(key)
    if (known && known.until > Date.now()) return known
    const window: Window = { until: Date.now() + windowMs, unknown: 0, pending: 0, waiting: [] }
    windows.set(key, window)
    return window
  }
  const windowsOf = (ip: string): [Window, factor: number][] => {
    const network = networkKey(ip)
    const own: [Window, number] = [windowOf(addressKey(ip)), 1]
    return network === undefined ? [own] : [own, [windowOf(network), NETWORK_FACTOR]]
  }
  const spent = (window: Window) => new LookUpsSpent(Math.max(0, window.until - Date.now()))

  const runWithin = async <T>(window: Window, factor: number, lookUp: () => Promise<T>): Promise<T> => {
    const limit = maxLookUps * factor
    // Each look-up under way may find nothing: beyond what is left, others wait for its outcome.
    while (window.unknown + window.pending >= limit) {
      if (window.unknown >= limit) throw spent(window)
      await new Promise<void>((resolve) => window.waiting.push(resolve))
    }
    window.pending++
    try {
      const found = await lookUp()
      if (found !== null && found !== undefined) return found
      window.unknown++
      if (window.unknown > maxUnknown * factor) throw spent(window)
      return found
    } finally {
      window.pending--
      const woken = window.unknown >= limit ? window.waiting.length : 1
      for (const wake of window.waiting.splice(0, woken)) wake()
    }
  }

  return {
    run: (ip, lookUp) =>
      windowsOf(ip).reduceRight(
        (inner, [window, factor]) =>
          () =>
            runWithin(window, factor, inner),
        lookUp,
      )(),
    count(ip) {
      const windows = windowsOf(ip)
      for (const [window, factor] of windows) if (window.unknown >= maxUnknown * factor) throw spent(window)
      for (const [window] of windows) window.unknown++
    },
  }
}
