const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/** The English name of a country by its ISO alpha-2 code; the code itself if it has no name. */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code
  } catch {
    return code
  }
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** The English name of a language by its code; the code itself if it has no name. */
export function languageName(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

export type Social = 'facebook' | 'twitter' | 'instagram'

const socialHosts = new Map<string, Social>(
  Object.entries({
    'facebook.com': 'facebook',
    'fb.com': 'facebook',
    'fb.me': 'facebook',
    'messenger.com': 'facebook',
    'twitter.com': 'twitter',
    'x.com': 'twitter',
    't.co': 'twitter',
    'instagram.com': 'instagram',
    'ig.me': 'instagram',
  } as const),
)

/** The social network of a referring host or one of its subdomains; null if it is none. */
export function socialNetwork(host: string): Social | null {
  const labels = host.split('.')
  return socialHosts.get(labels.slice(-2).join('.')) ?? null
}
