import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from './pagination.ts'

/** The part of a sorted list to read: the direction, where it begins (offset or the key before it), and its length. */
export type Range = ReturnType<typeof rangeOf>

/** The rows to read: after a key, or of a page, which is read from the end if that is nearer. */
export function rangeOf({ limit, page, direction = 'desc', after }: PageQuery, exact: number | undefined) {
  const offset = (page - 1) * limit
  const forward = { direction, isReversed: false, after }
  // Reads one more row to see whether more follow, and two to see whether more than one follows.
  if (after) return { ...forward, offset: 0, limit: limit + 2 }
  if (exact === undefined || offset <= exact / 2) return { ...forward, offset, limit }
  const rows = Math.max(0, Math.min(limit, exact - offset))
  return { ...forward, offset: Math.max(0, exact - offset - rows), limit: rows, isReversed: true }
}

/** Whether a range is read from the highest key to the lowest. */
export const isDescending = ({ isReversed, direction }: Pick<Range, 'isReversed' | 'direction'>) =>
  isReversed === (direction === 'asc')

/** SQL: the direction in which a range is read. */
export const directionOf = (range: Pick<Range, 'isReversed' | 'direction'>) =>
  isDescending(range) ? sql`desc` : sql`asc`

const MIN_MOST = 32

/** A number of rows at least as high as `limit`, of which there are few: one for the text of a statement. */
export const roundedUp = (limit: number) => Math.max(MIN_MOST, 2 ** Math.ceil(Math.log2(limit)))

/**
 * SQL: `limit` and `offset`, with the limit in the text and an offset only if there is one. Postgres takes parameters
 * for a tenth of all rows, and would plan each request anew.
 */
export const limitTo = (most: number, offset: RawBuilder<unknown> | undefined) =>
  sql`limit ${sql.lit(most)} ${offset ? sql`offset ${offset}` : sql``}`

/** SQL: `and` and whether rows with this key come after the range's; nothing if it begins at the first. */
export const isAfter = ({ direction, after }: Pick<Range, 'direction' | 'after'>, key: RawBuilder<unknown>) =>
  after
    ? sql`and (${key}) ${direction === 'asc' ? sql`>` : sql`<`} (${sql.join(after.map((one) => sql`${one}::bigint`))})`
    : sql``
