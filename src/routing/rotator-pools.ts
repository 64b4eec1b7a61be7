import { LRUCache } from 'lru-cache'
import { databaseSilent } from '../../db/failure.ts'
import type { Database } from '../../db/open.ts'
import { type DrawnLink, type Draws, drawPublicLinks } from '../../db/queries/campaign-draws.ts'
import type { PublicReading } from '../../db/queries/public-links.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'
import { createFairQueue } from '../security/fair-queue.ts'

/** Links of a campaign that were read shortly before; `links` is without those that were found to have ended. */
export interface Pool extends Draws {
  campaignId: number
  loadedAt: number
  /** Until this time, as `performance.now()`, it is used whatever changes, because many links were looked at. */
  reusedUntil: number
  /** From this time on it is read again if its links have run out, after about as long as reading it takes. */
  rereadAt: number
  /** The number of changes of links seen before it was loaded. */
  changes: number
  /** How many of the links of an incomplete list were used. */
  used: number
  /** Whether there was no live link. */
  isNone: boolean
}

export interface RotatorPools {
  /** The pool that a visit may use; undefined: one must be loaded first. */
  peek(campaignId: number): Pool | undefined
  /** A pool that is at least as new as the last change of a link; concurrent calls share it. */
  reload(campaignId: number): Promise<Pool>
}

/** A pool that is being read from the database. */
interface Loading {
  pool: Promise<Pool>
  /** The number of changes of links when reading it began. */
  changes: number
  /** The pool that is read after it, because a link has changed. */
  next?: Promise<Pool>
}

const MAX_POOLS = 1000
const MAX_AGE_MS = 60_000
// While links change, a pool is at most this old, so that a new link of a campaign is soon drawn too.
const CHANGED_AGE_MS = 200
// Each link that was looked at takes 6 µs, so reading takes a tenth of the time. For more than a million links, for
// which MAX_REUSE_MS ends the use, it takes more.
const MIN_REUSED = 10_000
const REUSE_MS_PER_LINK = 0.06
const MAX_REUSE_MS = 60_000
// For how long a pool for which many were looked at is still used after that, while it is read again.
const STALE_MS = 60_000
// A link that was drawn from many is used this often, so that fewer have to be drawn.
const USES = 4
// When a pool has fewer unused links than this, the next pool is loaded in the background.
const FEW_LEFT = 64
const LIMITS = { concurrency: 1, concurrencyPerOwner: 1, maxWaiting: MAX_POOLS, maxWaitingPerOwner: 1 }

export const isReused = ({ reusedUntil }: Pool) => performance.now() < reusedUntil

/** How often links of a pool may still be used. */
export const leftOf = (pool: Pool) => {
  const { links, isComplete, reusedUntil, used } = pool
  return isComplete || reusedUntil > 0 ? Number.POSITIVE_INFINITY : links.length * USES - used
}

/** Keeps pools of campaigns. `preload` is called with the links that are used first. */
export function createRotatorPools(
  db: Database,
  changes: Pick<ChangeFeed, 'on' | 'onGap' | 'isInterrupted'>,
  reading: PublicReading,
  preload: (links: readonly DrawnLink[]) => Promise<void>,
): RotatorPools {
  const pools = new LRUCache<number, Pool>({ max: MAX_POOLS })
  const loading = new Map<number, Loading>()
  const queue = createFairQueue(LIMITS, databaseSilent)
  let linkChanges = 0
  const change = () => linkChanges++
  changes.on('links', change)
  changes.on('bans', change)
  // The domain of a link may have been proven.
  changes.on('domains', change)
  changes.onGap(change)

  const isFresh = (pool: Pool) => {
    if (pool.reusedUntil > 0) return isReused(pool)
    const age = Date.now() - pool.loadedAt
    return age < CHANGED_AGE_MS || (pool.changes === linkChanges && age < MAX_AGE_MS && !changes.isInterrupted)
  }

  const load = async (campaignId: number): Promise<Pool> => {
    const before = { loadedAt: Date.now(), changes: linkChanges }
    const inTurn = <T>(step: () => Promise<T>) => queue(String(campaignId), step)
    const draws = await drawPublicLinks(db, campaignId, { ...reading, inTurn })
    const { links, isComplete, lookedAt } = draws
    const reuseMs = lookedAt < MIN_REUSED ? 0 : Math.min(MAX_REUSE_MS, lookedAt * REUSE_MS_PER_LINK)
    const reusedUntil = reuseMs === 0 ? 0 : performance.now() + reuseMs
    const rereadAt = performance.now() + reuseMs / 10
    const pool = { ...before, ...draws, campaignId, reusedUntil, rereadAt, used: 0, isNone: links.length === 0 }
    if (!isComplete) await preload(links)
    if (pool.isNone && reuseMs === 0) pools.delete(campaignId)
    else pools.set(campaignId, pool)
    return pool
  }
  const begin = (campaignId: number): Promise<Pool> => {
    const mine: Loading = { pool: load(campaignId), changes: linkChanges }
    loading.set(campaignId, mine)
    const forget = () => loading.delete(campaignId)
    mine.pool.then(forget, forget)
    return mine.pool
  }
  const reload = (campaignId: number): Promise<Pool> => {
    const running = loading.get(campaignId)
    if (!running) return begin(campaignId)
    if (running.changes === linkChanges) return running.pool
    const loadNext = () => {
      const pool = pools.get(campaignId)
      return pool && isReused(pool) && (pool.isNone || pool.links.length > 0) ? pool : reload(campaignId)
    }
    running.next ??= running.pool.then(loadNext, loadNext)
    return running.next
  }

  return {
    peek(campaignId) {
      const pool = pools.get(campaignId)
      if (!pool) return undefined
      const isUsable = isFresh(pool) || (pool.reusedUntil > 0 && performance.now() < pool.reusedUntil + STALE_MS)
      if (!isUsable) return undefined
      if (!isFresh(pool) || leftOf(pool) < FEW_LEFT) void reload(campaignId).catch(() => {})
      return pool
    },
    reload,
  }
}
