import type { LocaleData } from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

let codes: Map<string, string> | undefined

// Codes that Intl has names for but that are not countries of IP addresses: unions, island groups, test codes,
// "unknown".
const NOT_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])

// Normalizing a name takes long if it has thousands of marks.
const MAX_NAME = 200

// Names that neither list has: common, former and formal ones that statistics and other services use.
const OTHER_NAMES: Record<string, readonly string[]> = {
  CD: ['DR Congo', 'Congo, The Democratic Republic of the', 'Congo - Kinshasa'],
  CG: ['Congo', 'Congo - Brazzaville'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FK: ['Falkland Islands (Malvinas)'],
  GB: ['Great Britain', 'UK'],
  KP: ["Korea, Democratic People's Republic of"],
  KR: ['Korea'],
  LA: ["Lao People's Democratic Republic"],
  MK: ['Macedonia'],
  MM: ['Burma', 'Myanmar (Burma)'],
  MO: ['Macau', 'Macao'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  VA: ['Vatican', 'Holy See'],
  VI: ['Virgin Islands, U.S.'],
  VN: ['Viet Nam'],
}

// "Korea, Republic of" is "Republic of Korea"; case, accents, punctuation, "the" and "&" make no difference.
function normalizeName(name: string): string {
  const [head = '', ...rest] = name.split(', ')
  const inOrder = rest.length === 1 && /\b(?:of|the|U\.S\.)$/i.test(rest[0] ?? '') ? `${rest[0]} ${head}` : name
  return inOrder
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/\bst\b\.?/g, 'saint')
    .replace(/\./g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bthe\b/g, '')
    .replace(/ +/g, ' ')
    .trim()
}

function codesByName(): Map<string, string> {
  const found = new Map<string, string>()
  const add = (code: string, names: string | readonly string[]) => {
    for (const name of [names].flat()) {
      const key = normalizeName(name)
      if (!found.has(key)) found.set(key, code)
    }
  }
  for (const [code, names] of Object.entries(OTHER_NAMES)) add(code, names)
  const styles = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(['en'], { type: 'region', style, fallback: 'none' }),
  )
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    // For withdrawn codes (DD) Intl has the name of the successor (DE), which is added under its own code.
    if (new Intl.Locale(`und-${code}`).region !== code || NOT_COUNTRIES.has(code)) continue
    add(
      code,
      styles.map((style) => style.of(code)).filter((name) => name !== undefined),
    )
  }
  for (const [code, names] of Object.entries((english as LocaleData).countries)) add(code, names)
  return found
}

/**
 * The ISO 3166-1 alpha-2 code of a country, given by code or by an English name: common, official or former, in any
 * case, with or without accents; undefined if there is no such country.
 */
export function countryCode(text: string): string | undefined {
  if (text.length > MAX_NAME) return undefined
  codes ??= codesByName()
  const given = text.trim()
  const upper = given.toUpperCase()
  if ([...codes.values()].includes(upper)) return upper
  // "Bolivia, Plurinational State of": formal names that no list has in this order.
  return codes.get(normalizeName(given)) ?? codes.get(normalizeName(given.replace(/, [^,]+ of$/i, '')))
}
