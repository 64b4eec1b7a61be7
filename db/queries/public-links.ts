import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Links } from '../tables/links.ts'
import { domainUrl, isDetached } from './address-origin.ts'
import { isQuarantined } from './bans.ts'
import { isWithinTime } from './links.ts'
import { isUnexhausted } from './visit-totals.ts'

/** What a visitor may read of a campaign, besides its id. */
export interface PublicReading {
  /** Whether links are left out whose domain must be proven and is not. */
  isProofNeeded: boolean
}

/** The start of a page of a list, newest first: after a number of links, or next to the link with an id. */
export type PublicPlace = { skipped: number } | { olderThan: number } | { newerThan: number }

export interface PublicPage {
  rows: (Pick<Selectable<Links>, 'id' | 'metatitle' | 'metadescription' | 'url' | 'password_hash'> & {
    alias: string
    origin: string | null
  })[]
  /** The id after which the list goes on in the direction of reading; null: it ends here. */
  onward: number | null
}

/** How many links of a list there are; with `isMore` there are more. `total` null: too many were looked at to tell. */
export interface PublicCount {
  total: number | null
  isMore: boolean
}

/** One statement looks at no more links than this, as nearly all of them may have expired (6 µs each). */
export const MAX_LOOKED_AT = 20_000
const MAX_COUNTED = 1000

/** SQL: whether a link may be shown publicly, from `links`, `aliases` and `domains`. */
export const isLiveLink = ({ isProofNeeded }: PublicReading) =>
  sql<boolean>`(links.status = 'public' and not ${isDetached} and ${isWithinTime} and ${isUnexhausted}
    and not ${isQuarantined}
    and (${sql.lit(!isProofNeeded)} or domains.proof_token is null or domains.proven_at is not null))`

/** SQL: the public links of a campaign, which have an index of their own; expired ones are among them. */
export const isPublicOf = (campaignId: number) =>
  sql<boolean>`(links.campaign_id = ${campaignId}::bigint and links.status = 'public')`

type Direction = 'asc' | 'desc'

const inRange = (campaignId: number, range: RawBuilder<unknown>, direction: Direction) =>
  sql`from links where ${isPublicOf(campaignId)} and ${range} order by id ${sql.raw(direction)}`

const lastOf = (campaignId: number, range: RawBuilder<unknown>, direction: Direction) =>
  sql`select id ${inRange(campaignId, range, direction)} offset ${sql.lit(MAX_LOOKED_AT - 1)} limit 1`

/** The id of the last link of a range that one statement looks at; undefined: it looks at all of them. */
export async function lastPublicLookedAt(
  db: Database,
  campaignId: number,
  range: RawBuilder<unknown>,
  direction: Direction,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`${lastOf(campaignId, range, direction)}`.execute(db)
  return rows[0]?.id
}

// `offset 0` keeps the planner from reading the addresses of all links.
const shownIn = (
  campaignId: number,
  range: RawBuilder<unknown>,
  direction: Direction,
  reading: PublicReading,
) => sql`(select * ${inRange(campaignId, range, direction)} limit ${sql.lit(MAX_LOOKED_AT)}) links cross join lateral (
    select aliases.alias, ${domainUrl} as origin from aliases left join domains on domains.id = aliases.domain_id
    where aliases.link_id = links.id and ${isLiveLink(reading)} offset 0) address
  order by links.id ${sql.raw(direction)}`

/**
 * A page of the links of a campaign that visitors may see, newest first. It has fewer links than `limit` where the list
 * ends, and where MAX_LOOKED_AT were looked at.
 */
export async function listPublicLinks(
  db: Database,
  campaignId: number,
  limit: number,
  place: PublicPlace,
  reading: PublicReading,
): Promise<PublicPage> {
  const isUp = 'newerThan' in place
  const direction = isUp ? 'asc' : 'desc'
  const range = isUp
    ? sql`links.id > ${place.newerThan}::bigint`
    : 'olderThan' in place
      ? sql`links.id < ${place.olderThan}::bigint`
      : sql`true`
  // In one statement: a link that is deleted meanwhile must not move the last one to one that was not looked at. It is
  // looked for only if the page is not full, as that takes as long as the page.
  const { rows } = await sql<PublicPage['rows'][number] & { last: number | null }>`
    with page as materialized (
      select links.id, metatitle, metadescription, url, password_hash, alias, origin
      from ${shownIn(campaignId, range, direction, reading)} limit ${limit + 1}::bigint
      offset ${'skipped' in place ? place.skipped : 0}::bigint)
    select page.*, last from (
      select case when (select count(*) from page) <= ${limit}::bigint
        then (${lastOf(campaignId, range, direction)}) end as last) bound
    left join page on true order by page.id ${sql.raw(direction)}`.execute(db)
  const found = rows.flatMap(({ last: _, ...link }) => (link.id === null ? [] : [link])).slice(0, limit)
  const onward = rows.length > limit ? found.at(-1)?.id : rows[0]?.last
  return { rows: isUp ? found.reverse() : found, onward: onward ?? null }
}

/** How many links of a campaign visitors may see. */
export async function countPublicLinks(db: Database, campaignId: number, reading: PublicReading): Promise<PublicCount> {
  const { rows } = await sql<{ total: number; isPart: boolean }>`
    select total, total <= ${sql.lit(MAX_COUNTED)} and (${lastOf(campaignId, sql`true`, 'desc')}) is not null as "isPart"
    from (select count(*) as total from (
      select 1 from ${shownIn(campaignId, sql`true`, 'desc', reading)} limit ${sql.lit(MAX_COUNTED + 1)}) shown) counted`.execute(
    db,
  )
  const [{ total, isPart } = { total: 0, isPart: false }] = rows
  if (total > MAX_COUNTED) return { total: MAX_COUNTED, isMore: true }
  return { total: isPart ? null : total, isMore: false }
}
