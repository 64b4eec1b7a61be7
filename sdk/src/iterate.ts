import type { CallOptions } from './call.ts'

interface Page {
  data: { currentpage: number; maxpage: number }
}
type RecordOf<A> = A extends { data: infer D } ? (Extract<D[keyof D], readonly unknown[]>[number]) : never

/**
 * Yields every record of a list, page after page: `for await (const link of iterate(client.listLinks, {query: {limit: 100}}))`.
 * Records that are added or deleted meanwhile may be missed or come twice, as pages are counted from the newest.
 */
export async function* iterate<
  I extends { query?: { page?: number | undefined; limit?: number | undefined } | undefined },
  A extends Page,
>(
  list: (input: I, options?: CallOptions) => Promise<A>,
  input: I = {} as I,
  options?: CallOptions,
): AsyncGenerator<RecordOf<A>, void> {
  for (let page = input.query?.page ?? 1; ; page++) {
    const { data } = await list({ ...input, query: { ...input.query, page } }, options)
    const records = Object.values(data).find(Array.isArray) as RecordOf<A>[] | undefined
    yield* records ?? []
    if (page >= data.maxpage) return
  }
}
