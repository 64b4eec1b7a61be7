/** One thing wrong with the input: `path` is a JSON pointer into the body, or `query/<name>`, `path/<name>`. */
export interface Fault {
  path: string
  message: string
  /** Where programs know this fault by a word of its own: the `code` of the answer. */
  code?: string
}

/** The only error a handler throws: becomes `{error: 1, message, code, errors?}` (or a page on the public side) with this status. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Fault[] | undefined
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, errors?: Fault[], headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.headers = headers
  }
}

/** The row, or a 404 that names the kind of thing; another account's row must look the same as none. */
export function found<T>(row: T | undefined | null, noun: string): T {
  if (row === undefined || row === null) throw new ApiError(404, 'not_found', `${noun} not found.`)
  return row
}

/** How many faults are told at most; where there are more, the answer says so. All the fields of a link are fewer. */
export const MOST_FAULTS = 2000

/** A 400 that names every invalid field. The message is of the first, or of the one that has a code of its own. */
export function invalid(faults: readonly Fault[]): ApiError {
  const { code, path, message } = faults.find((fault) => fault.code !== undefined) ?? (faults[0] as Fault)
  const errors = faults.slice(0, MOST_FAULTS).map(({ path, message }) => ({ path, message }))
  if (faults.length > MOST_FAULTS) errors.push({ path: '', message: `has more faults than these ${MOST_FAULTS}` })
  return new ApiError(400, code ?? 'invalid_request', `${path.replace(/^\//, '') || 'body'} ${message}.`, errors)
}

/** A 409: the value is somebody's already. */
export function taken(code: string, path: string, message: string): ApiError {
  return new ApiError(409, code, message, [{ path, message }])
}

/** A 429 that says when to come again; `ms` is the time until then. */
export function tooMany(message: string, ms: number, code = 'rate_limited'): ApiError {
  return new ApiError(429, code, message, undefined, { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) })
}

const away = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

/** Whether an error means that the database cannot be reached just now (it will come back), rather than that a query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  // With a status it is of a client's own connection, which was cut while its request was read.
  if (typeof code !== 'string' || statusCode !== undefined) return false
  // 08: connection exceptions, 57P: the server is starting or stopping, 57014: it took too long, 53300: too many
  // connections; CONNECT…: the driver's and our own.
  return away.has(code) || /^(08|57P|57014$|53300$|CONNECT)/.test(code)
}

/** A net under the schemas: a check of the database failed (23514), or a value is none of its type (22…). */
export function isUnfit(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(23514|22[0-9A-Z]{3})$/.test(code)
}

/** The body of a failure. */
export function failureBody({ message, code, errors }: ApiError) {
  return { error: 1 as const, message, code, ...(errors && errors.length > 0 ? { errors } : {}) }
}

interface Logged {
  id: string
  log: Record<'error' | 'warn', (what: object, message: string) => void>
  routeOptions: { url?: string | undefined }
}

/** Logs what is our fault, and what only the database noticed; quietly skips what is the client's. */
export function logFailure(request: Logged, error: unknown, failure: ApiError): void {
  const what = { reqId: request.id, err: error, url: request.routeOptions.url }
  if (failure.status >= 500) request.log.error(what, failure.code)
  else if (isUnfit(error)) request.log.warn(what, 'refused by the database alone')
}
