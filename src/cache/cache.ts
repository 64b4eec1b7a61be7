import { LRUCache } from 'lru-cache'
import { createChangeLog } from './change-log.ts'
import { afterReading, within } from './deadline.ts'
import { createLru } from './lru.ts'
import { createTagIndex } from './tag-index.ts'

export interface CacheOptions<V> {
  maxEntries: number
  /** The maximum size of all values in bytes, by `sizeOf`. */
  maxBytes?: number
  sizeOf?: (value: V, key: string) => number
  /** The rows that a value was read from, as `<table>:<id>`: a change of one of them invalidates it. */
  tagsOf?: (value: V) => readonly string[]
  /** Milliseconds until a value, or an absence (null), is stale. Default: only after a gap. */
  ttlMs?: (value: V | null) => number
  /** Entries that were loaded longer ago are not returned, even while the database is away. */
  maxAgeMs?: number
  /** The maximum number of cached absences, which are stored separately so that they evict no values. */
  maxNegatives?: number
  /** How long `get` waits for a fresh value before it returns a stale one. */
  patienceMs?: number
  /** How long `get` waits for a value that is not cached; then it rejects as if the database were away. */
  missTimeoutMs?: number | undefined
  /** True while changes may be missed: values loaded meanwhile are stale after a second. */
  isInterrupted?: () => boolean
}

export interface CacheMetrics {
  hits: number
  misses: number
  /** Stale values that were returned. */
  stale: number
  evictions: number
  /** Loads that were rejected. */
  failures: number
  entries: number
  negatives: number
  bytes: number
}

/**
 * A cache by key. Concurrent requests share one load, and stale values are returned while no fresh one can be loaded.
 */
export interface Cache<V> {
  /**
   * The value, or null for an absence; synchronous if it is cached. `load` is called only if the value must be loaded.
   */
  get(key: string, load: () => Promise<V | null>): V | null | Promise<V | null>
  /** The cached value, stale or not; undefined if the key is not cached. */
  peek(key: string): V | null | undefined
  /**
   * Removes a value that has changed. Loads that are in progress still answer their callers, but their results are not
   * cached.
   */
  invalidate(key: string): void
  invalidateTag(tag: string): void
  /** Removes the absences, after something was created. */
  invalidateNegatives(): void
  /** Makes every entry stale, after changes may have been missed. */
  markAllStale(): void
  metrics(): CacheMetrics
}

interface Entry<V> {
  value: V | null
  tags: readonly string[]
  generation: number
  confirmedAt: number
  staleAt: number
  /** The earliest time of the next refresh. */
  retryAt: number
}

interface Load<V> {
  /** The number of changes before its start. */
  changesBefore: number
  generation: number
  startedAt: number
  promise: Promise<V | null>
  /** `promise`, but rejected after `missTimeoutMs`. */
  answer: Promise<V | null>
}

const PATIENCE_MS = 100
const RETRY_MS = 1000
const INTERRUPTED_TTL_MS = 1000
// A load that takes longer is abandoned: the next request starts another one.
const ABANDONED_MS = 15_000
const MAX_REFRESHES = 64
const NO_TAGS: readonly string[] = []

