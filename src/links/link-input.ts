import type { Database } from '../../db/open.ts'
import { listDomainsByHost } from '../../db/queries/domains.ts'
import type { LinkChangeRow } from '../../db/queries/link-changes.ts'
import type { LinkColumns } from '../../db/tables/links.ts'
import { type LinkChange, type NewLink, plainLinkFields } from '../../schemas/links.ts'
import { type DeepLink, type GeoTarget, Parameter, type TimeTarget } from '../../schemas/targets.ts'
import type { Config } from '../config/config.ts'
import { hostOf } from '../domains/domain-name.ts'
import { type Fault, invalid } from '../errors/api-error.ts'
import { countryCode } from '../locale/countries.ts'
import { accountOwner, hashPassword } from '../security/secrets.ts'
import { readTimestamp } from '../time/timestamps.ts'
import { canonicalZone } from '../time/zones.ts'
import { findReferences, type ReferenceNeeds, readType } from './link-references.ts'
import type { ReservedAliases } from './reserved-aliases.ts'

/** The validated body of a request to create or update a link, as columns. Undefined: not sent. */
export interface LinkInput<C = Partial<LinkColumns>> {
  columns: C
  alias: string | undefined
  /** Further aliases of the link. */
  aliases: string[] | undefined
  /** null: the service's own host. */
  domainId: number | null | undefined
  pixels: number[] | undefined
  /** null: remove from all channels. */
  channel: number | null | undefined
}

type Body = Omit<NewLink, 'reuse'> | LinkChange

// A new link has a URL.
type ColumnsOf<B> = Partial<LinkColumns> & (B extends { url: string } ? { url: string } : unknown)

type Plain = 'url' | (typeof plainLinkFields)[number]
// Compiles only if every plain field has a column of its name.
const plain: readonly (Plain & keyof LinkColumns)[] = ['url', ...plainLinkFields]

/** The maximum number of different passwords in a request, because hashing one takes about 17 ms of a core. */
const MAX_PASSWORDS = 20

/** A function that hashes the passwords of one request, each of them once. */
function createHasher(accountId: number) {
  const hashes = new Map<string, Promise<string>>()
  return async (password: string): Promise<string | Fault> => {
    const known = hashes.get(password)
    if (known) return known
    if (hashes.size === MAX_PASSWORDS)
      return { path: '/password', message: `is one more than the ${MAX_PASSWORDS} different passwords of one request` }
    const hash = hashPassword(password, accountOwner(accountId))
    hashes.set(password, hash)
    return hash
  }
}

/**
 * Reads the validated bodies of requests to create or update links: columns, or every reference that does not exist.
 */
export async function readLinkInputs<B extends Body>(
  needed: ReferenceNeeds,
  accountId: number,
  bodies: readonly B[],
): Promise<(LinkInput<ColumnsOf<B>> | { faults: Fault[] })[]> {
  const references = await findReferences(needed, accountId, bodies)
  const hash = createHasher(accountId)
  return Promise.all(
    references.map(async ({ faults, domainId }, i) => {
      const body: LinkChange = bodies[i] as Body
      if (faults.length > 0) return { faults }
      const password_hash = typeof body.password === 'string' ? await hash(body.password) : body.password
      if (typeof password_hash === 'object' && password_hash !== null) return { faults: [password_hash] }
      const columns = {
        ...readColumns(body),
        ...(password_hash === undefined ? {} : { password_hash }),
      } as ColumnsOf<B>
      const { custom: alias, aliases, pixels, channel } = body
      return { columns, alias, aliases, domainId, pixels, channel }
    }),
  )
}

/**
 * Reads the body of a request to create or update a link. Throws `invalid_request` with every reference that does not
 * exist.
 */
export async function readLinkInput<B extends Body>(
  needed: ReferenceNeeds,
  accountId: number,
  body: B,
): Promise<LinkInput<ColumnsOf<B>>> {
  const [input] = (await readLinkInputs(needed, accountId, [body])) as [LinkInput<ColumnsOf<B>> | { faults: Fault[] }]
  if ('faults' in input) throw invalid(input.faults)
  return input
}

/** Creates the function that converts the input of an update request to the change. */
export const changeReader =
  (reserved: ReservedAliases) =>
  (id: number, { alias, aliases, domainId, ...input }: LinkInput, keepalias = false): LinkChangeRow => ({
    ...input,
    id,
    move: {
      ...(alias === undefined ? {} : { alias }),
      ...(domainId === undefined ? {} : { domainId }),
      ...(aliases === undefined ? {} : { aliases }),
      keepalias,
      isReserved: (one) => reserved.isReserved(one, 'own'),
    },
  })

function readColumns(fields: LinkChange): Partial<LinkColumns> {
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
  return columns
}

/** The columns that clear these optional fields of a link. */
export function clearedColumns(fields: readonly (keyof LinkChange)[]): Partial<LinkColumns> {
  const { password, ...change } = Object.fromEntries(fields.map((name) => [name, null])) as LinkChange
  return { ...readColumns(change), ...(password === null ? { password_hash: null } : {}) }
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
  const id = (await listDomainsByHost(db, accountId, [host])).get(host)?.id
  if (id === undefined) faults.push({ path: '/domain', message: 'is not a domain of the account' })
  return id ?? null
}
