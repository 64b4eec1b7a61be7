import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Source } from './link-filters.ts'
import { directionOf, isAfter, isDescending, limitTo, type Range, roundedUp } from './link-range.ts'
import { asIdRows } from './list-parameters.ts'
import { MAX_ROWS } from './visits.ts'

// If an account has at most this many rows in visit_deltas, all their links are sorted with each page.
const MAX_DELTAS = 2000
// Otherwise only links that can be on the page are, if it begins at a cursor or at most this many links from an end.
const MAX_DEPTH = 1000
// At most this many links are looked up that new clicks may move onto the page.
const MAX_NEAR = 5000
// Rows of visit_deltas with more visits are looked up one by one; the others cannot move a link far.
const FEW_VISITS = 20
const MAX_ADDED = MAX_ROWS * FEW_VISITS

const keyOf = ({ totals }: Source) => ({ clicks: sql.ref(`${totals}.clicks`), id: sql.ref(`${totals}.id`) })

/** SQL: the new clicks of an account's links. */
export const ofAccount = (accountId: number) =>
  sql`visit_deltas where account_id = ${accountId}::bigint and subject = 'link' and visits > 0`

const added = sql<number>`(
  select coalesce(sum(d.visits), 0)::bigint from visit_deltas d where d.subject = 'link' and d.subject_id = l.id)`

/**
 * SQL: the ids of a page of links, sorted by clicks. `link_totals` lacks the newest clicks, which are in visit_deltas,
 * so links with new clicks that may belong on the page are sorted together with those that the index gives.
 */
export async function idsByClicks(db: Database, accountId: number, source: Source, range: Range) {
  const { tables, where } = source
  const { clicks, id } = keyOf(source)
  const moved = await findMoved(db, accountId, source, range)
  const direction = directionOf(range)
  // n links can move another by n places: n extra rows are read on both sides of the page.
  const skipped = Math.max(0, range.offset - moved.count)
  const looked = range.offset + range.limit - skipped
  const deltas = moved.ids
    ? sql`select l.id, ${added} as visits from ${asIdRows(moved.ids)} l(id)`
    : sql`select subject_id as id, sum(visits)::bigint as visits from ${ofAccount(accountId)} group by subject_id`
  // The best plan for a filter depends on its values.
  const isFiltered = source.totals === 't'
  const window = isFiltered
    ? sql`limit ${looked}::bigint offset ${skipped}::bigint`
    : limitTo(roundedUp(looked), skipped > 0 ? sql`${skipped}::bigint` : undefined)
  const settled = (others: RawBuilder<unknown>) => sql`
    select ${id}, ${clicks} from ${tables} where ${where} ${others} ${isAfter(range, sql`${clicks}, ${id}`)}
    order by ${clicks} ${direction}, ${id} ${direction} ${window}`
  if (moved.count === 0)
    return sql`
      select id from (${settled(sql``)}) links
      order by clicks ${direction}, id ${direction} limit ${range.limit}::bigint`
  return sql`
    with deltas as materialized (${deltas})
    select id from ((${settled(sql`and ${id} not in (select id from deltas)`)})
      union all (select ${id}, ${clicks} + d.visits from ${tables} join deltas d on d.id = ${id} where ${where}
        ${isAfter(range, sql`${clicks} + d.visits, ${id}`)})) links
    order by clicks ${direction}, id ${direction} limit ${range.limit}::bigint offset ${range.offset - skipped}::bigint`
}

/** Links that have new clicks in visit_deltas: those with `ids`, or without `ids` all of the account. */
interface Moved {
  count: number
  ids?: readonly number[]
}

const idsOf = (rows: readonly { id: number }[]) => [...new Set(rows.map(({ id }) => id))]

/**
 * Finds the links with new clicks to sort with a page. If there are many, only those that can be on the page or before
 * it; all of them if those cannot be found quickly.
 */
