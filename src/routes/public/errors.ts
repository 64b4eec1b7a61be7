import type { FastifyReply, FastifyRequest } from 'fastify'
import { versionHeaders } from '../../contract.ts'
import { ApiError, failureBody } from '../../errors/api-error.ts'
import { type Page, pageHeaders } from '../../html/layout.ts'
import { wantsJson } from '../../net/accept.ts'
import { messagePage } from '../../pages/message.ts'
import { notFoundPage } from '../../pages/not-found.ts'
import { logFailure } from '../../plugins/errors.ts'

/** How whatever was thrown becomes a failure with a status; given by whoever composes the service. */
export type ToFailure = (error: unknown) => ApiError

/** A 404 that tells nothing but that. */
export const nothingHere = () => new ApiError('not_found', 'There is nothing at this address.')

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
