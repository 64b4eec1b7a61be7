import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

const MAX_LENGTH = 1000

/** The languages of an Accept-Language header, most wanted first, lower-case; `*` and refused ones (q=0) are left out. */
export function preferredLanguages(header: string): string[] {
  return new Negotiator({ headers: { 'accept-language': header.slice(0, MAX_LENGTH) } })
    .languages()
    .map((tag) => tag.toLowerCase())
    .filter((tag) => /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/.test(tag))
}

interface ReadTag {
  /** What the tag says. */
  given: Intl.Locale
  /** What it most likely means: `zh-TW` is written in `Hant`. */
  likely: Intl.Locale
}

const known = new LRUCache<string, ReadTag | false>({ max: 1000 })

function readTag(tag: string): ReadTag | false {
  const cached = known.get(tag)
  if (cached !== undefined) return cached
  let read: ReadTag | false = false
  try {
    const given = new Intl.Locale(tag)
    read = { given, likely: given.maximize() }
  } catch {
    // Not a language tag.
  }
  known.set(tag, read)
  return read
}

// How many parts of a wanted tag (language, script, region) a visitor's tag fits: 0 where one does not.
function fitOf(wanted: string, visitor: string): number {
  const [target, own] = [readTag(wanted), readTag(visitor)]
  if (!target || !own || target.given.language !== own.given.language) return 0
  const { script, region } = target.given
  if (script !== undefined && script !== own.likely.script) return 0
  if (region !== undefined && region !== own.given.region) return 0
  return 1 + (script === undefined ? 0 : 1) + (region === undefined ? 0 : 1)
}

/**
 * The place of the language that fits a visitor best, or -1: the visitor's order decides, then the target that says most
 * (`zh-Hant` before `zh` for `zh-TW`). Targets are tags like `de` or `pt-BR`, or English names like `German`; a target with
 * a region or script fits only visitors who have it.
 */
export function bestLanguage(targets: readonly string[], languages: readonly string[]): number {
  const tags = targets.map(languageTag)
  for (const language of languages) {
    const fits = tags.map((tag) => (tag === null ? 0 : fitOf(tag, language)))
    const best = Math.max(0, ...fits)
    if (best > 0) return fits.indexOf(best)
  }
  return -1
}

const names = new Intl.DisplayNames(['en'], { type: 'language' })
let byName: Map<string, string> | undefined

// Every two-letter code that has a name of its own.
function codesByName(): Map<string, string> {
  const codes = new Map<string, string>()
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  for (const first of letters)
    for (const second of letters) {
      const name = names.of(first + second)?.toLowerCase()
      if (name !== undefined && name !== first + second && !codes.has(name)) codes.set(name, first + second)
    }
  return codes
}

/** The tag of a language given by tag or English name, lower-case; null for neither. */
export function languageTag(text: string): string | null {
  const wanted = text.trim().toLowerCase().replaceAll('_', '-')
  byName ??= codesByName()
  const named = byName.get(wanted)
  if (named !== undefined || !/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(wanted)) return named ?? null
  try {
    // As browsers send it: `deu` is `de` there.
    return Intl.getCanonicalLocales(wanted)[0]?.toLowerCase() ?? null
  } catch {
    return null
  }
}
