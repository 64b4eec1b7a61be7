import type { Database } from '../../db/open.ts'
import { findDomainByHost } from '../../db/queries/domains.ts'
import { listOwnedIds } from '../../db/queries/owned.ts'
import type { LinkColumns } from '../../db/tables/links.ts'
import { type LinkChange, type NewLink, plainLinkFields } from '../../schemas/links.ts'
import { type DeepLink, type GeoTarget, Parameter } from '../../schemas/targets.ts'
import type { Config } from '../config.ts'
import { type Fault, invalid } from '../errors.ts'
import { countryCode } from './countries.ts'
import { hashPassword } from './secrets.ts'
import { sent } from './sent.ts'
import { parseMoment } from './time.ts'
import { resolveZone } from './zones.ts'

/** What a link request asks for, checked and in the words of the store. What is undefined stays as it is. */
export interface LinkInput {
  columns: Partial<LinkColumns>
  alias: string | undefined
  /** null: the service's own address. */
  domainId: number | null | undefined
  pixels: number[] | undefined
  /** null: out of every channel. */
  channel: number | null | undefined
}

type Body = Omit<NewLink, 'reuse' | 'url'> | LinkChange

type Plain = 'url' | (typeof plainLinkFields)[number]
// A plain field without a column of its name does not compile.
const plain: readonly (Plain & keyof LinkColumns)[] = ['url', ...plainLinkFields]

/** Reads a link request; throws a 400 that names every field that is wrong. */
export async function readLinkInput(db: Database, config: Config, accountId: number, body: Body): Promise<LinkInput> {
  const faults: Fault[] = []
  const given: LinkChange = body
  const columns: Partial<LinkColumns> = sent(given, plain)
  if (given.geotarget !== undefined) columns.geotarget = readGeo(given.geotarget, faults)
  if (given.timetarget !== undefined) {
    columns.timetarget = given.timetarget
    checkZones(given.timetarget, faults)
  }
  if (given.parameters !== undefined) columns.parameters = readParameters(given.parameters)
  if (given.deeplink !== undefined) columns.deeplink = readDeepLink(given.deeplink)
  if (given.expiry !== undefined) columns.expires_at = readExpiry(given.expiry, faults)
  if (given.type !== undefined) Object.assign(columns, await readType(db, accountId, given.type, faults))
  if (given.campaign !== undefined) {
    await checkOwned(db, accountId, 'campaigns', '/campaign', given.campaign, faults)
    columns.campaign_id = given.campaign
  }
  await checkOwned(db, accountId, 'channels', '/channel', given.channel, faults)
  const pixels = given.pixels === undefined ? undefined : await readPixels(db, accountId, given.pixels, faults)
  const domainId =
    given.domain === undefined ? undefined : await readDomain(db, config, accountId, given.domain, faults)
  if (faults.length > 0) throw invalid(faults)
  if (given.password !== undefined)
    columns.password_hash = given.password === null ? null : await hashPassword(given.password)
  return { columns, alias: given.custom, domainId, pixels, channel: given.channel }
}

function readGeo(targets: GeoTarget[], faults: Fault[]): GeoTarget[] {
  return targets.map(({ location, link }, i) => {
    const code = countryCode(location)
    if (code === undefined)
      faults.push({ path: `/geotarget/${i}/location`, message: 'is not a country code or English country name' })
    return { location: code ?? location, link }
  })
}

function checkZones(targets: { timezone: string }[], faults: Fault[]): void {
  targets.forEach(({ timezone }, i) => {
    if (resolveZone(timezone) === undefined)
      faults.push({ path: `/timetarget/${i}/timezone`, message: 'is not an IANA time zone' })
  })
}

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

function readExpiry(expiry: string | null, faults: Fault[]): Date | null {
  if (expiry === null) return null
  const moment = parseMoment(expiry)
  if (moment === undefined) faults.push({ path: '/expiry', message: 'is not a date of the calendar' })
  else if (moment.getTime() <= Date.now()) faults.push({ path: '/expiry', message: 'must be in the future' })
  return moment ?? null
}

// 'direct', 'frame', 'splash', the id of a splash page, or 'overlay-<id>'.
async function readType(db: Database, accountId: number, type: string | number, faults: Fault[]) {
  const text = String(type)
  const overlay = /^overlay-(\d+)$/.exec(text)?.[1]
  if (overlay !== undefined) {
    await checkOwned(db, accountId, 'overlays', '/type', Number(overlay), faults)
    return { type: 'overlay', overlay_id: Number(overlay), splash_id: null }
  }
  if (/^\d+$/.test(text)) {
    await checkOwned(db, accountId, 'splashes', '/type', Number(text), faults)
    return { type: 'splash', splash_id: Number(text), overlay_id: null }
  }
  return { type: text, splash_id: null, overlay_id: null }
}

async function readPixels(db: Database, accountId: number, ids: number[], faults: Fault[]): Promise<number[]> {
  const owned = await listOwnedIds(db, accountId, 'pixels', ids)
  ids.forEach((id, i) => {
    if (!owned.has(id)) faults.push({ path: `/pixels/${i}`, message: 'is not a pixel of the account' })
  })
  return ids
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

/** The id of the account's domain of this name, null for the service's own host; a fault where it is neither. */
export async function readDomain(
  db: Database,
  config: Config,
  accountId: number,
  name: string,
  faults: Fault[],
): Promise<number | null> {
  const url = name.includes('://') ? name : `https://${name}`
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : ''
  if (host === config.baseHost) return null
  const domain = host === '' ? undefined : await findDomainByHost(db, accountId, host)
  if (!domain) faults.push({ path: '/domain', message: 'is not a domain of the account' })
  return domain?.id ?? null
}
