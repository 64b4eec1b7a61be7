import { foldAlias } from '../../db/folded-alias.ts'
import type { Database } from '../../db/open.ts'
import { findHostRoute, type HostRoute } from '../../db/queries/host-routes.ts'
import { type AliasDomain, findPathRoute, type Route } from '../../db/queries/routes.ts'
import type { Caches } from '../cache/cache-registry.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'
import { createLru } from '../cache/lru.ts'
import type { Config } from '../config/config.ts'
import { isDomainHost } from '../domains/domain-name.ts'
import { segmentsOf } from '../links/aliases.ts'
import { normalizeHost } from './hosts.ts'
import { candidatesOf, type LinkPath } from './link-paths.ts'
import { createRouteLookup } from './route-lookup.ts'

type BrandedSite = { kind: 'branded'; origin: string } & HostRoute

/** What the Host of a request is: the service's own host, a branded domain, or unknown. */
export type Site =
  | { kind: 'own'; domainId: 0; caseinsensitive: false; origin: string }
  | BrandedSite
  | { kind: 'unknown' }

/** A site that has links. */
export type KnownSite = Exclude<Site, { kind: 'unknown' }>

/** Runs a lookup of something that is not cached. Rejects if too many lookups had no result. */
export type AdmitLookup = <T>(lookup: () => Promise<T | null>) => Promise<T | null>

/** Routes by alias, and sites by host, cached until the database notifies of a change; absences are cached too. */
export interface RouteCache {
  /** The link or bio page of an alias, null if there is none. */
  alias(domain: AliasDomain, alias: string, admit?: AdmitLookup): Route | null | Promise<Route | null>
  /**
   * Loads the routes of those aliases that are not cached, many with one query. Resolves when all are loaded or have
   * failed; never rejects.
   */
  preload(domain: AliasDomain, aliases: readonly string[]): Promise<unknown>
  /**
   * The route of a path of several segments: of the whole path, or of the longest alias whose link forwards the rest.
   * `matched` is how many segments the alias has.
   */
  path(domain: AliasDomain, path: LinkPath, admit?: AdmitLookup): PathRoute | null | Promise<PathRoute | null>
  /** The site of a Host header; synchronous if it is cached. */
  site(header: string, admit?: AdmitLookup): Site | Promise<Site>
  /** The site of a host name in its stored form if it is known to be of this service without a query. */
  peekSite(host: string): KnownSite | undefined
  /** The route of a path, null if it has none; undefined if that is not known without a query. */
  peekPath(domain: AliasDomain, path: LinkPath): PathRoute | null | undefined
}

/** The route of a path. */
export interface PathRoute {
  route: Route
  matched: number
  /** Aliases whose change may lead the path elsewhere. */
  tags: string[]
}

const MAX_ROUTES = 200_000
const MAX_ROUTE_BYTES = 128 * 1024 * 1024
const MAX_UNKNOWN_ALIASES = 10_000
const MAX_PATHS = 20_000
const MAX_PATH_BYTES = 64 * 1024 * 1024
const MAX_HOSTS = 10_000
const MAX_HOST_BYTES = 32 * 1024 * 1024
const MAX_UNKNOWN_HOSTS = 2000
const MAX_HEADER_LENGTH = 300
const LOGO_WAIT_MS = 10_000

// An alias has at most 255 characters, so keys are bounded.
const keyOf = ({ domainId, caseinsensitive }: AliasDomain, alias: string) =>
  caseinsensitive ? `${domainId}~${foldAlias(alias)}` : `${domainId}:${alias}`

const pathKeyOf = (domain: AliasDomain, { aliases: [whole = ''], isWhole }: LinkPath) =>
  isWhole ? keyOf(domain, whole) : `${keyOf(domain, whole)}/`

const admitAll: AdmitLookup = (lookup) => lookup()

// A plain link with a URL of 80 characters takes 680 bytes (measured), with its entry; its JSON has 260 characters,
// most of them names.
const sizeOfRoute = (route: Route) => 700 + 2 * Math.max(0, JSON.stringify(route).length - 260)