async function findMoved(db: Database, accountId: number, source: Source, range: Range): Promise<Moved> {
  const { rows } = await sql<{ id: number }>`
    select subject_id as id from ${ofAccount(accountId)} limit ${sql.lit(MAX_DELTAS + 1)}`.execute(db)
  if (rows.length <= MAX_DELTAS) return { count: idsOf(rows).length }
  const ids = range.offset <= MAX_DEPTH ? await listMoved(db, accountId, source, range) : undefined
  return ids ? { count: ids.length, ids } : { count: await countMoved(db, accountId) }
}

async function countMoved(db: Database, accountId: number): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    select count(distinct subject_id) as moved from ${ofAccount(accountId)}`.execute(db)
  return rows[0]?.moved ?? 0
}

/** The links with new clicks that can be on the page or before it, and some others; undefined: too many to look up. */
async function listMoved(db: Database, accountId: number, source: Source, range: Range) {
  const page = await readUpToPage(db, source, range, range.offset + range.limit)
  if (page === undefined) return undefined
  // Links behind the last row of the page in link_totals, or before the cursor, pass it with enough new clicks.
  const passed = isDescending(range) ? page.last?.clicks : range.after?.[0]
  if (passed === undefined) return page.moved
  const passing = await listPassing(db, accountId, source, passed)
  return passing && [...new Set([...page.moved, ...passing])]
}

interface LinkClicks {
  id: number
  /** In link_totals. */
  clicks: number
  /** In visit_deltas. */
  added: number
}

/**
 * Reads links in the order of `link_totals` until `depth` of them are certain to be on the page or before it. The
 * links after these get there only by new clicks. Undefined if too many links must be read.
 */
async function readUpToPage(db: Database, source: Source, range: Range, depth: number) {
  const { tables, where } = source
  const key = keyOf(source)
  const direction = directionOf(range)
  const limit = 2 * depth + 500
  const { rows } = await sql<LinkClicks>`
    select ${key.id}, ${key.clicks}, ${added} as added from ${tables} where ${where}
    ${isAfter(range, sql`${key.clicks}, ${key.id}`)}
    order by ${key.clicks} ${direction}, ${key.id} ${direction} limit ${limit}::bigint`.execute(db)
  const [clicks = 0, id = 0] = range.after ?? [Number.POSITIVE_INFINITY]
  const isOnPage = (row: LinkClicks) =>
    isDescending(range)
      ? row.clicks + row.added < clicks || (row.clicks + row.added === clicks && row.id < id)
      : row.added === 0
  const places = rows.flatMap((row, place) => (isOnPage(row) ? [place] : []))
  const end = places[depth - 1]
  if (end === undefined && rows.length === limit) return undefined
  const read = rows.slice(0, end === undefined ? rows.length : end + 1)
  return { moved: idsOf(read.filter(({ added }) => added > 0)), last: end === undefined ? undefined : rows[end] }
}

/** Links that have at most `clicks` clicks in link_totals and may have more with those in visit_deltas. */
async function listPassing(db: Database, accountId: number, source: Source, clicks: number) {
  const key = keyOf(source)
  const { rows: many } = await sql<{ id: number }>`
    select subject_id as id from ${ofAccount(accountId)} and visits > ${sql.lit(FEW_VISITS)}
    limit ${sql.lit(MAX_NEAR + 1)}`.execute(db)
  const { rows: near } = await sql<{ id: number; added: number }>`
    select id, ${added} as added from (
      select ${key.id} from ${source.tables} where ${source.where}
      and ${key.clicks} between ${clicks - MAX_ADDED}::bigint and ${clicks}::bigint
      order by ${key.clicks} desc, ${key.id} desc limit ${sql.lit(MAX_NEAR + 1)}) l`.execute(db)
  if (many.length > MAX_NEAR || near.length > MAX_NEAR) return undefined
  return idsOf([...many, ...near.filter(({ added }) => added > 0)])
}
