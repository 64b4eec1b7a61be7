import { setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'
import { ApiError } from '../errors/api-error.ts'

/** Runs a job when its turn comes and resolves with its result. Rejects with `busy` if too many jobs are queued. */
export type Queue = <T>(job: () => Promise<T>) => Promise<T>

/** A queue for expensive work on `what`: `concurrency` jobs run concurrently, and at most `maxWaiting` wait. */
export function createQueue(concurrency: number, maxWaiting: number, what = 'pictures'): Queue {
  const queue = new PQueue({ concurrency })
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (queue.pending >= concurrency && queue.size >= maxWaiting)
      throw new ApiError('busy', `Too many ${what} are being processed; try again shortly.`, { retryAfterS: 5 })
    return (await queue.add(job)) as T
  }
}

let lastTurn: Promise<void> = Promise.resolve()
/**
 * Waits for a turn of the event loop. Of all that wait, one goes on in each, so that other requests are answered between
 * two. A request asks for the next one only when it has had one: those who ask later wait for all before.
 */
export const takeTurn = (): Promise<void> => {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/**
 * A queue for drawing. Of all these queues only one job starts in a turn of the event loop, so that other requests are
 * answered between two.
 */
export function createDrawingQueue(concurrency: number, maxWaiting: number): Queue {
  const queue = createQueue(concurrency, maxWaiting)
  return (job) =>
    queue(async () => {
      await takeTurn()
      return job()
    })
}
