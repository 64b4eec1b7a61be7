import type { DueDelivery, Outcome, Turn } from '../../db/queries/webhook-turns.ts'
import type { Event } from '../../schemas/events.ts'
import type { DeliveryAttempt, WebhookTest } from '../../schemas/webhooks.ts'
import type { Config } from '../config/config.ts'
import { eventRecord } from '../events/event-record.ts'
import { type Fetched, isGone, type SafeFetch } from '../net/safe-fetch.ts'
import type { Seal } from '../security/seal.ts'
import { formatTimestamp } from '../time/timestamps.ts'
import { waitAfter } from './schedule.ts'
import { signedHeaders } from './signature.ts'

const TIMEOUT_MS = 20_000
const EXCERPT_BYTES = 2000
const EXCERPT_CHARACTERS = 500

const NOT_OK = 'The server did not answer with a status from 200 to 299.'
const SEALED = 'The secret cannot be read, because SECRET was changed: rotate it.'
const DELETED = 'The event was deleted before it could be sent.'

interface Tools {
  config: Pick<Config, 'baseUrl'>
  fetch: SafeFetch
  seal: Seal
  /** Ends attempts early. */
  signal: AbortSignal
}

/** `gone`: the receiver wants nothing any longer; `deleted`: the event is not there, `sealed`: the secret is not. */
export type Result = 'accepted' | 'refused' | 'gone' | 'deleted' | 'sealed'

export interface Sent {
  result: Result
  outcome: Outcome
}

/** What is sent: the event as `GET /api/events` shows it, or a test. */
function payloadOf(config: Tools['config'], webhook: number, due: DueDelivery): Event | WebhookTest | undefined {
  if (due.type === 'webhook.test')
    return { id: `test_${due.delivery}`, type: due.type, date: due.date, data: { id: webhook } }
  if (due.id === null || due.data === null) return undefined
  return eventRecord(config, { ...due, id: due.id, type: due.type, data: due.data })
}

/** Sends a delivery and says what came of it; undefined if `signal` ended the attempt. Never rejects. */
export async function sendDelivery(
  { config, fetch, seal, signal }: Tools,
  turn: Turn,
  due: DueDelivery,
): Promise<Sent | undefined> {
  const begun = new Date()
  const ended = (result: Result, more: Pick<DeliveryAttempt, 'error'> & Partial<DeliveryAttempt>): Sent => {
    const attempt: DeliveryAttempt = {
      date: formatTimestamp(begun),
      status: null,
      duration: Date.now() - begun.getTime(),
      response: '',
      ...more,
    }
    return { result, outcome: outcomeOf(due, result, attempt) }
  }
  const payload = payloadOf(config, turn.id, due)
  if (!payload) return ended('deleted', { error: DELETED })
  const opened = [turn.secret, ...(turn.previous_secret?.split(' ') ?? [])].map(seal.open)
  const secrets = opened.filter((secret) => secret !== undefined)
  if (opened[0] === undefined) return ended('sealed', { error: SEALED })
  const body = JSON.stringify(payload)
  try {
    const answer = await fetch(turn.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(secrets, payload.id, body, begun) },
      body,
      account: turn.account_id,
      timeoutMs: TIMEOUT_MS,
      signal,
      followsRedirects: false,
      maxBytes: EXCERPT_BYTES,
      isExcerpt: true,
    })
    const { status, ok } = answer
    const result = isGone(answer) ? 'gone' : ok ? 'accepted' : 'refused'
    return ended(result, { status, error: ok ? null : NOT_OK, response: excerptOf(answer) })
  } catch (error) {
    if (signal.aborted) return undefined
    return ended('refused', { error: (error as Error).message.slice(0, 255) })
  }
}

function outcomeOf({ delivery, next_at, tries }: DueDelivery, result: Result, attempt: DeliveryAttempt): Outcome {
  const row = { delivery, next_at, attempt, tries: tries + 1, wait: 0 }
  if (result === 'accepted') return { ...row, status: 'delivered' }
  // Nothing was sent; it waits as long as the webhook.
  if (result === 'sealed') return { ...row, status: 'pending', tries }
  const wait = result === 'refused' ? waitAfter(tries + 1) : undefined
  return wait === undefined ? { ...row, status: 'failed' } : { ...row, status: 'pending', wait }
}

// The database stores no NUL and no lone surrogate.
const excerptOf = ({ body }: Fetched) =>
  body.toString('utf8').slice(0, EXCERPT_CHARACTERS).replaceAll('\u0000', '�').toWellFormed()
