import type { FastifyRequest } from 'fastify'
import type { Route } from '../../../db/queries/routes.ts'
import { ApiError } from '../../errors/api-error.ts'
import {
  type LinkPath,
  type LinkPicture,
  pathAfter,
  pathOf,
  readLinkPath,
  splitPath,
} from '../../routing/link-paths.ts'
import type { Site } from '../../routing/route-cache.ts'
import type { Services } from '../../services.ts'
import type { RequestLookups } from './lookup-limit.ts'

/** A site that has links. */
export type LinkSite = Exclude<Site, { kind: 'unknown' }>

/** What a path asks for of the link or bio page that it leads to. */
export interface Asked {
  site: LinkSite
  route: Route
  /** What follows the alias, as it was sent. */
  path: string
  page: 'visit' | 'stats' | LinkPicture
}

/**
 * Creates the function that finds what any path leads to; null: nothing. The page that a suffix asks for is that of the
 * whole alias before it; a link that forwards paths gets the suffix with the rest.
 */
export function createPathFinder({ routeCache, reservedAliases }: Services) {
  const read = (site: LinkSite, url: string) => {
    const path = pathOf(url)
    const { alias, page } = splitPath(path)
    const whole = readLinkPath(path)
    // Where no alias is before a suffix it is part of the path, as in `/<alias>/+`.
    const beforeSuffix = page === 'visit' ? null : readLinkPath(alias)
    const before = beforeSuffix ?? whole
    // Below its own paths the service has no links.
    if (before === null || reservedAliases.isOfService(before.aliases.at(-1) ?? '', site.kind)) return null
    return { before, page: beforeSuffix === null ? ('visit' as const) : page, whole }
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

  async function findRoute(site: LinkSite, path: LinkPath, { admit }: RequestLookups) {
    if (path.segments.length > 1) return routeCache.path(site, path, admit)
    const route = await routeCache.alias(site, path.aliases[0] ?? '', admit)
    return route && { route, matched: 1 }
  }
}
