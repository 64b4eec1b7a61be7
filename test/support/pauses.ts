import { type Counters, createCounters } from '../../src/security/window-counters.ts'

/**
 * Counters with other pauses after failed attempts: `pauseMs` returns the milliseconds of one, by its key and the time
 * that it would take. Without it pauses last longer than an attempt waits, so that what does not wait for them shows.
 */
export function withPauses(
  pauseMs: (key: string, ms: number) => number = () => 60_000,
  counters: Counters = createCounters(),
): Counters {
  return {
    ...counters,
    increment: (key, windowMs, by) =>
      counters.increment(key, key.includes('-pause:') ? pauseMs(key, windowMs) : windowMs, by),
  }
}