const LINK_TABLES = ['links', 'splashes', 'overlays', 'pixels', 'deleted_accounts']

function tagsOfRoute(route: Route): string[] {
  if (route.kind === 'bio') return []
  const { id, account_id, splash_id, overlay_id, pixels } = route.link
  return [
    `links:${id}`,
    `deleted_accounts:${account_id}`,
    ...(splash_id === null ? [] : [`splashes:${splash_id}`]),
    ...(overlay_id === null ? [] : [`overlays:${overlay_id}`]),
    ...pixels.map((pixel) => `pixels:${pixel.id}`),
  ]
}

export function createRouteCache(
  db: Database,
  { caches, changes }: { caches: Caches; changes: Pick<ChangeFeed, 'on'> },
  config: Pick<Config, 'baseHost' | 'baseUrl' | 'isLoopback' | 'domainProof'>,
): RouteCache {
  const own: KnownSite = {
    kind: 'own',
    domainId: 0,
    caseinsensitive: false,
    // A getter, because the port may be known only when the service listens.
    get origin() {
      return config.baseUrl
    },
  }
  // Without a public BASE_URL the service accepts every host.
  const other: Site = config.isLoopback ? own : { kind: 'unknown' }

  const findRoute = createRouteLookup(db, keyOf)
  const routes = caches.create<Route>('routes', {
    maxEntries: MAX_ROUTES,
    maxBytes: MAX_ROUTE_BYTES,
    sizeOf: sizeOfRoute,
    maxNegatives: MAX_UNKNOWN_ALIASES,
    tagsOf: tagsOfRoute,
    tables: LINK_TABLES,
    sharesPatience: true,
  })
  const paths = caches.create<PathRoute>('paths', {
    maxEntries: MAX_PATHS,
    maxBytes: MAX_PATH_BYTES,
    sizeOf: ({ route, tags }) => sizeOfRoute(route) + 200 * tags.length,
    maxNegatives: MAX_UNKNOWN_ALIASES,
    tagsOf: ({ route, tags }) => [...tagsOfRoute(route), ...tags],
    tables: LINK_TABLES,
    sharesPatience: true,
    // A new alias of a link that forwards may answer for any path below it.
    negativeTables: ['forwards'],
  })
  // Both with and without case, because the setting of the domain may have changed since the value was read.
  changes.on('aliases', (change) => {
    const colon = change.indexOf(':')
    const [domainId, alias] = [Number(change.slice(0, colon)), change.slice(colon + 1)]
    for (const caseinsensitive of [false, true]) {
      const key = keyOf({ domainId, caseinsensitive }, alias)
      routes.invalidate(key)
      if (!alias.includes('/')) paths.invalidateTag(key)
      else {
        paths.invalidate(key)
        paths.invalidateTag(key)
        // An alias above it may have started or stopped forwarding all paths.
        for (let end = alias.indexOf('/'); end !== -1; end = alias.indexOf('/', end + 1))
          routes.invalidate(keyOf({ domainId, caseinsensitive }, alias.slice(0, end)))
      }
    }
  })
  const findPath = async (domain: AliasDomain, path: LinkPath): Promise<PathRoute | null> => {
    const { aliases } = path
    const route = await findPathRoute(db, domain, candidatesOf(path))
    if (route === null) return null
    const matched = route.kind === 'bio' ? aliases.length : segmentsOf(route.link.alias)
    // From now on `findForwarding` knows it, and every path below it.
    if (route.kind === 'link' && route.link.forwardsAll) {
      const alias = aliases[aliases.length - matched] ?? ''
      Promise.resolve(routes.get(keyOf(domain, alias), () => findRoute(domain, alias))).catch(() => {})
    }
    const tags = aliases.slice(0, aliases.length - matched + 1).map((alias) => keyOf(domain, alias))
    return { route, matched, tags }
  }

  // The cached alias, the shortest one, whose link forwards every path below it.
  const findForwarding = (domain: AliasDomain, { aliases, isWhole }: LinkPath) => {
    for (let matched = 1; matched <= aliases.length - (isWhole ? 1 : 0); matched++) {
      const alias = aliases[aliases.length - matched] ?? ''
      const known = routes.peek(keyOf(domain, alias))
      if (known?.kind === 'link' && known.link.forwardsAll) return { alias, matched }
    }
    return undefined
  }

  const hosts = caches.create<BrandedSite>('hosts', {
    maxEntries: MAX_HOSTS,
    maxBytes: MAX_HOST_BYTES,
    // The lists of apps may be long.
    sizeOf: (site) => 500 + 2 * JSON.stringify(site).length,
    maxNegatives: MAX_UNKNOWN_HOSTS,
    // A logo that is not stored yet may be soon.
    ttlMs: (site) => (site?.hasLogo && site.logo === null ? LOGO_WAIT_MS : Number.POSITIVE_INFINITY),
    tagsOf: ({ domainId, account_id, logo }) => [
      `domains:${domainId}`,
      `deleted_accounts:${account_id}`,
      ...(logo === null ? [] : [`pictures:${logo.id}`]),
    ],
    tables: ['domains', 'deleted_accounts', 'pictures'],
    sharesPatience: true,
    negativeTables: ['domains'],
  })
  const findBrandedSite = async (host: string): Promise<BrandedSite | null> => {
    const domain = await findHostRoute(db, host, config.domainProof)
    return domain && { kind: 'branded', origin: `${domain.scheme}://${domain.host}`, ...domain }
  }

  // By the unparsed header, so that each is parsed only once. An address or a name of one label is no domain: null.
  const names = createLru<string, { host: string | null }>(MAX_HOSTS)
  const nameOf = (header: string): string | null => {
    const known = names.get(header)
    if (known) return known.host
    const name = normalizeHost(header)
    const host = name === config.baseHost || isDomainHost(name ?? '') ? name : null
    // Invalid headers may be long, so they are not cached.
    if (header.length <= MAX_HEADER_LENGTH) names.set(header, { host })
    return host
  }

  return {
    alias: (domain, alias, admit = admitAll) =>
      routes.get(keyOf(domain, alias), () => admit(() => findRoute(domain, alias))),
    preload(domain, aliases) {
      const missing = aliases.filter((alias) => routes.peek(keyOf(domain, alias)) === undefined)
      return Promise.allSettled(
        missing.map((alias) => routes.get(keyOf(domain, alias), () => findRoute(domain, alias))),
      )
    },
    path(domain, path, admit = admitAll) {
      const find = () => paths.get(pathKeyOf(domain, path), () => admit(() => findPath(domain, path)))
      const forwarding = findForwarding(domain, path)
      if (forwarding) {
        const { alias, matched } = forwarding
        const found = routes.get(keyOf(domain, alias), () => admit(() => findRoute(domain, alias)))
        // Synchronous unless it is stale; then the route is loaded again and may have changed.
        if (!(found instanceof Promise) && found?.kind === 'link' && found.link.forwardsAll)
          return { route: found, matched, tags: [] }
        if (found instanceof Promise)
          return found.then((route) =>
            route?.kind === 'link' && route.link.forwardsAll ? { route, matched, tags: [] } : find(),
          )
      }
      return find()
    },
    peekSite: (host) => (host === config.baseHost ? own : (hosts.peek(host) ?? undefined)),
    peekPath(domain, path) {
      if (path.segments.length > 1 && !findForwarding(domain, path)) return paths.peek(pathKeyOf(domain, path))
      const { alias, matched } = findForwarding(domain, path) ?? { alias: path.aliases[0] ?? '', matched: 1 }
      const route = routes.peek(keyOf(domain, alias))
      return route && { route, matched, tags: [] }
    },
    site(header, admit = admitAll) {
      const host = nameOf(header)
      if (host === config.baseHost) return own
      if (host === null) return other
      const site = hosts.get(host, () => admit(() => findBrandedSite(host)))
      return site instanceof Promise ? site.then((found) => found ?? other) : (site ?? other)
    },
  }
}
