import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { isOfDeleted } from './deleted-accounts.ts'

/** What has an address with a path of its own: a QR code, the rotator of a campaign, or its public list. */
export type OwnedPage = { code: string } | { slug: string } | { username: string; campaign: number }

/** The account of a code, rotator or public list; undefined if there is no such page. */
export async function findPageOwner(db: Database, page: OwnedPage): Promise<number | undefined> {
  if ('code' in page) {
    const code = db.selectFrom('qr_codes').select('account_id as account').where('code', '=', page.code)
    return (await code.where(sql<boolean>`not ${isOfDeleted('qr_codes.account_id')}`).executeTakeFirst())?.account
  }
  const campaigns = db
    .selectFrom('campaigns')
    .innerJoin('accounts', 'accounts.id', 'campaigns.account_id')
    .select('accounts.id as account')
    .where('accounts.deleted_at', 'is', null)
  const found =
    'slug' in page
      ? campaigns.where('slug', '=', page.slug)
      : campaigns
          .where('campaigns.id', '=', page.campaign)
          .where('accounts.username', '=', page.username)
          .where('campaigns.public', '=', true)
  return (await found.executeTakeFirst())?.account
}

/** The account of a branded domain. */
export async function findDomainOwner(db: Database, host: string): Promise<number | undefined> {
  const row = await db.selectFrom('domains').select('account_id').where('host', '=', host).executeTakeFirst()
  return row?.account_id ?? undefined
}

/** The account of a bio page that visitors see. */
export async function findBioOwner(db: Database, bioId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('bios')
    .select('account_id')
    .where('id', '=', bioId)
    .where('published', '=', true)
    .executeTakeFirst()
  return row?.account_id
}

/**
 * The ids of the accounts whose links or bio pages have one of these aliases. `host` is a branded domain, null the host
 * of BASE_URL; without it all hosts are searched.
 */
export async function listOwnersAt(
  db: Database,
  { aliases, host }: { aliases: string[]; host?: string | null },
): Promise<number[]> {
  const query = db
    .selectFrom('aliases')
    .leftJoin('links', (join) => join.on(sql<boolean>`links.id = coalesce(aliases.link_id, aliases.extra_link_id)`))
    .leftJoin('bios', 'bios.id', 'aliases.bio_id')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select(sql<number>`coalesce(links.account_id, bios.account_id)`.as('account'))
    .distinct()
    .where('aliases.alias', 'in', aliases)
    .where('aliases.detached', '=', false)
    .limit(2)
  const found =
    host === undefined
      ? query
      : query.where((eb) => (host === null ? eb('aliases.domain_id', 'is', null) : eb('domains.host', '=', host)))
  return (await found.execute()).map(({ account }) => account)
}
