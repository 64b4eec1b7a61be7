import { type RawBuilder, sql } from 'kysely'
import type { LinkQuery } from '../../schemas/links.ts'
import { aliasKey, foldAlias } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { isAt, type LinkPlaces } from './link-places.ts'
import { selectLinks } from './links.ts'
import { asIds } from './list-parameters.ts'
import type { PageQuery } from './pagination.ts'
import { totalOf } from './visit-totals.ts'

/** Filter of a link list. `aliases` and `host` come from a short URL; `host` null: the service's own host. */
export interface LinkFilter {
  order: LinkQuery['order']
  q?: string | undefined
  aliases?: readonly string[]
  host?: string | null
  campaign?: number | undefined
  channel?: number | undefined
  status?: LinkQuery['status']
  externalid?: string | undefined
  broken?: boolean | undefined
  /** The host of the domain that the links are on; null: the service's own. */
  domain?: string | null
  /** Where the links are; undefined: anywhere. */
  places?: LinkPlaces | undefined
}

// A search counts its links up to this number, or up to the page after the requested one. By cursor, it
// counts further on the last page alone: on the others the pages before say how many there are at least.
const MAX_COUNTED = 10_000

/** The words of a search. An empty list means that there is no search. */
const wordsOf = (q = '') => [...new Set(q.split(/\s+/))].filter((word) => word !== '')

/**
 * SQL: whether `words` contains a word. Two characters have no trigram; with each ASCII character that may come after
 * them they have, and at the end. Links with other characters have an index of their own.
 */
function containsWord(word: string): RawBuilder<unknown> {
  const pattern = word.replaceAll(/[\\%_]/g, '\\$&')
  const isIn = sql`words like lower(${`%${pattern}%`}::text)`
  if (!/^[a-z0-9]{2}$/i.test(word)) return isIn
  const pair = word.toLowerCase()
  return sql`(words ~ ${`${pair}[\\x01-\\x7f]`}::text or words like ${`%${pair}`}::text
    or octet_length(words) - length(words) > 0 and ${isIn})`
}

// Each branch has an index of its own.
const hasAlias = (accountId: number, { aliases = [], host }: LinkFilter) => {
  const own = sql`a.domain_id is null and not a.detached`
  const branded = sql`a.domain_id = any (array(select id from domains where account_id = ${accountId}::bigint
    ${host ? sql`and host = ${host}` : sql``}))`
  const caseless = sql`a.domain_id = any (array(select id from domains where account_id = ${accountId}::bigint
    and caseinsensitive ${host ? sql`and host = ${host}` : sql``}))`
  const lost = host ? sql`a.detached and split_part(a.lost_domain, '://', 2) = ${host}` : sql`a.detached`
  const onDeleted = sql`a.domain_id = any (array(select id from domains where lost_url is not null
    ${host ? sql`and split_part(lost_url, '://', 2) = ${host}` : sql``}))`
  const anywhere = [own, branded, onDeleted, lost]
  const places = host === undefined ? anywhere : host === null ? [own] : [branded, onDeleted, lost]
  const names = sql.join(aliases.map((alias) => sql`${alias}::text`))
  const folded = sql.join(aliases.map((alias) => sql`${foldAlias(alias)}::text`))
  const id = sql`coalesce(a.link_id, a.extra_link_id)`
  const found = [
    ...places.map((place) => sql`select ${id} from aliases a where a.alias in (${names}) and ${place}`),
    ...(host === null ? [] : [sql`select ${id} from aliases a where ${aliasKey('a')} in (${folded}) and ${caseless}`]),
  ]
  return sql`l.id in (${sql.join(found, sql` union all `)})`
}

