import type { EventPlace } from '../../db/queries/events.ts'

/** Before the first event. */
export const START: EventPlace = { transaction: '0', id: 0 }

/** An opaque cursor after an event. */
export const cursorOf = ({ transaction, id }: EventPlace): string =>
  Buffer.from(`v1:${transaction}:${id}`).toString('base64url')

/** The position in a cursor; undefined if the cursor is not valid. */
export function readCursor(cursor: string): EventPlace | undefined {
  const parts = /^v1:(0|[1-9]\d{0,18}):(0|[1-9]\d{0,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!parts) return undefined
  const place = { transaction: String(parts[1]), id: Number(parts[2]) }
  return Number.isSafeInteger(place.id) && cursorOf(place) === cursor ? place : undefined
}
