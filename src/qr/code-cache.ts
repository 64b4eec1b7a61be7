import type { Database } from '../../db/open.ts'
import { findPublicQrCode } from '../../db/queries/qr.ts'
import type { Caches } from '../cache/caches.ts'
import type { Config } from '../config/config.ts'
import { type Code, readDrawable } from './code.ts'

/** A code that visitors and pictures ask for. */
export interface FoundCode extends Code {
  id: number
  name: string
}

/** Finds a code by its address, cached until the database notifies of a change. `admit` runs the look-up where it is not cached. */
export type CodeCache = (
  address: string,
  admit: (lookUp: () => Promise<FoundCode | null>) => Promise<FoundCode | null>,
) => FoundCode | null | Promise<FoundCode | null>

const MAX_BYTES = 64 * 1024 * 1024
const MAX_CODES = 20_000
const MAX_UNKNOWN = 10_000
// A symbol's modules and its other objects, roughly.
const BYTES_PER_CODE = 20_000

export function createCodeCache(db: Database, caches: Caches, config: Pick<Config, 'baseUrl'>): CodeCache {
  const codes = caches.create<FoundCode>('codes', {
    maxEntries: MAX_CODES,
    maxBytes: MAX_BYTES,
    sizeOf: ({ symbol }) => BYTES_PER_CODE + (symbol.logo?.image.png.length ?? 0),
    maxNegatives: MAX_UNKNOWN,
    tagsOf: ({ id }) => [`qr_codes:${id}`],
    tables: ['qr_codes'],
    negativeTables: ['qr_codes'],
  })
  const find = async (address: string): Promise<FoundCode | null> => {
    const row = await findPublicQrCode(db, address)
    return row ? { ...readDrawable(row, config), id: row.id, name: row.name } : null
  }
  return (address, admit) => codes.get(address, () => admit(() => find(address)))
}
