const MAX_TAGS = 10_000

/** The changes while values are being loaded: whether a loaded value may be from before one of them. */
export interface ChangeLog {
  /** The number of changes so far. */
  now(): number
  loadStarted(): void
  loadEnded(): void
  /** Records a change of the row of a tag. */
  changed(tag: string): void
  /** Records that a row was created, so that absences may be wrong. */
  created(): void
  /** Whether a value that was loaded since the change number `since` may be out of date. */
  isOutdated(since: number, isAbsence: boolean, tags: readonly string[]): boolean
}

export function createChangeLog(): ChangeLog {
  let changes = 0
  let lastCreated = 0
  let loads = 0
  // During loads: the number of the last change of each tag.
  const lastChanges = new Map<string, number>()
  // Loads from before this change are outdated, because its tags were dropped.
  let oldestKnown = 0
  return {
    now: () => changes,
    loadStarted() {
      loads++
    },
    loadEnded() {
      if (--loads === 0) lastChanges.clear()
    },
    changed(tag) {
      changes++
      if (loads === 0) return
      if (lastChanges.size >= MAX_TAGS) {
        lastChanges.clear()
        oldestKnown = changes
      }
      lastChanges.set(tag, changes)
    },
    created() {
      lastCreated = ++changes
    },
    isOutdated(since, isAbsence, tags) {
      if (since < oldestKnown || (isAbsence && since < lastCreated)) return true
      return tags.some((tag) => (lastChanges.get(tag) ?? 0) > since)
    },
  }
}
