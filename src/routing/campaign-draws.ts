import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/open.ts'
import { type DrawnLink, type Draws, drawPublicLinks, findPublicRotator } from '../../db/queries/draws.ts'
import type { LinkRoute } from '../../db/queries/routes.ts'
import { hasClicksLeft } from '../../db/queries/visits.ts'
import type { ChangeFeed } from '../cache/changes.ts'
import type { RouteCache } from './route-cache.ts'

/** A link that a rotator has chosen for a visit. */
export interface Drawn {
  link: LinkRoute
  /** Scheme and host of its branded domain; null: the service's own. */
  origin: string | null
  campaignId: number
}

/** Chooses links for rotators from lists that were read shortly before; each link is checked again when it is chosen. */
export interface CampaignDraws {
  /** A live link of the campaign with this slug, all equally likely; undefined if there is none. */
  draw(slug: string): Promise<Drawn | undefined>
}

interface Pool extends Draws {
  campaignId: number
  loadedAt: number
  /** The number of changes of links seen before it was loaded. */
  changes: number
  /** Whether there was no live link. */
  isNone: boolean
}

const MAX_POOLS = 1000
const MAX_AGE_MS = 60_000
// While links change, a link that was added to a campaign is chosen after at most this time.
const CHANGED_AGE_MS = 200
// Concurrent requests that wait for the same load may use up its links.
const MAX_LOADS = 20
// Others are drawn before these are used up.
const FEW_LEFT = 64

export function createCampaignDraws(
  db: Database,
  { routes, changes }: { routes: RouteCache; changes: Pick<ChangeFeed, 'on' | 'onGap' | 'isInterrupted'> },
): CampaignDraws {
  const pools = new LRUCache<string, Pool>({ max: MAX_POOLS })
  const loading = new Map<string, { pool: Promise<Pool | undefined>; changes: number }>()
  let linkChanges = 0
  let campaignChanges = 0
  changes.on('links', () => linkChanges++)
  const clear = () => {
    campaignChanges++
    pools.clear()
    loading.clear()
  }
  changes.on('campaigns', clear)
  changes.onGap(clear)

  const isFresh = ({ loadedAt, changes: seen }: Pool) => {
    const age = Date.now() - loadedAt
    return age < CHANGED_AGE_MS || (seen === linkChanges && age < MAX_AGE_MS && !changes.isInterrupted)
  }
  const load = async (slug: string): Promise<Pool | undefined> => {
    const before = { loadedAt: Date.now(), changes: linkChanges }
    const campaigns = campaignChanges
    const campaignId = await findPublicRotator(db, slug)
    if (campaignId === undefined) return undefined
    const draws = await drawPublicLinks(db, campaignId)
    const pool = { ...before, ...draws, campaignId, isNone: draws.links.length === 0 }
    if (pool.isNone) pools.delete(slug)
    else if (campaigns === campaignChanges) pools.set(slug, pool)
    return pool
  }
  // What is being read already is as good, unless a link changed since.
  const reload = (slug: string): Promise<Pool | undefined> => {
    const known = loading.get(slug)
    if (known?.changes === linkChanges) return known.pool
    const mine = { pool: load(slug), changes: linkChanges }
    loading.set(slug, mine)
    const forget = () => {
      if (loading.get(slug) === mine) loading.delete(slug)
    }
    mine.pool.then(forget, forget)
    return mine.pool
  }

  const check = async ({ id, alias, host }: DrawnLink, campaignId: number): Promise<Drawn | undefined> => {
    const site = host === null ? { domainId: 0, caseinsensitive: false, origin: null } : await routes.site(host)
    if ('kind' in site && site.kind !== 'branded') return undefined
    const route = await routes.alias(site, alias)
    if (route?.kind !== 'link') return undefined
    const { link } = route
    if (link.id !== id || link.campaign_id !== campaignId || link.status !== 'public') return undefined
    if (link.starts_at !== null && link.starts_at.getTime() > Date.now()) return undefined
    if (link.expires_at !== null && link.expires_at.getTime() <= Date.now()) return undefined
    if (link.clicklimit !== null && !(await hasClicksLeft(db, id))) return undefined
    return { link, origin: site.origin, campaignId }
  }

  // The next live link of a pool. Links of a complete list can be chosen again; a partial list is used up in its random order.
  const take = async ({ links, isComplete, campaignId }: Pool): Promise<Drawn | undefined> => {
    while (links.length > 0) {
      const place = isComplete ? Math.floor(Math.random() * links.length) : links.length - 1
      const [candidate] = isComplete ? links.slice(place, place + 1) : links.splice(place, 1)
      // Of hundreds of thousands of links the next one is not cached: it is looked up while this visit is answered.
      const next = isComplete ? undefined : links.at(-1)
      if (next) void check(next, campaignId).catch(() => {})
      const drawn = candidate && (await check(candidate, campaignId))
      if (drawn) return drawn
      if (isComplete && links[place] === candidate) links.splice(place, 1)
    }
    return undefined
  }

  return {
    async draw(slug) {
      const known = pools.get(slug)
      const drawn = known && isFresh(known) && (await take(known))
      if (known && !known.isComplete && known.links.length < FEW_LEFT) void reload(slug).catch(() => {})
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
