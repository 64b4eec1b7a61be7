import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { prepareQuery } from '../prepared.ts'
import { inTransaction } from '../transaction.ts'
import { conditionsOf, type LinkFilter, type Source, sourceOf, wordsOf } from './link-filters.ts'
import { directionOf, isAfter, limitTo, type Range, rangeOf, roundedUp } from './link-range.ts'
import { selectLinks } from './links.ts'
import { idsByClicks } from './links-by-clicks.ts'
import { findPageByClicks } from './links-near.ts'
import { asIdRows } from './list-parameters.ts'
import type { PageQuery } from './pagination.ts'
import { totalOf } from './visit-totals.ts'

// A search counts its links up to this number, or up to the page after the requested one. By cursor, it
// counts further on the last page alone: on the others the pages before say how many there are at least.
const MAX_COUNTED = 10_000

/** The list of an account's links: a page, and how many there are; `atleast`: no more were counted. */
export function listLinks(db: Database, accountId: number, filter: LinkFilter, page: PageQuery) {
  const isSearch = wordsOf(filter.q).length > 0
  const isByClicks = filter.order === 'click'
  if (!isSearch && !isByClicks) return readList(db, accountId, filter, page)
  const read = async (db: Database) => {
    // The best plan depends on how frequent a word is, so the statement is planned for each search.
    if (isSearch) await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
    return readList(db, accountId, filter, page)
  }
  // A page by clicks takes several statements. They must see the same clicks, or its cursor could skip links.
  return inTransaction(db, read, 'repeatable read')
}

async function readList(db: Database, accountId: number, filter: LinkFilter, page: PageQuery) {
  const isSearch = wordsOf(filter.q).length > 0
  const isFiltered = isSearch || filter.aliases !== undefined || conditionsOf(accountId, filter, page).length > 0
  if (!isFiltered && filter.order !== 'click') return readAll(db, accountId, page)
  const hasWords = isSearch && (await areWordsFilled(db))
  const source = sourceOf(accountId, filter, page, hasWords)
  const counted = sourceOf(accountId, { ...filter, order: 'date' }, page, hasWords)
  const count = isFiltered
    ? await findLinks(db, counted, page.after ? MAX_COUNTED : mostOf(page))
    : await countLinks(db, accountId)
  const range = rangeOf(page, count.atleast ? undefined : count.total)
  const isLong = count.atleast && filter.order === 'click' && !filter.aliases && (hasWords || !isSearch)
  const near = isLong ? await findPageByClicks(db, accountId, filter, page, range) : undefined
  const found = count.ids
    ? { tables: sql`link_totals l`, where: sql`l.id in ${asIdRows(count.ids)}`, totals: 'l' as const }
    : source
  const byOrder = () => (filter.order === 'click' ? idsByClicks(db, accountId, found, range) : idsByDate(found, range))
  const ids = near ? asIdRows(near) : sql`(${await byOrder()})`
  const direction = page.direction ?? 'desc'
  let query = selectLinks(db, accountId).where(sql<boolean>`links.id in ${ids}`)
  if (filter.order === 'click') query = query.orderBy(totalOf('link', 'visits'), direction)
  const read = await query.orderBy('links.id', direction).execute()
  const total = page.after && count.atleast ? await countFurther(db, counted, page, read.length) : count
  return pageOf(read, page, total, ({ id, clicks }) => (filter.order === 'click' ? [clicks, id] : [id]))
}

function pageOf<T>(read: T[], page: PageQuery, { total, atleast }: Counted, keyOf: (row: T) => number[]) {
  const rows = read.slice(0, page.limit)
  const last = rows.at(-1)
  const hasMore = page.after ? read.length > page.limit : page.page * page.limit < total
  return { rows, total, atleast, next: hasMore && last ? keyOf(last) : null }
}

interface AllLinks {
  accountId: number
  limit: number
  offset: number
  /** The id after which the page begins. */
  last: number
}

interface AllLinksShape extends Pick<Range, 'direction' | 'isReversed'> {
  hasLast: boolean
  hasOffset: boolean
  isCounted: boolean
  /** At least as many as the limit. */
  most: number
}

