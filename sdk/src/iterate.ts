import type { CallOptions } from './call.ts'

interface Page {
  data: { nextcursor: string | null }
}
type RecordOf<A> = A extends { data: infer D } ? (Extract<D[keyof D], readonly unknown[]>[number]) : never

/**
 * Yields every record of a list, page after page: `for await (const link of iterate(client.listLinks, {query: {limit: 100}}))`.
 * It goes on by cursor, so that no record is missed or comes twice while others are added.
 */
export async function* iterate<
  I extends { query?: { page?: number | undefined; limit?: number | undefined; after?: string | undefined } | undefined },
  A extends Page,
>(
  list: (input: I, options?: CallOptions) => Promise<A>,
  input: I = {} as I,
  options?: CallOptions,
): AsyncGenerator<RecordOf<A>, void> {
  for (let query = input.query; ; ) {
    const { data } = await list({ ...input, query }, options)
    const records = Object.values(data).find(Array.isArray) as RecordOf<A>[] | undefined
    yield* records ?? []
    if (data.nextcursor === null) return
    query = { ...query, page: undefined, after: data.nextcursor }
  }
}
