import type { Database } from '../../db/open.ts'
import { type AliasDomain, listRoutes, type Route } from '../../db/queries/routes.ts'

// Two, so that neither the database nor this process waits for the other.
const MAX_RUNNING = 2
const MAX_ALIASES = 128

interface Lookup {
  alias: string
  resolve: (route: Route | null) => void
  reject: (error: unknown) => void
}

/** Finds the route of an alias on a domain; null if there is none. */
export type RouteLookup = (domain: AliasDomain, alias: string) => Promise<Route | null>

/**
 * Groups simultaneous lookups of a domain into queries of up to 128 aliases: a visit of a link that is not cached then
 * costs a fraction of a query. `keyOf` returns the same key for aliases that are the same on the domain.
 */
export function createRouteLookup(db: Database, keyOf: (domain: AliasDomain, alias: string) => string): RouteLookup {
  // The lookups that wait, by domain. The domains take turns in the order of the map.
  const waiting = new Map<string, { domain: AliasDomain; lookups: Lookup[] }>()
  let running = 0
  let isScheduled = false

  const run = async (domain: AliasDomain, lookups: readonly Lookup[]) => {
    try {
      const rows = await listRoutes(
        db,
        domain,
        lookups.map(({ alias }) => alias),
      )
      const found = new Map(rows.map(({ alias, route }) => [keyOf(domain, alias), route]))
      for (const { alias, resolve } of lookups) resolve(found.get(keyOf(domain, alias)) ?? null)
    } catch (error) {
      for (const { reject } of lookups) reject(error)
    }
    running--
    startWaiting()
  }

  const startWaiting = () => {
    for (const [name, { domain, lookups }] of waiting) {
      if (running >= MAX_RUNNING) return
      waiting.delete(name)
      const group = lookups.splice(0, MAX_ALIASES)
      // The rest waits until the other domains have had their turn.
      if (lookups.length > 0) waiting.set(name, { domain, lookups })
      running++
      void run(domain, group)
    }
  }

  return (domain, alias) =>
    new Promise((resolve, reject) => {
      const name = `${domain.domainId}${domain.caseinsensitive ? '~' : ':'}`
      const queue = waiting.get(name) ?? { domain, lookups: [] }
      queue.lookups.push({ alias, resolve, reject })
      waiting.set(name, queue)
      if (isScheduled) return
      isScheduled = true
      // After the other requests of this turn of the event loop.
      setImmediate(() => {
        isScheduled = false
        startWaiting()
      })
    })
}
