import type { Database } from '../../db/open.ts'
import { listVisitedLinks } from '../../db/queries/visited-links.ts'
import { within } from '../cache/deadline.ts'
import type { RouteCache } from './route-cache.ts'

const MAX_LINKS = 4096
const MAX_MS = 2000

/**
 * Loads the routes of the links that are visited most, for at most two seconds: a process that was just started answers
 * them at once, also if the database is away soon after.
 */
export async function warmRoutes(db: Database, routeCache: Pick<RouteCache, 'site' | 'preload'>): Promise<void> {
  const load = async () => {
    const visited = await listVisitedLinks(db, MAX_LINKS)
    const sites = Map.groupBy(visited, ({ domainId, caseinsensitive }) => `${domainId} ${caseinsensitive}`)
    await Promise.all(
      [...sites.values()].map(async (links) => {
        const [first] = links
        if (first?.host) await routeCache.site(first.host)
        const aliases = links.map(({ alias }) => alias)
        if (first) await routeCache.preload(first, aliases)
      }),
    )
  }
  // What is not loaded now is loaded by its first visit.
  await within(load(), MAX_MS).catch(() => {})
}
