import { Ref } from '../../schemas/ref.ts'
import { Failure } from '../../schemas/replies.ts'
import type { FailureCode } from '../errors/codes.ts'

/** A failure among the responses of a route, with the codes that the route itself answers with at this status. */
export const failure = (...codes: FailureCode[]) => ({ ...Ref(Failure), 'x-codes': codes })

/** `{error: 0, message}`. */
export const done = (message: string) => ({ error: 0, message }) as const

/** `{error: 0, ...fields}`: an answer that carries values beside `error`. */
export const answer = <T extends object>(fields: T) => ({ error: 0, ...fields }) as { error: 0 } & T

/** An answer with what its client should know of, where there is anything. */
export const withWarnings = <T extends object, W>(reply: T, warnings: W[]): T & { warnings?: W[] } =>
  warnings.length > 0 ? { ...reply, warnings } : reply

/** The page a list request asks for: 15 rows unless told, never more than 1000 (clients ask for more and must not fail). */
export const pageOf = (query: { limit: number; page: number }) => ({
  limit: Math.min(query.limit, 1000),
  page: query.page,
})

/** What a list query read: the rows of one page and how many there are over all pages, or (`atleast`) are at least. */
interface ListPage<T> {
  rows: T[]
  total: number
  atleast?: boolean
}

/** The list envelope; `error` is the string "0", as the contract has it for lists alone. */
export function listReply<K extends string, T>(
  collection: K,
  { rows, total, atleast = false }: ListPage<T>,
  query: { limit: number; page: number },
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
      ...(atleast ? { atleast } : {}),
      [collection]: rows,
    } as { result: number; perpage: number; currentpage: number; nextpage: number; maxpage: number } & Record<K, T[]>,
  }
}
