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

const countOf = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  query.clearSelect().select(sql<number>`count(*)`.as('total'))

const members = { links: 'link_id', bios: 'bio_id', qr_codes: 'qr_id' } as const

/** SQL: whether a row of `table` is in a channel of the account. */
export const isInChannel = (accountId: number, channel: number, table: keyof typeof members) => sql<boolean>`
  ${sql.ref(`${table}.id`)} in (
    select i.${sql.ref(members[table])} from channel_items i join channels c on c.id = i.channel_id
    where c.id = ${channel}::bigint and c.account_id = ${accountId}::bigint)`

/**
 * Reads one page of the rows of a query, in the order of the ids of `table`, and the number of rows on all pages. The
 * query must not have an order. One statement reads both; a page without rows takes a second statement for the number.
 * `keys` selects the same rows without joins: then only the rows of the page are joined.
 */
export async function readPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { limit, page, direction = 'desc', after, createdAfter, createdBefore }: PageQuery,
  table: TB & string,
  keys?: SelectQueryBuilder<DB, TB, object>,
): Promise<Page<O>> {
  const id = sql.ref<number>(`${table}.id`)
  const [last] = after ?? []
  const filtered = <Q>(query: SelectQueryBuilder<DB, TB, Q>) => {
    let found = query
    if (createdAfter) found = found.where(sql<boolean>`${sql.ref(`${table}.created_at`)} >= ${createdAfter}`)
    if (createdBefore) found = found.where(sql<boolean>`${sql.ref(`${table}.created_at`)} < ${createdBefore}`)
    return found
  }
  const onPage = <Q>(query: SelectQueryBuilder<DB, TB, Q>) => {
    const wanted =
      last === undefined
        ? query.offset((page - 1) * limit)
        : query.where(sql<boolean>`${id} ${direction === 'desc' ? sql`<` : sql`>`} ${last}`)
    return wanted.orderBy(id, direction).limit(limit + 1)
  }
  const count = keys ? countOf(filtered(keys)) : countOf(filtered(query))
  const wanted = keys
    ? query.where(sql<boolean>`${id} in (${onPage(filtered(keys)).select(id.as('id'))})`).orderBy(id, direction)
    : onPage(filtered(query))
  const read = (await wanted.select([id.as('row_key'), count.as('row_total')]).execute()) as (O & {
    row_key: number
    row_total: number
  })[]
  const rows = read.slice(0, limit).map(({ row_key, row_total, ...row }) => row as unknown as O)
  const total = read[0]?.row_total ?? ((await count.executeTakeFirstOrThrow()) as { total: number }).total
  const key = read[limit - 1]?.row_key
  return { rows, total, next: read.length > limit && key !== undefined ? [key] : null }
}