export function createCache<V extends object | boolean>(options: CacheOptions<V>): Cache<V> {
  const { maxEntries, maxBytes, sizeOf, tagsOf, ttlMs, maxAgeMs = Number.POSITIVE_INFINITY } = options
  const { maxNegatives = 0, patienceMs = PATIENCE_MS, missTimeoutMs, isInterrupted = () => false } = options
  const counts = { hits: 0, misses: 0, stale: 0, evictions: 0, failures: 0 }
  const tags = createTagIndex()
  const changes = createChangeLog()
  // Without `max`, which would reserve memory for all entries at once; `store` keeps to `maxEntries`.
  const entries = new LRUCache<string, Entry<V>>({
    maxSize: maxBytes ?? maxEntries,
    sizeCalculation: ({ value }, key) => (maxBytes && sizeOf && value !== null ? sizeOf(value, key) : 1),
    dispose: (entry, key, reason) => {
      tags.remove(key, entry.tags)
      if (reason === 'evict') counts.evictions++
    },
  })
  const negatives = maxNegatives > 0 ? createLru<string, Entry<V>>(maxNegatives) : undefined

  const loading = new Map<string, Load<V>>()
  let refreshes = 0
  let lastLateAt = Number.NEGATIVE_INFINITY
  let generation = 0

  const isFresh = (entry: Entry<V>, now: number) => entry.generation === generation && now < entry.staleAt

  const store = (key: string, load: Load<V>, value: V | null) => {
    const valueTags = value === null || !tagsOf ? NO_TAGS : tagsOf(value)
    if (changes.isOutdated(load.changesBefore, value === null, valueTags)) return
    const now = performance.now()
    const ttl = Math.min(
      ttlMs?.(value) ?? Number.POSITIVE_INFINITY,
      isInterrupted() ? INTERRUPTED_TTL_MS : Number.POSITIVE_INFINITY,
    )
    const entry: Entry<V> = {
      value,
      tags: valueTags,
      generation: load.generation,
      confirmedAt: now,
      staleAt: now + ttl,
      retryAt: 0,
    }
    if (value === null) {
      entries.delete(key)
      negatives?.set(key, entry)
      return
    }
    negatives?.delete(key)
    entries.set(key, entry)
    while (entries.size > maxEntries) entries.pop()
    if (entries.has(key)) tags.add(key, valueTags)
  }

  const startLoad = (key: string, find: () => Promise<V | null>): Load<V> => {
    const load = { changesBefore: changes.now(), generation, startedAt: performance.now() } as Load<V>
    changes.loadStarted()
    load.promise = (async () => find())().then(
      (value) => {
        // If the key was invalidated meanwhile, a newer load has replaced this one.
        if (loading.get(key) === load) {
          loading.delete(key)
          store(key, load, value)
        }
        changes.loadEnded()
        return value
      },
      (error) => {
        if (loading.get(key) === load) loading.delete(key)
        counts.failures++
        changes.loadEnded()
        throw error
      },
    )
    load.answer = missTimeoutMs === undefined ? load.promise : within(load.promise, missTimeoutMs)
    load.answer.catch(() => {})
    loading.set(key, load)
    return load
  }

  const loadMissing = (key: string, find: () => Promise<V | null>): Promise<V | null> => {
    const running = loading.get(key)
    // A load that started before a change may read the previous state.
    const isUsable =
      running && running.changesBefore === changes.now() && performance.now() - running.startedAt < ABANDONED_MS
    return (isUsable ? running : startLoad(key, find)).answer
  }

  const refresh = (key: string, entry: Entry<V>, find: () => Promise<V | null>, now: number): Load<V> | undefined => {
    const running = loading.get(key)
    if (running && now - running.startedAt < ABANDONED_MS) return running
    if (now < entry.retryAt || refreshes >= MAX_REFRESHES) return undefined
    refreshes++
    const load = startLoad(key, find)
    load.promise
      .catch(() => {
        entry.retryAt = performance.now() + RETRY_MS
      })
      .finally(() => refreshes--)
    return load
  }

  const answerStale = (key: string, entry: Entry<V>, find: () => Promise<V | null>, now: number) => {
    const load = refresh(key, entry, find, now)
    const patience = load && now - lastLateAt > RETRY_MS ? load.startedAt + patienceMs - now : 0
    if (!load || patience <= 0) {
      counts.stale++
      return entry.value
    }
    const { promise, resolve } = Promise.withResolvers<V | null>()
    const answerWithStale = () => {
      clearTimeout(timer)
      // The entry was invalidated meanwhile, so its value is wrong.
      if (peekEntry(key) !== entry) return resolve(get(key, find))
      counts.stale++
      resolve(entry.value)
    }
    const timer = afterReading(() => {
      lastLateAt = performance.now()
      answerWithStale()
    }, patience)
    load.promise.then((value) => {
      clearTimeout(timer)
      resolve(value)
    }, answerWithStale)
    return promise
  }

  const peekEntry = (key: string) => entries.peek(key) ?? negatives?.peek(key)

  const get = (key: string, find: () => Promise<V | null>): V | null | Promise<V | null> => {
    const entry = entries.get(key) ?? negatives?.get(key)
    if (entry) {
      const now = performance.now()
      if (isFresh(entry, now)) {
        counts.hits++
        return entry.value
      }
      if (now - entry.confirmedAt < maxAgeMs) return answerStale(key, entry, find, now)
    }
    counts.misses++
    return loadMissing(key, find)
  }

  const invalidate = (key: string) => {
    entries.delete(key)
    negatives?.delete(key)
    loading.delete(key)
  }

  return {
    get,
    peek: (key) => peekEntry(key)?.value,
    invalidate,
    invalidateTag(tag) {
      changes.changed(tag)
      for (const key of tags.keysOf(tag)) invalidate(key)
    },
    invalidateNegatives() {
      changes.created()
      negatives?.clear()
    },
    markAllStale() {
      generation++
    },
    metrics: () => ({
      ...counts,
      entries: entries.size,
      negatives: negatives?.size ?? 0,
      bytes: maxBytes ? entries.calculatedSize : 0,
    }),
  }
}
