import { Ref } from '../../schemas/ref.ts'
import { Failure } from '../../schemas/replies.ts'
import type { FailureCode } from '../errors/codes.ts'

/** A failure in the responses of a route, with the codes that its handler can throw for this status. */
export const failure = (...codes: FailureCode[]) => ({ ...Ref(Failure), 'x-codes': codes })

/** `{error: 0, message}`. */
export const done = (message: string) => ({ error: 0, message }) as const

/** `{error: 0, ...fields}`. */
export const answer = <T extends object>(fields: T) => ({ error: 0, ...fields }) as { error: 0 } & T

/** A response with the field `warnings`, which is left out if there are none. */
export const withWarnings = <T extends object, W>(reply: T, warnings: W[]): T & { warnings?: W[] } =>
  warnings.length > 0 ? { ...reply, warnings } : reply

/** What a list query read: the rows of one page and how many there are over all pages, or (`atleast`) are at least. */
interface ListPage<T> {
  rows: T[]
  total: number
  atleast?: boolean
  /** The key of the last row if there are more. */
  next?: number[] | null
}

/** The list envelope. Only in lists, `error` is the string "0". */
export function listReply<K extends string, T>(
  collection: K,
  { rows, total, atleast = false, next = null }: ListPage<T>,
  query: { limit: number; page: number; cursorOf: (key: readonly number[]) => string },
) {
  const maxpage = Math.max(1, Math.ceil(total / query.limit))
  return {
    error: '0' as const,
    data: {
      result: total,
      perpage: query.limit,
      currentpage: query.page,
      nextpage: Math.min(query.page + 1, maxpage),
      maxpage,
      nextcursor: next && query.cursorOf(next),
      ...(atleast ? { atleast } : {}),
      [collection]: rows,
    } as {
      result: number
      perpage: number
      currentpage: number
      nextpage: number
      maxpage: number
      nextcursor: string | null
    } & Record<K, T[]>,
  }
}
