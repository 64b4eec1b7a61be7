import { type RawBuilder, sql } from 'kysely'
import { foldedOf } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { type LinkColumns, linkColumns, linkColumnTypes } from '../tables/links.ts'
import { type Actor, insertEvents } from './events.ts'
import { asJson } from './list-parameters.ts'

/** A link to create, with its address, pixels and channel. */
export interface NewLinkRow {
  columns: Partial<LinkColumns> & { url: string }
  /** null: the service's own host. */
  domainId: number | null
  /** Without one, an alias is generated. */
  alias?: string | undefined
  /** Further aliases. */
  aliases?: string[] | undefined
  pixels?: number[] | undefined
  channel?: number | null | undefined
  /** Time of creation and totals of an imported link. */
  kept?: KeptColumns | undefined
}

/** Columns that only imports set. */
export interface KeptColumns {
  created_at?: string | undefined
  clicks?: number | undefined
  uniqueclicks?: number | undefined
  imported_visits?: number | undefined
  imported_uniques?: number | undefined
  undated_visits?: number | undefined
  undated_uniques?: number | undefined
}

const keptTypes: Record<keyof KeptColumns, readonly [type: string, value: string]> = {
  created_at: ['timestamptz', 'now()'],
  clicks: ['bigint', '0'],
  uniqueclicks: ['bigint', '0'],
  imported_visits: ['bigint', '0'],
  imported_uniques: ['bigint', '0'],
  undated_visits: ['bigint', '0'],
  undated_uniques: ['bigint', '0'],
}
const columnTypes: Record<string, readonly [type: string, value?: string]> = { ...linkColumnTypes, ...keptTypes }

/** A link as it was created; `origin` is the URL of its branded domain, null for the service's own address. */
export interface CreatedLink {
  id: number
  alias: string
  origin: string | null
}

const ATTEMPTS = 5

/**
 * Creates links with their addresses, pixels, channels and events in one statement, in their order; 'taken' for each
 * whose address is taken by another link or page, or an earlier one in the list. `makeAlias` generates missing aliases.
 */
export async function createLinks(
  db: Database,
  by: Actor,
  links: readonly NewLinkRow[],
  makeAlias: () => string,
): Promise<(CreatedLink | 'taken')[]> {
  const made: (CreatedLink | 'taken')[] = links.map(() => 'taken')
  let waiting = links.map((link, i) => ({ link, i }))
  for (let attempt = 0; waiting.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new Error('No free alias was found; the space of generated aliases is nearly full.')
    const wanted = waiting.map(({ link, i }) => ({ link, i, alias: link.alias ?? makeAlias() }))
    for (const { i, ...link } of await insertLinks(db, by, wanted)) made[i] = link
    waiting = waiting.filter(({ link, i }) => link.alias === undefined && made[i] === 'taken')
  }
  return made
}

interface Wanted {
  link: NewLinkRow
  i: number
  alias: string
}

/** The unique index that a taken address violates; without naming it, Postgres checks new rows against all of them. */
function takenIndex(wanted: readonly Wanted[]): RawBuilder<unknown> {
  if (wanted.every(({ link }) => link.domainId === null)) return sql`(alias) where domain_id is null and not detached`
  if (wanted.every(({ link }) => link.domainId !== null)) return sql`(domain_id, alias) where domain_id is not null`
  return sql``
}

// Addresses first: if one is taken, nothing else of its link is inserted. In the order of aliases, to avoid deadlocks.
async function insertLinks(db: Database, by: Actor, wanted: readonly Wanted[]) {
  const given: string[] = [
    ...linkColumns.filter((name) => wanted.some(({ link }) => link.columns[name] !== undefined)),
    ...(Object.keys(keptTypes) as (keyof KeptColumns)[]).filter((name) =>
      wanted.some(({ link }) => link.kept?.[name] !== undefined),
    ),
  ]
  const fields = sql.raw(given.map((name) => `, ${name} ${columnTypes[name]?.[0]}`).join(''))
  const names = sql.raw(given.map((name) => `, ${name}`).join(''))
  const values = sql.raw(
    given
      .map((name) => [name, columnTypes[name]?.[1]])
      .map(([name, value]) => (value === undefined ? `, item.${name}` : `, coalesce(item.${name}, ${value})`))
      .join(''),
  )
  const rows = wanted.map(({ link: { columns, domainId, pixels, channel, kept }, i, alias }) => ({
    i,
    new_alias: alias,
    new_folded: foldedOf(alias),
    new_domain: domainId,
    new_pixels: pixels && pixels.length > 0 ? pixels : undefined,
    new_channel: channel ?? undefined,
    ...columns,
    ...kept,
  }))
  const hasPixels = rows.some((row) => row.new_pixels)
  const hasChannel = rows.some((row) => row.new_channel)
  const hasDomain = rows.some((row) => row.new_domain !== null)
  const withPixels = sql`, fired as (
    insert into link_pixels (link_id, pixel_id)
    select id, pixel::bigint from item join link using (id), json_array_elements_text(new_pixels) pixel)`
  const withChannels = sql`, placed as (
    insert into channel_items (channel_id, link_id)
    select new_channel, id from item join link using (id) where new_channel is not null order by id)`
  const origin = hasDomain ? sql`(select scheme || '://' || host from domains where id = new_domain)` : sql`null::text`
  const events = sql`
    select id, jsonb_build_object('externalid', externalid, 'longurl', url, 'title', metatitle, 'campaign', campaign_id,
      'alias', new_alias, 'origin', origin) as data from made order by id`
  const { rows: created } = await sql<CreatedLink & { i: number }>`
    with item as materialized (
      select nextval('links_id_seq') as id, given.*
      from json_to_recordset(${asJson(rows)})
        as given (i integer, new_alias text, new_folded text, new_domain bigint, new_pixels json, new_channel bigint${fields})
    ), address as (
      insert into aliases (link_id, domain_id, alias, folded)
      select id, new_domain, new_alias, new_folded from item
      order by new_domain, coalesce(new_folded, lower(new_alias collate "C")), i
      on conflict ${takenIndex(wanted)} do nothing returning link_id
    ), link as (
      insert into links (id, account_id${names}) overriding system value
      select item.id, ${by.id}::bigint${values} from item join address on link_id = item.id order by item.id
      returning id, externalid, url, metatitle, campaign_id
    ), made as (
      select i, new_alias, ${origin} as origin, link.* from item join link using (id)
    ), recorded as (${insertEvents(by, 'link.created', events)})${hasPixels ? withPixels : sql``}${hasChannel ? withChannels : sql``}
    select i, id, new_alias as alias, origin from made`.execute(db)
  return created
}

/** Whether the account has a link to each URL at this address, in whatever state: imports make such a link once. */
export async function hasLinksTo(
  db: Database,
  accountId: number,
  wanted: readonly { url: string; domainId: number | null }[],
): Promise<boolean[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<{ i: number }>`
    select wanted.i
    from json_to_recordset(${asJson(wanted.map((one, i) => ({ ...one, i })))})
      as wanted (i integer, url text, "domainId" bigint)
    cross join lateral (
      select from links join aliases on aliases.link_id = links.id
      where links.account_id = ${accountId}::bigint
        and md5(links.url) = md5(wanted.url) and links.url = wanted.url
        and not aliases.detached and aliases.domain_id is not distinct from wanted."domainId"
      limit 1
    ) found`.execute(db)
  const found = new Set(rows.map(({ i }) => i))
  return wanted.map((_one, i) => found.has(i))
}
