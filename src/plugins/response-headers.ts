import type { FastifyRequest } from 'fastify'
import { versionHeaders } from '../contract.ts'
import { ApiError } from '../errors/api-error.ts'
import type { App, Services } from '../services.ts'

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

const receivedWhileClosing = new WeakSet<FastifyRequest>()

/** Why a request is refused whatever it asks for: its Host header, or because it was received while the service closes. */
export function refusalOf(request: FastifyRequest): ApiError | undefined {
  const fault = hostFault(request)
  if (fault !== null) return new ApiError('invalid_request', fault)
  return receivedWhileClosing.has(request) ? closing() : undefined
}

/** What is told to whoever comes too late. */
export function closing(): ApiError {
  return new ApiError('closing', 'The service is restarting. Nothing was changed; try again shortly.', {
    retryAfterS: 5,
    headers: { Connection: 'close' },
  })
}

/** What every answer of the process carries, and the answer while it is closing. */
export function addResponseHeaders(app: App, state: Services['state']): void {
  // Hooks of every request are not async: a redirect would notice their promises.
  app.addHook('onRequest', (request, reply, done) => {
    // Whoever has gone already has no address, and needs no answer. Asked for once, an address stays known.
    if ((request.ip as string | undefined) === undefined) return void reply.hijack()
    reply.headers({ ...versionHeaders, 'X-Request-Id': request.id, 'X-Content-Type-Options': 'nosniff' })
    if (state.closing) receivedWhileClosing.add(request)
    // Those of /api are counted first: src/plugins/api-guard.ts refuses them.
    const refusal = /^\/api(?:[/?]|$)/.test(request.url) ? undefined : refusalOf(request)
    if (state.held) state.held.then(() => done(refusal))
    else done(refusal)
  })
  // What is answered while we leave is the last of its connection: the next one goes elsewhere.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (state.leaving || state.closing) reply.header('Connection', 'close')
    done(null, payload)
  })
}
