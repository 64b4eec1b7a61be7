import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { type LinkFilter, sourceAmong } from './link-filters.ts'
import { directionOf, isAfter, type Range } from './link-range.ts'
import { ofAccount } from './links-by-clicks.ts'
import { asIdRows } from './list-parameters.ts'
import type { PageQuery } from './pagination.ts'

// How many links are looked up in the order of clicks: first a few, then more. If both are too few, all are sorted.
const LOOKED_UP = [256, 4096]
// With more rows in visit_deltas all links are sorted.
const MAX_DELTAS = 20_000

interface LinkClicks {
  id: number
  clicks: number
}

/** Sorts by clicks and id, as the list does. */
const comparing =
  ({ direction }: Range) =>
  (a: LinkClicks, b: LinkClicks) =>
    (direction === 'asc' ? 1 : -1) * (a.clicks - b.clicks || a.id - b.id)

/** The links of an account with new clicks in visit_deltas, with all their clicks; undefined: too many. */
async function listMoved(db: Database, accountId: number): Promise<LinkClicks[] | undefined> {
  const counted = await sql<{ deltas: number }>`
    select count(*) as deltas from (select 1 from ${ofAccount(accountId)} limit ${sql.lit(MAX_DELTAS + 1)}) d`.execute(
    db,
  )
  if ((counted.rows[0]?.deltas ?? 0) > MAX_DELTAS) return undefined
  const { rows } = await sql<LinkClicks>`
    select t.id, t.clicks + d.visits as clicks from (
      select subject_id as id, sum(visits)::bigint as visits from ${ofAccount(accountId)} group by subject_id) d
    join link_totals t on t.id = d.id`.execute(db)
  return rows
}

/**
 * The ids of the links on a page in the order of clicks, for a filter that very many links match. Looks up the next
 * links in that order and those with new clicks. Undefined if too few of these match, or too many have new clicks.
 */
export async function findPageByClicks(
  db: Database,
  accountId: number,
  filter: LinkFilter,
  page: PageQuery,
  range: Range,
): Promise<number[] | undefined> {
  const needed = range.offset + range.limit
  const sizes = LOOKED_UP.filter((size) => size >= needed)
  const moved = sizes.length > 0 ? await listMoved(db, accountId) : undefined
  if (!moved) return undefined
  const compare = comparing(range)
  for (const size of sizes) {
    const { links, isAll } = await listCandidates(db, accountId, moved, range, size)
    const { tables, where } = sourceAmong(accountId, filter, page, asIdRows(links.map(({ id }) => id)))
    const { rows } = await sql<{ id: number }>`select c.id from ${tables} where ${where}`.execute(db)
    if (rows.length < needed && !isAll) continue
    const found = new Set(rows.map(({ id }) => id))
    const sorted = links.filter(({ id }) => found.has(id)).sort(compare)
    return sorted.slice(range.offset, needed).map(({ id }) => id)
  }
  return undefined
}

/** About `size` of an account's next links in the order of all clicks. `isAll`: there are no others. */
async function listCandidates(db: Database, accountId: number, moved: LinkClicks[], range: Range, size: number) {
  const direction = directionOf(range)
  const { rows: next } = await sql<LinkClicks>`
    select id, clicks from link_totals where account_id = ${accountId}::bigint ${isAfter(range, sql`clicks, id`)}
    order by clicks ${direction}, id ${direction} limit ${sql.lit(size)}`.execute(db)
  const last = next.length < size ? undefined : next.at(-1)
  const compare = comparing(range)
  const [clicks, id] = range.after ?? []
  // Behind the last one are links that were not read.
  const isNear = (link: LinkClicks) =>
    (!last || compare(link, last) <= 0) &&
    (clicks === undefined || id === undefined || compare(link, { clicks, id }) > 0)
  const isMoved = new Set(moved.map(({ id }) => id))
  return { links: [...moved.filter(isNear), ...next.filter(({ id }) => !isMoved.has(id))], isAll: !last }
}
