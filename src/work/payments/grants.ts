import type { Grant } from '../../../db/queries/payments.ts'

/** Whether a grant still stands. */
export function isLive(grant: Grant): boolean {
  return grant.until !== null && grant.ended_at === null
}

/** Whether `time` is known and after `at`. */
export function newer(time: Date | null | undefined, at: Date): boolean {
  return time !== null && time !== undefined && time > at
}

/** The latest of some times; now when there is none. */
export function latestOf(times: (Date | null)[]): Date {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? new Date() : new Date(Math.max(...known.map(Number)))
}
