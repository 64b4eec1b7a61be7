import type { FastifyRequest } from 'fastify'
import { versionHeaders } from '../contract.ts'
import { ApiError } from '../errors.ts'
import type { App, Parts } from '../parts.ts'

/** Why no request, or none like this one, is answered just now, if there is a reason. */
export function refusalOf(request: FastifyRequest, state: Parts['state']): ApiError | undefined {
  // Node would refuse it without our body and headers.
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
    return new ApiError(400, 'invalid_request', 'The request has no Host header.')
  return state.closing ? closing() : undefined
}

/** What is told to whoever comes too late. */
export function closing(): ApiError {
  const headers = { 'Retry-After': '5', Connection: 'close' }
  return new ApiError(503, 'closing', 'The service is restarting; try again shortly.', undefined, headers)
}

/** What every answer of the process carries, and the answer while it is closing. */
export function addManners(app: App, state: Parts['state']): void {
  // Hooks of every request are not async: a redirect would notice their promises.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...versionHeaders, 'X-Request-Id': request.id, 'X-Content-Type-Options': 'nosniff' })
    // Those of /api are counted first: src/http/guard.ts refuses them.
    done(/^\/api(?:[/?]|$)/.test(request.url) ? undefined : refusalOf(request, state))
  })
  // What is answered while we leave is the last of its connection: the next one goes elsewhere.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (state.leaving || state.closing) reply.header('Connection', 'close')
    done(null, payload)
  })
}

const exposed =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id, API-Version, App-Version'

/** Lets scripts of any origin read this scope, without credentials; a preflight needs no key and spends no quota. */
export function allowAnyOrigin(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposed })
    if (request.method !== 'OPTIONS') return
    reply.headers({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept, X-Request-Id',
      'Access-Control-Max-Age': '86400',
    })
    // Answered here, before authentication and the limiter.
    return reply.code(204).send()
  })
}
