import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Bans } from '../tables/bans.ts'
import { addressOrigin } from './address-origin.ts'
import { wireTime } from './wire.ts'

/** A ban as every instance knows it; `until` in milliseconds since 1970. */
export interface ActiveBan {
  host: string | null
  link: number | null
  account: number | null
  until: number | null
}

const isActive = sql<boolean>`(bans.until is null or bans.until > now())`

export function listActiveBans(db: Database): Promise<ActiveBan[]> {
  return db
    .selectFrom('bans')
    .select(['host', 'link_id as link', 'account_id as account'])
    .select(sql<number | null>`(extract(epoch from until) * 1000)::float8`.as('until'))
    .where(isActive)
    .execute()
}

/** What is blocked: one of a host, a link and an account. */
export type BanSubject = { host: string } | { link_id: number } | { account_id: number }

/** Blocks something, or changes why and until when it is blocked. */
export async function ban(
  db: Database,
  subject: BanSubject,
  { reason, source, until }: { reason: string | null; source: Bans['source']; until: Date | null },
): Promise<void> {
  const [column] = Object.keys(subject) as ['host' | 'link_id' | 'account_id']
  await db
    .insertInto('bans')
    .values({ ...subject, reason, source, until })
    .onConflict((conflict) => conflict.column(column).doUpdateSet({ reason, source, until }))
    .execute()
}

/** Lifts a ban; false if there is none. */
export async function lift(db: Database, subject: BanSubject): Promise<boolean> {
  const [[column, value]] = Object.entries(subject) as [['host', string]]
  const row = await db.deleteFrom('bans').where(column, '=', value).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Deletes up to `limit` bans that are over; returns how many. */
export async function deleteOldBans(db: Database, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from bans where id in (select id from bans where until <= now() order by id limit ${sql.lit(limit)})
    returning 1`.execute(db)
  return rows.length
}

/** The bans that are in force, newest first. */
export function listBans(db: Database, limit: number) {
  return db
    .selectFrom('bans')
    .leftJoin('links', 'links.id', 'bans.link_id')
    .leftJoin('aliases', 'aliases.link_id', 'links.id')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .leftJoin('accounts', 'accounts.id', 'bans.account_id')
    .select(['bans.host', 'bans.link_id as link', 'bans.account_id as account', 'bans.reason', 'bans.source'])
    .select(['aliases.alias', addressOrigin.as('origin'), 'accounts.email'])
    .select([wireTime('bans.created_at').as('added'), wireTime('bans.until').$castTo<string | null>().as('until')])
    .where(isActive)
    .orderBy('bans.id', 'desc')
    .limit(limit)
    .execute()
}

// Few, since an alias is once on a domain.
const MAX_FOUND = 10

/** The links, of all accounts, with an id, or with one of these aliases on a host (null: the own one) or on any. */
export function listLinksAt(db: Database, place: { id: number } | { aliases: string[]; host?: string | null }) {
  const query = db
    .selectFrom('aliases')
    .innerJoin('links', (join) => join.on(sql<boolean>`links.id = coalesce(aliases.link_id, aliases.extra_link_id)`))
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select(['links.id', 'links.account_id', 'aliases.alias', addressOrigin.as('origin')])
    .orderBy('aliases.id')
    .limit(MAX_FOUND)
  if ('id' in place) return query.where('aliases.link_id', '=', place.id).execute()
  const found = query.where('aliases.alias', 'in', place.aliases)
  const { host } = place
  if (host === undefined) return found.execute()
  return found
    .where((eb) => (host === null ? eb('aliases.domain_id', 'is', null) : eb('domains.host', '=', host)))
    .execute()
}
