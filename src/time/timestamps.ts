export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * Parses `YYYY-MM-DD` (its midnight), `YYYY-MM-DD HH:MM` or `YYYY-MM-DD HH:MM:SS` as UTC; undefined if there is no such
 * day.
 */
export function parseTimestamp(text: string): Date | undefined {
  const [day = '', time = '00:00:00'] = text.split(' ')
  const moment = new Date(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  // Date turns February 31 into March 3, and accepts the year 0, which the database does not.
  if (day.startsWith('0000')) return undefined
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day ? undefined : moment
}

/** A time in the format of the API: UTC, `YYYY-MM-DD HH:MM:SS`. */
export const formatTimestamp = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ')

/** Parses a text that its schema has validated. Throws if it is not valid. */
export function readTimestamp(text: string): Date {
  const moment = parseTimestamp(text)
  if (moment === undefined) throw new Error('The timestamp was not validated.')
  return moment
}

/** The same for a text that may be missing. */
export const optionalTimestamp = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : readTimestamp(text)
