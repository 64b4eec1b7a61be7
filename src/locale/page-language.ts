import { LRUCache } from 'lru-cache'
import { bestLanguageIndex, preferredLanguages } from './languages.ts'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { it } from './texts/it.ts'
import { ja } from './texts/ja.ts'
import { nl } from './texts/nl.ts'
import { pl } from './texts/pl.ts'
import { pt } from './texts/pt.ts'
import type { Plural, Texts } from './texts/texts.ts'
import { tr } from './texts/tr.ts'
import { zh } from './texts/zh.ts'

const all = { en, ar, de, es, fr, it, ja, nl, pl, pt, tr, zh } satisfies Record<string, Texts>
const tags = Object.keys(all) as (keyof typeof all)[]

/** The tags of the languages that pages have texts in. */
export const PAGE_LANGUAGES: readonly string[] = tags

/** The language of a page: its fixed words, and how it writes numbers, dates and names. */
export interface PageLanguage {
  /** A BCP 47 tag, for `lang`. */
  tag: string
  dir: 'ltr' | 'rtl'
  texts: Texts
  number(value: number): string
  /** A text with a number in the right plural form. */
  count(forms: Plural, value: number): string
  /** A number of seconds, from 90 on in minutes, with its unit. */
  wait(seconds: number): string
  /** A number of days, a year from 365 on, with its unit. */
  span(days: number): string
  /** A date that begins with `YYYY-MM-DD`. */
  day(date: string): string
  /** Day and month of such a date. */
  shortDay(date: string): string
  /** Month and year of such a date. */
  month(date: string): string
  /** A day of the week, 0 is Monday. */
  weekday(day: number, length: 'long' | 'short'): string
  /** An hour of the day, 0 to 23. */
  hour(hour: number): string
  /** The name of a country by its ISO alpha-2 code; the code itself if it has none. */
  country(code: string): string
  /** The name of a language by its tag; the tag itself if it has none. */
  language(code: string): string
  /** A text of another direction, such as a host, to be placed in a text of this language. */
  isolate(text: string): string
}

// Not in the types of TypeScript yet.
type LocaleWithText = Intl.Locale & { getTextInfo(): { direction?: string } }

function directionOf(tag: string): 'ltr' | 'rtl' {
  const { direction } = (new Intl.Locale(tag) as LocaleWithText).getTextInfo()
  return direction === 'rtl' ? 'rtl' : 'ltr'
}

function createLanguage(tag: string, texts: Texts): PageLanguage {
  const dir = directionOf(tag)
  const rules = new Intl.PluralRules(tag)
  const numbers = new Intl.NumberFormat(tag)
  const unit = (name: string, value: number) =>
    new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value)
  // That of the figures and of the date fields, in every language.
  const gregorian = { calendar: 'gregory', timeZone: 'UTC' } as const
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', ...gregorian })
  const shortDays = new Intl.DateTimeFormat(tag, { month: 'numeric', day: 'numeric', ...gregorian })
  const months = new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', ...gregorian })
  const hours = new Intl.DateTimeFormat(tag, { hour: 'numeric', timeZone: 'UTC' })
  const weekdays = {
    long: new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
    short: new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }),
  }
  const dateOf = (date: string) => new Date(`${date.slice(0, 10)}T00:00:00Z`)
  const nameOf = (type: 'region' | 'language') => {
    const names = new Intl.DisplayNames([tag], { type, fallback: 'code' })
    return (code: string) => {
      try {
        return names.of(code) ?? code
      } catch {
        return code
      }
    }
  }
  return {
    tag,
    dir,
    texts,
    number: (value) => numbers.format(value),
    count: (forms, value) => (forms[rules.select(value)] ?? forms.other).replace('{n}', numbers.format(value)),
    wait: (seconds) =>
      seconds < 90 ? unit('second', Math.max(1, Math.ceil(seconds))) : unit('minute', Math.ceil(seconds / 60)),
    span: (length) => (length < 365 ? unit('day', length) : unit('year', Math.floor(length / 365))),
    day: (date) => days.format(dateOf(date)),
    shortDay: (date) => shortDays.format(dateOf(date)),
    month: (date) => months.format(dateOf(date)),
    // The fifth of January 1970 was a Monday.
    weekday: (day, length) => weekdays[length].format(Date.UTC(1970, 0, 5 + day)),
    hour: (hour) => hours.format(Date.UTC(1970, 0, 1, hour)),
    country: nameOf('region'),
    language: nameOf('language'),
    // First strong isolate, and pop directional isolate.
    isolate: (text) => (dir === 'rtl' ? `\u2068${text}\u2069` : text),
  }
}

// By tag: those of the visitors are few; owners may choose any.
const languages = new LRUCache<string, PageLanguage>({ max: 100 })

/** The language of a tag; its fixed words are those of the supported language that is nearest, else English. */
export function languageOf(tag: string): PageLanguage {
  const known = languages.get(tag)
  if (known) return known
  const best = tags[bestLanguageIndex(tags, [tag.toLowerCase()])] ?? 'en'
  const language = createLanguage(tag, all[best])
  languages.set(tag, language)
  return language
}

const MAX_HEADER = 200
const byHeader = new LRUCache<string, string>({ max: 1000 })

/** The supported language that an Accept-Language header prefers; English if it has none. */
export function visitorLanguage(header: string): PageLanguage {
  const text = header.slice(0, MAX_HEADER)
  let tag = byHeader.get(text)
  if (tag === undefined) {
    tag = tags[bestLanguageIndex(tags, preferredLanguages(text))] ?? 'en'
    byHeader.set(text, tag)
  }
  return languageOf(tag)
}
