import { randomBase62 } from '../security/secrets.ts'

const GENERATED_LENGTH = 7

/** Where an alias is: on the service's own host, on a branded domain, or on either. */
type Place = 'own' | 'branded'

/** Aliases that links cannot have, because the service or its operator answers at their URLs. */
export interface ReservedAliases {
  /** Reserves the first segment of a route's URL: on branded domains too if `everywhere`. */
  reserve(url: string, everywhere: boolean): void
  /** Whether no link can get this alias. Ignores case, so that `API` cannot be mistaken for `api`. */
  isReserved(alias: string, place: Place): boolean
  /** Whether the service itself answers at this alias and below it, whatever links there are. */
  isOfService(alias: string, place: Place): boolean
  /** The first segments at which the service itself answers, in lower case. */
  segments(place: Place): readonly string[]
  /** A random alias of 7 base62 characters that is not reserved. */
  generate(): string
}

// `<alias>/qr`, `<alias>/qr/<size>` and `<alias>/ico` are pictures of the link `<alias>`.
const PICTURE = /\/(?:qr|qr\/\d+|ico)$/i

// Files that crawlers, browsers and webmaster tools request from the root of a host, which only its operator may serve.
const SITE_FILE = new RegExp(
  `^(?:${[
    '(?:app-)?ads\\.txt',
    'sellers\\.json',
    '(?:security|humans|llms|llms-full|ai|trust|dnt-policy)\\.txt',
    'sitemaps?(?:[_-][a-z0-9_-]+)?\\.(?:xml|txt)(?:\\.gz)?',
    'favicon(?:-\\d+x\\d+)?\\.[a-z]+',
    'apple-touch-icon(?:-[a-z0-9-]+)?\\.png',
    'apple-app-site-association',
    'manifest\\.(?:json|webmanifest)',
    'site\\.webmanifest',
    'browserconfig\\.xml',
    '(?:crossdomain|clientaccesspolicy)\\.xml',
    '(?:sw|service-worker)\\.js',
    'index\\.html?',
    'google[0-9a-f]{16}\\.html',
    'bingsiteauth\\.xml',
    'yandex_[0-9a-f]{16}\\.html',
    'pinterest-[0-9a-f]{5}\\.html',
  ].join('|')})$`,
  'i',
)

/** Where visitors report links; a link that has this alias keeps it. */
export const REPORT_ALIAS = 'report-abuse'

// Pages that a setting of the operator adds. No new link gets their aliases while it is unset, because it would lose them.
const PAGES_OF_SETTINGS = [REPORT_ALIAS, 'metrics']

const firstSegment = (alias: string) => (alias.split('/', 1)[0] ?? '').toLowerCase()

export function createReservedAliases(): ReservedAliases {
  const always = ['robots.txt', 'favicon.ico', '.well-known']
  const reserved = { own: new Set(always), branded: new Set(always) }
  const isOfService = (alias: string, place: Place) => reserved[place].has(firstSegment(alias))
  const isReserved = (alias: string, place: Place) =>
    isOfService(alias, place) ||
    PICTURE.test(alias) ||
    (place === 'own' && (SITE_FILE.test(firstSegment(alias)) || PAGES_OF_SETTINGS.includes(firstSegment(alias))))
  return {
    reserve(url, everywhere) {
      const [segment = ''] = url.slice(1).toLowerCase().split('/')
      if (segment === '' || segment.startsWith(':') || segment.includes('*')) return
      // `/openapi.yaml` reserves `openapi` too.
      const [stem = ''] = segment.split('.')
      for (const name of stem === '' ? [segment] : [segment, stem]) {
        reserved.own.add(name)
        if (everywhere) reserved.branded.add(name)
      }
    },
    isReserved,
    isOfService,
    segments: (place) => [...reserved[place]],
    generate() {
      for (;;) {
        const alias = randomBase62(GENERATED_LENGTH)
        if (!isReserved(alias, 'own')) return alias
      }
    },
  }
}
