import { lookup } from 'node:dns/promises'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress } from './public-address.ts'

export interface FetchOptions {
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

const REFUSALS = {
  fetch_url: 'This is not an http or https address.',
  fetch_credentials: 'The address must not carry a user name or password.',
  fetch_port: 'The port of the address is not one of the web.',
  // One word for "private" and "unknown": telling them apart would map the names of our own network.
  fetch_address: 'The address does not lead to a server on the public internet.',
  fetch_redirects: 'The address redirects too often.',
  fetch_timeout: 'The server took too long to answer.',
  fetch_too_large: 'What the address holds is too large.',
  fetch_failed: 'The address could not be fetched.',
} as const

export type FetchRefusal = keyof typeof REFUSALS

/** The only error of a SafeFetch. The message is fit for the person who gave the address; `cause` is for the log. */
export class FetchRefused extends Error {
  readonly code: FetchRefusal
  constructor(code: FetchRefusal, cause?: unknown) {
    super(REFUSALS[code], { cause })
    this.name = 'FetchRefused'
    this.code = code
  }
}

export interface SafeFetchSettings {
  /** All addresses of a name. The system's resolver unless told. */
  resolve?: (host: string) => Promise<string[]>
  /** Reaches private addresses too: for tests against servers of their own. */
  allowPrivate?: boolean
  /** PEM of the certificate authorities to trust in place of the system's. */
  ca?: string
}

const MAX_REDIRECTS = 3
const DEFAULT_TIMEOUT_MS = 5000
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/
// Above 1023: what browsers refuse, and the data stores people leave open.
const REFUSED_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 5984,
  6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9200, 9300, 10080, 11211, 27017,
])

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

// The URL parser turns decimal, octal, hex and short forms of an IP address into its plain one, and refuses zones.
function checkUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url === null || url.hostname === '' || !/^https?:$/.test(url.protocol)) throw new FetchRefused('fetch_url')
  if (url.username !== '' || url.password !== '') throw new FetchRefused('fetch_credentials')
  const port = Number(url.port)
  if (url.port !== '' && ((port < 1024 && port !== 80 && port !== 443) || REFUSED_PORTS.has(port))) {
    throw new FetchRefused('fetch_port')
  }
  return url
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

async function resolvePublic(url: URL, settings: SafeFetchSettings, signal: AbortSignal): Promise<string[]> {
  const host = bareHost(url)
  const allowed = settings.allowPrivate ? () => true : isPublicAddress
  if (!settings.allowPrivate && LOCAL_NAMES.test(host)) throw new FetchRefused('fetch_address')
  const addresses = isIP(host) ? [host] : await resolveName(host, settings.resolve ?? resolveBySystem, signal)
  if (addresses.length === 0 || !addresses.every((ip) => isIP(ip) && allowed(ip)))
    throw new FetchRefused('fetch_address')
  return addresses
}

async function resolveName(
  host: string,
  resolve: (host: string) => Promise<string[]>,
  signal: AbortSignal,
): Promise<string[]> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const found = resolve(host).catch((error: unknown) => {
    throw new FetchRefused('fetch_address', error)
  })
  try {
    return await Promise.race([found, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

async function resolveBySystem(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map((found) => found.address)
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

async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw new FetchRefused('fetch_too_large')
  }
  const stream = decoded(response)
  const onAbort = () => stream.destroy(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      length += chunk.length
      if (length > maxBytes) throw new FetchRefused('fetch_too_large')
      chunks.push(chunk)
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    response.destroy()
  }
  return Buffer.concat(chunks)
}

// We ask for no compression; some servers compress all the same.
function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  const decoders = new Map([
    ['gzip', createGunzip],
    ['x-gzip', createGunzip],
    ['deflate', createInflate],
    ['br', createBrotliDecompress],
  ])
  const decoder = decoders.get(encoding)?.()
  if (!decoder) {
    response.destroy()
    throw new FetchRefused('fetch_failed', new Error('unknown content encoding'))
  }
  response.on('error', (error) => decoder.destroy(error))
  return response.pipe(decoder)
}

function flat(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
