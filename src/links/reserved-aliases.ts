import { randomBase62 } from '../security/secrets.ts'

const GENERATED_LENGTH = 7

/** Aliases that links cannot have: the first path segments of the service's own routes. */
export interface ReservedAliases {
  /** Reserves the first segment of a route's URL. */
  reserve(url: string): void
  /** Ignores case, so that `API` cannot be mistaken for `api`. */
  isReserved(alias: string): boolean
  /** A random alias of 7 base62 characters that is not reserved. */
  generate(): string
}

export function createReservedAliases(): ReservedAliases {
  const reserved = new Set(['robots.txt', 'favicon.ico', '.well-known'])
  const isReserved = (alias: string) => reserved.has(alias.toLowerCase())
  return {
    reserve(url) {
      const [segment = ''] = url.slice(1).split(/[/.]/)
      if (segment !== '' && !segment.startsWith(':') && !segment.startsWith('*')) reserved.add(segment.toLowerCase())
    },
    isReserved,
    generate() {
      for (;;) {
        const alias = randomBase62(GENERATED_LENGTH)
        if (!isReserved(alias)) return alias
      }
    },
  }
}
