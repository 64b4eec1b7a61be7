import { addToCount } from './key-counts.ts'

export interface FairQueueLimits {
  /** Jobs that run concurrently, in total and per owner. */
  concurrency: number
  concurrencyPerOwner: number
  /** Queued jobs, in total and per owner. */
  maxWaiting: number
  maxWaitingPerOwner: number
}

/**
 * Runs a job of an owner when it is that owner's turn. Rejects with the error of `createError` if too many are queued;
 * the owner with the most queued jobs makes room for another with fewer.
 */
export type FairQueue = <T>(owner: string, job: () => Promise<T>) => Promise<T>

interface Waiting {
  start(): void
  refuse(error: Error): void
}

/** Creates a round-robin queue: the jobs of one owner do not delay those of another by more than one turn. */
export function createFairQueue(limits: FairQueueLimits, createError: () => Error): FairQueue {
  const running = new Map<string, number>()
  // In the order of the owners' turns: an owner whose job starts moves to the end.
  const waiting = new Map<string, Waiting[]>()
  let runningCount = 0
  let waitingCount = 0

  const canStart = (owner: string) =>
    runningCount < limits.concurrency && (running.get(owner) ?? 0) < limits.concurrencyPerOwner

  const start = (owner: string) => {
    runningCount++
    addToCount(running, owner, 1)
  }
  const finish = (owner: string) => {
    runningCount--
    addToCount(running, owner, -1)
  }
  const startNext = () => {
    for (const [owner, jobs] of waiting) {
      if (!canStart(owner)) continue
      const next = jobs.shift()
      waiting.delete(owner)
      if (jobs.length > 0) waiting.set(owner, jobs)
      waitingCount--
      start(owner)
      next?.start()
      return
    }
  }

  /**
   * Refuses the last job of the owner with the most, unless an owner with one more than `queued` would have as many.
   */
  const makeRoom = (queued: number): boolean => {
    const largest = [...waiting.values()].reduce((most, jobs) => (jobs.length > most.length ? jobs : most))
    if (largest.length <= queued + 1) return false
    waitingCount--
    largest.pop()?.refuse(createError())
    return true
  }

  return async (owner, job) => {
    if (canStart(owner)) start(owner)
    else {
      const jobs = waiting.get(owner) ?? []
      if (jobs.length >= limits.maxWaitingPerOwner) throw createError()
      if (waitingCount >= limits.maxWaiting && !makeRoom(jobs.length)) throw createError()
      waitingCount++
      await new Promise<void>((start, refuse) => {
        jobs.push({ start, refuse })
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
