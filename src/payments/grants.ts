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
  priced_at: null,
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

/** The price of a grant after an event at `at`: the newest event that names a price decides, in whatever order they arrive. */
export function pricedBy(own: Grant | undefined, price: string | null, at: Date): Pick<Grant, 'price' | 'priced_at'> {
  if (price !== null && !isLater(own?.priced_at, at)) return { price, priced_at: at }
  return { price: own?.price ?? null, priced_at: own?.priced_at ?? null }
}

/** The latest of some times; now if there is none. */
export function latestOf(times: (Date | null)[]): Date {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? new Date() : new Date(Math.max(...known.map(Number)))
}
