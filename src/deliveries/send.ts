import type { Database } from '../../db/open.ts'
import { listBatchVisits } from '../../db/queries/visit-feeds.ts'
import type { DeliveryOutcome, DueDelivery, Turn } from '../../db/queries/webhook-turns.ts'
import type { Event } from '../../schemas/events.ts'
import type { DeliveryAttempt, WebhookTest } from '../../schemas/webhooks.ts'
import type { Config } from '../config/config.ts'
import { eventRecord, withVisits } from '../events/event-record.ts'
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
  db: Database
  /** For reading the visits of a batch: its statements end before the lease of a turn, and wait for no job. */
  api: Database
  config: Pick<Config, 'BASE_URL' | 'baseUrl'>
  fetch: SafeFetch
  seal: Seal
  /** Aborts running attempts. */
  signal: AbortSignal
}

/**
 * `gone`: the receiver replied 410; `deleted`: the event no longer exists; `sealed`: the secret cannot be decrypted.
 */
export type Result = 'accepted' | 'refused' | 'gone' | 'deleted' | 'sealed'

export interface Sent {
  result: Result
  outcome: DeliveryOutcome
}

/** The event as `GET /api/events` shows it, a batch of visits with those, or a test. */
type Payload = Event | WebhookTest

/** What is sent; undefined if the event was deleted. Rejects if the database fails. */
export async function payloadOf(
  { config, api }: Pick<Tools, 'config' | 'api'>,
  webhook: number,
  due: DueDelivery,
): Promise<Payload | undefined> {
  if (due.type === 'webhook.test')
    return { id: `test_${due.delivery}`, type: due.type, date: due.date, data: { id: webhook } }
  if (due.id === null || due.data === null) return undefined
  const event = eventRecord(config, { ...due, id: due.id, type: due.type, data: due.data })
  return due.data.batch ? withVisits(event, await listBatchVisits(api, due.data.batch)) : event
}

/** Sends a delivery and returns the outcome; undefined if `signal` aborted the attempt. Never rejects. */
export async function sendDelivery(
  { fetch, seal, signal }: Tools,
  turn: Turn,
  due: DueDelivery,
  payload: Payload | undefined,
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
    return { result, outcome: outcomeOf(turn, due, result, attempt) }
  }
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

function outcomeOf(
  { enabled }: Turn,
  { delivery, next_at, tries }: DueDelivery,
  result: Result,
  attempt: DeliveryAttempt,
): DeliveryOutcome {
  const row = { delivery, next_at, attempt, tries: tries + 1, wait: 0 }
  if (result === 'accepted') return { ...row, status: 'delivered' }
  // A disabled webhook is sent tests only, each once.
  if (result === 'deleted' || !enabled) return { ...row, status: 'failed' }
  // Nothing was sent: the delivery stays pending while the webhook is paused.
  if (result === 'sealed') return { ...row, status: 'pending', tries }
  const wait = waitAfter(tries + 1)
  if (wait === undefined) return { ...row, status: 'failed' }
  // Where the receiver is gone it waits for the webhook to be enabled.
  return { ...row, status: 'pending', wait: result === 'gone' ? 0 : wait }
}

// The database cannot store NUL or lone surrogates.
const excerptOf = ({ body }: Fetched) =>
  body.toString('utf8').slice(0, EXCERPT_CHARACTERS).replaceAll('\u0000', '�').toWellFormed()
