import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { readBody } from './body.ts'
import { FetchRefused } from './refused.ts'
import { bareHost, checkUrl, type Reach, resolvePublic } from './target.ts'

interface FetchOptions {
  /** The most bytes the answer's body may have, after decompression. */
  maxBytes: number
  /** Whether the body is of no interest: it is not read, and empty. */
  headersOnly?: boolean
  /** For everything: names, redirects, the body's last byte. 5,000 unless told. */
  timeoutMs?: number
  accept?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** Any HTTP status is an answer; header names are in lower case. */
export interface Fetched {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The address after redirects. */
  url: string
  /** Every address asked, from the first to `url`. */
  hops: string[]
}

export type SafeFetch = (url: string, options: FetchOptions) => Promise<Fetched>

interface SafeFetchSettings extends Reach {
  /** PEM of the certificate authorities to trust in place of the system's. */
  ca?: string
}

const MAX_REDIRECTS = 3
const DEFAULT_TIMEOUT_MS = 5000
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Makes the one function with which the server fetches an address that somebody else chose. */
export function makeSafeFetch(settings: SafeFetchSettings = {}): SafeFetch {
  return async (url, options) => {
    const stop = new AbortController()
    const timer = setTimeout(
      () => stop.abort(new FetchRefused('fetch_timeout')),
      options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    )
    try {
      return await follow(checkUrl(url), options, settings, stop.signal)
    } catch (error) {
      if (stop.signal.aborted) throw stop.signal.reason
      throw error instanceof FetchRefused ? error : new FetchRefused('fetch_failed', error)
    } finally {
      clearTimeout(timer)
      stop.abort()
    }
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
      return { status, headers: flat(response), body, url: url.href, hops }
    }
    response.destroy()
    if (hop === MAX_REDIRECTS) throw new FetchRefused('fetch_redirects')
    const next = checkUrl(location, url)
    sent = redirected(sent, status, next.origin === url.origin)
    url = next
  }
}

// What a caller adds (a key, a body) is meant for the origin it named: another one does not get it.
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
    // A connection of its own: a kept one could lead to an address that was not checked for this request.
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

// The connection goes to the addresses that were checked: a second look at the name could answer otherwise.
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
