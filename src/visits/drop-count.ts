const REPORT_MS = 10_000

/** Counts lost visits. The listener is called at most every ten seconds, with the number lost since the last call. */
export interface DropCount {
  add(visits: number): void
  total(): number
  listen(listener: (dropped: number) => void): void
  /** Reports what has not been reported yet. */
  flush(): void
}

export function createDropCount(): DropCount {
  let listener: (dropped: number) => void = () => {}
  let total = 0
  let reported = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const dropped = total - reported
    reported = total
    if (dropped > 0) listener(dropped)
  }
  return {
    add(visits) {
      if (visits === 0) return
      total += visits
      timer ??= setTimeout(flush, REPORT_MS).unref()
    },
    total: () => total,
    listen(next) {
      listener = next
    },
    flush,
  }
}
