import { type Selectable, sql } from 'kysely'
import type { CampaignChange, NewCampaign } from '../../schemas/campaigns.ts'
import type { Database } from '../open.ts'
import type { Campaigns } from '../tables/campaigns.ts'
import type { Links } from '../tables/links.ts'
import type { Stored } from '../tables/stored.ts'
import { unlessTaken } from '../unique.ts'
import { deleteByJob } from './deletions.ts'
import { domainUrl } from './domains.ts'
import { isLive } from './draws.ts'
import { updateOwned } from './owned.ts'
import { type PageQuery, readPage } from './page.ts'

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
  accountId: number,
  campaign: Stored<Campaigns, NewCampaign & { name: string }>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('campaigns')
    .values({ ...campaign, account_id: accountId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Undefined when the account has no such campaign, 'taken' when another has the slug. */
export function updateCampaign(db: Database, accountId: number, id: number, change: Stored<Campaigns, CampaignChange>) {
  return unlessTaken(updateOwned(db, accountId, 'campaigns', id, change))
}

/** Deletes a campaign; its links stay, in none. Undefined if the account has no such campaign. */
export function deleteCampaign(db: Database, accountId: number, id: number) {
  return deleteByJob(db, accountId, 'delete_campaign', id)
}

/** Puts a link into a campaign, taking it out of the one it was in; undefined when either is not the account's. */
export function assignLink(db: Database, accountId: number, campaignId: number, linkId: number) {
  return db
    .updateTable('links')
    .set({ campaign_id: campaignId, updated_at: new Date() })
    .where('id', '=', linkId)
    .where('account_id', '=', accountId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('campaigns')
          .select('campaigns.id')
          .where('campaigns.id', '=', campaignId)
          .where('campaigns.account_id', '=', accountId),
      ),
    )
    .returning('id')
    .executeTakeFirst()
}

/** A public campaign of the account with this name; undefined when there is none. */
export function findPublicCampaign(db: Database, username: string, id: number) {
  return db
    .selectFrom('campaigns')
    .innerJoin('accounts', 'accounts.id', 'campaigns.account_id')
    .select(['campaigns.id', 'campaigns.name', 'accounts.username'])
    .where('campaigns.id', '=', id)
    .where('accounts.username', '=', username)
    .where('campaigns.public', '=', true)
    .executeTakeFirst()
}

/** A page of a list from the newest link on: after so many, or beside the link of an id. */
export type PublicPlace = { skipped: number } | { olderThan: number } | { newerThan: number }

const MAX_COUNTED = 1000

// `offset 0` keeps the planner from reading the addresses of all links.
const shownIn = (campaignId: number) => sql`links cross join lateral (
    select aliases.alias, ${domainUrl} as origin from aliases left join domains on domains.id = aliases.domain_id
    where aliases.link_id = links.id and ${isLive} offset 0) address
  where links.campaign_id = ${campaignId}::bigint`

/** The links of a campaign that visitors may see, newest first, and whether there are more on the way that is read. */
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
