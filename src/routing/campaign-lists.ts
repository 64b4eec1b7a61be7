import type { Database } from '../../db/open.ts'
import {
  countPublicLinks,
  listPublicLinks,
  type PublicCount,
  type PublicPage,
  type PublicPlace,
  type PublicReading,
} from '../../db/queries/public-links.ts'
import { ApiError } from '../errors/api-error.ts'
import { createFairQueue } from '../security/fair-queue.ts'

/** A page of the public list of a campaign, and how many links the list has. */
export interface CampaignListPage {
  page: PublicPage
  count: PublicCount
}

export interface CampaignLists {
  read(campaignId: number, place: PublicPlace): Promise<CampaignListPage>
}

export const PAGE_SIZE = 50
// A page of a campaign whose links have nearly all ended takes up to a quarter of a second of the database.
const LIMITS = { concurrency: 2, concurrencyPerOwner: 1, maxWaiting: 500, maxWaitingPerOwner: 30 }
const MAX_WAIT_MS = 5000

/** Reads public lists of campaigns, a few at a time, so that they do not take all connections. */
export function createCampaignLists(db: Database, reading: PublicReading): CampaignLists {
  const tooMany = () => new ApiError('busy', 'Too many lists are being read; try again shortly.', { retryAfterS: 5 })
  const queue = createFairQueue(LIMITS, tooMany)
  // Readings that have not begun: they will see all that changed before another request for the same page.
  const queued = new Map<string, Promise<CampaignListPage>>()

  return {
    async read(campaignId, place) {
      const key = `${campaignId} ${JSON.stringify(place)}`
      const known = queued.get(key)
      if (known) return known
      const askedAt = performance.now()
      let hasBegun = false
      const list = queue(String(campaignId), async () => {
        hasBegun = true
        queued.delete(key)
        if (performance.now() - askedAt > MAX_WAIT_MS) throw tooMany()
        const page = await listPublicLinks(db, campaignId, PAGE_SIZE, place, reading)
        return { page, count: await countPublicLinks(db, campaignId, reading) }
      })
      if (!hasBegun) queued.set(key, list)
      try {
        return await list
      } finally {
        if (queued.get(key) === list) queued.delete(key)
      }
    },
  }
}
