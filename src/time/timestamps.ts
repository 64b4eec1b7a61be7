export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * Reads `YYYY-MM-DD`, `YYYY-MM-DD HH:MM` or `YYYY-MM-DD HH:MM:SS` as UTC; undefined when the calendar has no such day.
 * A bare date means its midnight.
 */
export function parseMoment(text: string): Date | undefined {
  const [day = '', time = '00:00:00'] = text.split(' ')
  const moment = new Date(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  // The parser lets the 31st of February be the 3rd of March, and knows a year 0, which the database does not.
  if (day.startsWith('0000')) return undefined
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day ? undefined : moment
}

/** A moment as the API writes it: UTC, `YYYY-MM-DD HH:MM:SS`. */
export const momentText = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ')

/** The moment of a text that has passed the check of its schema. */
export function momentOf(text: string): Date {
  const moment = parseMoment(text)
  if (moment === undefined) throw new Error('A moment was not checked before it was read.')
  return moment
}
