import { type Insertable, sql } from 'kysely'
import type { DomainChange, NewDomain } from '../../schemas/domains.ts'
import type { Database } from '../open.ts'
import type { Domains } from '../tables/domains.ts'
import type { Stored } from '../tables/stored.ts'
import { deleteSettled } from './owned.ts'
import { type PageQuery, readPage } from './page.ts'

/** A domain as the API writes it: with its scheme. */
export const domainUrl = sql<string>`domains.scheme || '://' || domains.host`

/** Scheme and host of an address, also of one whose domain was deleted; null: the service's own, or not known. */
export const addressOrigin = sql<string | null>`coalesce(${domainUrl}, aliases.lost_domain)`

export function listDomains(db: Database, accountId: number, page: PageQuery) {
  const query = db
    .selectFrom('domains')
    .select(['id', domainUrl.as('domain'), 'redirectroot', 'redirect404'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
  return readPage(query, page)
}

export function findDomain(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('domains')
    .select(['id', 'host'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The account's domain of this host. */
export function findDomainByHost(db: Database, accountId: number, host: string) {
  return db
    .selectFrom('domains')
    .select('id')
    .where('host', '=', host)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** A domain to store. */
type StoredDomain = Stored<Domains, Omit<NewDomain, 'domain'>> &
  Pick<Insertable<Domains>, 'scheme' | 'host' | 'verified_at'>

/** Adds a domain and returns its id; undefined when the host is registered already, by anyone. */
export async function createDomain(db: Database, accountId: number, domain: StoredDomain): Promise<number | undefined> {
  const row = await db
    .insertInto('domains')
    .values({ ...domain, account_id: accountId })
    .onConflict((conflict) => conflict.column('host').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Undefined when the account has no such domain. */
export function updateDomain(db: Database, accountId: number, id: number, change: Stored<Domains, DomainChange>) {
  return db
    .updateTable('domains')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
}

/** Notes that a host's DNS has been seen to lead here, whoever's domain it is. */
export async function verifyHost(db: Database, host: string): Promise<void> {
  await db.updateTable('domains').set({ verified_at: new Date() }).where('host', '=', host).execute()
}

/** Deletes a domain; its links and pages stay, detached. Undefined when the account has no such domain. */
export function deleteDomain(db: Database, accountId: number, id: number) {
  return deleteSettled(db, accountId, 'domains', id, (db) =>
    db
      .updateTable('aliases')
      .from('domains')
      .set({ domain_id: null, detached: true, lost_domain: domainUrl })
      .whereRef('domains.id', '=', 'aliases.domain_id')
      .where('domains.id', '=', id)
      .execute(),
  )
}

/** Whether the DNS of a host has been seen to lead here, whoever's domain it is; undefined when it is nobody's. */
export async function findHostVerified(db: Database, host: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(sql<boolean>`verified_at is not null`.as('verified'))
    .where('host', '=', host)
    .executeTakeFirst()
  return row?.verified
}
