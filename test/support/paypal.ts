import { sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { SafeFetch } from '../../src/net/safe-fetch.ts'

const read = (name: string) => readFileSync(new URL(`../fixtures/paypal/${name}`, import.meta.url), 'utf8')

/** One or more certificates of the test CA, as PEM. */
export const pem = (...names: string[]) => names.map((name) => read(`${name}.pem`)).join('\n')

export const testRoots = () => [new X509Certificate(read('root.pem'))]

export const CERTIFICATE_URL = 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-df8cd2d5'

/** PayPal's signature headers for a body. */
export function paypalHeaders(
  body: Buffer,
  {
    webhookId = 'WH-ID-1',
    id = 'b02ef980-9fce-11eb-b0ec-5bc241fbaaf3',
    time = new Date().toISOString(),
    url = CERTIFICATE_URL,
  } = {},
): Record<string, string> {
  const message = `${id}|${time}|${webhookId}|${crc32(body)}`
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', Buffer.from(message), read('leaf.key')).toString('base64'),
    'paypal-cert-url': url,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}

/** A fetch that returns this text and records the requested URLs. */
export function certificateHost(text: string, status = 200): SafeFetch & { asked: string[] } {
  const asked: string[] = []
  const fetch: SafeFetch = async (url) => {
    asked.push(url)
    return { status, ok: status === 200, headers: {}, body: Buffer.from(text), url, hops: [url] }
  }
  return Object.assign(fetch, { asked })
}
