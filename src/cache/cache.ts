import { afterReading } from '../../db/connection.ts'
import { createChangeLog } from './change-log.ts'
import { within } from './deadline.ts'
import { createEntries, type Entry, type EntryLimits } from './entries.ts'

export interface CacheOptions<V> extends EntryLimits<V> {
  /** Milliseconds until a value, or an absence (null), is stale. Default: only after a gap. */
  ttlMs?: (value: V | null) => number
  /** Entries that were loaded longer ago are not returned, even while the database is away. */
  maxAgeMs?: number
  /** How long `get` waits for a fresh value before it returns a stale one. */
  patienceMs?: number | undefined
  /** When a wait was in vain: `get` does not wait in the second after it. Shared by caches that one request may use. */
  lateness?: Lateness | undefined
  /** How long `get` waits for a value that is not cached; then it rejects as if the database were away. */
  missTimeoutMs?: number | undefined
  /** True while changes may be missed: values loaded meanwhile are stale after a second. */
  isInterrupted?: () => boolean
}

/** When a fresh value was late, in milliseconds as `performance.now()`. */
export interface Lateness {
  lastAt: number
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

interface Load<V> {
  /** The number of changes before its start. */
  changesBefore: number
  generation: number
  startedAt: number
  promise: Promise<V | null>
  /** `promise`, but rejected after `missTimeoutMs`. */
  answer: Promise<V | null>
}

// How long a request waits for a stale entry to be loaded again, before it uses the stale one. Responses should take at
// most 100 ms in all, and compiling a schema after a start may block the process for up to 50 ms.
const PATIENCE_MS = 50
const RETRY_MS = 1000
const INTERRUPTED_TTL_MS = 1000
// A load that takes longer is abandoned: the next request starts another one.
const ABANDONED_MS = 15_000
const MAX_REFRESHES = 64

/** No value has been late yet. */
export const neverLate = (): Lateness => ({ lastAt: Number.NEGATIVE_INFINITY })

export function createCache<V extends object | boolean>(options: CacheOptions<V>): Cache<V> {
  const { ttlMs, maxAgeMs = Number.POSITIVE_INFINITY } = options
  const { patienceMs = PATIENCE_MS, missTimeoutMs, isInterrupted = () => false, lateness = neverLate() } = options
  const counts = { hits: 0, misses: 0, stale: 0, failures: 0 }
  const changes = createChangeLog()
  const entries = createEntries<V>(options)
  const loading = new Map<string, Load<V>>()
  let refreshes = 0
  let generation = 0

  const isFresh = (entry: Entry<V>, now: number) => entry.generation === generation && now < entry.staleAt

  const store = (key: string, load: Load<V>, value: V | null) => {
    if (changes.isOutdated(load.changesBefore, value === null, entries.tagsOf(value))) return
    const now = Math.round(performance.now())
    const ttl = Math.min(
      ttlMs?.(value) ?? Number.POSITIVE_INFINITY,
      isInterrupted() ? INTERRUPTED_TTL_MS : Number.POSITIVE_INFINITY,
    )
    entries.set(key, {
      value,
      generation: load.generation,
      confirmedAt: now,
      staleAt: now + ttl,
      retryAt: 0,
    })
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
    const patience = load && now - lateness.lastAt > RETRY_MS ? load.startedAt + patienceMs - now : 0
    if (!load || patience <= 0) {
      counts.stale++
      return entry.value
    }
    const { promise, resolve } = Promise.withResolvers<V | null>()
    const answerWithStale = () => {
      clearTimeout(timer)
      // The entry was invalidated meanwhile, so its value is wrong.
      if (entries.peek(key) !== entry) return resolve(get(key, find))
      counts.stale++
      resolve(entry.value)
    }
    const timer = afterReading(() => {
      lateness.lastAt = performance.now()
      answerWithStale()
    }, patience)
    load.promise.then((value) => {
      clearTimeout(timer)
      resolve(value)
    }, answerWithStale)
    return promise
  }

  const get = (key: string, find: () => Promise<V | null>): V | null | Promise<V | null> => {
    const entry = entries.get(key)
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
    loading.delete(key)
  }

  return {
    get,
    peek: (key) => entries.peek(key)?.value,
    invalidate,
    invalidateTag(tag) {
      changes.changed(tag)
      for (const key of entries.keysOf(tag)) invalidate(key)
    },
    invalidateNegatives() {
      changes.created()
      entries.clearNegatives()
    },
    markAllStale() {
      generation++
    },
    metrics: () => ({ ...counts, ...entries.metrics() }),
  }
}
