import { type KeyObject, verify, type X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { FetchError } from '../net/fetch-error.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { DAY_MS } from '../time/timestamps.ts'
import { trustedRoots } from './certificates.ts'
import { createPaypalCertificates } from './paypal-certificates.ts'
import { type Delivery, readHeader, type Verification } from './signatures.ts'

/**
 * Verifies a delivery of PayPal; `webhookIds` are the ids of the operator's webhooks, one of which is part of the
 * signed text.
 */
export type VerifyPaypal = (delivery: Delivery, webhookIds: string[]) => Promise<Verification>

const CERTIFICATE_HOSTS = new Set([
  'api.paypal.com',
  'api-m.paypal.com',
  'api.sandbox.paypal.com',
  'api-m.sandbox.paypal.com',
])
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9._-]{1,100}$/

// PayPal retries a delivery for three days; replays are detected by the stored transmission ids.
const MAX_AGE_MS = 4 * DAY_MS
const MAX_CLOCK_SKEW_MS = 300_000

/**
 * Creates the check of PayPal's signature: SHA256withRSA over `<transmission id>|<time>|<webhook id>|<CRC32 of the
 * body>` with a certificate that is fetched from PayPal's hosts and leads to one of `roots`
 * (https://developer.paypal.com/api/rest/webhooks/rest/#link-eventheadervalidation).
 */
export function createPaypalVerifier(fetch: SafeFetch, roots: () => X509Certificate[] = trustedRoots): VerifyPaypal {
  const findKey = createPaypalCertificates(fetch, roots)

  return async (delivery, webhookIds) => {
    const [id, time, signature, algorithm] = [
      'paypal-transmission-id',
      'paypal-transmission-time',
      'paypal-transmission-sig',
      'paypal-auth-algo',
    ].map((name) => readHeader(delivery, name))
    const url = readHeader(delivery, 'paypal-cert-url')
    if (!id || !/^[\w-]{8,64}$/.test(id) || !signature || algorithm !== 'SHA256withRSA') return 'bad'
    if (!isFresh(time ?? '', delivery.now) || !isCertificateUrl(url)) return 'bad'
    let key: KeyObject | null
    try {
      key = await findKey(url, delivery.address, delivery.now)
    } catch (error) {
      return error instanceof FetchError && error.code === 'fetch_too_large' ? 'bad' : 'unknown'
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

function isFresh(time: string, now: Date): boolean {
  const age = /^\d{4}-\d\d-\d\dT/.test(time) ? now.getTime() - Date.parse(time) : Number.NaN
  return age <= MAX_AGE_MS && age >= -MAX_CLOCK_SKEW_MS
}

function isCertificateUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false
  return (
    CERTIFICATE_HOSTS.has(url.hostname) && CERTIFICATE_PATH.test(url.pathname) && url.search === '' && url.hash === ''
  )
}
