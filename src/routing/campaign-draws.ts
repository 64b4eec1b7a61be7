import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/open.ts'
import { type DrawnLink, type Draws, drawPublicLinks, findPublicRotator } from '../../db/queries/campaign-draws.ts'
import type { LinkRoute } from '../../db/queries/routes.ts'
import { hasClicksLeft } from '../../db/queries/visits.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'
import { reuseTime } from '../cache/reuse-time.ts'
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

interface Pool extends Draws {
  campaignId: number
  loadedAt: number
  /** Until this time, as `performance.now()`, it is used whatever changes, because reading it took long. */
  reusedUntil: number
  /** The number of changes of links seen before it was loaded. */
  changes: number
  /** How many of the links of an incomplete list were used. */
  used: number
  /** Whether there was no live link. */
  isNone: boolean
}

/** A pool that is being read from the database. */
interface Loading {
  pool: Promise<Pool | undefined>
  /** `linkChanges` when reading it began. */
  changes: number
  /** The pool that is read after it, because a link has changed. */
  next?: Promise<Pool | undefined>
}

const MAX_POOLS = 1000
const MAX_AGE_MS = 60_000
// While links change, a pool is at most this old, so that a new link of a campaign is soon drawn too.
const CHANGED_AGE_MS = 200
// Concurrent requests that wait for the same load may use up its links.
const MAX_LOADS = 20
// A link that was drawn from many is used this often, so that fewer have to be drawn.
const USES = 4
// Routes loaded in one query, while the same number is used.
const PRELOADED = 128
// With fewer links left, the next ones are drawn.
const FEW_LEFT = 64

const isReused = ({ reusedUntil }: Pool) => performance.now() < reusedUntil

const leftOf = (pool: Pool) => {
  const { links, isComplete, used } = pool
  return isComplete || isReused(pool) ? Number.POSITIVE_INFINITY : links.length * USES - used
}

export function createCampaignDraws(
  db: Database,
  needed: {
    routeCache: RouteCache
    changes: Pick<ChangeFeed, 'on' | 'onGap' | 'isInterrupted'>
    blocklist: { quarantines(linkId: number): boolean }
  },
): CampaignDraws {
  const { routeCache, changes, blocklist } = needed
  const pools = new LRUCache<string, Pool>({ max: MAX_POOLS })
  const loading = new Map<string, Loading>()
  let linkChanges = 0
  let campaignChanges = 0
  changes.on('links', () => linkChanges++)
  changes.on('bans', () => linkChanges++)
  const clear = () => {
    campaignChanges++
    pools.clear()
    loading.clear()
  }
  changes.on('campaigns', clear)
  changes.on('deleted_accounts', clear)
  changes.onGap(clear)

  const isFresh = (pool: Pool) => {
    if (pool.isNone || isReused(pool)) return isReused(pool)
    const { loadedAt, changes: seen } = pool
    const age = Date.now() - loadedAt
    return age < CHANGED_AGE_MS || (seen === linkChanges && age < MAX_AGE_MS && !changes.isInterrupted)
  }
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
  const load = async (slug: string): Promise<Pool | undefined> => {
    const before = { loadedAt: Date.now(), changes: linkChanges }
    const since = performance.now()
    const campaigns = campaignChanges
    const campaignId = await findPublicRotator(db, slug)
    if (campaignId === undefined) return undefined
    const draws = await drawPublicLinks(db, campaignId)
    const reuseMs = reuseTime(performance.now() - since)
    const reusedUntil = performance.now() + reuseMs
    const pool = { ...before, ...draws, campaignId, reusedUntil, used: 0, isNone: draws.links.length === 0 }
    if (!draws.isComplete) await preload(draws.links.slice(0, 2 * PRELOADED))
    if (pool.isNone && reuseMs === 0) pools.delete(slug)
    else if (campaigns === campaignChanges) pools.set(slug, pool)
    return pool
  }
  const begin = (slug: string): Promise<Pool | undefined> => {
    const mine: Loading = { pool: load(slug), changes: linkChanges }
    loading.set(slug, mine)
    const forget = () => {
      if (loading.get(slug) === mine) loading.delete(slug)
    }
    mine.pool.then(forget, forget)
    return mine.pool
  }
  // A pool that is being loaded is as fresh as a new one, unless a link has changed since it was started. Then one more
  // is loaded after it, if it did not take long.
  const reload = (slug: string): Promise<Pool | undefined> => {
    const running = loading.get(slug)
    if (!running) return begin(slug)
    if (running.changes === linkChanges) return running.pool
    const loadNext = () => {
      const pool = pools.get(slug)
      return pool && isReused(pool) && (pool.isNone || pool.links.length > 0) ? pool : reload(slug)
    }
    running.next ??= running.pool.then(loadNext, loadNext)
    return running.next
  }

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
      if (isComplete && links[place] === candidate) links.splice(place, 1)
    }
    return undefined
  }

  return {
    async draw(slug) {
      const known = pools.get(slug)
      if (known?.isNone && isFresh(known)) return undefined
      const drawn = known && isFresh(known) && (await take(known))
      if (known && leftOf(known) < FEW_LEFT) void reload(slug).catch(() => {})
      if (drawn) return drawn
      for (let loads = 0; loads < MAX_LOADS; loads++) {
        const pool = await reload(slug)
        if (!pool || pool.isNone) return undefined
        const drawn = await take(pool)
        if (drawn) return drawn
      }
      return undefined
    },
  }
}
