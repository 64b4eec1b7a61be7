/** The aliases nobody may have: words that the service's own addresses begin with. */
export interface ReservedAliases {
  /** Notes the address of a route. */
  reserve(url: string): void
  /** Without case, so that `API` is not taken for `api` by a reader. */
  isReserved(alias: string): boolean
}

export function reserveAliases(): ReservedAliases {
  const words = new Set(['robots.txt', 'favicon.ico', '.well-known'])
  return {
    reserve(url) {
      const [word = ''] = url.slice(1).split(/[/.]/)
      if (word !== '' && !word.startsWith(':') && !word.startsWith('*')) words.add(word.toLowerCase())
    },
    isReserved: (alias) => words.has(alias.toLowerCase()),
  }
}
