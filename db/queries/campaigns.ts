import { type NotNull, type Selectable, sql } from 'kysely'
import type { CampaignChange, NewCampaign } from '../../schemas/campaigns.ts'
import type { Database } from '../open.ts'
import type { Campaigns } from '../tables/campaigns.ts'
import type { Links } from '../tables/links.ts'
import type { Stored } from '../tables/stored.ts'
import { unlessTaken } from '../unique.ts'
import { domainUrl } from './address-origin.ts'
import { isLiveLink } from './campaign-draws.ts'
import { deleteByJob } from './deletions.ts'
import { eventSubjects } from './event-subjects.ts'
import { type Actor, insertEvents } from './events.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { changeOwned } from './recorded-changes.ts'

const columns = ['campaigns.id', 'campaigns.name', 'campaigns.slug', 'campaigns.public', 'accounts.username'] as const

function selectCampaigns(db: Database, accountId: number) {
  return db
    .selectFrom('campaigns')
    .innerJoin('accounts', 'accounts.id', 'campaigns.account_id')
    .select(columns)
    .where('campaigns.account_id', '=', accountId)
}

export function listCampaigns(db: Database, accountId: number, page: PageQuery) {
  return readPage(selectCampaigns(db, accountId), page, 'campaigns')
}

export function findCampaign(db: Database, accountId: number, id: number) {
  return selectCampaigns(db, accountId).where('campaigns.id', '=', id).executeTakeFirst()
}

/** Adds a campaign and returns its id; undefined when the slug is taken. */
export async function createCampaign(
  db: Database,
  by: Actor,
  campaign: Stored<Campaigns, NewCampaign & { name: string }>,
): Promise<number | undefined> {
  const { data } = eventSubjects.campaign
  const values = Object.entries({ ...campaign, account_id: by.id }).filter(([, value]) => value !== undefined)
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into campaigns (${sql.join(values.map(([name]) => sql.ref(name)))})
      values (${sql.join(values.map(([, value]) => value))})
      on conflict (slug) do nothing returning *
    ), recorded as (${insertEvents(by, 'campaign.created', sql`select id, ${data} as data from made campaigns`)})
    select id from made`.execute(db)
  return rows[0]?.id
}

/** Undefined when the account has no such campaign, 'taken' when another has the slug. */
export function updateCampaign(db: Database, by: Actor, id: number, change: Stored<Campaigns, CampaignChange>) {
  return unlessTaken(changeOwned(db, by, 'campaign', id, change))
}

/** Deletes a campaign; its links stay, in none. Undefined if the account has no such campaign. */
export function deleteCampaign(db: Database, by: Actor, id: number) {
  return deleteByJob(db, by, 'delete_campaign', id)
}

/** Puts a link into a campaign, taking it out of the one it was in; undefined when either is not the account's. */
export async function assignLink(db: Database, by: Actor, campaignId: number, linkId: number) {
  const { source, data } = eventSubjects.link
  const event = sql`
    select links.id, ${data} || jsonb_build_object('campaign', new.campaign_id, 'changed', array['campaign']) as data
    from ${source} join new on new.id = links.id where new.campaign_id is distinct from new.previous`
  const { rows } = await sql<{ id: number }>`
    with old as materialized (
      select id, campaign_id from links where id = ${linkId}::bigint and account_id = ${by.id}::bigint for no key update
    ), new as (
      update links set campaign_id = campaigns.id, updated_at = now() from old, campaigns
      where links.id = old.id and campaigns.id = ${campaignId}::bigint and campaigns.account_id = ${by.id}::bigint
      returning links.id, links.campaign_id, old.campaign_id as previous
    ), recorded as (${insertEvents(by, 'link.updated', event)})
    select id from new`.execute(db)
  return rows[0]
}

/** A public campaign of the account with this name; undefined when there is none. */
export function findPublicCampaign(db: Database, username: string, id: number) {
  return db
    .selectFrom('campaigns')
    .innerJoin('accounts', 'accounts.id', 'campaigns.account_id')
    .select(['campaigns.id', 'campaigns.account_id', 'campaigns.name', 'accounts.username'])
    .where('campaigns.id', '=', id)
    .where('accounts.username', '=', username)
    .where('campaigns.public', '=', true)
    .$narrowType<{ username: NotNull; account_id: NotNull }>()
    .executeTakeFirst()
}

/** The start of a page of a list, newest first: after a number of links, or next to the link with an id. */
export type PublicPlace = { skipped: number } | { olderThan: number } | { newerThan: number }

const MAX_COUNTED = 1000

// `offset 0` keeps the planner from reading the addresses of all links. Public links have an index of their own.
const shownIn = (campaignId: number) => sql`links cross join lateral (
    select aliases.alias, ${domainUrl} as origin from aliases left join domains on domains.id = aliases.domain_id
    where aliases.link_id = links.id and ${isLiveLink} offset 0) address
  where links.campaign_id = ${campaignId}::bigint and links.status = 'public'`

/**
 * The links of a campaign that visitors may see, newest first, and whether there are more in the direction of reading.
 */
export async function listPublicLinks(db: Database, campaignId: number, limit: number, place: PublicPlace) {
  const isUp = 'newerThan' in place
  const range =
    'olderThan' in place
      ? sql`and links.id < ${place.olderThan}::bigint`
      : isUp
        ? sql`and links.id > ${place.newerThan}::bigint`
        : sql``
  const { rows } = await sql<
    Pick<Selectable<Links>, 'id' | 'metatitle' | 'metadescription' | 'url' | 'password_hash'> & {
      alias: string
      origin: string | null
    }
  >`
    select links.id, metatitle, metadescription, url, password_hash, alias, origin from ${shownIn(campaignId)} ${range}
    order by links.id ${isUp ? sql`asc` : sql`desc`} limit ${limit + 1}::bigint
    offset ${'skipped' in place ? place.skipped : 0}::bigint`.execute(db)
  const found = rows.slice(0, limit)
  return { rows: isUp ? found.reverse() : found, isMore: rows.length > limit }
}

/** How many links of a campaign visitors may see; `isMore`: that many were counted, and there are more. */
export async function countPublicLinks(db: Database, campaignId: number): Promise<{ total: number; isMore: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from ${shownIn(campaignId)} limit ${sql.lit(MAX_COUNTED + 1)}) shown`.execute(
    db,
  )
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, MAX_COUNTED), isMore: total > MAX_COUNTED }
}
