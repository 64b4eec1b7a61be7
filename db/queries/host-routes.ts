import { sql } from 'kysely'
import type { AndroidApp, AppleApp } from '../../schemas/app-links.ts'
import type { BioColors } from '../../schemas/bio-looks.ts'
import type { Database } from '../open.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import type { StoredPicture } from './pictures.ts'

export interface HostRoute {
  domainId: number
  account_id: number
  scheme: 'http' | 'https'
  host: string
  redirectroot: string | null
  redirect404: string | null
  caseinsensitive: boolean
  apple: AppleApp[]
  android: AndroidApp[]
  language: string | null
  brandname: string | null
  brandcolors: BioColors | null
  hasLogo: boolean
  /** The stored logo; null if it is not stored yet. */
  logo: (StoredPicture & { id: number }) | null
}

/**
 * The branded domain of a host, or null. With `isProofNeeded`, domains whose ownership must be proven and is not are
 * left out.
 */
export async function findHostRoute(db: Database, host: string, isProofNeeded: boolean): Promise<HostRoute | null> {
  const row = await db
    .selectFrom('domains')
    .select(['id as domainId', 'account_id', 'scheme', 'host', 'redirectroot', 'redirect404', 'caseinsensitive'])
    .select(['apple', 'android', 'language', 'brandname', 'brandcolors'])
    .select(sql<boolean>`domains.brandlogo is not null`.as('hasLogo'))
    .select(
      sql<HostRoute['logo']>`(select jsonb_build_object('id', p.id, 'key', p.key, 'type', p.type, 'width', p.width,
        'height', p.height) from pictures p where p.account_id = domains.account_id and md5(p.source) = md5(domains.brandlogo))`.as(
        'logo',
      ),
    )
    .where('host', '=', host)
    .where(sql<boolean>`not ${isOfDeleted('domains.account_id')}`)
    .where(sql<boolean>`(${!isProofNeeded} or proof_token is null or proven_at is not null)`)
    .$narrowType<{ host: string; account_id: number }>()
    .executeTakeFirst()
  return row ?? null
}
