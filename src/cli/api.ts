import { text } from 'node:stream/consumers'
import { RequestError } from './request-error.ts'

/** A request to the API of a server, or of this process. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query. */
  path: string
  /** Another host of the service, for what is public there; the key is not sent to it. */
  origin?: string
  headers?: Record<string, string>
  body?: string | AsyncIterable<Uint8Array>
  /** The reply is of use only when it is complete, so there is a limit for all of it. */
  isWhole?: boolean
}

export interface ApiResponse {
  status: number
  /** The value of a header; "" if there is none. */
  header(name: string): string
  body: AsyncIterable<Uint8Array>
}

/** Sends a request. `name` is what messages call the receiver. */
export interface Connection {
  name: string
  send(request: ApiRequest): Promise<ApiResponse>
  close(): Promise<void>
}

export type Query = Record<string, string | number | boolean | undefined>

/** The operations of the API, as commands use them. Failures are RequestErrors with the message of the server. */
export interface Api {
  /** The reply of an operation, without `error`. */
  ask<T extends object>(method: ApiRequest['method'], path: string, given?: Given): Promise<T>
  /** A record, which is in this field of the reply. */
  record<T extends object>(path: string, field: string): Promise<{ record: T; reply: Record<string, unknown> }>
  /** The first rows of a list, over several pages if need be. */
  list<T>(path: string, collection: string, limit: number, query?: Query): Promise<Listed<T>>
  /** A file, piece by piece; it fails beyond `maxBytes`. */
  download(request: Pick<ApiRequest, 'path' | 'origin'>, maxBytes?: number): Promise<AsyncIterable<Uint8Array>>
}

export interface Listed<T> {
  rows: T[]
  /** How many there are in all, if the list says so. */
  total: number | undefined
  /** Whether there are others. */
  hasMore: boolean
}

export interface Given {
  query?: Query
  body?: object | AsyncIterable<Uint8Array>
  headers?: Record<string, string>
}

const MAX_REPLY_BYTES = 16 * 1024 * 1024
const MAX_PAGE = 1000

type Failure = { message: string; code: string; errors?: { path: string; message: string }[] }

export const withQuery = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** The API behind a connection. */
export function createApi(connection: Connection): Api {
  const foreign = ({ status, header }: ApiResponse) =>
    new RequestError(
      `${connection.name} does not answer as Waymark does (HTTP ${status}, ${header('content-type') || 'no content type'}): is it the address of the service?`,
      'not_waymark',
    )

  async function* atMost(maxBytes: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > maxBytes)
        throw new RequestError(`${connection.name} sent more than ${maxBytes} bytes.`, 'reply_too_large')
      yield piece
    }
  }

  async function readJson(response: ApiResponse): Promise<Record<string, unknown>> {
    const body = await text(atMost(MAX_REPLY_BYTES, response.body))
    if (!/^application\/json\b/.test(response.header('content-type'))) throw foreign(response)
    try {
      const value: unknown = JSON.parse(body)
      if (typeof value === 'object' && value !== null && 'error' in value) return value as Record<string, unknown>
    } catch {
      // Not JSON, whatever its type says.
    }
    throw foreign(response)
  }

  async function fail(response: ApiResponse): Promise<never> {
    const { status, header } = response
    if (status >= 300 && status < 400) {
      // Ends the response, which nobody reads.
      for await (const _ of response.body) break
      throw new RequestError(
        `${connection.name} redirects to ${header('location')}: give the address that it redirects to.`,
        'redirected',
      )
    }
    const reply = await readJson(response)
    if (typeof reply['message'] !== 'string' || typeof reply['code'] !== 'string') throw foreign(response)
    const { message, code, errors } = reply as Failure
    const listed = Array.isArray(errors) ? errors : []
    const others = listed.map((fault) => addedBy(fault, message))
    const wait = header('retry-after')
    const retryAfterS = /^\d{1,5}$/.test(wait) ? Number(wait) : undefined
    const again = retryAfterS === undefined ? '' : ` Try again in ${wait} ${wait === '1' ? 'second' : 'seconds'}.`
    const details = { errors, ...(retryAfterS === undefined ? {} : { retryAfterS }) }
    throw new RequestError(`${message}${others.join('')}${again}`, code, details)
  }

  const ask = async <T extends object>(
    method: ApiRequest['method'],
    path: string,
    { query, body, headers = {} }: Given = {},
  ): Promise<T> => {
    const isStream = body !== undefined && Symbol.asyncIterator in body
    const response = await connection.send({
      method,
      isWhole: true,
      path: withQuery(path, query),
      headers: { ...(body === undefined || isStream ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isStream ? body : JSON.stringify(body) }),
    })
    if (response.status !== 200) return fail(response)
    const { error, ...reply } = await readJson(response)
    if (String(error) !== '0') throw foreign(response)
    return reply as T
  }

  const missing = (field: string) => new RequestError(`${connection.name} sent no ${field}.`, 'not_waymark')

  return {
    ask,
    async record<T extends object>(path: string, field: string) {
      const reply = await ask<Record<string, unknown>>('GET', path)
      const record = reply[field]
      if (typeof record !== 'object' || record === null) throw missing(field)
      return { record: record as T, reply }
    },
    async list<T>(path: string, collection: string, limit: number, query: Query = {}) {
      const rows: T[] = []
      let total: number | undefined
      let hasMore = false
      let after: string | undefined
      do {
        const page = { ...query, limit: Math.min(MAX_PAGE, limit - rows.length), after }
        const { data } = await ask<{ data: Record<string, unknown> }>('GET', path, { query: page })
        const more = data?.[collection]
        if (!Array.isArray(more)) throw missing(collection)
        rows.push(...(more.slice(0, MAX_PAGE) as T[]))
        total = typeof data['result'] === 'number' ? data['result'] : undefined
        // Lists with a total have no cursor on the last page; that of events always have one.
        hasMore =
          more.length > 0 && (data['more'] === true || (data['more'] === undefined && data['nextcursor'] !== null))
        after = hasMore && typeof data['nextcursor'] === 'string' ? data['nextcursor'] : undefined
      } while (after !== undefined && rows.length < limit)
      return { total, rows: rows.slice(0, limit), hasMore: hasMore || rows.length > limit }
    },
    async download({ path, origin }, maxBytes = Number.POSITIVE_INFINITY) {
      const response = await connection.send({ method: 'GET', path, ...(origin === undefined ? {} : { origin }) })
      if (response.status !== 200) await fail(response)
      return atMost(maxBytes, response.body)
    },
  }
}

/** The text of a fault, unless the message of the failure already contains it. Other servers may send any values. */
function addedBy(fault: { path?: unknown; message?: unknown }, said: string): string {
  const [field, message] = [String(fault.path).replace(/^\//, ''), String(fault.message)]
  if (message === said) return field.includes('/') ? ` (${field})` : ''
  const sentence = `${field} ${message}${message.endsWith('.') ? '' : '.'}`
  return said.endsWith(sentence) ? '' : ` ${sentence}`
}
