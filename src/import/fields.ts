// As many as a link may have.
const MAX_ALIASES = 20

/**
 * Reads a time as sources write it, as UTC `YYYY-MM-DD HH:MM:SS`; without a zone it is taken as UTC. Undefined: none,
 * or not understood.
 */
export function readTime(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const date = toDate(value)
  if (date === undefined || Number.isNaN(date.getTime())) return undefined
  const text = date.toISOString()
  return text.length === 24 ? text.slice(0, 19).replace('T', ' ') : undefined
}

const YEAR_FIRST =
  /^(\d{4})([-/.])(\d{2})\2(\d{2})(?:[T ] ?(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i

function toDate(value: unknown): Date | undefined {
  if (typeof value === 'number') return new Date(value < 100_000_000_000 ? value * 1000 : value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000)
  if (/^\d{13}$/.test(text)) return new Date(Number(text))
  const [, year, , month, dayOfMonth, time = '00:00:00', zone = 'Z'] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) {
    const day = `${year}-${month}-${dayOfMonth}`
    const clock = time.length < 5 || time.indexOf(':') === 1 ? `0${time}` : time
    const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z'
    const midnight = new Date(`${day}T00:00:00Z`)
    // 2024-02-31 would be a day of March.
    if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined
    return new Date(`${day}T${clock.length === 5 ? `${clock}:00` : clock}${offset}`)
  }
  // With the month as a word there is one way to read it.
  if (/[a-z]{3}/i.test(text) && text.length < 40)
    return new Date(/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\b/i.test(text) ? text : `${text} UTC`)
  return undefined
}

/** Reads a number of clicks; undefined: none, or not understood. */
export function readCount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  const [, grouped] = COUNT.exec(value.trim()) ?? []
  const digits = grouped?.replaceAll(/\D/g, '') ?? ''
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

// 1234, 1,234 and 1.234; also 12.0, as programs write whole numbers of a column that has gaps.
const COUNT = /^(\d{1,3}(?:[ ,.'’_\u00a0\u202f]\d{2,3})*[ ,.'’_\u00a0\u202f]\d{3}|\d+)(?:[.,]0{1,2})?$/

/** Takes a short URL apart, with or without its scheme. */
export function takeShortUrl(text: string): { domain?: string; custom?: string } {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (text === '' || !URL.canParse(withScheme)) return {}
  const { host, pathname } = new URL(withScheme)
  const path = pathname.replace(/^\//, '').replace(/\/$/, '')
  return { domain: host, ...(path === '' ? {} : { custom: decode(path) }) }
}

/** Takes the short URLs of one link apart: the first is its alias, and others on its domain are further ones. */
export function takeShortUrls(texts: readonly string[]): { fields: Record<string, unknown>; notes: string[] } {
  const [first = {}, ...others] = [...new Set(texts.filter((text) => text !== ''))].map(takeShortUrl)
  const near = others.filter(({ domain, custom }) => domain === first.domain && custom !== undefined)
  const aliases = [...new Set(near.flatMap(({ custom }) => custom ?? []))].filter((custom) => custom !== first.custom)
  const far = others.filter(({ domain }) => domain !== first.domain)
  return {
    fields: { ...first, ...(aliases.length > 0 ? { aliases: aliases.slice(0, MAX_ALIASES) } : {}) },
    notes: [
      ...far.map(({ domain, custom = '' }) => `${domain}/${custom}, on another domain, is not carried over.`),
      ...aliases.slice(MAX_ALIASES).map((alias) => `The further alias ${alias} is one too many.`),
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

/** Splits a cell of tags: by `|` where there is one, else by commas. */
export function readTags(text: string): string[] {
  return cleanTags(text.split(text.includes('|') ? '|' : ','))
}

/** Tags without duplicates, spaces around them, and what a channel's name cannot hold. */
export function cleanTags(tags: readonly unknown[]): string[] {
  const names = tags.flatMap((tag) =>
    typeof tag === 'string' ? [tag.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()] : [],
  )
  return [...new Set(names.filter((name) => name !== '').map((name) => [...name].slice(0, 255).join('')))]
}

/** An expiry; one that is not understood stays as it is, and is a fault of the row. */
export const expiry = (value: unknown): unknown =>
  readTime(value) ?? (value === null || value === '' ? undefined : value)
