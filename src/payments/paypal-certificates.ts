import { type KeyObject, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { HOUR_MS, MINUTE_MS } from '../time/timestamps.ts'
import { chainIsTrusted, hasName, issuerUrl, readCertificates } from './certificates.ts'

const CERTIFICATE_NAME = /^messageverificationcerts(\.[a-z0-9-]+)?\.paypal\.com$/i
const MAX_CERTIFICATE_BYTES = 64 * 1024
const MAX_ISSUERS = 2

const MAX_CACHED = 20
const CACHE_MS = 12 * HOUR_MS
const MAX_INVALID_CACHED = 1000
const CACHE_INVALID_MS = MINUTE_MS

// Deliveries with made-up certificate URLs must not make us fetch without end, nor use up the fetches of real ones.
const MAX_FAILURES_PER_ADDRESS = 3
const FAILURE_WINDOW_MS = 10 * MINUTE_MS
const MAX_ADDRESSES = 10_000
const MAX_UNKNOWN_PER_MINUTE = 30

interface CachedKey {
  key: KeyObject
  /** When it is fetched again. */
  refreshAt: number
  /** How long it may be used while fetching it fails. */
  validTo: number
}

/**
 * The public key of the certificate at a URL; null where that is no certificate of PayPal. `address` is where the delivery
 * that names the URL came from. Rejects where it cannot be fetched, and where too many unknown URLs are asked for.
 */
export type FindPaypalKey = (url: string, address: string, now: Date) => Promise<KeyObject | null>

/**
 * Creates the cache of PayPal's certificates. A URL that held a valid certificate before is fetched without a limit; an
 * unknown one only while few of the same network address have failed and few were fetched in all.
 */
export function createPaypalCertificates(fetch: SafeFetch, roots: () => X509Certificate[]): FindPaypalKey {
  const keys = new LRUCache<string, CachedKey>({ max: MAX_CACHED })
  const invalid = new LRUCache<string, true>({ max: MAX_INVALID_CACHED, ttl: CACHE_INVALID_MS })
  const failures = new LRUCache<string, number>({ max: MAX_ADDRESSES, ttl: FAILURE_WINDOW_MS, noUpdateTTL: true })
  const loading = new Map<string, Promise<KeyObject | null>>()
  let fetchTimes: number[] = []

  // A file may hold the leaf alone: then each issuer is fetched from the URL in the certificate below it.
  const leadsToRoot = async (chain: X509Certificate[], now: Date): Promise<boolean> => {
    const certificates = [...chain]
    for (let missing = 0; !chainIsTrusted(certificates, roots(), now); missing++) {
      const url = issuerUrl(certificates.at(-1) as X509Certificate)
      if (url === undefined || missing === MAX_ISSUERS) return false
      const { status, body } = await fetch(url, { maxBytes: MAX_CERTIFICATE_BYTES })
      if (status !== 200) throw new Error(`The host of an issuer's certificate answered ${status}.`)
      certificates.push(new X509Certificate(body))
    }
    return true
  }

  const load = async (url: string, now: Date): Promise<KeyObject | null> => {
    const { status, body, url: finalUrl } = await fetch(url, { maxBytes: MAX_CERTIFICATE_BYTES })
    if (status === 429 || status >= 500) throw new Error(`The certificate host answered ${status}.`)
    const chain = status === 200 && finalUrl === url ? readCertificates(body.toString('latin1')) : undefined
    // The host has been seen to answer 200 with something else for a while.
    if (status === 200 && chain === undefined) throw new Error('The certificate host answered no certificate.')
    const leaf = chain?.[0]
    if (!chain || !leaf || !hasName(leaf, CERTIFICATE_NAME) || !(await leadsToRoot(chain, now))) {
      invalid.set(url, true)
      return null
    }
    keys.set(url, { key: leaf.publicKey, refreshAt: now.getTime() + CACHE_MS, validTo: Date.parse(leaf.validTo) })
    return leaf.publicKey
  }

  const loadUnknown = async (url: string, address: string, now: Date): Promise<KeyObject | null> => {
    const failed = failures.get(address) ?? 0
    if (failed >= MAX_FAILURES_PER_ADDRESS) throw new Error('Too many unknown certificates from one address.')
    fetchTimes = fetchTimes.filter((at) => at > Date.now() - MINUTE_MS)
    if (fetchTimes.length >= MAX_UNKNOWN_PER_MINUTE) throw new Error('Too many unknown certificates.')
    fetchTimes.push(Date.now())
    // Counted before the fetch, so that simultaneous ones cannot pass the limit together.
    failures.set(address, failed + 1)
    const uncount = () => failures.set(address, Math.max(0, (failures.get(address) ?? 1) - 1))
    try {
      const key = await load(url, now)
      if (key !== null) uncount()
      return key
    } catch (error) {
      // When PayPal is down, the address that sent the event is not counted as failing.
      uncount()
      throw error
    }
  }

  return async (url, address, now) => {
    const known = keys.get(url)
    const isValid = known !== undefined && now.getTime() < known.validTo
    if (isValid && now.getTime() < known.refreshAt) return known.key
    if (invalid.has(url)) return null
    const running =
      loading.get(url) ?? (known ? load(url, now) : loadUnknown(url, address, now)).finally(() => loading.delete(url))
    loading.set(url, running)
    try {
      return await running
    } catch (error) {
      if (isValid) return known.key
      throw error
    }
  }
}
