import type { Database } from '../../db/open.ts'
import { findPublicQrCode } from '../../db/queries/qr.ts'
import type { Caches } from '../cache/cache-registry.ts'
import type { Config } from '../config/config.ts'
import { hostOf } from '../domains/domain-name.ts'
import { urlsOfContent } from './blocked-content.ts'
import { buildQrCode, type QrCode } from './code.ts'

/** A code by its public address. */
export interface CachedCode extends QrCode {
  id: number
  accountId: number
  /** null: none, or one that was deleted. */
  domainId: number | null
  isDetached: boolean
  name: string
  publicstats: boolean
  /** Whether its pictures encode the content directly, instead of a URL of this service. */
  isStatic: boolean
  /** What may be URLs in its content. */
  urls: readonly string[]
  /** The hosts that it is served on; '': the service's own. */
  hosts: readonly string[]
}

/**
 * Finds a code by its public address, cached until the database notifies of a change. `admit` limits the lookups of
 * what is not cached.
 */
export type CodeCache = (
  address: string,
  admit: (lookup: () => Promise<CachedCode | null>) => Promise<CachedCode | null>,
) => CachedCode | null | Promise<CachedCode | null>

const MAX_BYTES = 64 * 1024 * 1024
const MAX_CODES = 20_000
const MAX_UNKNOWN = 10_000
// Adding a deleted domain again changes no row that the code was read from.
const DETACHED_MS = 10_000
// Estimate: the modules of a symbol and the objects around them.
const BYTES_PER_CODE = 20_000

export function createCodeCache(db: Database, caches: Caches, config: Pick<Config, 'baseUrl'>): CodeCache {
  const codes = caches.create<CachedCode>('codes', {
    maxEntries: MAX_CODES,
    maxBytes: MAX_BYTES,
    sizeOf: ({ symbol }) => BYTES_PER_CODE + (symbol.logo?.image.png.length ?? 0),
    maxNegatives: MAX_UNKNOWN,
    ttlMs: (code) => (code?.isDetached ? DETACHED_MS : Number.POSITIVE_INFINITY),
    tagsOf: ({ id, accountId, domainId }) => [
      `qr_codes:${id}`,
      `deleted_accounts:${accountId}`,
      ...(domainId === null ? [] : [`domains:${domainId}`]),
    ],
    tables: ['qr_codes', 'deleted_accounts', 'domains'],
    sharesPatience: true,
    negativeTables: ['qr_codes'],
  })
  const find = async (address: string): Promise<CachedCode | null> => {
    const row = await findPublicQrCode(db, address)
    if (!row) return null
    const { id, account_id: accountId, name, publicstats, domain, domain_id: domainId, former_hosts } = row
    const code = buildQrCode(row, config)
    return {
      ...code,
      id,
      accountId,
      domainId,
      isDetached: domain !== null && domainId === null,
      name,
      publicstats,
      isStatic: row.is_static,
      urls: urlsOfContent(code.content),
      hosts: [domain === null ? '' : hostOf(domain), ...former_hosts],
    }
  }
  return (address, admit) => codes.get(address, () => admit(() => find(address)))
}
