import { formatTimestamp } from '../time/timestamps.ts'
import { textOf } from './service-client.ts'

/**
 * Reads a time as sources write it, as UTC `YYYY-MM-DD HH:MM:SS`; without a time zone it is read as UTC. Undefined if
 * there is none or it cannot be parsed.
 */
export function readTime(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || value === 0) return undefined
  const date = toDate(value)
  if (date === undefined || Number.isNaN(date.getTime())) return undefined
  return date.toISOString().length === 24 ? formatTimestamp(date) : undefined
}

const YEAR_FIRST =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ] ?(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?( ?[ap]m)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?: UTC| GMT)?)?$/i

function toDate(value: unknown): Date | undefined {
  if (typeof value === 'number') return new Date(value < 100_000_000_000 ? value * 1000 : value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000)
  if (/^\d{13}$/.test(text)) return new Date(Number(text))
  const [, year, , month = '', dayOfMonth = '', time = '00:00:00', half, zone = 'Z'] = YEAR_FIRST.exec(text) ?? []
  if (year === undefined) return withMonthName(text)
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const clock = clockOf(time, half)
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z'
  const midnight = new Date(`${day}T00:00:00Z`)
  // Date would turn 2024-02-31 into a day of March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day) || !clock) return undefined
  return new Date(`${day}T${clock.length === 5 ? `${clock}:00` : clock}${offset}`)
}

/** A time of day with two digits for the hour; of twelve hours where it has a half of the day, such as `pm`. */
function clockOf(time: string, half: string | undefined): string | undefined {
  const [hour = '', ...others] = time.split(':')
  if (half === undefined) return [hour.padStart(2, '0'), ...others].join(':')
  if (Number(hour) < 1 || Number(hour) > 12) return undefined
  const hours = (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  return [String(hours).padStart(2, '0'), ...others].join(':')
}

const MONTH =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i
const DAY_NAME = /\b(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/i
// After a time, because `02-Jan-2024` does not end with a zone.
const ZONE = /(?:\b(?:Z|UTC|GMT)|(?<=:\d{2}(?:\.\d+)?(?: [ap]m)? ?(?:UTC|GMT)?)[+-]\d{2}:?\d{2})$/i

/** With the month as a word there is one way to read a date. */
function withMonthName(text: string): Date | undefined {
  if (text.length > 80) return undefined
  // As in `Tue Jan 2nd, 2024 at 03:04:05 GMT+0200 (Central European Time)`.
  const short = text
    .replace(/ \([^)]*\)$/, '')
    .replace(DAY_NAME, ' ')
    .replaceAll(/(?<=\d)(?:st|nd|rd|th)\b|\bat\b/gi, ' ')
    .replace(/(?<=\d)(?=[ap]m\b)/i, ' ')
    .replace(/\b(\d{4})([-/. ])([a-z]{3,9})\2(\d{1,2})\b/i, '$4 $3 $1')
    .trim()
  const [, dayOfMonth] = /(?<![\d:.+-])(\d{1,2})(?![\d:])/.exec(short) ?? []
  // Of other texts Date would make a date as well: of `Week 5` one in 2001.
  const others = short
    .replace(MONTH, '')
    .replace(ZONE, '')
    .replace(/(?:UTC|GMT)$/i, '')
  if (!MONTH.test(short) || !/\b\d{4}\b/.test(short) || /[a-z]/i.test(others.replace(/(?<=\d) ?[ap]m\b/i, '')))
    return undefined
  const local = new Date(`${short.replace(ZONE, '').replace(/(?:UTC|GMT)$/i, '')} UTC`)
  if (dayOfMonth === undefined || local.getUTCDate() !== Number(dayOfMonth)) return undefined
  return ZONE.test(short) ? new Date(short) : local
}

/** Reads a number of clicks; undefined if there is none or it cannot be parsed. */
export function readCount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  const [, grouped] = COUNT.exec(value.trim()) ?? []
  const digits = grouped?.replaceAll(/\D/g, '') ?? ''
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

// 1234, 1,234 and 1.234; also 12.0, as programs write whole numbers of a column that has gaps.
const COUNT = /^(\d{1,3}(?:[ ,.'’_\u00a0\u202f]\d{2,3})*[ ,.'’_\u00a0\u202f]\d{3}|\d+)(?:[.,]0{1,2})?$/

/** Splits a cell of tags: a JSON list of names, or else by `|` where there is one, or by commas. */
export function readTags(text: string): string[] {
  return readNames(text) ?? tagsOf(text.split(text.includes('|') ? '|' : ','))
}

/** The names in a JSON list; undefined for other text. */
function readNames(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    const isNames = Array.isArray(list) && list.every((name) => typeof name === 'string' && NAME.test(name))
    return isNames ? [...new Set(list as string[])] : undefined
  } catch {
    return undefined
  }
}

const NAME = /^[^\u0000-\u001f\u007f-\u009f]{1,255}$/u
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g
const MAX_NAME = 255

/** The names in a list of tags, without the spaces around them. */
export const tagsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.map((tag) => textOf(tag).trim()).filter((name) => name !== '') : []

/** Names of channels from those of tags: without duplicates, and what they cannot have; with a note for each change. */
export function cleanTags(tags: readonly string[]): { names: string[]; notes: string[] } {
  const notes: string[] = []
  const names = tags.map((tag) => {
    const shown = `The tag “${tag.slice(0, 60)}”`
    const clean = tag.toWellFormed().replaceAll(CONTROLS, ' ')
    if (clean !== tag) notes.push(`${shown} has control characters, which were replaced.`)
    const characters = [...clean].slice(0, MAX_NAME + 1)
    if (characters.length > MAX_NAME) notes.push(`${shown} was cut to ${MAX_NAME} characters.`)
    return characters.slice(0, MAX_NAME).join('')
  })
  return { names: [...new Set(names.filter((name) => name !== ''))], notes }
}

const NONE = /^(?:|0(?:\.0+)?|false|null|\\n|none|never|n\/a|-|unlimited|∞|0000-00-00(?:[ T]00:00:00)?)$/i

/** Whether a value is what databases and people write for no time or limit. */
export const isNone = (value: unknown): boolean => NONE.test(String(value ?? '').trim())

/** The statuses with which a link can redirect; undefined for others. */
export const readRedirectStatus = (value: unknown): number | undefined =>
  [301, 302, 307, 308].find((status) => String(status) === String(value))

/** Splits a cell of aliases, which contain neither bars, commas nor spaces. */
export const readAliases = (text: string): string[] => [
  ...new Set(text.split(/[|,\s]+/).flatMap((alias) => alias.replace(/^\//, '') || [])),
]
