import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { App } from '../services.ts'

/**
 * A pattern, because URLs are unbounded. `*` is any path without a route: an alias with slashes, or nothing. A branded
 * domain serves links at the paths of routes that are not public.
 */
export function routeOf({ is404, site, routeOptions: { url, config } }: FastifyRequest): string {
  const isLinkOnly = site !== null && site.kind !== 'own' && !config.isPublic
  return is404 || isLinkOnly || url === undefined ? '*' : url
}

/** A response to what Fastify never sees, because Node refuses it: an event of the server. */
export const RAW_RESPONSE = 'rawResponse'

export interface RawResponse {
  status: number
  reqId: string
  /** Undefined if the request could not be read. */
  method: string | undefined
}

/** Counts every response with its time, by the pattern of its route. */
export function countResponses(app: App, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.countResponse(request.method, routeOf(request), reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  app.server.on(RAW_RESPONSE, ({ method = '', status }: RawResponse) => metrics.countResponse(method, '*', status, 0))
}

/** Logs every response in a line: no URL, address or key, which would be personal data or secrets. */
export function logResponses(app: App, log: FastifyBaseLogger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, account, span } = request
    const details = { reqId: id, method, route: routeOf(request), status: reply.statusCode }
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const actor = account ? { account: account.id, key: account.keyId } : {}
    log.info({ ...details, ms, ...actor, ...(span?.traceId ? { trace: span.traceId } : {}) }, 'request')
    done()
  })
  app.server.on(RAW_RESPONSE, ({ reqId, method, status }: RawResponse) =>
    log.info({ reqId, method, route: '*', status }, 'request'),
  )
}
