import { type SelectQueryBuilder, sql } from 'kysely'

/** Which rows of a list are wanted; `limit` is at most 1000 here. */
export interface PageQuery {
  limit: number
  page: number
}

/**
 * Reads one page of a query and how many rows it has over all pages. The count is a query of its own: a window count
 * has no row to stand in past the last page.
 */
export async function readPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { limit, page }: PageQuery,
): Promise<{ rows: O[]; total: number }> {
  const [rows, counted] = await Promise.all([
    query
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: (counted as { total: number }).total }
}
