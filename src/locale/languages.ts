import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

const MAX_LENGTH = 1000
const MAX_PREFERRED = 20

/** The languages of an Accept-Language header, in lower case, most preferred first, without `*` and those with q=0: 20 at most. */
export function preferredLanguages(header: string): string[] {
  return new Negotiator({ headers: { 'accept-language': header.slice(0, MAX_LENGTH) } })
    .languages()
    .map((tag) => tag.toLowerCase())
    .filter((tag) => /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/.test(tag))
    .slice(0, MAX_PREFERRED)
}

interface ReadTag {
  given: Intl.Locale
  /** With likely subtags added: `zh-TW` is `zh-Hant-TW`. */
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

// Bokmål and Nynorsk are Norwegian, and `no` alone usually means Bokmål: some browsers send only one of them.
const IMPLIED: Record<string, readonly string[]> = { nb: ['no'], nn: ['no'], no: ['nb'] }
const IMPLIED_SCORE = 0.5

// The number of subtags of `wanted` (language, script, region) if the visitor's language has all of them, else 0.
function matchScore(wanted: string, visitor: string): number {
  const [target, own] = [readTag(wanted), readTag(visitor)]
  if (!target || !own) return 0
  const { language, script, region } = target.given
  const isSame = language === own.given.language
  if (!isSame && !IMPLIED[own.given.language]?.includes(language)) return 0
  if (script !== undefined && script !== own.likely.script) return 0
  if (region !== undefined && region !== own.given.region) return 0
  return (isSame ? 1 : IMPLIED_SCORE) + (script === undefined ? 0 : 1) + (region === undefined ? 0 : 1)
}

/**
 * The index of the target that matches a visitor's languages best, or -1: the visitor's order decides, then the most
 * specific target (`zh-Hant` before `zh` for `zh-TW`). Targets are tags like `de` or `pt-BR`, or English names like
 * `German`; a target with a region or script matches only languages with the same.
 */
export function bestLanguageIndex(targets: readonly string[], languages: readonly string[]): number {
  const tags = targets.map(languageTag)
  for (const language of languages) {
    const scores = tags.map((tag) => (tag === null ? 0 : matchScore(tag, language)))
    const best = Math.max(0, ...scores)
    if (best > 0) return scores.indexOf(best)
  }
  return -1
}

const names = new Intl.DisplayNames(['en'], { type: 'language' })
let byName: Map<string, string> | undefined

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

/** The tag in lower case of a language, given by tag or English name; null if it is neither. */
export function languageTag(text: string): string | null {
  const wanted = text.trim().toLowerCase().replaceAll('_', '-')
  // No name looks like this; the names are only read when one may be meant.
  const isCode = /^[a-z]{2}(-|$)/.test(wanted)
  if (!isCode) byName ??= codesByName()
  const named = isCode ? undefined : byName?.get(wanted)
  if (named !== undefined || !/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(wanted)) return named ?? null
  try {
    // Canonical, as browsers send it: `de` for `deu`.
    return Intl.getCanonicalLocales(wanted)[0]?.toLowerCase() ?? null
  } catch {
    return null
  }
}
