import type { Database } from '../../db/open.ts'
import { countPublicLinks, listPublicLinks, type PublicPlace } from '../../db/queries/campaigns.ts'
import type { Cache } from '../cache/cache.ts'
import type { Caches } from '../cache/cache-registry.ts'
import { reuseTime } from '../cache/reuse-time.ts'
import { ApiError } from '../errors/api-error.ts'
import { createFairQueue } from '../security/fair-queue.ts'

/** A page of the public list of a campaign. */
type ListPage = Awaited<ReturnType<typeof listPublicLinks>>
type ListCount = Awaited<ReturnType<typeof countPublicLinks>>

export interface CampaignLists {
  read(campaignId: number, place: PublicPlace): Promise<[ListPage, ListCount]>
}

export const PAGE_SIZE = 50
// A campaign whose links have nearly all ended takes 6 µs for each of them.
// One campaign must not hold up the lists of others.
const LIMITS = { concurrency: 2, concurrencyPerOwner: 1, maxWaiting: 500, maxWaitingPerOwner: 30 }
const MAX_CACHED = 1000
const MAX_BYTES = 4 * 1024 * 1024
const MAX_AGE_MS = 20_000

/**
 * Reads public lists of campaigns, a few at a time. A list that takes long is read again only after ten times as long.
 */
export function createCampaignLists(db: Database, caches: Caches): CampaignLists {
  const tooMany = () => new ApiError('busy', 'Too many lists are being read; try again shortly.', { retryAfterS: 5 })
  const queue = createFairQueue(LIMITS, tooMany)
  // A stale list may show links that are over, so a fresh one is waited for.
  const patienceMs = MAX_AGE_MS
  const options = {
    maxEntries: MAX_CACHED,
    maxAgeMs: MAX_AGE_MS,
    patienceMs,
    missTimeoutMs: undefined,
    ttlMs: (read: { reuseMs: number } | null) => read?.reuseMs ?? 0,
  }
  const pages = caches.create<ListPage & { reuseMs: number }>('campaign_lists', {
    ...options,
    maxBytes: MAX_BYTES,
    sizeOf: ({ rows }, key) => 2 * (JSON.stringify(rows).length + key.length),
  })
  const counts = caches.create<ListCount & { reuseMs: number }>('campaign_list_counts', options)

  const timed = async <T extends object>(read: () => Promise<T>) => {
    const since = performance.now()
    const value = await read()
    return { ...value, reuseMs: reuseTime(performance.now() - since) }
  }

  // What was read quickly is not kept: the next request must see what has changed.
  const readThrough = async <T extends { reuseMs: number }>(
    cache: Cache<T>,
    key: string,
    load: () => Promise<T>,
  ): Promise<T> => {
    const read = (await cache.get(key, load)) as T
    if (read.reuseMs === 0) cache.invalidate(key)
    return read
  }

  return {
    read(campaignId, place) {
      const owner = String(campaignId)
      const readPage = () => queue(owner, () => timed(() => listPublicLinks(db, campaignId, PAGE_SIZE, place)))
      const readCount = () => queue(owner, () => timed(() => countPublicLinks(db, campaignId)))
      return Promise.all([
        readThrough(pages, `${campaignId} ${JSON.stringify(place)}`, readPage),
        readThrough(counts, owner, readCount),
      ])
    },
  }
}
