import type { FastifyReply, FastifyRequest } from 'fastify'
import { versionHeaders } from '../../contract.ts'
import { type ApiError, failureBody } from '../../errors/api-error.ts'
import { type Page, pageHeaders } from '../../html/layout.ts'
import { wantsJson } from '../../net/accept.ts'
import { sendCompressed } from '../../plugins/compression.ts'
import { logFailure } from '../../plugins/errors.ts'
import { failurePage } from './failure-page.ts'
import { lookOf } from './looks.ts'

/** Converts anything thrown to a failure. */
export type ToFailure = (error: unknown) => ApiError

/** Sends a page with its headers; pages are not cached, because they can differ between visitors. */
export function sendPage(reply: FastifyReply, page: Page, status = 200, headers: Record<string, string> = {}) {
  const vary = headers['Vary'] === undefined ? 'Accept-Language' : `${headers['Vary']}, Accept-Language`
  reply.code(status).headers({ ...pageHeaders(page), 'Cache-Control': 'private, no-store', ...headers, Vary: vary })
  return sendCompressed(reply, page.html)
}

/**
 * Sends the page of a link that has no destination at present. Clients that prefer JSON get the failure itself;
 * browsers get `status`, which is that of the failure unless the page asks for something.
 */
export function sendRefusal(reply: FastifyReply, failure: ApiError, page: Page, status = failure.status) {
  if (wantsJson(reply.request.headers.accept)) throw failure
  return sendPage(reply, page, status, { ...failure.headers, Vary: 'Accept' })
}

/** Creates the error handler of the public routes: a page, or JSON for clients that prefer it. */
export function createFailureSender(toFailure: ToFailure) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error)
    logFailure(request, error, failure)
    reply.headers({ ...versionHeaders, ...failure.headers, 'X-Request-Id': request.id, Vary: 'Accept' })
    if (!wantsJson(request.headers.accept))
      return sendPage(reply, failurePage(lookOf(request), failure), failure.status, { Vary: 'Accept' })
    return reply
      .code(failure.status)
      .header('Cache-Control', 'private, no-store')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(failureBody(failure))
  }
}
