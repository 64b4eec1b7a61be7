import type { FastifyRequest } from 'fastify'
import { versionHeaders } from '../contract.ts'
import { ApiError } from '../errors.ts'
import type { App, Parts } from '../parts.ts'

// RFC 9112, 3.2. Node would refuse the first kind without our body and headers, and takes the first of two.
function hostFault({ headers: { host }, raw: { httpVersion, rawHeaders } }: FastifyRequest): string | null {
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : null
  if (/[\s/?#@\\]/.test(host)) return 'The Host header is not a host.'
  let hosts = 0
  // This runs for every redirect: names that cannot be Host are passed over by their length.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1 ? 'The request has more than one Host header.' : null
}

/** Why no request, or none like this one, is answered just now, if there is a reason. */
export function refusalOf(request: FastifyRequest, state: Parts['state']): ApiError | undefined {
  const fault = hostFault(request)
  if (fault !== null) return new ApiError(400, 'invalid_request', fault)
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
    // Whoever has gone already has no address, and needs no answer. Asked for once, an address stays known.
    if ((request.ip as string | undefined) === undefined) return void reply.hijack()
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
