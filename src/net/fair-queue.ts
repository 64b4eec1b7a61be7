/** Limits of a fair queue. */
export interface FairQueueLimits {
  /** Jobs that run at the same time, in all and of one owner. */
  concurrency: number
  concurrencyPerOwner: number
  /** Jobs that wait, in all and of one owner. */
  maxWaiting: number
  maxWaitingPerOwner: number
}

/** Runs jobs of many owners; rejects with what `createError` makes where too many wait. */
export type FairQueue = <T>(owner: string, job: () => Promise<T>) => Promise<T>

/**
 * Creates a queue in which the owners take turns, so that no owner's jobs delay another's by more than one turn.
 * (p-queue knows priorities but no turns.)
 */
export function createFairQueue(limits: FairQueueLimits, createError: () => Error): FairQueue {
  const running = new Map<string, number>()
  // In the order of their turns: an owner whose job starts goes to the end.
  const waiting = new Map<string, (() => void)[]>()
  let runningCount = 0
  let waitingCount = 0

  const canStart = (owner: string) =>
    runningCount < limits.concurrency && (running.get(owner) ?? 0) < limits.concurrencyPerOwner

  const start = (owner: string) => {
    runningCount++
    running.set(owner, (running.get(owner) ?? 0) + 1)
  }
  const finish = (owner: string) => {
    runningCount--
    const left = (running.get(owner) ?? 1) - 1
    if (left === 0) running.delete(owner)
    else running.set(owner, left)
  }
  const startNext = () => {
    for (const [owner, jobs] of waiting) {
      if (!canStart(owner)) continue
      const next = jobs.shift()
      waiting.delete(owner)
      if (jobs.length > 0) waiting.set(owner, jobs)
      waitingCount--
      start(owner)
      next?.()
      return
    }
  }

  return async (owner, job) => {
    if (canStart(owner)) start(owner)
    else {
      const jobs = waiting.get(owner) ?? []
      if (waitingCount >= limits.maxWaiting || jobs.length >= limits.maxWaitingPerOwner) throw createError()
      waitingCount++
      await new Promise<void>((resolve) => {
        jobs.push(resolve)
        waiting.set(owner, jobs)
      })
    }
    try {
      return await job()
    } finally {
      finish(owner)
      startNext()
    }
  }
}
