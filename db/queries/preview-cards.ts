import { type NotNull, sql } from 'kysely'
import type { Database } from '../open.ts'
import { domainUrl, isDetached } from './address-origin.ts'
import { isOfDeleted } from './deleted-accounts.ts'

/** The texts on the preview card of a campaign; undefined if it does not exist or its list is not public. */
export function findPublicCampaignCard(db: Database, id: number) {
  return db
    .selectFrom('campaigns')
    .innerJoin('accounts', 'accounts.id', 'campaigns.account_id')
    .select(['campaigns.name as title', 'accounts.username', 'accounts.id as account'])
    .where('campaigns.id', '=', id)
    .where('campaigns.public', '=', true)
    .where('accounts.deleted_at', 'is', null)
    .$narrowType<{ username: NotNull }>()
    .executeTakeFirst()
}

/**
 * The texts on the preview card of a link or bio page, of any account; undefined if it does not exist or, with
 * `seenBy: 'public'`, if it is private, unpublished or detached.
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
      sql<number>`coalesce(links.account_id, bios.account_id)`.as('account'),
      domainUrl.$castTo<string | null>().as('domain'),
    ])
    .where(column, '=', id)
    .where(sql<boolean>`not ${isOfDeleted(`${kind}s.account_id`)}`)
  if (seenBy === 'owner') return card.executeTakeFirst()
  return card
    .where(sql<boolean>`not ${isDetached}`)
    .where(kind === 'link' ? sql<boolean>`links.status = 'public'` : sql<boolean>`bios.published`)
    .executeTakeFirst()
}
