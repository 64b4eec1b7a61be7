import { type RawBuilder, sql } from 'kysely'
import type { LinkQuery } from '../../schemas/links.ts'
import { aliasKey, foldAlias } from '../folded-alias.ts'
import { isAt, type LinkPlaces } from './link-places.ts'
import type { PageQuery } from './pagination.ts'

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
  /** Only links on the domain with this host; null: only links on the service's own host. */
  domain?: string | null
  /** Where the links are; undefined: anywhere. */
  places?: LinkPlaces | undefined
}

/** The words of a search. An empty list means that there is no search. */
export const wordsOf = (q = '') => [...new Set(q.split(/\s+/))].filter((word) => word !== '')

/**
 * SQL: whether `words` contains a word. The index is of trigrams, so two characters are searched for together with the
 * character after them, if that is ASCII, or at the end. Links with characters beyond ASCII have another index.
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
export function conditionsOf(accountId: number, filter: LinkFilter, { createdAfter, createdBefore }: PageQuery) {
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
    // A literal, because Postgres does not use the partial index of private links for a parameter.
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

/** Where the links of a list are read from, as `l`. */
export interface Source {
  tables: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** What link_totals is named; in the order of clicks only. */
  totals: 'l' | 't'
}

/** The links of a filter. */
export function sourceOf(accountId: number, filter: LinkFilter, page: PageQuery, hasWords: boolean): Source {
  const searched = wordsOf(filter.q)
  const conditions = conditionsOf(accountId, filter, page)
  const isByClicks = filter.order === 'click'
  const hasLinks = conditions.length > 0
  // With the account of the other table as well, the planner would expect far fewer links.
  const totals = hasLinks && isByClicks ? 't' : 'l'
  const where = [
    sql`${sql.ref(`${totals}.account_id`)} = ${accountId}::bigint`,
    ...searched.map(containsWord),
    ...(filter.aliases === undefined ? [] : [hasAlias(accountId, filter)]),
    ...conditions,
  ]
  const words = hasWords
    ? sql`(select id, account_id, words from link_words union all select * from waiting_words_of(${accountId}::bigint))`
    : sql`(select l.id, l.account_id, all_words_of_link(a.alias, l) as words from links l join aliases a on a.link_id = l.id)`
  const links = !hasLinks && isByClicks ? sql`link_totals l` : sql`links l`
  const joined = [
    ...(totals === 't' ? [sql`join link_totals t on t.id = l.id`] : []),
    ...(searched.length > 0
      ? [sql`join ${words} w on w.id = l.id and w.account_id = ${sql.ref(`${totals}.account_id`)}`]
      : []),
  ]
  const isOfWords = searched.length > 0 && !hasLinks && !isByClicks
  const tables = isOfWords ? sql`${words} l` : sql`${links} ${sql.join(joined, sql` `)}`
  return { tables, where: sql.join(where, sql` and `), totals }
}

/**
 * The links of a filter among `ids`, as `c`. Each is looked up by its id: words are not joined, because the planner
 * would read those of all links.
 */
export function sourceAmong(accountId: number, filter: LinkFilter, page: PageQuery, ids: RawBuilder<unknown>) {
  const conditions = conditionsOf(accountId, filter, page)
  const words = wordsOf(filter.q)
  const searched = sql.join(words.map(containsWord), sql` and `)
  const hasWords = sql`((select ${searched} from link_words w where w.id = c.id)
    or c.id in (select id from waiting_words_of(${accountId}::bigint) where ${searched}))`
  const where = [...conditions, ...(words.length > 0 ? [hasWords] : [])]
  const links = conditions.length > 0 ? sql`join links l on l.id = c.id` : sql``
  return { tables: sql`${ids} c(id) ${links}`, where: sql.join(where, sql` and `) }
}
