import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/open.ts'
import { findHostRoute, findRoute, type HostRoute, type Route } from '../../db/queries/routes.ts'
import type { Caches } from '../cache/caches.ts'
import type { ChangeFeed } from '../cache/changes.ts'
import type { Config } from '../config/config.ts'
import { normalizeHost } from './hosts.ts'

type BrandedSite = { kind: 'branded'; origin: string } & HostRoute

/** Which site a request's Host names: the service's own, a branded domain, or none that is known here. */
export type Site = { kind: 'own'; domainId: 0; origin: string } | BrandedSite | { kind: 'unknown' }

/** Runs the look-up of an address that is not cached, or rejects where too many unknown ones were asked for. */
export type AdmitLookup = <T>(lookup: () => Promise<T | null>) => Promise<T | null>

/** Where addresses lead, cached until the database notifies of a change: also that there is nothing. */
export interface RouteCache {
  /** `domainId` 0 is the service's own host. */
  alias(domainId: number, alias: string, admit?: AdmitLookup): Route | null | Promise<Route | null>
  /** By the Host header as it came; at once where it is cached. */
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
    // Read late: the port may be known only when the service listens.
    get origin() {
      return config.baseUrl
    },
  }
  // Until it has a public address the service answers to every name.
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

  // By the header itself, so that nothing has to be read out of it again.
  const names = new LRUCache<string, { host: string | null }>({ max: MAX_HOSTS })
  const nameOf = (header: string): string | null => {
    const known = names.get(header)
    if (known) return known.host
    const host = normalizeHost(header)
    // A Host that is none may be as long as a header.
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
