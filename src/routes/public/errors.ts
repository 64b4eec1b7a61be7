import type { FastifyReply, FastifyRequest } from 'fastify'
import { versionHeaders } from '../contract.ts'
import { ApiError, failureBody, logFailure, tooMany } from '../errors.ts'
import { type Page, pageHeaders } from '../html/layout.ts'
import { messagePage } from '../html/pages/message.ts'
import { notFoundPage } from '../html/pages/not-found.ts'
import { addressKey, countAttempts } from '../work/attempts.ts'

/** How whatever was thrown becomes a failure with a status; given by whoever composes the service. */
export type ToFailure = (error: unknown) => ApiError

/** A 404 that tells nothing but that. */
export const nothingHere = () => new ApiError(404, 'not_found', 'There is nothing at this address.')

const UNKNOWN_A_MINUTE = 60

/**
 * Answers a request for what is not there: the 404, or, for an IP address that has met too many of them, a 429. Whoever
 * tries addresses finds few; whoever opens real ones is never limited.
 */
export function countUnknown(): (request: FastifyRequest) => ApiError {
  const unknown = countAttempts(UNKNOWN_A_MINUTE, 60_000)
  return (request) => {
    const wait = unknown.spend(addressKey(request.ip))
    if (wait === 0) return nothingHere()
    return tooMany('Too many addresses that do not exist; try again later.', wait * 1000, 'too_many_unknown')
  }
}

/** Whether the client wants JSON: it says so, and does not say HTML first. */
function wantsJson(accept: string | undefined): boolean {
  const text = (accept ?? '').toLowerCase()
  const json = text.indexOf('application/json')
  const page = text.indexOf('text/html')
  return json !== -1 && (page === -1 || json < page)
}

/** Sends a page with its policy; what a visitor is shown is his alone. */
export function sendPage(reply: FastifyReply, page: Page, status = 200, headers: Record<string, string> = {}) {
  return reply
    .code(status)
    .headers({ ...pageHeaders(page), 'Cache-Control': 'private, no-store', ...headers })
    .send(page.html)
}

function failurePage(failure: ApiError): Page {
  if (failure.status === 404) return notFoundPage()
  const title = failure.status >= 500 ? 'This did not work' : 'This cannot be answered'
  return messagePage({ title, text: failure.message, kicker: String(failure.status) })
}

/** The renderer of the public side: a page, or our JSON for those who ask for it. */
export function makeFailureSender(toFailure: ToFailure) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error)
    logFailure(request, error, failure)
    reply.headers({ ...versionHeaders, ...failure.headers, 'X-Request-Id': request.id, Vary: 'Accept' })
    if (!wantsJson(request.headers.accept)) return sendPage(reply, failurePage(failure), failure.status)
    return reply
      .code(failure.status)
      .header('Cache-Control', 'private, no-store')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(failureBody(failure))
  }
}
