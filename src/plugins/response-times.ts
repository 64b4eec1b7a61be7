import type { FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { App } from '../services.ts'

// A pattern, because URLs are unbounded. `*` is any path without a route: an alias with slashes, or nothing. A branded
// domain serves links at the paths of routes that are not public.
function routeOf({ is404, site, routeOptions: { url, config } }: FastifyRequest): string {
  const isLinkOnly = site !== null && site.kind !== 'own' && !config.isPublic
  return is404 || isLinkOnly || url === undefined ? '*' : url
}

/** Counts every response with its time, by the pattern of its route. */
export function countResponses(app: App, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.countResponse(request.method, routeOf(request), reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}
