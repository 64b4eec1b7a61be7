import type { Database } from '../../db/open.ts'
import { countPublicLinks, listPublicLinks, type PublicPlace } from '../../db/queries/campaigns.ts'
import type { Caches } from '../cache/cache-registry.ts'
import { reuseTime } from '../cache/reuse-time.ts'
import { ApiError } from '../errors/api-error.ts'
import { createFairQueue } from '../security/fair-queue.ts'

/** A page of the public list of a campaign, and how many links the list has. */
interface CampaignList {
  page: Awaited<ReturnType<typeof listPublicLinks>>
  count: Awaited<ReturnType<typeof countPublicLinks>>
  /** For how many milliseconds it is used again. */
  reuseMs: number
}

export interface CampaignLists {
  read(campaignId: number, place: PublicPlace): Promise<CampaignList>
}

export const PAGE_SIZE = 50
// A campaign whose links have nearly all ended takes 6 µs for each of them; it must not hold up the lists of others.
const LIMITS = { concurrency: 2, concurrencyPerOwner: 1, maxWaiting: 500, maxWaitingPerOwner: 30 }
const MAX_WAIT_MS = 10_000
const MAX_CACHED = 1000
const MAX_BYTES = 4 * 1024 * 1024
const MAX_AGE_MS = 20_000

/**
 * Reads public lists of campaigns, a few at a time. A page that the database is slow for is cached for ten times as long.
 */
export function createCampaignLists(db: Database, caches: Caches): CampaignLists {
  const tooMany = () => new ApiError('busy', 'Too many lists are being read; try again shortly.', { retryAfterS: 5 })
  const queue = createFairQueue(LIMITS, tooMany)
  const lists = caches.create<CampaignList>('campaign_lists', {
    maxEntries: MAX_CACHED,
    maxBytes: MAX_BYTES,
    sizeOf: ({ page }, key) => 2 * (JSON.stringify(page.rows).length + key.length),
    ttlMs: (list) => list?.reuseMs ?? 0,
    maxAgeMs: MAX_AGE_MS,
    // A stale list may contain links that have expired, so requests wait for a fresh one.
    patienceMs: MAX_AGE_MS,
    missTimeoutMs: undefined,
  })

  return {
    async read(campaignId, place) {
      const key = `${campaignId} ${JSON.stringify(place)}`
      const askedAt = performance.now()
      const load = async (): Promise<CampaignList> => {
        const since = performance.now()
        if (since - askedAt > MAX_WAIT_MS) throw tooMany()
        const page = await listPublicLinks(db, campaignId, PAGE_SIZE, place)
        const count = await countPublicLinks(db, campaignId)
        return { page, count, reuseMs: reuseTime(performance.now() - since) }
      }
      const list = (await lists.get(key, () => queue(String(campaignId), load))) as CampaignList
      // What was read quickly is not kept: the next request must see what has changed.
      if (list.reuseMs === 0) lists.invalidate(key)
      return list
    },
  }
}
