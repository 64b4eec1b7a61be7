import { randomBase62 } from '../security/secrets.ts'

const MADE_LENGTH = 7

/** The aliases nobody may have: words that the service's own addresses begin with. */
export interface ReservedAliases {
  /** Notes the address of a route. */
  reserve(url: string): void
  /** Without case, so that `API` is not taken for `api` by a reader. */
  isReserved(alias: string): boolean
  /** One at random that is not reserved, of 7 base62 characters. */
  make(): string
}

export function reserveAliases(): ReservedAliases {
  const words = new Set(['robots.txt', 'favicon.ico', '.well-known'])
  const isReserved = (alias: string) => words.has(alias.toLowerCase())
  return {
    reserve(url) {
      const [word = ''] = url.slice(1).split(/[/.]/)
      if (word !== '' && !word.startsWith(':') && !word.startsWith('*')) words.add(word.toLowerCase())
    },
    isReserved,
    make() {
      for (;;) {
        const alias = randomBase62(MADE_LENGTH)
        if (!isReserved(alias)) return alias
      }
    },
  }
}
