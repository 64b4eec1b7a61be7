import type { FastifyReply, FastifyRequest } from 'fastify'
import { versionHeaders } from '../../contract.ts'
import { ApiError, failureBody } from '../../errors/api-error.ts'
import { type Page, pageHeaders } from '../../html/layout.ts'
import { wantsJson } from '../../net/accept.ts'
import { messagePage } from '../../pages/message.ts'
import { notFoundPage } from '../../pages/not-found.ts'
import { logFailure } from '../../plugins/errors.ts'

/** Converts anything thrown to a failure. */
export type ToFailure = (error: unknown) => ApiError

/** The same 404 for everything that does not exist or must not be revealed. */
export const notFoundFailure = () => new ApiError('not_found', 'There is nothing at this address.')

/** Sends a page with its headers; pages are not cached, because they can differ between visitors. */
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

/** Creates the error handler of the public routes: a page, or JSON for clients that prefer it. */
export function createFailureSender(toFailure: ToFailure) {
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