/** Conditions on columns that only the table of links has. */
function conditionsOf(accountId: number, filter: LinkFilter, { createdAfter, createdBefore }: PageQuery) {
  const { campaign, channel, status, domain, externalid, broken, places } = filter
  const onDomain =
    domain === null
      ? sql`a.domain_id is null and not a.detached`
      : sql`a.domain_id = (select id from domains where account_id = ${accountId}::bigint and host = ${domain}::text)`
  const conditions: [boolean, RawBuilder<unknown>][] = [
    [
      campaign !== undefined,
      sql`l.campaign_id = (select id from campaigns where id = ${campaign}::bigint and account_id = ${accountId}::bigint)`,
    ],
    [
      channel !== undefined,
      sql`l.id in (select i.link_id from channel_items i join channels c on c.id = i.channel_id
        where c.id = ${channel}::bigint and c.account_id = ${accountId}::bigint)`,
    ],
    // A literal instead of a parameter, so that the planner can use the partial index of private links.
    [status !== undefined, sql`l.status = ${sql.lit(status)}`],
    [
      broken !== undefined,
      sql`l.id ${broken ? sql`in` : sql`not in`} (
        select link_id from link_checks where account_id = ${accountId}::bigint and broken_at is not null)`,
    ],
    [externalid !== undefined, sql`l.externalid = ${externalid}::text`],
    [domain !== undefined, sql`exists (select 1 from aliases a where a.link_id = l.id and ${onDomain})`],
    ...(places ? [[true, isAt(sql`l.id`, places)] satisfies [boolean, RawBuilder<unknown>]] : []),
    [createdAfter !== undefined, sql`l.created_at >= ${createdAfter}::timestamptz`],
    [createdBefore !== undefined, sql`l.created_at < ${createdBefore}::timestamptz`],
  ]
  return conditions.filter(([isWanted]) => isWanted).map(([, condition]) => condition)
}

