import { LRUCache } from 'lru-cache'
import { afterReading, within } from './deadline.ts'
import { createTagIndex } from './tag-index.ts'

export interface CacheOptions<V> {
  maxEntries: number
  /** Where values vary in size: how many bytes they take together, by `sizeOf`. */
  maxBytes?: number
  sizeOf?: (value: V, key: string) => number
  /** The rows a value was read from, as `<table>:<id>`: a change of one of them drops it. */
  tagsOf?: (value: V) => readonly string[]
  /** Milliseconds until a value, or an absence (null), is stale; without it only a gap makes it so. */
  ttlMs?: (value: V | null) => number
  /** An entry that was confirmed longer ago is not answered, even while the database is away. */
  maxAgeMs?: number
  /** How many absences are stored, apart from the values so that they evict none. */
  maxNegatives?: number
  /** How long a stale value waits for the fresh one. */
  patienceMs?: number
  /** How long a key that is not cached waits for its value; then `get` rejects as when the database is away. */
  missTimeoutMs?: number | undefined
  /** True while changes may go unnoticed: what is stored meanwhile is stale a second later. */
  isInterrupted?: () => boolean
}

export interface CacheMetrics {
  hits: number
  misses: number
  /** Answers that were given although the entry was stale. */
  stale: number
  evictions: number
  /** Loads that were rejected. */
  failures: number
  entries: number
  negatives: number
  bytes: number
}

/** Values by key, loaded once however many ask, and answered while stale as long as nothing fresher can be had. */
export interface Cache<V> {
  /** The value, or null for an absence: at once where it is cached. `load` is called only where it must be loaded. */
  get(key: string, load: () => Promise<V | null>): V | null | Promise<V | null>
  /** The cached value, stale or not; undefined where nothing is cached. */
  peek(key: string): V | null | undefined
  /** Drops what changed. What was read before is used by those who wait for it, but not stored. */
  invalidate(key: string): void
  invalidateTag(tag: string): void
  /** Drops the absences: something new is there. */
  invalidateNegatives(): void
  /** Changes may have been missed: every entry is confirmed before it counts as fresh again. */
  markAllStale(): void
  metrics(): CacheMetrics
}

interface Entry<V> {
  value: V | null
  tags: readonly string[]
  generation: number
  confirmedAt: number
  staleAt: number
  /** No refresh is tried before. */
  retryAt: number
}

interface Load<V> {
  sequence: number
  generation: number
  startedAt: number
  promise: Promise<V | null>
  /** The same, but rejected when it takes too long. */
  answer: Promise<V | null>
}

const PATIENCE_MS = 100
const RETRY_MS = 1000
const INTERRUPTED_TTL_MS = 1000
// A load without an answer for so long is given up: the next request starts another.
const ABANDONED_MS = 15_000
const MAX_REFRESHES = 64
const MAX_TAG_VERSIONS = 10_000
const NO_TAGS: readonly string[] = []

export function createCache<V extends object | boolean>(options: CacheOptions<V>): Cache<V> {
  const { maxEntries, maxBytes, sizeOf, tagsOf, ttlMs, maxAgeMs = Number.POSITIVE_INFINITY } = options
  const { maxNegatives = 0, patienceMs = PATIENCE_MS, missTimeoutMs, isInterrupted = () => false } = options
  const counts = { hits: 0, misses: 0, stale: 0, evictions: 0, failures: 0 }
  const tags = createTagIndex()
  const entries = new LRUCache<string, Entry<V>>({
    max: maxEntries,
    ...(maxBytes && sizeOf
      ? { maxSize: maxBytes, sizeCalculation: ({ value }, key) => (value === null ? 1 : sizeOf(value, key)) }
      : {}),
    dispose: (entry, key, reason) => {
      tags.remove(key, entry.tags)
      if (reason === 'evict') counts.evictions++
    },
  })
  const negatives = maxNegatives > 0 ? new LRUCache<string, Entry<V>>({ max: maxNegatives }) : undefined

  const loading = new Map<string, Load<V>>()
  let underWay = 0
  let refreshes = 0
  let lastLateAt = Number.NEGATIVE_INFINITY
  let generation = 0
  // Counts changes of rows; while something is loaded, which change of a tag came last.
  let sequence = 0
  const tagVersions = new Map<string, number>()
  let negativeVersion = 0
  let versionFloor = 0

  const isFresh = (entry: Entry<V>, now: number) => entry.generation === generation && now < entry.staleAt

  const isOutdated = (load: Load<V>, value: V | null, valueTags: readonly string[]) => {
    if (load.sequence < versionFloor || (value === null && load.sequence < negativeVersion)) return true
    return valueTags.some((tag) => (tagVersions.get(tag) ?? 0) > load.sequence)
  }

  const store = (key: string, load: Load<V>, value: V | null) => {
    const valueTags = value === null || !tagsOf ? NO_TAGS : tagsOf(value)
    if (isOutdated(load, value, valueTags)) return
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
    if (entries.has(key)) tags.add(key, valueTags)
  }

  const startLoad = (key: string, find: () => Promise<V | null>): Load<V> => {
    const load = { sequence, generation, startedAt: performance.now() } as Load<V>
    underWay++
    const settle = () => {
      if (--underWay === 0) tagVersions.clear()
    }
    load.promise = (async () => find())().then(
      (value) => {
        // A newer load has taken its place where the key was invalidated meanwhile.
        if (loading.get(key) === load) {
          loading.delete(key)
          store(key, load, value)
        }
        settle()
        return value
      },
      (error) => {
        if (loading.get(key) === load) loading.delete(key)
        counts.failures++
        settle()
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
    // What was started before a change may read what was there before it.
    const isUsable = running && running.sequence === sequence && performance.now() - running.startedAt < ABANDONED_MS
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
      // Dropped meanwhile: it is known to be wrong now.
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
      sequence++
      if (underWay > 0) {
        if (tagVersions.size >= MAX_TAG_VERSIONS) {
          tagVersions.clear()
          versionFloor = sequence
        }
        tagVersions.set(tag, sequence)
      }
      for (const key of tags.keysOf(tag)) invalidate(key)
    },
    invalidateNegatives() {
      negativeVersion = ++sequence
      negatives?.clear()
    },
    markAllStale() {
      generation++
    },
    metrics: () => ({
      ...counts,
      entries: entries.size,
      negatives: negatives?.size ?? 0,
      bytes: entries.calculatedSize,
    }),
  }
}
