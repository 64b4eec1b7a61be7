import type { Grant } from '../../db/queries/grants.ts'

/** The fields of a grant without any time. */
export const NO_TIME = {
  customer: null,
  until: null,
  guessed: false,
  named: false,
  granted_at: null,
  ended_at: null,
  paid_at: null,
  price: null,
}

/** Whether a grant was not ended. */
export function isLive(grant: Grant): boolean {
  return grant.until !== null && grant.ended_at === null
}

/** The subject of the grant that records that everything a customer had bought was ended. */
export const allPurchasesOf = (customer: string | null) => (customer === null ? '' : `all of ${customer}`)

/** Whether `time` is known and after `at`. */
export function isLater(time: Date | null | undefined, at: Date): boolean {
  return time !== null && time !== undefined && time > at
}

/** The latest of some times; now if there is none. */
export function latestOf(times: (Date | null)[]): Date {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? new Date() : new Date(Math.max(...known.map(Number)))
}
