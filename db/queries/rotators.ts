import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { domainUrl } from './domains.ts'
import { isUnexhausted, isUnexpired } from './links.ts'
import type { PageQuery } from './page.ts'

/** A live link of the campaign with this slug, each as likely as the other; undefined when there is none. */
export function drawLink(db: Database, slug: string) {
  return db
    .selectFrom('campaigns')
    .innerJoin('links', 'links.campaign_id', 'campaigns.id')
    .innerJoin('aliases', 'aliases.link_id', 'links.id')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select(['campaigns.id as campaignId', 'links.id', 'aliases.alias', 'aliases.domain_id as domainId'])
    .select(domainUrl.$castTo<string | null>().as('origin'))
    .where('campaigns.slug', '=', slug)
    .where('links.status', '=', 'public')
    .where('aliases.detached', '=', false)
    .where(isUnexpired)
    .where(isUnexhausted)
    .orderBy(sql`random()`)
    .limit(1)
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

/** The links of a campaign that a stranger may be shown, newest first. */
export async function listShownLinks(db: Database, campaignId: number, { limit, page }: PageQuery) {
  const shown = db
    .selectFrom('links')
    .innerJoin('aliases', 'aliases.link_id', 'links.id')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .where('links.campaign_id', '=', campaignId)
    .where('links.status', '=', 'public')
    .where('aliases.detached', '=', false)
    .where(isUnexpired)
    .where(isUnexhausted)
  const [rows, { total }] = await Promise.all([
    shown
      .select(['links.metatitle', 'links.metadescription', 'links.url', 'links.password_hash', 'aliases.alias'])
      .select(domainUrl.$castTo<string | null>().as('origin'))
      .orderBy('links.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    shown.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
