import { type KeyObject, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { FetchRefused } from '../fetch/refused.ts'
import type { SafeFetch } from '../fetch/safe-fetch.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { chainIsTrusted, hasName, issuerUrl, readCertificates, trustedRoots } from './certificates.ts'
import { type Delivery, header, type Verdict } from './signatures.ts'

export type VerifyPaypal = (delivery: Delivery, webhookIds: string[]) => Promise<Verdict>

const CERTIFICATE_HOSTS = new Set([
  'api.paypal.com',
  'api-m.paypal.com',
  'api.sandbox.paypal.com',
  'api-m.sandbox.paypal.com',
])
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9._-]{1,100}$/
const CERTIFICATE_NAME = /^messageverificationcerts(\.[a-z0-9-]+)?\.paypal\.com$/i
const CERTIFICATE_BYTES = 64 * 1024

// PayPal repeats a delivery for three days; its ids, kept here, are what stops a replay.
const OLDEST_MS = 4 * DAY_MS
const AHEAD_MS = 300_000

const MOST_CACHED = 20
const KEEP_MS = 12 * HOUR_MS
const KEEP_BAD_MS = 60_000
// Whoever sends made-up certificate addresses must not make us fetch without end.
const FETCHES_A_MINUTE = 10
const MOST_ISSUERS = 2

/** `until`: when it is to be fetched again. `validTo`: how long it may serve where that fails. */
type Found = { key: KeyObject; until: number; validTo: number } | { key: null; until: number }

/**
 * Makes the check of PayPal's signature: SHA256withRSA over `<transmission id>|<time>|<webhook id>|<CRC32 of the body>`
 * by a certificate that is fetched from PayPal's own hosts and leads to a root (developer.paypal.com/api/rest/webhooks/rest).
 */
export function makeVerifyPaypal(fetch: SafeFetch, roots: () => X509Certificate[] = trustedRoots): VerifyPaypal {
  const cache = new Map<string, Found>()
  const underWay = new Map<string, Promise<KeyObject | null>>()
  let fetches: number[] = []

  // A file may hold the certificate alone: then each issuer is fetched from where the one below says it is.
  const leadsToRoot = async (chain: X509Certificate[], now: Date): Promise<boolean> => {
    const certificates = [...chain]
    for (let missing = 0; !chainIsTrusted(certificates, roots(), now); missing++) {
      const url = issuerUrl(certificates.at(-1) as X509Certificate)
      if (url === undefined || missing === MOST_ISSUERS) return false
      const { status, body } = await fetch(url, { maxBytes: CERTIFICATE_BYTES })
      if (status !== 200) throw new Error(`issuer's host answered ${status}`)
      certificates.push(new X509Certificate(body))
    }
    return true
  }

  // Rejects when PayPal cannot be asked; null when what it has is no certificate of its own.
  const load = async (url: string, now: Date): Promise<KeyObject | null> => {
    fetches = fetches.filter((at) => at > Date.now() - 60_000)
    if (fetches.length >= FETCHES_A_MINUTE) throw new Error('too many certificates asked for')
    fetches.push(Date.now())
    const { status, body, url: last } = await fetch(url, { maxBytes: CERTIFICATE_BYTES })
    if (status === 429 || status >= 500) throw new Error(`certificate host answered ${status}`)
    const chain = status === 200 && last === url ? readCertificates(body.toString('latin1')) : undefined
    // Its host has been seen to answer 200 with something else for a while.
    if (status === 200 && chain === undefined) throw new Error('certificate host answered no certificate')
    const leaf = chain?.[0]
    const isGood = chain && leaf && hasName(leaf, CERTIFICATE_NAME) && (await leadsToRoot(chain, now))
    const found: Found = isGood
      ? { key: leaf.publicKey, until: now.getTime() + KEEP_MS, validTo: Date.parse(leaf.validTo) }
      : { key: null, until: now.getTime() + KEEP_BAD_MS }
    if (cache.size >= MOST_CACHED) cache.delete(leastUseful(cache))
    cache.set(url, found)
    return found.key
  }

  const keyOf = async (url: string, now: Date): Promise<KeyObject | null> => {
    const known = cache.get(url)
    const isValid = known?.key && now.getTime() < known.validTo
    if (known && known.until > now.getTime() && (isValid || known.key === null)) return known.key
    const loading = underWay.get(url) ?? load(url, now).finally(() => underWay.delete(url))
    underWay.set(url, loading)
    try {
      return await loading
    } catch (error) {
      // Neither an outage nor a flood of made-up addresses may stop the events of a certificate that was good before.
      if (isValid) return known.key
      throw error
    }
  }

  return async (delivery, webhookIds) => {
    const [id, time, signature, algorithm] = ['id', 'time', 'sig']
      .map((name) => header(delivery, `paypal-transmission-${name}`))
      .concat(header(delivery, 'paypal-auth-algo'))
    const url = header(delivery, 'paypal-cert-url')
    if (!id || !/^[\w-]{8,64}$/.test(id) || !signature || algorithm !== 'SHA256withRSA') return 'bad'
    if (!isFresh(time ?? '', delivery.now) || !isCertificateUrl(url)) return 'bad'
    let key: KeyObject | null
    try {
      key = await keyOf(url, delivery.now)
    } catch (error) {
      return error instanceof FetchRefused && error.code === 'fetch_too_large' ? 'bad' : 'unknown'
    }
    if (key === null || key.asymmetricKeyType !== 'rsa') return 'bad'
    const checksum = crc32(delivery.body)
    const signed = Buffer.from(signature, 'base64')
    const isGood = webhookIds.some((webhookId) =>
      verify('sha256', Buffer.from(`${id}|${time}|${webhookId}|${checksum}`), key, signed),
    )
    return isGood ? 'good' : 'bad'
  }
}

// A made-up address never drives out a real certificate.
function leastUseful(cache: Map<string, Found>): string {
  const entries = [...cache]
  return (entries.find(([, { key }]) => key === null) ?? entries[0])?.[0] ?? ''
}

function isFresh(time: string, now: Date): boolean {
  const age = /^\d{4}-\d\d-\d\dT/.test(time) ? now.getTime() - Date.parse(time) : Number.NaN
  return age <= OLDEST_MS && age >= -AHEAD_MS
}

function isCertificateUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false
  return (
    CERTIFICATE_HOSTS.has(url.hostname) && CERTIFICATE_PATH.test(url.pathname) && url.search === '' && url.hash === ''
  )
}
