import type { Grant } from '../../db/queries/grants.ts'

/** Whether `time` is known and after `at`. */
export function isLater(time: Date | null | undefined, at: Date): boolean {
  return time !== null && time !== undefined && time > at
}

/** The price of a grant after an event at `at`: the newest event that names a price decides, in whatever order they arrive. */
export function pricedBy(own: Grant | undefined, price: string | null, at: Date): Pick<Grant, 'price' | 'priced_at'> {
  if (price !== null && !isLater(own?.priced_at, at)) return { price, priced_at: at }
  return { price: own?.price ?? null, priced_at: own?.priced_at ?? null }
}

/** The earliest and the latest of some times; null if there is none. */
export function earliestOf(times: (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : new Date(Math.min(...known.map(Number)))
}

export function latestOf(times: (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : new Date(Math.max(...known.map(Number)))
}
