import type { FastifyRequest } from 'fastify'
import { versionHeaders } from '../contract.ts'
import { ApiError } from '../errors/api-error.ts'
import type { App, Services } from '../services.ts'

const YEAR_S = 31_536_000

// RFC 9112, 3.2. Node would reject a missing header without our body and headers, and use the first of several.
function hostFault({ headers: { host }, raw: { httpVersion, rawHeaders } }: FastifyRequest): string | null {
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : null
  if (/[\s/?#@\\]/.test(host)) return 'The Host header is not a host.'
  let hosts = 0
  // The length is compared first because this runs for every redirect.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1 ? 'The request has more than one Host header.' : null
}

/**
 * The failure of a request that is rejected on any route: an invalid Host header, or received while the service closes.
 */
function findRejection(request: FastifyRequest, { closing }: Services['lifecycle']): ApiError | null {
  const fault = hostFault(request)
  if (fault !== null) return new ApiError('invalid_request', fault)
  return closing ? closingFailure() : null
}

/** The failure of requests that are received while the service closes. */
export function closingFailure(): ApiError {
  return new ApiError('closing', 'The service is restarting. Nothing was changed; try again shortly.', {
    retryAfterS: 5,
    headers: { Connection: 'close' },
  })
}

/** Sets the headers of every response, and rejects requests while the service is closing. */
export function addResponseHeaders(app: App, { lifecycle, config }: Pick<Services, 'lifecycle' | 'config'>): void {
  // Header names are in lower case: Fastify would otherwise convert them for every response.
  const always: [string, string][] = [
    ...Object.entries(versionHeaders).map(([name, value]): [string, string] => [name.toLowerCase(), value]),
    ['x-content-type-options', 'nosniff'],
    ...(config.baseUrl.startsWith('https:')
      ? ([['strict-transport-security', `max-age=${YEAR_S}`]] satisfies [string, string][])
      : []),
  ]
  // Hooks of every request are not async, because promises would slow down redirects.
  app.addHook('onRequest', (request, reply, done) => {
    // A client that has disconnected has no address and gets no response. Reading `ip` once keeps it available.
    if ((request.ip as string | undefined) === undefined) return void reply.hijack()
    for (const [name, value] of always) reply.header(name, value)
    reply.header('x-request-id', request.id)
    const rejection = findRejection(request, lifecycle) ?? undefined
    // Requests of /api are counted first: src/plugins/api-guard.ts rejects them.
    const isApi = rejection !== undefined && /^\/api(?:[/?]|$)/.test(request.url)
    if (isApi) request.rejection = rejection
    const failure = isApi ? undefined : rejection
    if (lifecycle.paused) lifecycle.paused.then(() => done(failure))
    else done(failure)
  })
  // While draining, each response closes its connection, so that the client's next request goes to another instance.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (lifecycle.draining || lifecycle.closing) reply.header('Connection', 'close')
    done(null, payload)
  })
}
