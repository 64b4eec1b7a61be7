import { ApiError } from '../errors.ts'

/** Runs a job when its turn comes; refuses it with a 503 where too many wait already. */
export type Lane = <T>(job: () => Promise<T>) => Promise<T>

/** A lane for costly work: `atOnce` jobs run, `most` wait for them, in their order. */
export function openLane(atOnce: number, most: number): Lane {
  const waiting: (() => void)[] = []
  let running = 0
  return async (job) => {
    if (running < atOnce) running++
    else if (waiting.length < most) await new Promise<void>((resolve) => waiting.push(resolve))
    else
      throw new ApiError(503, 'busy', 'Too much is being drawn just now; try again shortly.', undefined, {
        'Retry-After': '5',
      })
    try {
      return await job()
    } finally {
      // Whoever waits takes the place as it is.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
