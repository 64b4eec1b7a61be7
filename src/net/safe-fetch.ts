import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createFairQueue, type FairQueueLimits } from '../security/fair-queue.ts'
import { FetchError } from './fetch-error.ts'
import { type AddressPolicy, checkUrl, hostnameOf, resolvePublic } from './fetch-target.ts'
import { readBody, readExcerpt } from './response-body.ts'

interface FetchOptions {
  /** Maximum size of the response body in bytes, after decompression. */
  maxBytes: number
  /** If true, the body is not read and is empty. */
  headersOnly?: boolean
  /** If true, a body that is too large, incomplete or too slow is truncated instead of an error. */
  isExcerpt?: boolean
  /** For everything from DNS to the last byte of the body, but not for waiting in the queue. Default 5,000. */
  timeoutMs?: number
  /** Ends the fetch early, with `fetch_failed`. */
  signal?: AbortSignal | undefined
  /** The account that the request is queued for, in turn with other accounts. Default: queued by host. */
  account?: number
  accept?: string
  method?: 'GET' | 'HEAD' | 'POST'
  /** Redirects that are followed at most. Default 3. */
  maxRedirects?: number
  /** If false, a redirect is the response. Default true. */
  followsRedirects?: boolean
  /** The Host header, instead of the host of the URL; redirects use their own. */
  host?: string
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

/** Whether the server replied that the resource is gone for good. */
export const isGone = ({ status }: Fetched): boolean => status === 410

/** Whether the server replied that the resource has not changed since the ETag that `If-None-Match` sent. */
export const isUnchanged = ({ status }: Fetched): boolean => status === 304

export type SafeFetch = (url: string, options: FetchOptions) => Promise<Fetched>

interface SafeFetchSettings extends AddressPolicy {
  /** PEM of certificate authorities to trust instead of the default ones. */
  ca?: string
  limits?: FairQueueLimits
}

// A fetch takes at most 5 s: the last one in the queue starts within half a minute, and few sockets are open.
const LIMITS: FairQueueLimits = { concurrency: 40, concurrencyPerOwner: 8, maxWaiting: 200, maxWaitingPerOwner: 30 }

const MAX_REDIRECTS = 3
const DEFAULT_TIMEOUT_MS = 5000
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Creates a fetch for URLs that users chose: only public addresses, few redirects, limits on size and time, and a queue
 * with turns for each account. It rejects with a FetchError.
 */
export function createSafeFetch(settings: SafeFetchSettings = {}): SafeFetch {
  const queue = createFairQueue(settings.limits ?? LIMITS, () => new FetchError('fetch_busy'))
  return async (url, options) => {
    const parsed = checkUrl(url)
    const owner = options.account === undefined ? `host:${parsed.hostname}` : `account:${options.account}`
    return queue(owner, () => fetchNow(parsed, options, settings))
  }
}

/** A fetch whose requests are queued for an account. */
export function fetchForAccount(fetch: SafeFetch, account: number): SafeFetch {
  return (url, options) => fetch(url, { ...options, account })
}

async function fetchNow(url: URL, options: FetchOptions, settings: SafeFetchSettings): Promise<Fetched> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new FetchError('fetch_timeout')), options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const cancel = () => stop.abort(new FetchError('fetch_failed'))
  options.signal?.addEventListener('abort', cancel)
  if (options.signal?.aborted) cancel()
  try {
    return await follow(url, options, settings, stop.signal)
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason
    throw error instanceof FetchError ? error : new FetchError('fetch_failed', error)
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', cancel)
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
  let request = options
  const hops: string[] = []
  for (let hop = 0; ; hop++) {
    hops.push(url.href)
    const addresses = await resolvePublic(url, settings, signal)
    const response = await send(url, addresses, request, settings, signal)
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (!REDIRECTS.has(status) || location === undefined || options.followsRedirects === false) {
      if (options.headersOnly) response.destroy()
      const read = options.isExcerpt ? readExcerpt : readBody
      const body = options.headersOnly ? Buffer.alloc(0) : await read(response, options.maxBytes, signal)
      const ok = status >= 200 && status < 300
      return { status, ok, headers: flattenHeaders(response), body, url: url.href, hops }
    }
    response.destroy()
    if (hop === (options.maxRedirects ?? MAX_REDIRECTS)) throw new FetchError('fetch_redirects')
    const next = checkUrl(location, url)
    request = redirected(request, status, next.origin === url.origin)
    url = next
  }
}

// Headers and body are only sent to the origin of the caller's URL.
function redirected(request: FetchOptions, status: number, sameOrigin: boolean): FetchOptions {
  const next = { ...request }
  if (!sameOrigin) delete next.headers
  delete next.host
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
  const host = hostnameOf(url)
  const requestOptions: RequestOptions & { servername?: string; ca?: string } = {
    host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method: options.method ?? 'GET',
    // No keep-alive: a reused connection could lead to an address that was not checked for this request.
    agent: false,
    signal,
    lookup: pinnedLookup(addresses),
    headers: {
      'user-agent': 'Waymark',
      accept: options.accept ?? '*/*',
      'accept-encoding': 'identity',
      ...options.headers,
      ...(options.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(options.body)) }),
      host: options.host ?? url.host,
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

// Connects only to the addresses that were checked: another lookup could return others (DNS rebinding).
function pinnedLookup(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, done) => {
    if (options.all) done(null, found)
    else done(null, found[0]?.address ?? '', found[0]?.family)
  }
}

function flattenHeaders(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
