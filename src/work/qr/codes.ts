import { LRUCache } from 'lru-cache'
import type { Database } from '../../../db/open.ts'
import { findPublicQrCode } from '../../../db/queries/qr.ts'
import type { Config } from '../../config.ts'
import type { Changes } from '../changes.ts'
import { type Code, readDrawable } from './code.ts'

/** A code that visitors and pictures ask for. */
export interface FoundCode extends Code {
  id: number
  name: string
}

/** Codes by what stands in their address, remembered until the database tells of a change. What is not there is not remembered. */
export type Codes = (code: string) => Promise<FoundCode | null>

const MOST_BYTES = 64 * 1024 * 1024
// A symbol's modules and what belongs to them, about.
const BYTES_A_CODE = 20_000

export function watchCodes(db: Database, changes: Changes, config: Pick<Config, 'baseUrl'>): Codes {
  const addresses = new Map<string, string>()
  const codes = new LRUCache<string, FoundCode>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ symbol }) => BYTES_A_CODE + (symbol.logo?.image.png.length ?? 0),
    dispose: ({ id }) => addresses.delete(String(id)),
  })
  // What was read before a change was heard may be old: it is used once, but not kept.
  let epoch = 0
  changes.on('qr_codes', (id) => {
    epoch++
    const address = addresses.get(id)
    if (address !== undefined) codes.delete(address)
  })
  changes.onGap(() => {
    epoch++
    codes.clear()
  })

  return async (address) => {
    const known = codes.get(address)
    if (known) return known
    const before = epoch
    const row = await findPublicQrCode(db, address)
    if (!row) return null
    const code = { ...readDrawable(row, config), id: row.id, name: row.name }
    if (epoch === before) {
      codes.set(address, code)
      addresses.set(String(row.id), address)
    }
    return code
  }
}
