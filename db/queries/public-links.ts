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

/** The id of the last link of a range that one statement looks at; undefined: it looks at all of them. */
export async function lastPublicLookedAt(
  db: Database,
  campaignId: number,
  range: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from links where ${isPublicOf(campaignId)} and ${range} order by id ${sql.raw(direction)}
    offset ${sql.lit(MAX_LOOKED_AT - 1)} limit 1`.execute(db)
  return rows[0]?.id
}

// `offset 0` keeps the planner from reading the addresses of all links.
const shownIn = (
  campaignId: number,
  range: RawBuilder<unknown>,
  reading: PublicReading,
) => sql`links cross join lateral (
    select aliases.alias, ${domainUrl} as origin from aliases left join domains on domains.id = aliases.domain_id
    where aliases.link_id = links.id and ${isLiveLink(reading)} offset 0) address
  where ${isPublicOf(campaignId)} and ${range}`

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
  // Found out before the page is read: a link that is deleted meanwhile must not move it to one that is not looked at.
  const last = await lastPublicLookedAt(db, campaignId, range, direction)
  const step = last === undefined ? range : sql`${range} and links.id ${sql.raw(isUp ? '<=' : '>=')} ${last}::bigint`
  const { rows } = await sql<PublicPage['rows'][number]>`
    select links.id, metatitle, metadescription, url, password_hash, alias, origin
    from ${shownIn(campaignId, step, reading)} order by links.id ${sql.raw(direction)} limit ${limit + 1}::bigint
    offset ${'skipped' in place ? place.skipped : 0}::bigint`.execute(db)
  const found = rows.slice(0, limit)
  const onward = rows.length > limit ? found.at(-1)?.id : last
  return { rows: isUp ? found.reverse() : found, onward: onward ?? null }
}

/** How many links of a campaign visitors may see. */
export async function countPublicLinks(db: Database, campaignId: number, reading: PublicReading): Promise<PublicCount> {
  const last = await lastPublicLookedAt(db, campaignId, sql`true`, 'desc')
  const step = last === undefined ? sql`true` : sql`links.id >= ${last}::bigint`
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select 1 from ${shownIn(campaignId, step, reading)} order by links.id desc
      limit ${sql.lit(MAX_COUNTED + 1)}) shown`.execute(db)
  const total = rows[0]?.total ?? 0
  if (total > MAX_COUNTED) return { total: MAX_COUNTED, isMore: true }
  return { total: last === undefined ? total : null, isMore: false }
}
