/** A map with a maximum number of entries. */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
}

const CANDIDATES = 8

/**
 * Creates a map of at most `maxEntries` entries. When it is full, a new entry replaces the one with the lowest weight
 * of eight random entries, so that entries with a high weight are usually kept.
 */
export function createBoundedMap<V>(maxEntries: number, weigh: (value: V) => number): BoundedMap<V> {
  const entries = new Map<string, V>()
  const keys: string[] = []
  const weightAt = (place: number) => weigh(entries.get(keys[place] as string) as V)
  const freePlace = (): number => {
    if (keys.length < maxEntries) return keys.length
    let least = Math.floor(Math.random() * keys.length)
    for (let i = 1; i < CANDIDATES; i++) {
      const place = Math.floor(Math.random() * keys.length)
      if (weightAt(place) < weightAt(least)) least = place
    }
    entries.delete(keys[least] as string)
    return least
  }
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      if (!entries.has(key)) keys[freePlace()] = key
      entries.set(key, value)
    },
  }
}
