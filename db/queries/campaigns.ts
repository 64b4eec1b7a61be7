import type { CampaignChange, NewCampaign } from '../../schemas/campaigns.ts'
import type { Database } from '../open.ts'
import type { Campaigns } from '../tables/campaigns.ts'
import type { Stored } from '../tables/stored.ts'
import { unlessTaken } from '../unique.ts'
import { deleteByJob } from './deletions.ts'
import { domainUrl } from './domains.ts'
import { isLive } from './draws.ts'
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
  return readPage(selectCampaigns(db, accountId).orderBy('campaigns.id', 'desc'), page)
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
  const update = db
    .updateTable('campaigns')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
  return unlessTaken(update.executeTakeFirst())
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

/** The links of a campaign that visitors may see, newest first. */
export function listPublicLinks(db: Database, campaignId: number, page: PageQuery) {
  const shown = db
    .selectFrom('links')
    .innerJoin('aliases', 'aliases.link_id', 'links.id')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .where('links.campaign_id', '=', campaignId)
    .where(isLive)
  return readPage(
    shown
      .select(['links.metatitle', 'links.metadescription', 'links.url', 'links.password_hash', 'aliases.alias'])
      .select(domainUrl.$castTo<string | null>().as('origin'))
      .orderBy('links.id', 'desc'),
    page,
  )
}
