import type { FastifyRequest } from 'fastify'
import type { Route } from '../../../db/queries/routes.ts'
import { ApiError } from '../../errors/api-error.ts'
import { type LinkPath, type Page, pathAfter, pathOf, readAskedPath } from '../../routing/link-paths.ts'
import type { KnownSite, Site } from '../../routing/route-cache.ts'
import type { Services } from '../../services.ts'
import type { RequestLookups } from './lookup-limit.ts'

/** The link or bio page at a path, and which of its pages is requested. */
export interface Asked {
  site: KnownSite
  route: Route
  /** What follows the alias, as it was sent. */
  path: string
  page: Page
}

/**
 * Creates the function that finds what any path leads to; null: nothing. The page that a suffix asks for is that of the
 * whole alias before it; a link that forwards paths gets the suffix with the rest.
 */
export function createPathFinder({ routeCache, reservedAliases }: Services) {
  const read = (site: KnownSite, url: string) => {
    const asked = readAskedPath(pathOf(url))
    // Below its own paths the service has no links.
    return asked && reservedAliases.isOfService(asked.before.aliases.at(-1) ?? '', site.kind) ? null : asked
  }

  return async (site: Site, request: FastifyRequest, lookups: RequestLookups): Promise<Asked | null> => {
    if (site.kind === 'unknown') throw new ApiError('unknown_host', 'This service does not serve this host.')
    const asked = read(site, request.url)
    if (asked === null) return null
    const { before, page, whole } = asked
    const found = await findRoute(site, before, lookups)
    if (found === null) return null
    const { route, matched } = found
    if (before.isWhole && matched === before.segments.length) return { site, route, path: '', page }
    return whole && { site, route, path: pathAfter(whole, matched, request.url), page: 'visit' }
  }

  async function findRoute(site: KnownSite, path: LinkPath, { admit }: RequestLookups) {
    if (path.segments.length > 1) return routeCache.path(site, path, admit)
    const route = await routeCache.alias(site, path.aliases[0] ?? '', admit)
    return route && { route, matched: 1 }
  }
}
