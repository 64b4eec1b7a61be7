let codes: Map<string, string> | undefined

// Codes that Intl has names for but that are not countries of IP addresses: unions, island groups, test codes,
// "unknown".
const NOT_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])

// Every assigned alpha-2 code has an English name; Intl returns other codes unchanged.
function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const found = new Map<string, string>()
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const first of letters)
    for (const second of letters) {
      const code = first + second
      // For withdrawn codes (DD) Intl has the name of the successor (DE), which is added under its own code.
      if (new Intl.Locale(`und-${code}`).region !== code || NOT_COUNTRIES.has(code)) continue
      const name = names.of(code)
      if (name !== undefined && name !== code && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), code)
    }
  for (const [name, code] of [
    ['usa', 'US'],
    ['united states of america', 'US'],
    ['uk', 'GB'],
    ['great britain', 'GB'],
    ['czech republic', 'CZ'],
    ['turkey', 'TR'],
  ] as const)
    found.set(name, code)
  return found
}

/**
 * The ISO 3166-1 alpha-2 code of a country, given by code or English name in any case; undefined if there is no such
 * country.
 */
export function countryCode(text: string): string | undefined {
  codes ??= codesByName()
  const given = text.trim().toLowerCase()
  const known = codes.get(given)
  if (known) return known
  const upper = given.toUpperCase()
  return [...codes.values()].includes(upper) ? upper : undefined
}
