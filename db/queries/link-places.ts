import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { asIds, asTexts } from './list-parameters.ts'

/** Where links are: on domains with these hosts or (`isOwn`) on the service's own host. */
export interface LinkPlaces {
  hosts: readonly string[]
  isOwn: boolean
}

/** SQL: whether the address of a link is in one of the places; that of a deleted domain is in none. */
export const isAt = (link: RawBuilder<unknown>, { hosts, isOwn }: LinkPlaces) => sql<boolean>`exists (
  select 1 from aliases here left join domains on domains.id = here.domain_id
  where here.link_id = ${link} and not here.detached and (
    domains.host = any (${asTexts(hosts)})
    ${isOwn ? sql`or here.domain_id is null` : sql``}))`

async function listIds(db: Database, accountId: number, ids: readonly number[], condition: RawBuilder<boolean>) {
  const rows = await db
    .selectFrom('links')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any (${asIds(ids)})`)
    .where(condition)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The ids among `ids` of the account's links that are in one of the places. */
export const listLinksAt = (db: Database, accountId: number, ids: readonly number[], places: LinkPlaces) =>
  listIds(db, accountId, ids, isAt(sql`links.id`, places))

/** The ids among `ids` of the account's links that are in a campaign; a deleted one has links until its job has run. */
export const listLinksInCampaigns = (db: Database, accountId: number, ids: readonly number[]) =>
  listIds(
    db,
    accountId,
    ids,
    sql<boolean>`exists (
    select from campaigns where campaigns.id = links.campaign_id and campaigns.account_id is not null)`,
  )
