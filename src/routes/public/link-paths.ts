import type { FastifyRequest } from 'fastify'
import type { Route } from '../../../db/queries/routes.ts'
import { ApiError } from '../../errors/api-error.ts'
import { type LinkPath, pathAfter, pathOf, readLinkPath } from '../../routing/link-paths.ts'
import type { Site } from '../../routing/route-cache.ts'
import type { Services } from '../../services.ts'
import type { LinkPicture } from './link-pictures.ts'
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

// `<alias>+` is the statistics page of a link, `<alias>/qr`, `<alias>/qr/<size>` and `<alias>/ico` are pictures of it.
const SUFFIX = /\+$|\/(?:qr(?:\/(?<size>\d+))?|(?<ico>ico))$/

function splitPath(path: string): { alias: string; page: Asked['page'] } {
  const found = SUFFIX.exec(path)
  if (!found) return { alias: path, page: 'visit' }
  const { size, ico } = found.groups ?? {}
  const page = found[0] === '+' ? 'stats' : ico === undefined ? { kind: 'qr' as const, size } : { kind: 'ico' as const }
  return { alias: path.slice(0, found.index), page }
}

/**
 * Creates the function that finds what any path leads to; null: nothing. The page that a suffix asks for is that of the
 * whole alias before it; a link that forwards paths gets the suffix with the rest.
 */
export function createPathFinder({ routes, aliases }: Services) {
  const read = (site: LinkSite, url: string) => {
    const path = pathOf(url)
    const { alias, page } = splitPath(path)
    const whole = readLinkPath(path)
    const before = page === 'visit' ? whole : readLinkPath(alias)
    // Below its own paths the service has no links.
    const [first = ''] = alias.split('/', 1)
    if (before === null || aliases.isReserved(first, site.kind)) return null
    return { before, page, whole }
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
    return whole && { site, route, path: pathAfter(whole, matched), page: 'visit' }
  }

  async function findRoute(site: LinkSite, path: LinkPath, { admit }: RequestLookups) {
    if (path.segments.length > 1) return routes.path(site, path, admit)
    const route = await routes.alias(site, path.aliases[0] ?? '', admit)
    return route && { route, matched: 1 }
  }
}
