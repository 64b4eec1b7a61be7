import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/api-error.ts'
import { safeDestination } from '../../routing/destinations.ts'
import { pathOf } from '../../routing/link-paths.ts'
import type { Site } from '../../routing/route-cache.ts'
import type { App, Services } from '../../services.ts'
import { createFailureSender, notFoundFailure, type ToFailure } from './errors.ts'
import { limitLookups } from './lookup-limit.ts'

/** How a redirect is sent: its status, and for how many seconds a browser may repeat it by itself. */
interface RedirectForm {
  status: 301 | 302 | 307 | 308
  keepS: number
}

/** Redirects to a destination. Unless told, the response is not cached: the next visit can have another destination. */
export function redirectTo(reply: FastifyReply, destination: string, { status, keepS }: RedirectForm = PASSING) {
  const cache = keepS === 0 ? 'private, no-store' : `private, max-age=${keepS}`
  return reply.code(status).headers({ Location: destination, 'Cache-Control': cache }).send()
}

/** A redirect that is not cached. */
export const PASSING: RedirectForm = { status: 302, keepS: 0 }

/** Redirects to the `redirect404` of a branded domain. Throws `not_found` if there is none. */
export function sendNotFound(reply: FastifyReply, site: Site) {
  const destination = site.kind === 'branded' && site.redirect404 ? safeDestination(site.redirect404) : null
  if (destination === null) throw notFoundFailure()
  return redirectTo(reply, destination)
}

/**
 * Restricts routes by the Host of a request (X-Forwarded-Host only from a trusted proxy): a branded domain serves only
 * public routes, and links at all other paths that it has not reserved. On unknown hosts public routes answer 421.
 */
export function restrictRoutesByHost(
  app: App,
  { routes, aliases }: Services,
  { openPath }: { openPath(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> },
  toFailure: ToFailure,
): void {
  const sendFailure = createFailureSender(toFailure)
  const lookupsOf = limitLookups()
  const restrict = (site: Site, request: FastifyRequest, reply: FastifyReply) => {
    const { isPublic } = request.routeOptions.config
    if (site.kind === 'own' || (isPublic && site.kind === 'branded')) return
    if (site.kind === 'unknown') {
      if (isPublic) throw new ApiError('unknown_host', 'This service does not serve this host.')
      return
    }
    try {
      sendNotFound(reply, site)
    } catch (error) {
      sendFailure(error, request, reply)
    }
  }
  // Whether the handler is that of links, although no route matched: their password forms.
  const isForLinks = ({ is404, url, method }: FastifyRequest) =>
    is404 && method === 'POST' && !aliases.isReserved(pathOf(url), 'branded')
  const openBranded = (request: FastifyRequest, reply: FastifyReply) => {
    openPath(request, reply).catch((error) => sendFailure(error, request, reply))
  }
  // Not async, because nearly every request is for a cached host.
  app.addHook('onRequest', (request, reply, done) => {
    const next = (site: Site) => {
      if (site.kind === 'branded' && !request.routeOptions.config.isPublic) {
        if (isForLinks(request)) return done()
        if (request.method === 'GET' || request.method === 'HEAD') return openBranded(request, reply)
      }
      restrict(site, request, reply)
      if (!reply.sent) done()
    }
    const site = routes.site(request.host, (lookup) => lookupsOf(request).admit(lookup))
    if (site instanceof Promise) site.then(next).catch(done)
    else if (site.kind === 'own') done()
    else {
      try {
        next(site)
      } catch (error) {
        done(error as Error)
      }
    }
  })
}
