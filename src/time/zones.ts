import { LRUCache } from 'lru-cache'

const zones = new Map([...Intl.supportedValuesOf('timeZone'), 'UTC'].map((name) => [name.toLowerCase(), name]))

// Node goes on using these names after the IANA database has replaced them (CLDR, common/bcp47/timezone.xml, `iana`).
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

// By lower-case name: case is not part of a zone's name, so no number of spellings makes more entries.
const aliases = new LRUCache<string, { zone: string | undefined }>({ max: 1000 })

/**
 * The name of an IANA time zone as Node and every Postgres know it, for the zone's name or an alias in any case; undefined
 * where there is none. Node knows more names (AGT, offsets such as +02:00); they are not accepted.
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

/** The name the IANA database uses today for a zone given by name or alias in any case; undefined where there is none. */
export function canonicalZone(name: string): string | undefined {
  const zone = resolveZone(name)
  return zone === undefined ? undefined : (renamed[zone] ?? zone)
}

// A formatter takes about 24 KB outside the heap.
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
 * What a zone's clocks and calendar show at a moment, as the moment at which UTC shows the same, in whole seconds; null for
 * a zone that does not exist.
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

// How far a zone's clocks are ahead of UTC at a moment, in milliseconds.
function offsetAt(moment: number, timezone: string): number {
  const local = localTime(new Date(moment), timezone)
  if (local === null) throw new RangeError('A time zone was not checked before it was used.')
  return local.getTime() - Math.floor(moment / 1000) * 1000
}

/** The moment at which a zone's clocks show what `local` shows in UTC; where they show it twice, the first. */
export function fromZone(local: Date, timezone: string): Date {
  const shown = local.getTime()
  const guess = shown - offsetAt(shown, timezone)
  const before = shown - offsetAt(guess - 3_600_000, timezone)
  const candidates = [before, guess, shown - offsetAt(guess, timezone)].sort((a, b) => a - b)
  const fits = candidates.find((moment) => moment + offsetAt(moment, timezone) === shown)
  return new Date(fits ?? guess)
}

/** The beginning of the day that a zone's calendar shows at a moment. */
export function dayInZone(moment: Date, timezone: string): Date {
  const local = new Date(moment.getTime() + offsetAt(moment.getTime(), timezone))
  local.setUTCHours(0, 0, 0, 0)
  return fromZone(local, timezone)
}
