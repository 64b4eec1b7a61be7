import { LRUCache } from 'lru-cache'

const zones = new Map([...Intl.supportedValuesOf('timeZone'), 'UTC'].map((name) => [name.toLowerCase(), name]))

// Names that Node still uses although the IANA database has replaced them (CLDR, common/bcp47/timezone.xml, `iana`).
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

// By lower-case name, so that different spellings do not add entries.
const aliases = new LRUCache<string, { zone: string | undefined }>({ max: 1000 })

/**
 * The name of an IANA time zone that both Node and Postgres know, for a name or alias in any case; undefined if there
 * is no such zone. Other names that Node accepts (AGT, offsets such as +02:00) are not accepted.
 */
export function resolveZone(name: string): string | undefined {
  if (name.length > 64) return undefined
  const key = name.toLowerCase()
  const known = zones.get(key)
  if (known !== undefined) return known
  let alias = aliases.get(key)
  if (alias === undefined) {
    alias = { zone: findZone(name) }
    aliases.set(key, alias)
  }
  return alias.zone
}

function findZone(name: string): string | undefined {
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    return zones.has(zone.toLowerCase()) || /^Etc\/GMT[+-]\d{1,2}$/.test(zone) ? zone : undefined
  } catch {
    return undefined
  }
}

/**
 * The current name in the IANA database of a zone, given by name or alias in any case; undefined if there is no such
 * zone.
 */
export function canonicalZone(name: string): string | undefined {
  const zone = resolveZone(name)
  return zone === undefined ? undefined : (renamed[zone] ?? zone)
}

// A formatter takes about 24 KB.
const MAX_FORMATTERS = 128
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: MAX_FORMATTERS })

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/**
 * The local time of a zone at a moment, as the Date whose UTC fields are equal to it, in whole seconds; null if there
 * is no such zone.
 */
export function localTime(moment: Date, timezone: string): Date | null {
  const zone = resolveZone(timezone)
  if (zone === undefined) return null
  const parts = formatterOf(zone).formatToParts(moment)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return new Date(
    Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second')),
  )
}

// The offset of a zone from UTC at a moment, in milliseconds.
function offsetAt(moment: number, timezone: string): number {
  const local = localTime(new Date(moment), timezone)
  if (local === null) throw new RangeError('The time zone was not validated.')
  return local.getTime() - Math.floor(moment / 1000) * 1000
}

/** The moment at which the local time of a zone is equal to the UTC fields of `local`; the first if there are two. */
export function fromZone(local: Date, timezone: string): Date {
  const shown = local.getTime()
  const guess = shown - offsetAt(shown, timezone)
  const before = shown - offsetAt(guess - 3_600_000, timezone)
  const candidates = [before, guess, shown - offsetAt(guess, timezone)].sort((a, b) => a - b)
  const fits = candidates.find((moment) => moment + offsetAt(moment, timezone) === shown)
  // A local time that was skipped, such as midnight where the clocks go forward then, is the end of the gap.
  return new Date(fits ?? candidates.at(-1) ?? guess)
}

/** The start of the local day of a zone at a moment. */
export function dayInZone(moment: Date, timezone: string): Date {
  const local = new Date(moment.getTime() + offsetAt(moment.getTime(), timezone))
  local.setUTCHours(0, 0, 0, 0)
  return fromZone(local, timezone)
}

/** The current names of all time zones, sorted. */
export const ZONE_NAMES: readonly string[] = [
  ...new Set([...zones.values()].map((name) => renamed[name] ?? name)),
].sort()
