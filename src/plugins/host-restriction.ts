import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import { firstSegmentOf } from '../routing/link-paths.ts'
import type { AdmitLookup, Site } from '../routing/route-cache.ts'
import type { App, Services } from '../services.ts'

/** Replies of the public routes to requests that a branded domain has no route for. */
export interface HostReplies {
  /** Serves the link at a path. */
  openPath(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Redirects to the `redirect404` of the domain, or throws. */
  sendNotFound(reply: FastifyReply, site: Site): unknown
  sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown
  /** Runs the lookup of a host that is not cached, within the limit of the client. */
  admitLookup<T>(request: FastifyRequest, lookup: () => Promise<T | null>): Promise<T | null>
}

/**
 * Restricts routes by the Host of a request (X-Forwarded-Host only from a trusted proxy): a branded domain serves only
 * public routes, and links at all other paths that it has not reserved. On unknown hosts public routes answer 421.
 */
export function restrictRoutesByHost(
  app: App,
  { routeCache, reservedAliases }: Services,
  { openPath, sendNotFound, sendFailure, admitLookup }: HostReplies,
): void {
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
  // POST of a link's password form. No route matches it, because an alias may contain slashes; the 404 handler serves
  // it.
  const isForLinks = ({ is404, url, method }: FastifyRequest) =>
    is404 && method === 'POST' && !reservedAliases.isOfService(firstSegmentOf(url), 'branded')
  const openBranded = (request: FastifyRequest, reply: FastifyReply) => {
    openPath(request, reply).catch((error) => sendFailure(error, request, reply))
  }
  // A client beyond the limit gets no lookup. Paths of the API that no link of a branded domain can have, and health
  // checks, are then served as on an unknown host. Elsewhere there may be a link, so that the request fails.
  const isServedUnknown = ({ url, routeOptions: { config } }: FastifyRequest) =>
    config.isHealth === true || (!config.isPublic && reservedAliases.isOfService(firstSegmentOf(url), 'branded'))
  // Beyond the first part of the limit lookups are still run: a route that is not public fails for none of their results.
  const admitFor = (request: FastifyRequest): AdmitLookup =>
    request.routeOptions.config.isPublic || request.is404
      ? (lookup) => admitLookup(request, lookup)
      : async (lookup) => {
          let isAbsent = false
          const find = async () => {
            const found = await lookup()
            isAbsent = found === null
            return found
          }
          return admitLookup(request, find).catch((error) => {
            if (isAbsent) return null
            throw error
          })
        }
  app.decorateRequest('site', null)
  // Not async, because nearly every request is for a cached host.
  app.addHook('onRequest', (request, reply, done) => {
    const next = (site: Site) => {
      request.site = site
      if (site.kind === 'branded' && !request.routeOptions.config.isPublic) {
        if (isForLinks(request)) return done()
        if (request.method === 'GET' || request.method === 'HEAD') return openBranded(request, reply)
      }
      restrict(site, request, reply)
      if (!reply.sent) done()
    }
    const site = routeCache.site(request.host, admitFor(request))
    if (site instanceof Promise)
      site
        .catch((error): Site => {
          if (error instanceof ApiError && error.code === 'too_many_unknown' && isServedUnknown(request))
            return { kind: 'unknown' }
          throw error
        })
        .then(next)
        .catch(done)
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
