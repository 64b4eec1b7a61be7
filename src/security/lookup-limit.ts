import { createBoundedMap } from './bounded-map.ts'
import { addressKey, networkKey } from './ip-addresses.ts'

/** An address has requested too many things that do not exist; `waitMs` is the time until its window ends. */
export class LookupLimitError extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('Too many lookups without a result.')
    this.waitMs = waitMs
  }
}

/** Limits the database lookups that an IP address can cause by requesting things that do not exist. */
export interface LookupLimit {
  /** Runs a lookup and counts it if its result is null or undefined. Rejects with LookupLimitError. */
  run<T>(ip: string, lookup: () => Promise<T>): Promise<T>
  /** Counts a request for something that does not exist and was answered from a cache. Throws LookupLimitError. */
  count(ip: string): void
}

interface Window {
  until: number
  unknown: number
  pending: number
  waiting: (() => void)[]
}

const MAX_ADDRESSES = 50_000
const MAX_NETWORKS = 20_000
// A /56 network is usually one customer, with more than one /64 network but fewer than its 256.
const NETWORK_FACTOR = 4

interface Limits {
  /** The number of results without a value per window after which an address gets LookupLimitError instead of them. */
  maxUnknown: number
  /** The number of such results after which no lookup is run for the address at all. */
  maxLookups: number
  windowMs: number
}

/**
 * Counts in fixed windows for each IPv4 address or IPv6 /64 network; a /56 network has four times the limits. What has
 * the lowest counts is forgotten first, so that many addresses do not displace those that have reached a limit.
 */
export function createLookupLimit({ maxUnknown, maxLookups, windowMs }: Limits): LookupLimit {
  const weigh = ({ until, unknown, pending }: Window) => (until > Date.now() ? unknown + pending : -1)
  const addresses = createBoundedMap(MAX_ADDRESSES, weigh)
  const networks = createBoundedMap(MAX_NETWORKS, weigh)
  const windowOf = (windows: typeof addresses, key: string): Window => {
    const known = windows.get(key)
    if (known && known.until > Date.now()) return known
    const window: Window = { until: Date.now() + windowMs, unknown: 0, pending: 0, waiting: [] }
    windows.set(key, window)
    return window
  }
  const windowsOf = (ip: string): [Window, factor: number][] => {
    const network = networkKey(ip)
    const own: [Window, number] = [windowOf(addresses, addressKey(ip)), 1]
    return network === undefined ? [own] : [own, [windowOf(networks, network), NETWORK_FACTOR]]
  }
  const spent = (window: Window) => new LookupLimitError(Math.max(0, window.until - Date.now()))

  const runWithin = async <T>(window: Window, factor: number, lookup: () => Promise<T>): Promise<T> => {
    const limit = maxLookups * factor
    // Each pending lookup may find nothing: those beyond the limit wait for the results of the pending ones.
    while (window.unknown + window.pending >= limit) {
      if (window.unknown >= limit) throw spent(window)
      await new Promise<void>((resolve) => window.waiting.push(resolve))
    }
    window.pending++
    try {
      const found = await lookup()
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
    run: (ip, lookup) =>
      windowsOf(ip).reduceRight(
        (inner, [window, factor]) =>
          () =>
            runWithin(window, factor, inner),
        lookup,
      )(),
    count(ip) {
      const windows = windowsOf(ip)
      for (const [window, factor] of windows) if (window.unknown >= maxUnknown * factor) throw spent(window)
      for (const [window] of windows) window.unknown++
    },
  }
}
