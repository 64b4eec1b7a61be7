import { type KeyObject, X509Certificate } from 'node:crypto'
import { createLru } from '../cache/lru.ts'
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

// Deliveries with invented certificate URLs must neither cause unlimited fetches nor use up those for real ones.
const MAX_FAILURES_PER_ADDRESS = 3
const FAILURE_WINDOW_MS = 10 * MINUTE_MS
const MAX_ADDRESSES = 10_000
const MAX_UNKNOWN_PER_MINUTE = 30

interface CachedKey {
  key: KeyObject
  /** When the certificate is fetched again. */
  refreshAt: number
  /** Until when the key may be used while fetching fails. */
  validTo: number
}

/**
 * The public key of the certificate at a URL; null if it is not a certificate of PayPal. `address` is the sender of the
 * delivery with the URL. Rejects if the certificate cannot be fetched, and after too many unknown URLs.
 */
export type FindPaypalKey = (url: string, address: string, now: Date) => Promise<KeyObject | null>

/**
 * Creates the cache of PayPal's certificates. URLs that had a valid certificate before are fetched without a limit;
 * unknown ones are limited by the failures of the sender's address and by the fetches per minute.
 */
export function createPaypalCertificates(fetch: SafeFetch, roots: () => X509Certificate[]): FindPaypalKey {
  const keys = createLru<string, CachedKey>(MAX_CACHED)
  const invalid = createLru<string, true>(MAX_INVALID_CACHED, { ttl: CACHE_INVALID_MS })
  const failures = createLru<string, number>(MAX_ADDRESSES, { ttl: FAILURE_WINDOW_MS, noUpdateTTL: true })
  const loading = new Map<string, Promise<KeyObject | null>>()
  let fetchTimes: number[] = []

  // A file may contain only the leaf: then each issuer is fetched from the URL in the certificate that it issued.
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
    // The host sometimes answers 200 with another content for a while.
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
    // Counted before the fetch, so that concurrent fetches cannot exceed the limit.
    failures.set(address, failed + 1)
    const uncount = () => failures.set(address, Math.max(0, (failures.get(address) ?? 1) - 1))
    try {
      const key = await load(url, now)
      if (key !== null) uncount()
      return key
    } catch (error) {
      // The sender of the event is not responsible for errors of PayPal's host.
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
