import { type FailureCode, failureCodes } from './codes.ts'

/**
 * An invalid field of the input: `path` is a JSON pointer into the body, or `query/<name>`, `path/<name>`,
 * `header/<name>`.
 */
export interface Fault {
  path: string
  message: string
  /** The code of this fault; by default that of the whole failure, or `invalid_request` among the faults of the input. */
  code?: FailureCode
}

interface Details {
  errors?: readonly Fault[]
  /** Seconds to wait before the next attempt. */
  retryAfterS?: number
  headers?: Record<string, string>
  /** The response shows the codes of the faults, which those of bulk requests do. */
  showsCodes?: boolean
}

/**
 * The only error that handlers throw. The response is `{error: 1, message, code, errors?}`, or a page on public routes.
 */
export class ApiError extends Error {
  readonly code: FailureCode
  /** The HTTP status that belongs to the code. */
  readonly status: number
  readonly errors: readonly Fault[] | undefined
  readonly headers: Record<string, string>
  readonly showsCodes: boolean

  constructor(code: FailureCode, message: string, details: Details = {}) {
    super(message)
    const { errors, retryAfterS, headers = {}, showsCodes = false } = details
    this.code = code
    this.status = failureCodes[code].status
    this.errors = errors
    this.showsCodes = showsCodes
    this.headers = { ...headers, ...(retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) }) }
  }
}

/** The failure of a request whose API key is missing or not valid. */
export const unauthorized = (
  code: Extract<FailureCode, 'key_missing' | 'key_unknown' | 'key_revoked' | 'key_expired'>,
  message: string,
) => new ApiError(code, message, { headers: { 'WWW-Authenticate': 'Bearer' } })

/** The failure of a request with an unknown key, or one whose account was deleted. */
export const keyUnknown = () => unauthorized('key_unknown', 'This API key is not known.')

/** The failure of a request of an account that the operator has suspended. */
export const suspended = () =>
  new ApiError('account_suspended', 'This account has been suspended by the operator of this service.')

/** The same failure for everything that does not exist or must not be revealed. */
export const notFoundFailure = () => new ApiError('not_found', 'There is nothing at this address.')

export const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

/** Returns the row, or throws `not_found`. Rows of other accounts must look like rows that do not exist. */
export function found<T>(row: T | undefined | null | false, noun: string): T {
  if (row === undefined || row === null || row === false) throw new ApiError('not_found', `${noun} not found.`)
  return row
}

/**
 * The maximum number of faults in a response, more than a link can have. Beyond it, the response only says that there
 * are more.
 */
export const MAX_FAULTS = 2000

/**
 * An `invalid_request` with all faults. Message and code are those of the first fault with a code, else of the first
 * fault. `whole` is what the message calls the value whose path is empty.
 */
export function invalid(faults: readonly Fault[], whole = 'body'): ApiError {
  const { code, path, message } = faults.find((fault) => fault.code !== undefined) ?? (faults[0] as Fault)
  const errors: Fault[] = faults
    .slice(0, MAX_FAULTS)
    .map(({ path, message, code = 'invalid_request' }) => ({ path, message, code }))
  if (faults.length > MAX_FAULTS) errors.push({ path: '', message: `has more faults than these ${MAX_FAULTS}` })
  return new ApiError(code ?? 'invalid_request', `${path.replace(/^\//, '') || whole} ${message}.`, { errors })
}

// Others, such as `utf-8`, are mistakes for the charset of a body that is not compressed.
const CODING = /^(?:x-)?(?:gzip|compress|deflate|br|zstd)$/i

/** Throws if a body has this `Content-Encoding`, because nothing unpacks it; `what` is what the message calls it. */
export function refuseEncoded(encoding = '', what = 'body'): void {
  if (encoding.split(',').some((one) => CODING.test(one.trim())))
    throw new ApiError('unsupported_media_type', `Send the ${what} uncompressed, without Content-Encoding.`)
}

/** The failure of a value that must be unique and is in use; `path` is its field. */
export function taken(code: Extract<FailureCode, `${string}_taken`>, path: string, message: string): ApiError {
  return new ApiError(code, message, { errors: [{ path, message }] })
}

/** The failure of an `externalid` that something of its kind has in the account. */
export const externalIdTaken = () =>
  taken('externalid_taken', '/externalid', 'This externalid is taken: the account has something with it.')

/** The failure of a limit; `ms` is the time until the next attempt is allowed. */
export function tooMany(message: string, ms: number, code: 'rate_limited' | 'too_many_unknown' = 'rate_limited') {
  return new ApiError(code, message, { retryAfterS: Math.max(1, Math.ceil(ms / 1000)) })
}

/** The JSON body of a failure. */
export function failureBody({ message, code, errors = [], showsCodes }: ApiError) {
  const shown = showsCodes ? errors : errors.map(({ path, message }) => ({ path, message }))
  return { error: 1 as const, message, code, ...(shown.length > 0 ? { errors: shown } : {}) }
}
