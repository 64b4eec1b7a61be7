import { type SelectQueryBuilder, sql } from 'kysely'

/** The requested page of a list; `limit` is at most 1000 here. */
export interface PageQuery {
  limit: number
  page: number
  /** Default: `desc`, newest first. */
  direction?: 'asc' | 'desc' | undefined
  /** The key of the last row of the previous page, instead of a page number. */
  after?: number[]
  /** Rows that were created at this time or later. */
  createdAfter?: Date | undefined
  /** Rows that were created before this time. */
  createdBefore?: Date | undefined
}

interface Page<O> {
  rows: O[]
  total: number
  /** The key of the last row if there are more. */
  next?: number[] | null
}

async function countRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const counting = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))
  return ((await counting.executeTakeFirstOrThrow()) as { total: number }).total
}

const members = { links: 'link_id', bios: 'bio_id', qr_codes: 'qr_id' } as const

/** SQL: whether a row of `table` is in a channel of the account. */
export const isInChannel = (accountId: number, channel: number, table: keyof typeof members) => sql<boolean>`
  ${sql.ref(`${table}.id`)} in (
    select i.${sql.ref(members[table])} from channel_items i join channels c on c.id = i.channel_id
    where c.id = ${channel}::bigint and c.account_id = ${accountId}::bigint)`

/**
 * Reads one page of the rows of a query in the order of the ids of `table`, and how many there are over all pages. The
 * count is a separate query, because a window function returns nothing on a page past the last one.
 */
export async function readPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { limit, page, direction = 'desc', after, createdAfter, createdBefore }: PageQuery,
  table: TB & string,
): Promise<Page<O>> {
  const id = sql.ref<number>(`${table}.id`)
  let found = query
  if (createdAfter) found = found.where(sql<boolean>`${sql.ref(`${table}.created_at`)} >= ${createdAfter}`)
  if (createdBefore) found = found.where(sql<boolean>`${sql.ref(`${table}.created_at`)} < ${createdBefore}`)
  const ordered = found.orderBy(id, direction).select(id.as('row_key'))
  const [last] = after ?? []
  const wanted =
    last === undefined
      ? ordered.offset((page - 1) * limit)
      : ordered.where(sql<boolean>`${id} ${direction === 'desc' ? sql`<` : sql`>`} ${last}`)
  const [read, total] = await Promise.all([wanted.limit(limit + 1).execute(), countRows(found)])
  const rows = (read as (O & { row_key: number })[]).slice(0, limit).map(({ row_key, ...row }) => row as unknown as O)
  const key = (read as unknown as { row_key: number }[])[limit - 1]?.row_key
  return { rows, total, next: read.length > limit && key !== undefined ? [key] : null }
}
