import type { FastifyRequest } from 'fastify'
import type { LinkRoute } from '../../../db/queries/routes.ts'
import { ApiError } from '../../errors/api-error.ts'
import { pathOn } from '../../links/own-urls.ts'
import { FOLLOWED } from '../../pages/bio-links.ts'
import { safeDestination } from '../../routing/destinations.ts'
import { pathAfter, pathOf, readAskedPath } from '../../routing/link-paths.ts'
import type { KnownSite } from '../../routing/route-cache.ts'
import { decide } from '../../routing/rules.ts'
import { queryOf } from '../../routing/visit-query.ts'
import type { Services } from '../../services.ts'
import { visitHeaders } from '../../visits/describe-visits.ts'
import { createRuleVisits } from './rule-visits.ts'

/** The failure of a visit that would be redirected without end. */
export const loopFailure = () =>
  new ApiError('redirect_loop', 'This link is set to lead back to itself, so it leads nowhere.')

/** A place that redirects: a link with what follows its alias, one of a bio page, a rotator, a code, or a domain. */
export const placeOf = {
  link: (id: number, path: string) => `link ${id}/${path}`,
  bioLink: (bioId: number, key: string) => `bio ${bioId}/${key}`,
  rotator: (slug: string) => `r/${slug}`,
  code: (code: string) => `q/${code}`,
  root: (domainId: number) => `root ${domainId}`,
  lost: (domainId: number) => `lost ${domainId}`,
}

/** Whether a redirect from a place to a destination leads this visitor back to where it has been. */
export type LeadsBack = (from: () => readonly string[], destination: string, request: FastifyRequest) => boolean

// More redirects in a row than anybody sets up; browsers follow about twenty.
const MAX_REDIRECTS = 12
const AUTHORITY = /^https?:\/\/(?:[^/?#]*@)?([^/?#@]+)/i

/**
 * Creates the function that finds loops before the redirect is sent: it follows destinations on hosts of this service
 * as the visitor would. Only cached routes are followed, so that it never waits; the first round through a loop caches
 * all of them.
 */
export function createLoopFinder(
  services: Pick<Services, 'routeCache' | 'config' | 'signer' | 'countryLookup'>,
): LeadsBack {
  const { routeCache, config } = services
  const ruleVisitOf = createRuleVisits(services)

  const siteOf = (url: string): KnownSite | undefined => {
    const authority = AUTHORITY.exec(url)?.[1]
    return authority === undefined
      ? undefined
      : routeCache.peekSite(authority.replace(/\.?(?::\d*)?$/, '').toLowerCase())
  }

  // Where a link sends the visitor; null: to a page, or it depends on more than the visitor.
  const nextOf = (link: LinkRoute, path: string, url: string, request: FastifyRequest): string | null => {
    if (link.password_hash !== null || link.clicklimit !== null || link.splittarget.length > 0) return null
    const outcome = decide(link, ruleVisitOf(link, path, queryOf(url), request, visitHeaders(request.headers)))
    return 'destination' in outcome ? outcome.destination : null
  }

  const stepAt = (site: KnownSite, url: string, request: FastifyRequest) => {
    const path = pathOn(site.kind === 'branded' ? site.host : null, url, config)
    if (path === null) return undefined
    if (path === '/')
      return site.kind === 'branded' ? { place: placeOf.root(site.domainId), next: site.redirectroot } : undefined
    const [, kind, name] = /^\/([qr])\/([^/]+)$/.exec(path) ?? []
    if (name !== undefined) return { place: kind === 'q' ? placeOf.code(name) : placeOf.rotator(name), next: null }
    const asked = readAskedPath(pathOf(path))
    if (!asked?.whole || asked.page !== 'visit') return undefined
    const found = routeCache.peekPath(site, asked.before)
    if (found === undefined) return undefined
    if (found === null)
      return site.kind === 'branded' ? { place: placeOf.lost(site.domainId), next: site.redirect404 } : undefined
    if (found.route.kind === 'bio') {
      const key = new URLSearchParams(queryOf(url)).get(FOLLOWED)
      return key === null ? undefined : { place: placeOf.bioLink(found.route.bioId, key), next: null }
    }
    const { link } = found.route
    const after = pathAfter(asked.whole, found.matched, path)
    return { place: placeOf.link(link.id, after), next: nextOf(link, after, url, request) }
  }

  return (from, destination, request) => {
    let site = siteOf(destination)
    // Nearly every destination is elsewhere.
    if (site === undefined) return false
    const passed = new Set(from())
    for (let url = destination; site !== undefined; site = siteOf(url)) {
      const step = stepAt(site, url, request)
      if (step === undefined) return false
      if (passed.has(step.place) || passed.size > MAX_REDIRECTS) return true
      passed.add(step.place)
      const next = step.next && safeDestination(step.next)
      if (!next) return false
      url = next
    }
    return false
  }
}
