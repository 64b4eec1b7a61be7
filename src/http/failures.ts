import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isGivenUp } from '../../db/transaction.ts'
import { versionHeaders } from '../contract.ts'
import { ApiError, failureBody, isDatabaseAway, isUnfit, logFailure } from '../errors.ts'

// What Fastify and Node themselves may refuse, in our words; the status is theirs.
const refusals: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_media_type',
    'Send the body as JSON with Content-Type: application/json.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_request', 'The body is not as long as its Content-Length says.'],
  FST_ERR_BAD_URL: [400, 'invalid_request', 'The address of the request is not valid.'],
  FST_ERR_ASYNC_CONSTRAINT: [400, 'invalid_request', 'The request is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'uri_too_long', 'The address of the request is too long.'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long to arrive.'],
}

/** Turns whatever was thrown into the failure a client is told. Only what we wrote ourselves is ever shown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseAway(error))
    return new ApiError(
      503,
      'database_away',
      'The database cannot be reached just now; try again shortly.',
      undefined,
      { 'Retry-After': '5' },
    )
  if (isGivenUp(error))
    return new ApiError(503, 'busy', 'Others change the same just now; try again.', undefined, { 'Retry-After': '1' })
  // A row it refers to was deleted between the look-up and the write.
  if ((error as { code?: string }).code === '23503')
    return new ApiError(404, 'not_found', 'Something this request refers to has just been deleted.')
  if (isUnfit(error)) return new ApiError(400, 'invalid_request', 'A value of this request cannot be stored.')
  const { code = '', statusCode } = error as Partial<FastifyError>
  const refusal = refusals[code]
  if (refusal) return new ApiError(...refusal)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, 'invalid_request', 'The request is not valid.')
  return new ApiError(500, 'internal_error', 'Something went wrong on our side. It has been logged.')
}

/** The renderer of every scope that speaks JSON. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toApiError(error)
  logFailure(request, error, failure)
  return reply
    .code(failure.status)
    .headers({ ...versionHeaders, ...failure.headers, 'X-Request-Id': request.id })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failureBody(failure))
}

/** An unknown route, in JSON. */
export const unknownRoute = () => {
  throw new ApiError(404, 'not_found', 'There is nothing at this address.')
}

/** A whole HTTP/1.1 answer for a connection whose request never became one. */
export function rawFailure(error: unknown): string {
  const known = toApiError(error)
  const failure = known.status === 500 ? new ApiError(400, 'invalid_request', 'The request is not valid HTTP.') : known
  const body = JSON.stringify(failureBody(failure))
  const headers = {
    ...versionHeaders,
    'X-Request-Id': randomUUID(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
