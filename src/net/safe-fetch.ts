import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { readBody } from './body.ts'
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts'
import { FetchRefused } from './fetch-error.ts'
import { bareHost, checkUrl, type Reach, resolvePublic } from './fetch-target.ts'

interface FetchOptions {
  /** Maximum size of the response's body in bytes, after decompression. */
  maxBytes: number
  /** Does not read the body: it is empty. */
  headersOnly?: boolean
  /** For everything: DNS, redirects, the body's last byte, but not for waiting in the queue. Default 5,000. */
  timeoutMs?: number
  /** Account that the fetch is for. Accounts take turns, each with a limit; without one, the hosts that are asked do. */
  account?: number
  accept?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** A response with any HTTP status; header names are in lower case. */
export interface Fetched {
  status: number
  /** Whether the status is from 200 to 299. */
  ok: boolean
  headers: Record<string, string>
  body: Buffer
  /** The URL after redirects. */
  url: string
  /** Every URL requested, from the first to `url`. */
  hops: string[]
}

export type SafeFetch = (url: string, options: FetchOptions) => Promise<Fetched>

interface SafeFetchSettings extends Reach {
  /** PEM of the certificate authorities to trust in place of the system's. */
  ca?: string
  limits?: FairQueueLimits
}

// A fetch takes 5 s at most: the last that waits starts within half a minute, and few sockets are open.
const LIMITS: FairQueueLimits = { concurrency: 40, concurrencyPerOwner: 8, maxWaiting: 200, maxWaitingPerOwner: 30 }

const MAX_REDIRECTS = 3
const DEFAULT_TIMEOUT_MS = 5000
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Creates the function with which the server fetches URLs that its users chose: public addresses alone, few redirects,
 * bounded in size and time, and queued with turns for each account. Rejects with a FetchRefused.
 */
export function makeSafeFetch(settings: SafeFetchSettings = {}): SafeFetch {
  const queue = createFairQueue(settings.limits ?? LIMITS, () => new FetchRefused('fetch_busy'))
  return async (url, options) => {
    const parsed = checkUrl(url)
    const owner = options.account === undefined ? `host:${parsed.hostname}` : `account:${options.account}`
    return queue(owner, () => fetchNow(parsed, options, settings))
  }
}

/** A fetch whose requests count for an account. */
export function fetchForAccount(fetch: SafeFetch, account: number): SafeFetch {
  return (url, options) => fetch(url, { ...options, account })
}

async function fetchNow(url: URL, options: FetchOptions, settings: SafeFetchSettings): Promise<Fetched> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new FetchRefused('fetch_timeout')), options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  try {
    return await follow(url, options, settings, stop.signal)
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason
    throw error instanceof FetchRefused ? error : new FetchRefused('fetch_failed', error)
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

async function follow(
  first: URL,
  options: FetchOptions,
  settings: SafeFetchSettings,
  signal: AbortSignal,
): Promise<Fetched> {
  let url = first
  let sent = options
  const hops: string[] = []
  for (let hop = 0; ; hop++) {
    hops.push(url.href)
    const addresses = await resolvePublic(url, settings, signal)
    const response = await send(url, addresses, sent, settings, signal)
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (!REDIRECTS.has(status) || location === undefined) {
      if (options.headersOnly) response.destroy()
      const body = options.headersOnly ? Buffer.alloc(0) : await readBody(response, options.maxBytes, signal)
      const ok = status >= 200 && status < 300
      return { status, ok, headers: flat(response), body, url: url.href, hops }
    }
    response.destroy()
    if (hop === MAX_REDIRECTS) throw new FetchRefused('fetch_redirects')
    const next = checkUrl(location, url)
    sent = redirected(sent, status, next.origin === url.origin)
    url = next
  }
}

// Headers and body of the caller are for the origin it named: another origin does not get them.
function redirected(sent: FetchOptions, status: number, sameOrigin: boolean): FetchOptions {
  const next = { ...sent }
  if (!sameOrigin) delete next.headers
  if (status < 307 || !sameOrigin) {
    delete next.body
    next.method = 'GET'
  }
  return next
}

function send(
  url: URL,
  addresses: string[],
  options: FetchOptions,
  settings: SafeFetchSettings,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = bareHost(url)
  const requestOptions: RequestOptions & { servername?: string; ca?: string } = {
    host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method: options.method ?? 'GET',
    // No keep-alive: a connection could lead to an address that was not checked for this request.
    agent: false,
    signal,
    lookup: pinned(addresses),
    headers: {
      'user-agent': 'Waymark',
      accept: options.accept ?? '*/*',
      'accept-encoding': 'identity',
      ...options.headers,
      ...(options.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(options.body)) }),
      host: url.host,
    },
    ...(isIP(host) ? {} : { servername: host }),
    ...(settings.ca === undefined ? {} : { ca: settings.ca }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sending = (url.protocol === 'https:' ? requestHttps : requestHttp)(requestOptions, resolve)
  sending.on('error', reject)
  sending.end(options.body)
  return promise
}

// The connection goes to the addresses that were checked: a second look-up could find others (DNS rebinding).
function pinned(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, done) => {
    if (options.all) done(null, found)
    else done(null, found[0]?.address ?? '', found[0]?.family)
  }
}

function flat(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