// Compiled once, because most requests for a list want all links in the order of creation.
const listAllLinks = prepareQuery((db, { accountId, limit, offset, last }: AllLinks, shape: AllLinksShape) => {
  const direction = directionOf(shape)
  const after = isAfter({ ...shape, after: shape.hasLast ? [last] : undefined }, sql`l.id`)
  const ids = sql`
    select id from (
      select l.id from links l where l.account_id = ${accountId}::bigint ${after} order by l.id ${direction}
      ${limitTo(shape.most, shape.hasOffset ? sql`${offset}::bigint` : undefined)}) ids
    order by id ${direction} limit ${limit}::bigint`
  return selectLinks(db, accountId)
    .$if(shape.isCounted, (query) => query.select(totalLinks(accountId).as('all_links')))
    .where(sql<boolean>`links.id in (${ids})`)
    .orderBy('links.id', shape.direction)
})

/** A page of all links in the order of creation. Each row has their number, unless that decides which rows are read. */
async function readAll(db: Database, accountId: number, page: PageQuery) {
  const isCounted = page.page === 1 || page.after !== undefined
  const counted = isCounted ? undefined : await countLinks(db, accountId)
  const { limit, offset, direction, isReversed, after } = rangeOf(page, counted?.total)
  const values = { accountId, limit, offset, last: after?.[0] ?? 0 }
  const has = { hasLast: after !== undefined, hasOffset: offset > 0 }
  const shape = { direction, isReversed, ...has, isCounted, most: roundedUp(limit) }
  const read = await listAllLinks(db, values, shape)
  const total = counted?.total ?? read[0]?.all_links ?? (await countLinks(db, accountId)).total
  const rows = read.map(({ all_links, ...row }) => row)
  return pageOf(rows, page, { total, atleast: false }, ({ id }) => [id])
}

const idsByDate = ({ tables, where }: Source, range: Range) => sql`
  select l.id from ${tables} where ${where} ${isAfter(range, sql`l.id`)} order by l.id ${directionOf(range)}
  limit ${range.limit}::bigint offset ${range.offset}::bigint`

interface Counted {
  total: number
  atleast: boolean
  /** The ids of all counted links, if the count is exact and small. */
  ids?: number[]
}

const totalLinks = (accountId: number) => sql<number>`(
  select case when exists (select 1 from link_counts where account_id = ${accountId}::bigint and slot = -1)
    then (select sum(total)::bigint from link_counts where account_id = ${accountId}::bigint)
    else (select count(*) from links where account_id = ${accountId}::bigint) end)`

async function countLinks(db: Database, accountId: number): Promise<Counted> {
  const { rows } = await sql<{ total: number }>`select ${totalLinks(accountId)} as total`.execute(db)
  return { total: rows[0]?.total ?? 0, atleast: false }
}

const mostOf = ({ limit, page }: PageQuery) => Math.max(MAX_COUNTED, page * limit + 1)

/** The count where `read` links follow a cursor. */
const countFurther = (db: Database, source: Source, page: PageQuery, read: number): Counted | Promise<Counted> =>
  read > page.limit + 1 ? { total: mostOf(page), atleast: true } : findLinks(db, source, mostOf(page))

/** Counts links up to `most`. */
async function findLinks(db: Database, { tables, where }: Source, most: number): Promise<Counted> {
  const { rows } = await sql<{ total: number; ids: number[] | null }>`
    with found as materialized (select l.id from ${tables} where ${where} limit ${most + 1}::bigint)
    select count(*) as total, case when count(*) <= ${MAX_COUNTED}::bigint then (select jsonb_agg(id) from found) end as ids from found`.execute(
    db,
  )
  const { total, ids } = rows[0] ?? { total: 0, ids: null }
  if (total > most) return { total: most, atleast: true }
  return { total, atleast: false, ...(total > MAX_COUNTED ? {} : { ids: ids ?? [] }) }
}

// A job adds the words of links that are older than the table link_words.
async function areWordsFilled(db: Database): Promise<boolean> {
  const { rows } = await sql<{ filled: boolean }>`
    select not exists (select 1 from jobs where kind = 'fill_link_words' and finished_at is null) as filled`.execute(db)
  return rows[0]?.filled ?? true
}
