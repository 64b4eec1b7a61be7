import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/api-error.ts'
import { safeDestination } from '../../routing/destinations.ts'
import type { Site } from '../../routing/route-cache.ts'
import type { App, Services } from '../../services.ts'
import { createFailureSender, notFoundFailure, type ToFailure } from './errors.ts'
import { limitLookups } from './lookup-limit.ts'

/** Redirects to a destination. The response is not cached, because the next visit can have another destination. */
export function redirectTo(reply: FastifyReply, destination: string) {
  return reply.code(302).headers({ Location: destination, 'Cache-Control': 'private, no-store' }).send()
}

/** Redirects to the `redirect404` of a branded domain. Throws `not_found` if there is none. */
export function sendNotFound(reply: FastifyReply, site: Site) {
  const destination = site.kind === 'branded' && site.redirect404 ? safeDestination(site.redirect404) : null
  if (destination === null) throw notFoundFailure()
  return redirectTo(reply, destination)
}

/**
 * Restricts routes by the Host of a request (X-Forwarded-Host only from a trusted proxy): a branded domain serves only
 * public routes, and on unknown hosts public routes answer 421.
 */
export function restrictRoutesByHost(app: App, { routes }: Services, toFailure: ToFailure): void {
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
  // Not async, because nearly every request is for a cached host.
  app.addHook('onRequest', (request, reply, done) => {
    const next = (site: Site) => {
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
