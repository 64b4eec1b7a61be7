import { setTimeout as sleep } from 'node:timers/promises'
import { FetchError, isTemporary } from '../net/fetch-error.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import type { FairQueueLimits } from '../security/fair-queue.ts'

const MAX_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 20_000
const TRIES = 6
const MAX_WAIT_MS = 3_600_000
const FIRST_PAUSE_MS = 1000
// The largest requested page has 150 links.
const MAX_ITEMS = 1000

/**
 * The queue of the requests: each may hold an answer of 8 MiB. An account has at most three imports, which ask for one
 * page at a time.
 */
export const IMPORT_FETCHES: FairQueueLimits = {
  concurrency: 12,
  concurrencyPerOwner: 2,
  maxWaiting: 600,
  maxWaitingPerOwner: 6,
}

/** The service sent a response that its documentation does not describe, or rejected the key. */
export class SourceError extends Error {}

/** Requests JSON from the API of a service, within its rate limit. Throws SourceError. */
export type GetJson = (url: string, headers: Record<string, string>) => Promise<unknown>

interface ServiceClientSettings {
  fetch: SafeFetch
  accountId: number
  /** Requests per minute. */
  perMinute: number
  signal: AbortSignal
  /** Called with the reason why the next request waits, and with null when the wait is over. */
  onWait?: (reason: string | null) => Promise<void> | void
}

/** Creates a client of one service: it spaces out requests, honors `Retry-After`, and retries failed requests. */
export function createServiceClient({ fetch, accountId, perMinute, signal, onWait }: ServiceClientSettings): GetJson {
  const gapMs = 60_000 / perMinute
  let nextAt = 0

  const pause = async (ms: number, reason?: string) => {
    if (ms <= 0) return
    if (reason !== undefined) await onWait?.(reason)
    for (let left = ms; left > 0; left -= 30_000) {
      await sleep(Math.min(left, 30_000), undefined, { signal })
      // Renews the heartbeat of the import.
      if (reason !== undefined) await onWait?.(reason)
    }
    if (reason !== undefined) await onWait?.(null)
  }

  return async (url, headers) => {
    let last = ''
    for (let attempt = 0; attempt < TRIES; attempt++) {
      await pause(nextAt - Date.now())
      signal.throwIfAborted()
      nextAt = Date.now() + gapMs
      let reply: Awaited<ReturnType<SafeFetch>>
      try {
        const options = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, account: accountId, headers }
        reply = await untilAborted(fetch(url, { ...options, accept: 'application/json' }), signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof FetchError)) throw error
        if (!isTemporary(error)) throw new SourceError(`The service cannot be asked: ${error.message}`)
        last = error.message
        await pause(FIRST_PAUSE_MS * 2 ** attempt, `The service did not answer (${last}); it is asked again.`)
        continue
      }
      if (reply.ok) return parse(reply.body)
      last = `it answered ${reply.status}`
      if (isRefused(reply.status)) throw new SourceError(`The service refuses the key: ${last}.`)
      if (!isRepeatable(reply.status))
        throw new SourceError(`The service does not give its links: ${last} to ${shown(url)}.`)
      const waitMs = retryAfter(reply.headers) ?? FIRST_PAUSE_MS * 2 ** attempt
      if (waitMs > MAX_WAIT_MS)
        throw new SourceError(`The service asks to wait for ${Math.ceil(waitMs / 60_000)} minutes: go on later.`)
      await pause(waitMs, `The service asks to wait for ${Math.ceil(waitMs / 1000)} seconds.`)
    }
    throw new SourceError(`The service does not answer after ${TRIES} attempts: ${last}.`)
  }
}

/** Settles as `work` does, or rejects when the signal is aborted. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

const UNAUTHORIZED = new Set([401, 403])
const isRefused = (status: number) => UNAUTHORIZED.has(status)
const TOO_MANY = 429
const SERVER_FAULTS = 500
/** Whether the same request may succeed later. */
export const isRepeatable = (status: number): boolean => status === TOO_MANY || status >= SERVER_FAULTS

// The URL without its query, which may contain the key.
const shown = (url: string) => url.replace(/\?.*$/, '')

function retryAfter(headers: Record<string, string>): number | undefined {
  const text = headers['retry-after']?.trim()
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

function parse(body: Buffer): unknown {
  const text = body.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    try {
      // Bitly has sent control characters within strings.
      return JSON.parse(text.replaceAll(/[\u0000-\u001f]+/g, ' '))
    } catch {
      throw new SourceError('The answer of the service is not JSON.')
    }
  }
}

type Value = Record<string, unknown>

/** A member of a response that should be an object; an empty object if it is not. */
export const objectOf = (value: unknown): Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}

/** The objects of a list in a response. Throws SourceError if it is not a list, or is far longer than requested. */
export function listOf(value: unknown, name: string): Value[] {
  if (!Array.isArray(value)) throw new SourceError(`The answer of the service has no list “${name}”.`)
  if (value.length > MAX_ITEMS)
    throw new SourceError(`The answer of the service has ${value.length} items in “${name}”, more than were asked for.`)
  return value.map(objectOf)
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
