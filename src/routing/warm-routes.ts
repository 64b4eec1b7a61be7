import type { Database } from '../../db/open.ts'
import { listVisitedLinks } from '../../db/queries/visited-links.ts'
import { within } from '../cache/deadline.ts'
import type { RouteCache } from './route-cache.ts'

const MAX_LINKS = 4096
const MAX_MS = 2000
// As many as one query loads.
const TOGETHER = 128

/**
 * Loads the routes of links that are visited at the moment, one query after the other, for at most two seconds. A process
 * that was just started then knows these links, even if the database becomes unreachable.
 */
export async function warmRoutes(db: Database, routeCache: Pick<RouteCache, 'site' | 'preload'>): Promise<void> {
  const end = performance.now() + MAX_MS
  const load = async () => {
    const visited = await listVisitedLinks(db, MAX_LINKS)
    for (const links of Map.groupBy(visited, ({ domainId }) => domainId).values()) {
      const [site] = links
      if (site === undefined || performance.now() > end) return
      if (site.host) await routeCache.site(site.host)
      for (let i = 0; i < links.length && performance.now() < end; i += TOGETHER) {
        const aliases = links.slice(i, i + TOGETHER).map(({ alias }) => alias)
        await routeCache.preload(site, aliases)
      }
    }
  }
  await within(load(), MAX_MS).catch(() => {})
}
