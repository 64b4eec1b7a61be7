import { addressKey, networkKey } from './addresses.ts'
import type { Counters } from './counters.ts'

/** Counts one for an address; resolves with the milliseconds to wait where that is more than allowed, else with 0. */
export type AddressLimit = (ip: string) => Promise<number>

interface LimitOptions {
  /** Limits of different names count apart. */
  name: string
  /** How many one address may do in a window. */
  max: number
  windowMs: number
}

// A network of 56 bits has 256 networks of 64 bits, each of which counts as one address.
const NETWORK_FACTOR = 4

/** Limits what an IPv6 network of 56 bits may do: four times as much as one address. IPv4 is not limited here. */
export function createNetworkLimit(counters: Counters, { name, max, windowMs }: LimitOptions): AddressLimit {
  return async (ip) => {
    const network = networkKey(ip)
    if (network === undefined) return 0
    const { count, ttlMs } = await counters.increment(`${name}:${network}`, windowMs)
    return count > max * NETWORK_FACTOR ? Math.max(1, ttlMs) : 0
  }
}

/** Limits what one address may do, and the IPv6 network of 56 bits around it. */
export function createAddressLimit(counters: Counters, options: LimitOptions): AddressLimit {
  const { name, max, windowMs } = options
  const networks = createNetworkLimit(counters, options)
  return async (ip) => {
    const [{ count, ttlMs }, waitMs] = await Promise.all([
      counters.increment(`${name}:${addressKey(ip)}`, windowMs),
      networks(ip),
    ])
    return count > max ? Math.max(1, ttlMs, waitMs) : waitMs
  }
}
