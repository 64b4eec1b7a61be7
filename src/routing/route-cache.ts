import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/open.ts'
import { findHostRoute, findRoute, type HostRoute, type Route } from '../../db/queries/routes.ts'
import type { Caches } from '../cache/caches.ts'
import type { ChangeFeed } from '../cache/changes.ts'
import type { Config } from '../config/config.ts'
import { normalizeHost } from './hosts.ts'

type BrandedSite = { kind: 'branded'; origin: string } & HostRoute

/** What the Host of a request is: the service's own host, a branded domain, or unknown. */
export type Site = { kind: 'own'; domainId: 0; origin: string } | BrandedSite | { kind: 'unknown' }

/** Runs a lookup of something that is not cached. Rejects if too many lookups had no result. */
export type AdmitLookup = <T>(lookup: () => Promise<T | null>) => Promise<T | null>

/** Routes by alias, and sites by host, cached until the database notifies of a change; absences are cached too. */
export interface RouteCache {
  /** The link or bio page of an alias, null if there is none; `domainId` 0 is the service's own host. */
  alias(domainId: number, alias: string, admit?: AdmitLookup): Route | null | Promise<Route | null>
  /** The site of a Host header; synchronous if it is cached. */
  site(header: string, admit?: AdmitLookup): Site | Promise<Site>
}

const MAX_ROUTES = 50_000
const MAX_ROUTE_BYTES = 128 * 1024 * 1024
const MAX_UNKNOWN_ALIASES = 10_000
const MAX_HOSTS = 10_000
const MAX_UNKNOWN_HOSTS = 2000
const MAX_HEADER_LENGTH = 300

const admitAll: AdmitLookup = (lookup) => lookup()

// The strings and objects of a route take about twice the length of its JSON.
const sizeOfRoute = (route: Route) => 500 + 2 * JSON.stringify(route).length

function tagsOfRoute(route: Route): string[] {
  if (route.kind === 'bio') return []
  const { id, splash_id, overlay_id, pixels } = route.link
  return [
    `links:${id}`,
    ...(splash_id === null ? [] : [`splashes:${splash_id}`]),
    ...(overlay_id === null ? [] : [`overlays:${overlay_id}`]),
    ...pixels.map((pixel) => `pixels:${pixel.id}`),
  ]
}

export function createRouteCache(
  db: Database,
  { caches, changes }: { caches: Caches; changes: Pick<ChangeFeed, 'on'> },
  config: Pick<Config, 'baseHost' | 'baseUrl' | 'isLoopback'>,
): RouteCache {
  const own: Site = {
    kind: 'own',
    domainId: 0,
    // A getter, because the port may be known only when the service listens.
    get origin() {
      return config.baseUrl
    },
  }
  // Without a public BASE_URL the service accepts every host.
  const other: Site = config.isLoopback ? own : { kind: 'unknown' }

  const routes = caches.create<Route>('routes', {
    maxEntries: MAX_ROUTES,
    maxBytes: MAX_ROUTE_BYTES,
    sizeOf: sizeOfRoute,
    maxNegatives: MAX_UNKNOWN_ALIASES,
    tagsOf: tagsOfRoute,
    tables: ['links', 'splashes', 'overlays', 'pixels'],
  })
  changes.on('aliases', (key) => routes.invalidate(key))

  const hosts = caches.create<BrandedSite>('hosts', {
    maxEntries: MAX_HOSTS,
    maxNegatives: MAX_UNKNOWN_HOSTS,
    tagsOf: ({ domainId }) => [`domains:${domainId}`],
    tables: ['domains'],
    negativeTables: ['domains'],
  })
  const findBrandedSite = async (host: string): Promise<BrandedSite | null> => {
    const domain = await findHostRoute(db, host)
    return domain && { kind: 'branded', origin: `${domain.scheme}://${domain.host}`, ...domain }
  }

  // By the unparsed header, so that each is parsed only once.
  const names = new LRUCache<string, { host: string | null }>({ max: MAX_HOSTS })
  const nameOf = (header: string): string | null => {
    const known = names.get(header)
    if (known) return known.host
    const host = normalizeHost(header)
    // Invalid headers may be long, so they are not cached.
    if (header.length <= MAX_HEADER_LENGTH) names.set(header, { host })
    return host
  }

  return {
    alias: (domainId, alias, admit = admitAll) =>
      routes.get(`${domainId}:${alias}`, () => admit(() => findRoute(db, domainId, alias))),
    site(header, admit = admitAll) {
      const host = nameOf(header)
      if (host === config.baseHost) return own
      if (host === null) return other
      const site = hosts.get(host, () => admit(() => findBrandedSite(host)))
      return site instanceof Promise ? site.then((found) => found ?? other) : (site ?? other)
    },
  }
}
