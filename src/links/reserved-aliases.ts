import { randomBase62 } from '../security/secrets.ts'

const GENERATED_LENGTH = 7

/** Where an alias is: on the service's own host, on a branded domain, or on either. */
type Place = 'own' | 'branded'

/** Aliases that links cannot have, because the service answers at their URLs itself. */
export interface ReservedAliases {
  /** Reserves the first segment of a route's URL: on branded domains too if `everywhere`. */
  reserve(url: string, everywhere: boolean): void
  /** Ignores case, so that `API` cannot be mistaken for `api`. */
  isReserved(alias: string, place: Place): boolean
  /** A random alias of 7 base62 characters that is not reserved. */
  generate(): string
}

// `<alias>/qr`, `<alias>/qr/<size>` and `<alias>/ico` are pictures of the link `<alias>`.
const PICTURE = /\/(?:qr|qr\/\d+|ico)$/i

export function createReservedAliases(): ReservedAliases {
  const always = ['robots.txt', 'favicon.ico', '.well-known']
  const reserved = { own: new Set(always), branded: new Set(always) }
  const isReserved = (alias: string, place: Place) =>
    reserved[place].has((alias.split('/', 1)[0] ?? '').toLowerCase()) || PICTURE.test(alias)
  return {
    reserve(url, everywhere) {
      const [segment = ''] = url.slice(1).toLowerCase().split('/')
      if (segment === '' || segment.startsWith(':') || segment.startsWith('*')) return
      // `/openapi.yaml` reserves `openapi` too.
      const [stem = ''] = segment.split('.')
      for (const name of stem === '' ? [segment] : [segment, stem]) {
        reserved.own.add(name)
        if (everywhere) reserved.branded.add(name)
      }
    },
    isReserved,
    generate() {
      for (;;) {
        const alias = randomBase62(GENERATED_LENGTH)
        if (!isReserved(alias, 'own')) return alias
      }
    },
  }
}
