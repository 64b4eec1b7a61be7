/** The keys by tag: `<table>:<id>` of a row that the value of the key was read from. */
export interface TagIndex {
  add(key: string, tags: readonly string[]): void
  remove(key: string, tags: readonly string[]): void
  keysOf(tag: string): Iterable<string>
}

export function createTagIndex(): TagIndex {
  // Nearly every tag has only one key: a set for each would take more memory than the entry.
  const index = new Map<string, string | Set<string>>()
  return {
    add(key, tags) {
      for (const tag of tags) {
        const keys = index.get(tag)
        if (keys === undefined) index.set(tag, key)
        else if (typeof keys !== 'string') keys.add(key)
        else if (keys !== key) index.set(tag, new Set([keys, key]))
      }
    },
    remove(key, tags) {
      for (const tag of tags) {
        const keys = index.get(tag)
        if (keys === key || (keys instanceof Set && keys.delete(key) && keys.size === 0)) index.delete(tag)
      }
    },
    keysOf(tag) {
      const keys = index.get(tag)
      return keys === undefined ? [] : typeof keys === 'string' ? [keys] : [...keys]
    },
  }
}
