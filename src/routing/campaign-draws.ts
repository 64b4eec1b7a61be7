import type { Database } from '../../db/open.ts'
import { type DrawnLink, findPublicRotator } from '../../db/queries/campaign-draws.ts'
import type { LinkRoute } from '../../db/queries/routes.ts'
import { hasClicksLeft } from '../../db/queries/visits.ts'
import type { Caches } from '../cache/cache-registry.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'
import { within } from '../cache/deadline.ts'
import type { Config } from '../config/config.ts'
import { createRotatorPools, isReused, leftOf, type Pool } from './rotator-pools.ts'
import type { RouteCache } from './route-cache.ts'

/** A link that a rotator has chosen for a visit. */
export interface Drawn {
  link: LinkRoute
  /** Scheme and host of its branded domain; null: the service's own. */
  origin: string | null
  campaignId: number
}

/**
 * Chooses links for rotators from lists that were read shortly before; each link is checked again when it is chosen.
 */
export interface CampaignDraws {
  /** A live link of the campaign with this slug, all equally likely; undefined if there is none. */
  draw(slug: string): Promise<Drawn | undefined>
}

const MAX_SLUGS = 10_000
// Concurrent requests that wait for the same load may use up its links.
const MAX_LOADS = 20
// Loads of which no link may be used: a notification of a change may be late once.
const MAX_REFUSED = 2
// How long a visit waits for a campaign of which many links must be looked at.
const MAX_WAIT_MS = 5000
// Routes loaded in one query, while the same number is used.
const PRELOADED = 128

export function createCampaignDraws(
  db: Database,
  needed: {
    routeCache: RouteCache
    caches: Caches
    changes: Pick<ChangeFeed, 'on' | 'onGap' | 'isInterrupted'>
    config: Pick<Config, 'domainProof'>
    blocklist: { quarantines(linkId: number): boolean }
  },
): CampaignDraws {
  const { routeCache, caches, changes, config, blocklist } = needed
  const campaigns = caches.create<{ id: number; account_id: number }>('rotators', {
    maxEntries: MAX_SLUGS,
    maxNegatives: MAX_SLUGS,
    tagsOf: ({ id, account_id }) => [`campaigns:${id}`, `deleted_accounts:${account_id}`],
    tables: ['campaigns', 'deleted_accounts'],
    negativeTables: ['campaigns'],
  })
  // The site of a link's host; null: the host belongs to another domain now.
  const siteOf = async (host: string | null) => {
    if (host === null) return { domainId: 0, caseinsensitive: false, origin: null }
    const site = await routeCache.site(host)
    return site.kind === 'branded' ? site : null
  }
  // In a campaign of hundreds of thousands of links, the drawn ones are rarely cached already.
  const preload = async (drawn: readonly DrawnLink[]) => {
    for (const [host, links] of Map.groupBy(drawn, ({ host }) => host)) {
      const site = await siteOf(host)
      if (!site) continue
      const aliases = links.map(({ alias }) => alias)
      void routeCache.preload(site, aliases)
    }
  }
  const pools = createRotatorPools(db, changes, { isProofNeeded: config.domainProof }, (links) =>
    preload(links.slice(0, 2 * PRELOADED)),
  )

  const check = async ({ id, alias, host }: DrawnLink, campaignId: number): Promise<Drawn | undefined> => {
    const site = await siteOf(host)
    if (!site) return undefined
    const route = await routeCache.alias(site, alias)
    if (route?.kind !== 'link') return undefined
    const { link } = route
    if (link.id !== id || link.campaign_id !== campaignId || link.status !== 'public') return undefined
    if (blocklist.quarantines(id)) return undefined
    if (link.starts_at !== null && link.starts_at.getTime() > Date.now()) return undefined
    if (link.expires_at !== null && link.expires_at.getTime() <= Date.now()) return undefined
    if (link.clicklimit !== null && !(await hasClicksLeft(db, id))) return undefined
    return { link, origin: site.origin, campaignId }
  }

  // The next live link of a pool. Of a complete list any can be next; a sample of many is used in its
  // random order, a few times.
  const take = async (pool: Pool): Promise<Drawn | undefined> => {
    const { links, isComplete, campaignId } = pool
    for (let tries = links.length; tries > 0 && leftOf(pool) > 0; tries--) {
      const place = isComplete ? Math.floor(Math.random() * links.length) : pool.used++ % links.length
      if (!isComplete && pool.used % PRELOADED === 0 && pool.used < links.length)
        void preload(links.slice(pool.used + PRELOADED, pool.used + 2 * PRELOADED)).catch(() => {})
      const candidate = links[place]
      const drawn = candidate && (await check(candidate, campaignId))
      if (drawn) return drawn
      if ((isComplete || pool.reusedUntil > 0) && links[place] === candidate) links.splice(place, 1)
    }
    return undefined
  }

  return {
    async draw(slug) {
      const campaign = await campaigns.get(slug, async () => (await findPublicRotator(db, slug)) ?? null)
      if (!campaign) return undefined
      const known = pools.peek(campaign.id)
      if (known?.isNone) return undefined
      const drawn = known && (await take(known))
      if (drawn || (known && isReused(known) && performance.now() < known.rereadAt)) return drawn
      for (let loads = 0, refused = 0; loads < MAX_LOADS && refused < MAX_REFUSED; loads++) {
        const pool = await within(pools.reload(campaign.id), MAX_WAIT_MS)
        const drawn = await take(pool)
        if (drawn || pool.isNone || isReused(pool)) return drawn
        if (leftOf(pool) > 0) refused++
      }
      return undefined
    },
  }
}
