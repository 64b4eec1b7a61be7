import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { domainUrl } from './domains.ts'

/** What a card of a campaign shows; undefined when there is no such campaign, or its list is not public. */
export function findPublicCampaignCard(db: Database, id: number) {
  return db
    .selectFrom('campaigns')
    .innerJoin('accounts', 'accounts.id', 'campaigns.account_id')
    .select(['campaigns.name as title', 'accounts.username'])
    .where('campaigns.id', '=', id)
    .where('campaigns.public', '=', true)
    .executeTakeFirst()
}

/**
 * What a card of a link or bio page shows, whoever's it is; undefined when there is no such thing, or where a `public`
 * one is asked for and not everybody may open it.
 */
export function findCard(db: Database, kind: 'link' | 'bio', id: number, seenBy: 'public' | 'owner') {
  const column = kind === 'link' ? ('aliases.link_id' as const) : ('aliases.bio_id' as const)
  const card = db
    .selectFrom('aliases')
    .leftJoin('links', 'links.id', 'aliases.link_id')
    .leftJoin('bios', 'bios.id', 'aliases.bio_id')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select([
      sql<string>`coalesce(links.metatitle, bios.title, bios.name, aliases.alias)`.as('title'),
      'aliases.alias',
      domainUrl.$castTo<string | null>().as('domain'),
    ])
    .where(column, '=', id)
  if (seenBy === 'owner') return card.executeTakeFirst()
  return card
    .where('aliases.detached', '=', false)
    .where(kind === 'link' ? sql<boolean>`links.status = 'public'` : sql<boolean>`bios.published`)
    .executeTakeFirst()
}
