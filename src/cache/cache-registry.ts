import { type Cache, type CacheMetrics, type CacheOptions, createCache, neverLate } from './cache.ts'
import type { ChangeFeed } from './change-feed.ts'

interface SharedCacheOptions<V> extends CacheOptions<V> {
  /**
   * The tables of the tags: a change of a row invalidates the values that were read from it. Without tables, gaps in the
   * notifications have no effect.
   */
  tables?: readonly string[]
  /** Tables of which any change invalidates the absences, because a missing row may exist now. */
  negativeTables?: readonly string[]
  /**
   * After a wait in vain for a fresh value of one of these caches, the others return stale values at once. Not for a
   * cache that loads of other caches read: they would store what they make of a stale value as fresh.
   */
  sharesPatience?: boolean
}

/** Creates the caches of a process, which its change feed invalidates. */
export interface Caches {
  create<V extends object | boolean>(name: string, options: SharedCacheOptions<V>): Cache<V>
  /** The metrics by the name of the cache. */
  metrics(): Record<string, CacheMetrics>
}

/** The options are the defaults of all caches. */
export function createCaches(
  changes: Pick<ChangeFeed, 'on' | 'onGap' | 'isInterrupted'>,
  defaults: Pick<CacheOptions<object>, 'missTimeoutMs' | 'patienceMs'> = {},
): Caches {
  const caches = new Map<string, Pick<Cache<object>, 'metrics'>>()
  const lateness = neverLate()
  return {
    create<V extends object | boolean>(
      name: string,
      { tables = [], negativeTables = [], sharesPatience = false, ...options }: SharedCacheOptions<V>,
    ) {
      // Notifications are only about rows.
      const isFromTables = tables.length > 0
      const cache = createCache<V>({
        ...defaults,
        ...(isFromTables && { isInterrupted: () => changes.isInterrupted }),
        ...(sharesPatience && { lateness }),
        ...options,
      })
      if (isFromTables) changes.onGap(() => cache.markAllStale())
      for (const table of tables) changes.on(table, (id) => cache.invalidateTag(`${table}:${id}`))
      for (const table of negativeTables) changes.on(table, () => cache.invalidateNegatives())
      caches.set(name, cache)
      return cache
    },
    metrics: () => Object.fromEntries([...caches].map(([name, cache]) => [name, cache.metrics()])),
  }
}
