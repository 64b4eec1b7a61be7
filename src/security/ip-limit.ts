import { addressKey, networkKey } from './ip-addresses.ts'
import { type Counters, waitAbove } from './window-counters.ts'

/** Counts one request of an address. Resolves with the milliseconds to wait if the limit is exceeded, else with 0. */
export type IpLimit = (ip: string) => Promise<number>

interface LimitOptions {
  /** Each name has its own counters. */
  name: string
  /** Requests per address and window. */
  max: number
  windowMs: number
}

// A /56 network has 256 /64 networks, each of which counts as one address.
const NETWORK_FACTOR = 4

/** Limits IPv6 /56 networks to four times the limit of one address. IPv4 addresses are not limited. */
export function createNetworkLimit(counters: Counters, { name, max, windowMs }: LimitOptions): IpLimit {
  return async (ip) => {
    const network = networkKey(ip)
    if (network === undefined) return 0
    return waitAbove(max * NETWORK_FACTOR, await counters.increment(`${name}:${network}`, windowMs))
  }
}

/** Limits an address (IPv4, or IPv6 /64) and its IPv6 /56 network. */
export function createIpLimit(counters: Counters, options: LimitOptions): IpLimit {
  const { name, max, windowMs } = options
  const networks = createNetworkLimit(counters, options)
  return async (ip) => {
    const [count, waitMs] = await Promise.all([counters.increment(`${name}:${addressKey(ip)}`, windowMs), networks(ip)])
    return Math.max(waitAbove(max, count), waitMs)
  }
}
