import type { Database } from '../open.ts'
import type { Subject } from '../tables/visits.ts'
import { addressOrigin } from './domains.ts'
import { findLinkRoute, type LinkRoute } from './routes.ts'

const tables = { link: 'links', qr: 'qr_codes', bio: 'bios' } as const

/** Whether the account has this link, QR code or bio page. */
export async function isOwned(db: Database, accountId: number, subject: Subject, id: number): Promise<boolean> {
  const row = await db
    .selectFrom(tables[subject])
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** An account's link as a visit would find it, with scheme and host of its address (null: the service's own). */
export async function ownedLinkRoute(
  db: Database,
  accountId: number,
  id: number,
): Promise<(LinkRoute & { origin: string | null }) | undefined> {
  const link = await findLinkRoute(db, id)
  if (!link || link.account_id !== accountId) return undefined
  const address = await db
    .selectFrom('aliases')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select(addressOrigin.as('origin'))
    .where('aliases.link_id', '=', id)
    .executeTakeFirst()
  return { ...link, origin: address?.origin ?? null }
}
