import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/open.ts'
import { findHostRoute, findRoute, type HostRoute, type Route } from '../../db/queries/routes.ts'
import type { Config } from '../config.ts'
import { isDatabaseAway } from '../errors.ts'
import type { Changes } from './changes.ts'
import { hostName } from './hosts.ts'

/** Which site a request's Host names: the service's own, a branded domain, or none that is known here. */
export type Site =
  | { kind: 'own'; domainId: 0; origin: string }
  | ({ kind: 'branded'; origin: string } & HostRoute)
  | { kind: 'unknown' }

/** What addresses lead to, remembered until the database tells of a change: also that there is nothing. */
export interface Routes {
  /** `domainId` 0 is the service's own host. */
  alias(domainId: number, alias: string): Route | null | Promise<Route | null>
  /** By the Host header as it came; at once where it is known. */
  site(header: string): Site | Promise<Site>
}

const MOST_ROUTES = 50_000
const MOST_HOSTS = 10_000
const LONGEST_HEADER = 300

// lru-cache cannot hold null.
interface Entry<T> {
  value: T
  /** Changes may have been missed: asked for again, but still better than nothing while the database is away. */
  isStale: boolean
}

export function watchRoutes(
  db: Database,
  changes: Changes,
  config: Pick<Config, 'baseHost' | 'baseUrl' | 'isLoopback'>,
): Routes {
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
  const byLink = new Map<string, string>()
  const routes = new LRUCache<string, Entry<Route | null>>({
    max: MOST_ROUTES,
    dispose: ({ value }, key) => {
      if (value?.kind === 'link' && byLink.get(String(value.link.id)) === key) byLink.delete(String(value.link.id))
    },
  })
  const hosts = new LRUCache<string, Entry<HostRoute | null>>({ max: MOST_HOSTS })
  // By the header itself, so that nothing has to be read out of it again.
  const sites = new LRUCache<string, Site>({ max: MOST_HOSTS })
  const loading = new Map<string, Promise<unknown>>()
  // What was read before a change was heard may be old: it is used once, but not kept.
  let epoch = 0

  const dropWhere = (matches: (route: Route) => boolean) => {
    epoch++
    for (const [key, { value }] of routes) if (value !== null && matches(value)) routes.delete(key)
  }
  changes.on('aliases', (key) => {
    epoch++
    routes.delete(key)
  })
  changes.on('links', (id) => {
    epoch++
    const key = byLink.get(id)
    if (key !== undefined) routes.delete(key)
  })
  changes.on('splashes', (id) => dropWhere((route) => route.kind === 'link' && route.link.splash_id === Number(id)))
  changes.on('overlays', (id) => dropWhere((route) => route.kind === 'link' && route.link.overlay_id === Number(id)))
  changes.on('pixels', (id) =>
    dropWhere((route) => route.kind === 'link' && route.link.pixels.some((pixel) => pixel.id === Number(id))),
  )
  changes.on('domains', () => {
    epoch++
    hosts.clear()
    sites.clear()
  })
  changes.onGap(() => {
    epoch++
    for (const cache of [routes, hosts]) for (const entry of cache.values()) entry.isStale = true
    sites.clear()
  })

  function read<T extends object>(
    cache: LRUCache<string, Entry<T | null>>,
    name: string,
    key: string,
    find: () => Promise<T | null>,
    keep: (value: T | null) => void,
  ): T | null | Promise<T | null> {
    const known = cache.get(key)
    if (known && !known.isStale) return known.value
    const ticket = `${name}:${key}:${epoch}`
    const running = loading.get(ticket)
    if (running) return running as Promise<T | null>
    const before = epoch
    const reading = find()
      .then((value) => {
        if (epoch === before) {
          cache.set(key, { value, isStale: false })
          keep(value)
        }
        return value
      })
      .catch((error) => {
        if (known && isDatabaseAway(error)) return known.value
        throw error
      })
      .finally(() => loading.delete(ticket))
    loading.set(ticket, reading)
    return reading
  }

  const findSite = async (header: string): Promise<Site> => {
    const before = epoch
    const host = hostName(header)
    const domain =
      host === null || host === config.baseHost
        ? null
        : await read(
            hosts,
            'host',
            host,
            () => findHostRoute(db, host),
            () => {},
          )
    const site: Site = domain
      ? { kind: 'branded', origin: `${domain.scheme}://${domain.host}`, ...domain }
      : host === config.baseHost
        ? own
        : other
    // A Host that is none may be as long as a header.
    if (epoch === before && header.length <= LONGEST_HEADER) sites.set(header, site)
    return site
  }

  return {
    alias: (domainId, alias) => {
      const key = `${domainId}:${alias}`
      return read(
        routes,
        'alias',
        key,
        () => findRoute(db, domainId, alias),
        (route) => {
          if (route?.kind === 'link') byLink.set(String(route.link.id), key)
        },
      )
    },
    site(header) {
      const known = sites.get(header)
      return known ?? findSite(header)
    },
  }
}
