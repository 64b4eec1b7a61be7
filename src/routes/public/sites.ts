import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/api-error.ts'
import { safeDestination } from '../../routing/destinations.ts'
import type { Site } from '../../routing/route-cache.ts'
import type { App, Services } from '../../services.ts'
import { makeFailureSender, nothingHere, type ToFailure } from './errors.ts'
import { limitLookups } from './lookup-limit.ts'

/** Sends a visitor on, without letting anything on the way remember where. */
export function sendOn(reply: FastifyReply, destination: string) {
  return reply.code(302).headers({ Location: destination, 'Cache-Control': 'private, no-store' }).send()
}

/** What a site answers where it has nothing: a branded domain's redirect404, else the 404 page. */
export function sendNowhere(reply: FastifyReply, site: Site) {
  const instead = site.kind === 'branded' && site.redirect404 ? safeDestination(site.redirect404) : null
  if (instead === null) throw nothingHere()
  return sendOn(reply, instead)
}

/**
 * Keeps sites apart by the Host of a request (X-Forwarded-Host only from a trusted proxy): a branded domain serves its
 * public side and nothing else; on a host that is not ours the public side answers 421.
 */
export function keepSitesApart(app: App, { routes }: Services, toFailure: ToFailure): void {
  const sendFailure = makeFailureSender(toFailure)
  const lookupsOf = limitLookups()
  const judge = (site: Site, request: FastifyRequest, reply: FastifyReply) => {
    const { isPublic } = request.routeOptions.config
    if (site.kind === 'own' || (isPublic && site.kind === 'branded')) return
    if (site.kind === 'unknown') {
      if (isPublic) throw new ApiError('unknown_host', 'This service does not serve this host.')
      return
    }
    try {
      sendNowhere(reply, site)
    } catch (error) {
      sendFailure(error, request, reply)
    }
  }
  // Not async: nearly every request is for a site that is known already.
  app.addHook('onRequest', (request, reply, done) => {
    const next = (site: Site) => {
      judge(site, request, reply)
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
