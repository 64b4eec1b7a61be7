import PQueue from 'p-queue'
import { ApiError } from '../errors/api-error.ts'

/** Runs a job when its turn comes and resolves with its result; rejects with `busy` where too many wait already. */
export type Queue = <T>(job: () => Promise<T>) => Promise<T>

/** A queue for costly work: `concurrency` jobs run, up to `maxWaiting` wait in the order they came. */
export function createQueue(concurrency: number, maxWaiting: number): Queue {
  const queue = new PQueue({ concurrency })
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (queue.pending >= concurrency && queue.size >= maxWaiting)
      throw new ApiError('busy', 'Too much is being drawn just now; try again shortly.', { retryAfterS: 5 })
    return (await queue.add(job)) as T
  }
}
