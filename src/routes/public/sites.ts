import type { FastifyReply } from 'fastify'
import { notFoundFailure } from '../../errors/api-error.ts'
import { safeDestination } from '../../routing/destinations.ts'
import type { Site } from '../../routing/route-cache.ts'
import type { Services } from '../../services.ts'
import { createLoopFinder, placeOf } from './loops.ts'

/** How a redirect is sent: its status, and for how many seconds a browser may repeat it by itself. */
interface RedirectForm {
  status: 301 | 302 | 307 | 308
  keepS: number
}

/**
 * Redirects to a destination. By default the response is not cacheable, because the next visit can have another
 * destination.
 */
export function redirectTo(reply: FastifyReply, destination: string, { status, keepS }: RedirectForm = PASSING) {
  const cache = keepS === 0 ? 'private, no-store' : `private, max-age=${keepS}`
  // Header names are in lower case: Fastify would otherwise convert them for every redirect.
  return reply.code(status).header('location', destination).header('cache-control', cache).send()
}

/** A redirect that is not cached. */
export const PASSING: RedirectForm = { status: 302, keepS: 0 }

/** Redirects to the `redirect404` of a branded domain. Throws `not_found` if there is none, or it leads back here. */
export type SendNotFound = (reply: FastifyReply, site: Site) => FastifyReply

export function createNotFoundSender(services: Services): SendNotFound {
  const { blocklist } = services
  const leadsBack = createLoopFinder(services)
  return (reply, site) => {
    const destination = site.kind === 'branded' && site.redirect404 ? safeDestination(site.redirect404) : null
    if (site.kind !== 'branded' || destination === null) throw notFoundFailure()
    if (blocklist.blocksAccount(site.account_id) || blocklist.blocksUrl(destination)) throw notFoundFailure()
    if (leadsBack(() => [placeOf.lost(site.domainId)], destination, reply.request)) throw notFoundFailure()
    return redirectTo(reply, destination)
  }
}
