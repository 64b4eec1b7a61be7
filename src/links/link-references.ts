import type { Database } from '../../db/open.ts'
import { listDomainsByHost } from '../../db/queries/domains.ts'
import { listOwnedIds } from '../../db/queries/owned.ts'
import type { Config } from '../config/config.ts'
import { hostOf } from '../domains/domain-name.ts'
import type { Fault } from '../errors/api-error.ts'
import { parseTimestamp } from '../time/timestamps.ts'
import type { ReservedAliases } from './reserved-aliases.ts'
import { type Destinations, selfLinkFaults } from './self-links.ts'

/** The fields of a link request that refer to other records of the account, to the link itself, or to each other. */
interface Referring extends Destinations {
  type?: string | number | undefined
  campaign?: number | null | undefined
  channel?: number | null | undefined
  pixels?: number[] | undefined
  domain?: string | undefined
  custom?: string | undefined
  aliases?: string[] | undefined
  start?: string | null | undefined
  expiry?: string | null | undefined
}

/** The services that looking up references needs. */
export interface ReferenceNeeds {
  /** The hosts that the key of the request is restricted to; null: it is not. */
  domains: readonly string[] | null
  db: Database
  config: Pick<Config, 'baseHost' | 'baseUrl'>
  reservedAliases: ReservedAliases
}

/** The records that a link request refers to; `faults` has every reference that does not exist. */
interface References {
  faults: Fault[]
  /** null: the service's own host. */
  domainId: number | null | undefined
}

const nouns = { campaigns: 'a campaign', channels: 'a channel', overlays: 'an overlay', splashes: 'a splash page' }
type Table = keyof typeof nouns | 'pixels'

// `type` is 'direct', 'frame', 'splash', the id of a splash page, or 'overlay-<id>'.
export function readType(type: string | number) {
  const text = String(type)
  const overlay = /^overlay-(\d+)$/.exec(text)?.[1]
  if (overlay !== undefined) return { type: 'overlay', overlay_id: Number(overlay), splash_id: null }
  if (/^\d+$/.test(text)) return { type: 'splash', splash_id: Number(text), overlay_id: null }
  return { type: text, splash_id: null, overlay_id: null }
}

/** The message of a start that is not before the expiry. */
export const START_FAULT = 'must be before the expiry: otherwise the link would never work'

function periodFaults({ start, expiry }: Referring): Fault[] {
  if (!start || !expiry) return []
  const [from, to] = [start, expiry].map((text) => parseTimestamp(String(text)))
  return from && to && from >= to ? [{ path: '/start', message: START_FAULT }] : []
}

/**
 * Looks up the records that link requests refer to, with one query for each kind of record. `faults` also has aliases
 * that are reserved on the service's own host if that is the `domain`; a request to create a link names it.
 */
export async function findReferences(
  { db, config, reservedAliases: reserved, domains: allowed }: ReferenceNeeds,
  accountId: number,
  bodies: readonly Referring[],
): Promise<References[]> {
  const hostsByName = new Map<string, string>()
  const readHost = (name: string) => {
    const host = hostsByName.get(name) ?? hostOf(name)
    hostsByName.set(name, host)
    return host
  }
  const wanted = bodies.map(({ type, campaign, channel, pixels = [], domain, custom, aliases = [] }) => ({
    custom,
    aliases,
    host: domain === undefined ? undefined : readHost(domain),
    ...(type === undefined ? { overlay_id: null, splash_id: null } : readType(type)),
    campaign: campaign ?? null,
    channel: channel ?? null,
    pixels,
  }))
  const hosts = wanted.flatMap(({ host }) => (host === undefined || host === config.baseHost ? [] : [host]))
  const domains = await listDomainsByHost(db, accountId, [...new Set(hosts)])
  const owned = async (table: Table, ids: (number | null)[]) =>
    listOwnedIds(db, accountId, table, [...new Set(ids.filter((id) => id !== null))])
  const own = {
    overlays: await owned(
      'overlays',
      wanted.map(({ overlay_id }) => overlay_id),
    ),
    splashes: await owned(
      'splashes',
      wanted.map(({ splash_id }) => splash_id),
    ),
    pixels: await owned(
      'pixels',
      wanted.flatMap(({ pixels }) => pixels),
    ),
    channels: await owned(
      'channels',
      wanted.map(({ channel }) => channel),
    ),
    campaigns: await owned(
      'campaigns',
      wanted.map(({ campaign }) => campaign),
    ),
  }
  return wanted.map(({ host, overlay_id, splash_id, pixels, channel, campaign, custom, aliases }, i) => {
    const isOwnHost = host === config.baseHost
    const domainId = host === undefined ? undefined : isOwnHost ? null : (domains.get(host)?.id ?? null)
    const check = (table: keyof typeof nouns, path: string, id: number | null): Fault[] =>
      id === null || own[table].has(id) ? [] : [{ path, message: `is not ${nouns[table]} of the account` }]
    const place = {
      host: isOwnHost ? null : (host ?? null),
      caseinsensitive: domains.get(host ?? '')?.caseinsensitive ?? false,
      aliases: [...(custom === undefined ? [] : [custom]), ...aliases],
    }
    const faults = [
      ...(allowed ? outsideFaults(allowed, host, campaign) : []),
      ...(domainId === null && !isOwnHost ? [{ path: '/domain', message: 'is not a domain of the account' }] : []),
      ...(isOwnHost ? reservedFaults(reserved, custom, aliases) : []),
      ...check('overlays', '/type', overlay_id),
      ...check('splashes', '/type', splash_id),
      ...pixels.flatMap((id, i) =>
        own.pixels.has(id) ? [] : [{ path: `/pixels/${i}`, message: 'is not a pixel of the account' }],
      ),
      ...check('channels', '/channel', channel),
      ...check('campaigns', '/campaign', campaign),
      ...periodFaults(bodies[i] ?? {}),
      ...(host === undefined ? [] : selfLinkFaults(config, place, bodies[i] ?? {})),
    ]
    return { faults, domainId }
  })
}

// A campaign has links of all domains, to which its rotator leads.
function outsideFaults(allowed: readonly string[], host: string | undefined, campaign: number | null): Fault[] {
  const code = 'domain_not_allowed'
  const places = allowed.join(', ')
  return [
    ...(host === undefined || allowed.includes(host)
      ? []
      : [{ path: '/domain', message: `must be one that this API key is restricted to: ${places}`, code } as const]),
    ...(campaign === null
      ? []
      : [{ path: '/campaign', message: 'cannot be set with an API key that is restricted to domains', code } as const]),
  ]
}

function reservedFaults(reserved: ReservedAliases, custom: string | undefined, aliases: readonly string[]): Fault[] {
  const named: [string, string][] = [
    ...(custom === undefined ? [] : ([['/custom', custom]] satisfies [string, string][])),
    ...aliases.map((alias, i): [string, string] => [`/aliases/${i}`, alias]),
  ]
  return named
    .filter(([, alias]) => reserved.isReserved(alias, 'own'))
    .map(([path]) => ({ path, message: 'is reserved', code: 'alias_reserved' }))
}
