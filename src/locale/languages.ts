const MOST = 20

/** The languages of an Accept-Language header, most wanted first, lower-case; `*` and refused ones (q=0) are left out. */
export function preferredLanguages(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(',', MOST)
    .map((item, order) => {
      const [tag = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      const weight = quality === undefined ? 1 : Number(quality.slice(2))
      return { tag, weight: Number.isFinite(weight) ? Math.min(weight, 1) : 0, order }
    })
    .filter(({ tag, weight }) => /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
    .map(({ tag }) => tag)
}

/** How well a visitor's languages fit a wanted one (a tag like `de` or `pt-BR`, or an English name like `German`): its place, or -1. */
export function languagePlace(wanted: string, languages: readonly string[]): number {
  const tag = languageTag(wanted)
  return tag === null ? -1 : languages.findIndex((language) => language === tag || language.startsWith(`${tag}-`))
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
