import { MAX_EXTRA_ALIASES } from '../../db/queries/aliases.ts'
import { formatTimestamp } from '../time/timestamps.ts'

/**
 * Reads a time as sources write it, as UTC `YYYY-MM-DD HH:MM:SS`; without a time zone it is read as UTC. Undefined if
 * there is none or it cannot be parsed.
 */
export function readTime(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const date = toDate(value)
  if (date === undefined || Number.isNaN(date.getTime())) return undefined
  return date.toISOString().length === 24 ? formatTimestamp(date) : undefined
}

const YEAR_FIRST =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ] ?(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?: UTC| GMT)?)?$/i

function toDate(value: unknown): Date | undefined {
  if (typeof value === 'number') return new Date(value < 100_000_000_000 ? value * 1000 : value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000)
  if (/^\d{13}$/.test(text)) return new Date(Number(text))
  const [, year, , month = '', dayOfMonth = '', time = '00:00:00', zone = 'Z'] = YEAR_FIRST.exec(text) ?? []
  if (year === undefined) return withMonthName(text)
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const clock = time.indexOf(':') === 1 ? `0${time}` : time
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z'
  const midnight = new Date(`${day}T00:00:00Z`)
  // Date would turn 2024-02-31 into a day of March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined
  return new Date(`${day}T${clock.length === 5 ? `${clock}:00` : clock}${offset}`)
}

const MONTH =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i
const DAY_NAME = /\b(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/i
const ZONE = /(?:\b(?:Z|UTC|GMT)|[+-]\d{2}:?\d{2})$/i

/** With the month as a word there is one way to read a date. */
function withMonthName(text: string): Date | undefined {
  if (text.length > 80) return undefined
  // As in `Tue Jan 2nd, 2024 at 03:04:05 GMT+0200 (Central European Time)`.
  const short = text
    .replace(/ \([^)]*\)$/, '')
    .replace(DAY_NAME, ' ')
    .replaceAll(/(?<=\d)(?:st|nd|rd|th)\b|\bat\b/gi, ' ')
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

// What programs write in place of nothing.
const NO_URL = /^(?:-|null|\\n|none|n\/a)$/i

/** Splits a short URL, with or without scheme, into domain and alias. `sale` and `/summer/sale` are an alias alone. */
export function takeShortUrl(text: string): { domain?: string; custom?: string } {
  if (NO_URL.test(text)) return {}
  const isAlias = /^(?:\/(?!\/)|[^./:]+$)/.test(text)
  const url = isAlias
    ? `https://host/${text.replace(/^\//, '')}`
    : /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
      ? text
      : `https://${text}`
  if (text === '' || !URL.canParse(url)) return {}
  const { host, pathname } = new URL(url)
  const path = pathname.replace(/^\//, '').replace(/\/$/, '')
  return { ...(isAlias ? {} : { domain: host }), ...(path === '' ? {} : { custom: decode(path) }) }
}

/** Splits the short URLs of a link: the first gives its alias, others on the same domain its further aliases. */
export function takeShortUrls(texts: readonly string[]): { fields: Record<string, unknown>; notes: string[] } {
  const [first = {}, ...others] = [...new Set(texts.filter((text) => text !== ''))].map(takeShortUrl)
  const near = others.filter(({ domain, custom }) => domain === first.domain && custom !== undefined)
  const aliases = [...new Set(near.flatMap(({ custom }) => custom ?? []))].filter((custom) => custom !== first.custom)
  const far = others.filter(({ domain }) => domain !== first.domain)
  return {
    fields: { ...first, ...(aliases.length > 0 ? { aliases: aliases.slice(0, MAX_EXTRA_ALIASES) } : {}) },
    notes: [
      ...far.map(({ domain, custom = '' }) => `${domain}/${custom}, on another domain, is not carried over.`),
      ...aliases.slice(MAX_EXTRA_ALIASES).map((alias) => `The further alias ${alias} is one too many.`),
    ],
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Splits a cell of tags: a JSON list of names, or else by `|` where there is one, or by commas. */
export function readTags(text: string): string[] {
  return readNames(text) ?? cleanTags(text.split(text.includes('|') ? '|' : ','))
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

/** Removes duplicates, surrounding spaces and characters that are invalid in the name of a channel. */
export function cleanTags(tags: readonly unknown[]): string[] {
  const names = tags.flatMap((tag) =>
    typeof tag === 'string' ? [tag.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()] : [],
  )
  return [...new Set(names.filter((name) => name !== '').map((name) => [...name].slice(0, 255).join('')))]
}

// As databases and people write that there is none.
const NO_TIME = /^(?:|null|\\n|none|never|n\/a|-|0000-00-00(?: 00:00:00)?)$/i

/** An expiry; one that cannot be parsed is kept as text, so that validation reports it. */
export const expiry = (value: unknown): unknown =>
  readTime(value) ?? (value === null || (typeof value === 'string' && NO_TIME.test(value.trim())) ? undefined : value)

const NO_LIMIT = /^(?:|0|null|\\n|none|never|n\/a|-|unlimited|∞)$/i

/** A click limit; one that is no number is kept as text, so that validation reports it. */
export const clickLimit = (text: string): unknown => (NO_LIMIT.test(text) ? undefined : (readCount(text) ?? text))

/** The statuses with which a link can redirect; undefined for others. */
export const readRedirectStatus = (value: unknown): number | undefined =>
  [301, 302, 307, 308].find((status) => String(status) === String(value))

/** Splits a cell of aliases, which contain neither bars, commas nor spaces. */
export const readAliases = (text: string): string[] => [
  ...new Set(text.split(/[|,\s]+/).flatMap((alias) => alias.replace(/^\//, '') || [])),
]
