import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isGivenUp } from '../../db/transaction.ts'
import { versionHeaders } from '../contract.ts'
import { ApiError, externalIdTaken, failureBody, notFoundFailure } from '../errors/api-error.ts'
import type { FailureCode } from '../errors/codes.ts'
import {
  isDatabaseFull,
  isDatabaseOverloaded,
  isDatabaseReadOnly,
  isDatabaseUnavailable,
  isExternalIdTaken,
  isOutcomeUnknown,
  isReferenceGone,
  isValueRefused,
} from '../errors/database-errors.ts'

const MIB = 1024 * 1024

// Requests that Fastify and Node reject themselves, by the code of their error.
const refusals: Record<string, [code: FailureCode, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'Send the body as JSON with Content-Type: application/json.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'The body is not as long as its Content-Length says.'],
  FST_ERR_BAD_URL: ['invalid_request', 'The URL of the request is not valid.'],
  FST_ERR_ASYNC_CONSTRAINT: ['invalid_request', 'The request is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'The URL of the request is too long.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
}

/** Turns anything thrown into the failure that the client is sent. Only our own texts are ever shown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const failure = databaseFailure(error)
  if (failure) return failure
  const { code = '', statusCode } = error as Partial<FastifyError>
  const refusal = refusals[code]
  if (refusal) return new ApiError(...refusal)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError('invalid_request', 'The request is not valid.')
  return new ApiError('internal_error', 'Something went wrong on our side. It has been logged.')
}

function databaseFailure(error: unknown): ApiError | undefined {
  if (isDatabaseUnavailable(error))
    return new ApiError('database_away', 'The database cannot be reached just now; try again shortly.', {
      retryAfterS: 5,
    })
  if (isDatabaseFull(error))
    return new ApiError('database_full', 'The disk of the database is full: nothing can be stored just now.', {
      retryAfterS: 30,
    })
  if (isDatabaseReadOnly(error))
    return new ApiError('database_read_only', 'The database takes no changes just now; try again shortly.', {
      retryAfterS: 5,
    })
  if (isDatabaseOverloaded(error))
    return new ApiError('busy', 'The database has too much to do just now; try again shortly.', { retryAfterS: 5 })
  if (isGivenUp(error))
    return new ApiError('busy', 'Other requests change the same just now; try again.', { retryAfterS: 1 })
  if (isExternalIdTaken(error)) return externalIdTaken()
  // A referenced record was deleted between check and write.
  if (isReferenceGone(error))
    return new ApiError('not_found', 'Something this request refers to has just been deleted.')
  if (isValueRefused(error)) return new ApiError('invalid_request', 'A value of this request cannot be stored.')
  return undefined
}

/**
 * Logs internal errors with their stack; other 5xx failures, and values that only the database rejects, in one line.
 * Faults of clients are not logged.
 */
export function logFailure(request: FastifyRequest, error: unknown, failure: ApiError): void {
  const details = { reqId: request.id, url: request.routeOptions.url }
  if (failure.code === 'internal_error') request.log.error({ ...details, err: error }, failure.code)
  else if (failure.status >= 500 && failure.code !== 'redirect_loop')
    request.log.warn({ ...details, reason: reasonOf(error) }, failure.code)
  else if (isValueRefused(error))
    request.log.warn(
      { ...details, reason: reasonOf(error) },
      'a value passed the schemas and was refused by the database',
    )
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200)

/**
 * Says that the outcome of a change is unknown if the connection was lost after a statement was sent, which may have
 * been committed. Without a connection nothing was sent by this statement, and the failure stays as it is.
 */
function withOutcome(failure: ApiError, error: unknown, method: string): ApiError {
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead || failure.code !== 'database_away' || !isOutcomeUnknown(error)) return failure
  return new ApiError(
    'database_away',
    'The database did not answer. It is not known whether the change was made; check before you repeat it.',
    { headers: failure.headers },
  )
}

/** 404 is about what the path names: a record that was deleted after the body was checked makes the body invalid. */
function withReference(failure: ApiError, error: unknown, { routeOptions }: FastifyRequest): ApiError {
  const isOfBody = isReferenceGone(error) && routeOptions.schema?.body !== undefined
  return isOfBody ? new ApiError('invalid_request', failure.message) : failure
}

/** The failure of a body that is too large for its route names the limit. */
function withLimit(failure: ApiError, { routeOptions: { bodyLimit } }: FastifyRequest): ApiError {
  if (failure.code !== 'body_too_large' || bodyLimit === undefined) return failure
  const limit = bodyLimit >= MIB ? `${bodyLimit / MIB} MiB` : `${bodyLimit / 1024} KiB`
  return new ApiError('body_too_large', `The body is too large: at most ${limit} are accepted.`, {
    headers: failure.headers,
  })
}

/** Sends a failure as JSON. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = withReference(withOutcome(toApiError(error), error, request.method), error, request)
  const failure = withLimit(known, request)
  logFailure(request, error, failure)
  return reply
    .code(failure.status)
    .headers({ ...versionHeaders, ...failure.headers, 'X-Request-Id': request.id })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failureBody(failure))
}

/** The handler of addresses that have no route, where failures are JSON. */
export const unknownRoute = () => {
  throw notFoundFailure()
}

/** A whole HTTP/1.1 answer, for a connection whose request could not be parsed. */
export function rawFailure(error: unknown): { text: string; status: number; reqId: string } {
  const known = toApiError(error)
  const failure =
    known.code === 'internal_error' ? new ApiError('invalid_request', 'The request is not valid HTTP.') : known
  const body = JSON.stringify(failureBody(failure))
  const reqId = randomUUID()
  const headers = {
    ...versionHeaders,
    'X-Request-Id': reqId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const { status } = failure
  return { text: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, status, reqId }
}
