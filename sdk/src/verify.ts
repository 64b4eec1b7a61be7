import type { components } from './schema.ts'

/** What a webhook receives: an event, or a test. */
export type WebhookEvent = components['schemas']['Event'] | components['schemas']['WebhookTest']

/** Why something that arrived is not from the service: nothing of it may be used. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
  }
}

type GivenHeaders = { get(name: string): string | null } | Record<string, string | string[] | undefined>

const TOLERANCE_S = 300
const PREFIX = 'whsec_'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

function headerOf(headers: GivenHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing.`)
  return value
}

async function isSigned(secret: string, signatures: readonly string[], content: Uint8Array<ArrayBuffer>) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.slice(PREFIX.length)), algorithm, false, ['verify'])
  for (const signature of signatures) {
    const [, base64] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? []
    if (base64 !== undefined && (await crypto.subtle.verify('HMAC', key, bytesOf(base64), content))) return true
  }
  return false
}

/**
 * Verifies what a webhook received (Standard Webhooks) and returns the event. `body` is the body as it arrived; `secret` is the
 * `whsec_…` of the webhook, or several. Rejects with a WebhookVerificationError if the signature is not valid or the time is
 * more than five minutes off. An event can arrive twice: with the same `webhook-id`.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: GivenHeaders,
  body: string | Uint8Array,
): Promise<WebhookEvent> {
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
  const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, 10)
  const difference = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || difference > TOLERANCE_S)
    throw new WebhookVerificationError('The time of the webhook is more than five minutes off.')
  const encoder = new TextEncoder()
  const [start, rest] = [encoder.encode(`${id}.${timestamp}.`), typeof body === 'string' ? encoder.encode(body) : body]
  const content = new Uint8Array(start.length + rest.length)
  content.set(start)
  content.set(rest, start.length)
  for (const one of typeof secret === 'string' ? [secret] : secret)
    if (await isSigned(one, signatures, content)) return JSON.parse(new TextDecoder().decode(rest)) as WebhookEvent
  throw new WebhookVerificationError('No signature of the webhook is valid.')
}
