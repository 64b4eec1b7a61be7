import { createHmac, timingSafeEqual } from 'node:crypto'

/** A received delivery: header names in lower case, and the raw body. */
export interface Delivery {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  now: Date
  /** The network address it came from, as limits count it. */
  address: string
}

/**
 * Whether a delivery is from its provider. `unknown`: it cannot be verified now, and the provider should send it again.
 */
export type Verification = 'good' | 'bad' | 'unknown'

const TOLERANCE_SECONDS = 300
// While secrets are rotated, a header has one signature per secret.
const MAX_PARTS = 20

/** The value of a header; '' where it was not sent, or more than once. */
export function readHeader({ headers }: Delivery, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** `t=<unix seconds>,v1=<hex>…`: HMAC-SHA256 of `<t>.<body>` (https://docs.stripe.com/webhooks#verify-manually). */
export function verifyStripe(delivery: Delivery, secrets: string[]): boolean {
  const { time, signatures } = timedHeader(readHeader(delivery, 'stripe-signature'), ',', 't', 'v1')
  return isFresh(time, delivery.now) && matches('sha256', secrets, [`${time}.`, delivery.body], signatures)
}

/**
 * `ts=<unix seconds>;h1=<hex>…`: HMAC-SHA256 of `<ts>:<body>`
 * (https://developer.paddle.com/webhooks/signature-verification).
 */
export function verifyPaddle(delivery: Delivery, secrets: string[]): boolean {
  const { time, signatures } = timedHeader(readHeader(delivery, 'paddle-signature'), ';', 'ts', 'h1')
  return isFresh(time, delivery.now) && matches('sha256', secrets, [`${time}:`, delivery.body], signatures)
}

/**
 * HMAC-SHA512 of the body in hex (https://paystack.com/docs/payments/webhooks#verify-event-origin). Without a
 * timestamp.
 */
export function verifyPaystack(delivery: Delivery, secrets: string[]): boolean {
  return matches('sha512', secrets, [delivery.body], [readHeader(delivery, 'x-paystack-signature').trim()])
}

function timedHeader(text: string, separator: string, timeKey: string, signatureKey: string) {
  const parts = text.split(separator, MAX_PARTS).map((part) => {
    const [key = '', value = ''] = part.split('=', 2)
    return { key: key.trim(), value: value.trim() }
  })
  return {
    time: parts.find(({ key }) => key === timeKey)?.value ?? '',
    signatures: parts.filter(({ key }) => key === signatureKey).map(({ value }) => value),
  }
}

function isFresh(time: string, now: Date): boolean {
  return /^\d{9,12}$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= TOLERANCE_SECONDS
}

// Compares every pair in constant time, so that the duration reveals nothing about a secret.
function matches(algorithm: string, secrets: string[], message: (string | Buffer)[], signatures: string[]): boolean {
  let isMatch = false
  for (const secret of secrets) {
    const hmac = createHmac(algorithm, secret)
    for (const part of message) hmac.update(part)
    const expected = hmac.digest()
    for (const signature of signatures) {
      if (!/^[0-9a-f]+$/i.test(signature)) continue
      const given = Buffer.from(signature, 'hex')
      if (given.length === expected.length && timingSafeEqual(given, expected)) isMatch = true
    }
  }
  return isMatch
}
