import { type NotNull, sql } from 'kysely'
import type { CampaignChange, NewCampaign } from '../../schemas/campaigns.ts'
import type { Database } from '../open.ts'
import type { Campaigns } from '../tables/campaigns.ts'
import type { Stored } from '../tables/stored.ts'
import { unlessTaken } from '../unique.ts'
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
