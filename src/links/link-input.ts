import type { Database } from '../../db/open.ts'
import { findDomainByHost } from '../../db/queries/domains.ts'
import { listOwnedIds } from '../../db/queries/owned.ts'
import type { LinkColumns } from '../../db/tables/links.ts'
import { type LinkChange, type NewLink, plainLinkFields } from '../../schemas/links.ts'
import { type DeepLink, type GeoTarget, Parameter, type TimeTarget } from '../../schemas/targets.ts'
import type { Config } from '../config/config.ts'
import { hostOf } from '../domains/domain-name.ts'
import { type Fault, invalid } from '../errors/api-error.ts'
import { countryCode } from '../locale/countries.ts'
import { hashPassword } from '../security/secrets.ts'
import { readTimestamp } from '../time/timestamps.ts'
import { canonicalZone } from '../time/zones.ts'
import type { ReservedAliases } from './reserved-aliases.ts'

/** The validated body of a request to create or update a link, as columns. Undefined: not sent. */
interface LinkInput {
  columns: Partial<LinkColumns>
  alias: string | undefined
  /** Further aliases of the link. */
  aliases: string[] | undefined
  /** null: the service's own host. */
  domainId: number | null | undefined
  pixels: number[] | undefined
  /** null: remove from all channels. */
  channel: number | null | undefined
}

type Body = Omit<NewLink, 'reuse' | 'url'> | LinkChange

/** What reading a link needs. */
interface Needed {
  db: Database
  config: Config
  aliases: ReservedAliases
}

type Plain = 'url' | (typeof plainLinkFields)[number]
// Compiles only if every plain field has a column of its name.
const plain: readonly (Plain & keyof LinkColumns)[] = ['url', ...plainLinkFields]

/**
 * Looks up the records that a link request refers to. `faults` has every reference that does not exist, and aliases that
 * are reserved on the service's own host if that is the `domain`; a request to create a link names it.
 */
export async function findReferences(
  { db, config, aliases: reserved }: Needed,
  accountId: number,
  { type, campaign, channel, pixels = [], domain, custom, aliases = [] }: Partial<Body>,
): Promise<{ faults: Fault[]; domainId: number | null | undefined }> {
  const faults: Fault[] = []
  const domainId = domain === undefined ? undefined : await readDomain(db, config, accountId, domain, faults)
  if (domainId === null && faults.length === 0) faults.push(...reservedFaults(reserved, custom, aliases))
  const { splash_id, overlay_id } = type === undefined ? {} : readType(type)
  await checkOwned(db, accountId, 'overlays', '/type', overlay_id, faults)
  await checkOwned(db, accountId, 'splashes', '/type', splash_id, faults)
  await checkPixels(db, accountId, pixels, faults)
  await checkOwned(db, accountId, 'channels', '/channel', channel, faults)
  await checkOwned(db, accountId, 'campaigns', '/campaign', campaign, faults)
  return { faults, domainId }
}

/** Reads the body of a request to create or update a link. Throws `invalid_request` with every reference that does not exist. */
export async function readLinkInput(needed: Needed, accountId: number, body: Body): Promise<LinkInput> {
  const { faults, domainId } = await findReferences(needed, accountId, body)
  if (faults.length > 0) throw invalid(faults)
  const fields: LinkChange = body
  const columns: Partial<LinkColumns> = {}
  for (const name of plain) if (fields[name] !== undefined) Object.assign(columns, { [name]: fields[name] })
  if (fields.geotarget !== undefined) columns.geotarget = fields.geotarget.map(withCode)
  if (fields.timetarget !== undefined) columns.timetarget = fields.timetarget.map(withZone)
  if (fields.parameters !== undefined) columns.parameters = readParameters(fields.parameters)
  if (fields.deeplink !== undefined) columns.deeplink = readDeepLink(fields.deeplink)
  if (fields.start !== undefined) columns.starts_at = fields.start === null ? null : readTimestamp(fields.start)
  if (fields.expiry !== undefined) columns.expires_at = fields.expiry === null ? null : readTimestamp(fields.expiry)
  if (fields.type !== undefined) Object.assign(columns, readType(fields.type))
  if (fields.campaign !== undefined) columns.campaign_id = fields.campaign
  if (fields.password !== undefined)
    columns.password_hash = fields.password === null ? null : await hashPassword(fields.password)
  const { custom: alias, aliases, pixels, channel } = fields
  return { columns, alias, aliases, domainId, pixels, channel }
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

const withZone = (target: TimeTarget) => ({ ...target, timezone: canonicalZone(target.timezone) ?? target.timezone })

const withCode = ({ location, link }: GeoTarget) => ({ location: countryCode(location) ?? location, link })

function readParameters(items: unknown[]): Parameter[] {
  return items.flatMap((item) => {
    const { name, value } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
    const parameter = { name, value: typeof value === 'number' ? String(value) : value }
    return isParameter(parameter) ? [parameter] : []
  })
}

const isParameter = (item: Record<string, unknown>): item is Parameter =>
  Object.entries(Parameter.properties).every(([name, { minLength = 0, maxLength = 0, pattern = '' }]) => {
    const text = item[name]
    if (typeof text !== 'string' || !new RegExp(pattern, 'u').test(text)) return false
    const length = [...text].length
    return length >= minLength && length <= maxLength
  })

function readDeepLink(deeplink: DeepLink | null) {
  if (deeplink === null) return null
  const { auto = true, apple = null, google = null } = deeplink
  return { auto, apple, google }
}

// `type` is 'direct', 'frame', 'splash', the id of a splash page, or 'overlay-<id>'.
function readType(type: string | number) {
  const text = String(type)
  const overlay = /^overlay-(\d+)$/.exec(text)?.[1]
  if (overlay !== undefined) return { type: 'overlay', overlay_id: Number(overlay), splash_id: null }
  if (/^\d+$/.test(text)) return { type: 'splash', splash_id: Number(text), overlay_id: null }
  return { type: text, splash_id: null, overlay_id: null }
}

async function checkPixels(db: Database, accountId: number, ids: number[], faults: Fault[]): Promise<void> {
  if (ids.length === 0) return
  const owned = await listOwnedIds(db, accountId, 'pixels', ids)
  ids.forEach((id, i) => {
    if (!owned.has(id)) faults.push({ path: `/pixels/${i}`, message: 'is not a pixel of the account' })
  })
}

const nouns = { campaigns: 'a campaign', channels: 'a channel', overlays: 'an overlay', splashes: 'a splash page' }

async function checkOwned(
  db: Database,
  accountId: number,
  table: keyof typeof nouns,
  path: string,
  id: number | null | undefined,
  faults: Fault[],
): Promise<void> {
  if (id === undefined || id === null || (await listOwnedIds(db, accountId, table, [id])).has(id)) return
  faults.push({ path, message: `is not ${nouns[table]} of the account` })
}

/** The id of a domain of the account, or null for the service's own host. Adds a fault if the name is neither. */
export async function readDomain(
  db: Database,
  config: Config,
  accountId: number,
  name: string,
  faults: Fault[],
): Promise<number | null> {
  const host = hostOf(name)
  if (host === config.baseHost) return null
  const domain = await findDomainByHost(db, accountId, host)
  if (!domain) faults.push({ path: '/domain', message: 'is not a domain of the account' })
  return domain?.id ?? null
}
