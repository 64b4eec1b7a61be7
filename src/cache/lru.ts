import { LRUCache } from 'lru-cache'

/**
 * A cache of the `maxEntries` most recently used entries. LRUCache's `max` would reserve memory for all of them at
 * once.
 */
export const createLru = <K extends string | number, V extends object | string | boolean | number>(
  maxEntries: number,
  options: { ttl?: number; noUpdateTTL?: boolean } = {},
): LRUCache<K, V> => new LRUCache<K, V>({ maxSize: maxEntries, sizeCalculation: () => 1, ...options })