interface Source {
  tables: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/** The links of a filter, as `l` with `l.id` and, in the order of clicks, `l.clicks`. */
function sourceOf(accountId: number, filter: LinkFilter, page: PageQuery, hasWords: boolean): Source {
  const searched = wordsOf(filter.q)
  const conditions = conditionsOf(accountId, filter, page)
  const where = [
    sql`l.account_id = ${accountId}::bigint`,
    ...searched.map(containsWord),
    ...(filter.aliases === undefined ? [] : [hasAlias(accountId, filter)]),
    ...conditions,
  ]
  const words = hasWords
    ? sql`(select id, account_id, words from link_words union all select * from waiting_words_of(${accountId}::bigint))`
    : sql`(select l.id, l.account_id, all_words_of_link(a.alias, l) as words from links l join aliases a on a.link_id = l.id)`
  const tables =
    searched.length === 0
      ? sql`links l`
      : filter.order === 'click' || conditions.length > 0
        ? sql`links l join ${words} w on w.id = l.id and w.account_id = l.account_id`
        : sql`${words} l`
  return { tables, where: sql.join(where, sql` and `) }
}

/** The rows to read: after a key, or of a page, which is read from the end if that is nearer. */
function rangeOf({ limit, page, direction = 'desc', after }: PageQuery, exact: number | undefined) {
  const offset = (page - 1) * limit
  const forward = { direction, isReversed: false, after }
  // Reads one more row to see whether more follow, and two to see whether more than one follows.
  if (after) return { ...forward, offset: 0, limit: limit + 2 }
  if (exact === undefined || offset <= exact / 2) return { ...forward, offset, limit }
  const rows = Math.max(0, Math.min(limit, exact - offset))
  return { ...forward, offset: Math.max(0, exact - offset - rows), limit: rows, isReversed: true }
}

/** The list of an account's links: a page, and how many there are; `atleast`: no more were counted. */
export function listLinks(db: Database, accountId: number, filter: LinkFilter, page: PageQuery) {
  if (wordsOf(filter.q).length === 0) return readList(db, accountId, filter, page)
  return inTransaction(db, async (db) => {
    // The best plan depends on how frequent a word is, so the statement is planned for each search.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
    return readList(db, accountId, filter, page)
  })
}

async function readList(db: Database, accountId: number, filter: LinkFilter, page: PageQuery) {
  const isSearch = wordsOf(filter.q).length > 0
  const isFiltered = isSearch || filter.aliases !== undefined || conditionsOf(accountId, filter, page).length > 0
  const source = sourceOf(accountId, filter, page, isSearch && (await areWordsFilled(db)))
  const counting = isFiltered
    ? findLinks(db, source, page.after ? MAX_COUNTED : mostOf(page))
    : countLinks(db, accountId)
  // The first page and pages by cursor are read without waiting for the count.
  const counted: Counted | undefined = (page.page === 1 || page.after) && !isFiltered ? undefined : await counting
  const found = counted?.ids ? { tables: sql`links l`, where: sql`l.id = any (${asIds(counted.ids)})` } : source
  const range = rangeOf(page, counted?.atleast === false ? counted.total : undefined)
  const ids = filter.order === 'click' ? await idsByClicks(db, accountId, found, range) : idsByDate(found, range)
  const direction = page.direction ?? 'desc'
  let query = selectLinks(db, accountId).where(sql<boolean>`links.id in (${ids})`)
  if (filter.order === 'click') query = query.orderBy(totalOf('link', 'visits'), direction)
  const [read, early] = await Promise.all([query.orderBy('links.id', direction).execute(), counting])
  const { total, atleast } = page.after && early.atleast ? await countFurther(db, source, page, read.length) : early
  const rows = read.slice(0, page.limit)
  const last = rows.at(-1)
  const hasMore = page.after ? read.length > page.limit : page.page * page.limit < total
  const key = last && (filter.order === 'click' ? [last.clicks, last.id] : [last.id])
  return { rows, total, atleast, next: hasMore && key ? key : null }
}

type Range = ReturnType<typeof rangeOf>

const directionOf = ({ isReversed, direction }: Range) => (isReversed === (direction === 'asc') ? sql`desc` : sql`asc`)

/** SQL: whether rows with this key come after the range's. */
const isAfter = ({ direction, after }: Range, key: RawBuilder<unknown>) =>
  after
    ? sql`and (${key}) ${direction === 'asc' ? sql`>` : sql`<`} (${sql.join(after.map((one) => sql`${one}::bigint`))})`
    : sql``

const idsByDate = ({ tables, where }: Source, range: Range) => sql`
  select l.id from ${tables} where ${where} ${isAfter(range, sql`l.id`)} order by l.id ${directionOf(range)}
  limit ${range.limit}::bigint offset ${range.offset}::bigint`

/**
 * The column lacks the clicks that are still in visit_deltas. These can move a link by at most n places, for n links
 * with such clicks: the query reads n extra rows on both sides of the page, and sorts them with the n links.
 */
async function idsByClicks(db: Database, accountId: number, { tables, where }: Source, range: Range) {
  const { rows } = await sql<{ waiting: number }>`
    select count(distinct subject_id) as waiting from visit_deltas
    where account_id = ${accountId}::bigint and subject = 'link' and visits > 0`.execute(db)
  const waiting = rows[0]?.waiting ?? 0
  const direction = directionOf(range)
  const skipped = Math.max(0, range.offset - waiting)
  const looked = range.offset + range.limit - skipped
  const deltas = sql`select subject_id as id, sum(visits) as visits from visit_deltas
    where account_id = ${accountId}::bigint and subject = 'link' and visits > 0 group by subject_id`
  const settled = (others: RawBuilder<unknown>) => sql`
    select l.id, l.clicks from ${tables} where ${where} ${others} ${isAfter(range, sql`l.clicks, l.id`)} order by l.clicks ${direction}, l.id ${direction}
    limit ${looked}::bigint offset ${skipped}::bigint`
  if (waiting === 0) return sql`select id from (${settled(sql``)}) settled`
  return sql`
    with deltas as materialized (${deltas})
    select id from ((${settled(sql`and l.id not in (select id from deltas)`)})
      union all (select l.id, l.clicks + d.visits from ${tables} join deltas d on d.id = l.id where ${where}
        ${isAfter(range, sql`l.clicks + d.visits, l.id`)})) links
    order by clicks ${direction}, id ${direction} limit ${range.limit}::bigint offset ${range.offset - skipped}::bigint`
}

interface Counted {
  total: number
  atleast: boolean
  /** The ids of all counted links, if the count is exact and small. */
  ids?: number[]
}

async function countLinks(db: Database, accountId: number): Promise<Counted> {
  const { rows } = await sql<{ total: number }>`
    select case when exists (select 1 from link_counts where account_id = ${accountId}::bigint and slot = -1)
      then (select sum(total)::bigint from link_counts where account_id = ${accountId}::bigint)
      else (select count(*) from links where account_id = ${accountId}::bigint) end as total`.execute(db)
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
