import { LRUCache } from 'lru-cache'
import { createLru } from './lru.ts'
import { createTagIndex } from './tag-index.ts'

export interface Entry<V> {
  /** Null: an absence. */
  value: V | null
  generation: number
  /** Whole milliseconds, which take less memory than fractions. */
  confirmedAt: number
  staleAt: number
  /** The earliest time of the next refresh. */
  retryAt: number
}

/** The limits of what a cache stores. */
export interface EntryLimits<V> {
  maxEntries: number
  /** The maximum size of all values in bytes, by `sizeOf`. */
  maxBytes?: number
  sizeOf?: (value: V, key: string) => number
  /** The maximum number of cached absences, which are stored separately so that they evict no values. */
  maxNegatives?: number
  /**
   * The rows that a value was read from, as `<table>:<id>`: a change of one of them invalidates it. Always the same for
   * a value, so that entries need not store them.
   */
  tagsOf?: (value: V) => readonly string[]
}

const NO_TAGS: readonly string[] = []

/** Entries by key and by tag; the least recently used ones are evicted. */
export interface Entries<V> {
  get(key: string): Entry<V> | undefined
  /** Like `get`, but does not count as a use. */
  peek(key: string): Entry<V> | undefined
  set(key: string, entry: Entry<V>): void
  /** The tags of a value; an absence has none. */
  tagsOf(value: V | null): readonly string[]
  delete(key: string): void
  keysOf(tag: string): Iterable<string>
  clearNegatives(): void
  metrics(): { entries: number; negatives: number; bytes: number; evictions: number }
}

export function createEntries<V extends object | boolean>(limits: EntryLimits<V>): Entries<V> {
  const { maxEntries, maxBytes, sizeOf, maxNegatives = 0 } = limits
  const tags = createTagIndex()
  const tagsOf = (value: V | null) => (value === null || !limits.tagsOf ? NO_TAGS : limits.tagsOf(value))
  let evictions = 0
  // Without `max`, which would reserve memory for all entries at once; `set` keeps to `maxEntries`.
  const values = new LRUCache<string, Entry<V>>({
    maxSize: maxBytes ?? maxEntries,
    sizeCalculation: ({ value }, key) => (maxBytes && sizeOf && value !== null ? sizeOf(value, key) : 1),
    dispose: (entry, key, reason) => {
      tags.remove(key, tagsOf(entry.value))
      if (reason === 'evict') evictions++
    },
  })
  const negatives = maxNegatives > 0 ? createLru<string, Entry<V>>(maxNegatives) : undefined

  return {
    get: (key) => values.get(key) ?? negatives?.get(key),
    peek: (key) => values.peek(key) ?? negatives?.peek(key),
    set(key, entry) {
      if (entry.value === null) {
        values.delete(key)
        negatives?.set(key, entry)
        return
      }
      negatives?.delete(key)
      values.set(key, entry)
      while (values.size > maxEntries) values.pop()
      if (values.has(key)) tags.add(key, tagsOf(entry.value))
    },
    tagsOf,
    delete(key) {
      values.delete(key)
      negatives?.delete(key)
    },
    keysOf: (tag) => tags.keysOf(tag),
    clearNegatives: () => negatives?.clear(),
    metrics: () => ({
      entries: values.size,
      negatives: negatives?.size ?? 0,
      bytes: maxBytes ? values.calculatedSize : 0,
      evictions,
    }),
  }
}
