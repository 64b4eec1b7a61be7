import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Bans } from '../tables/bans.ts'
import { inTransaction } from '../transaction.ts'
import { addressOrigin } from './address-origin.ts'
import { insertLinkEvents } from './events.ts'
import { asIds } from './list-parameters.ts'
import { wireTime } from './wire.ts'

/** A ban as every instance knows it; `until` in milliseconds since 1970. */
export interface ActiveBan {
  host: string | null
  link: number | null
  account: number | null
  until: number | null
}

/** SQL: whether a ban is in force. */
export const isActive = sql<boolean>`(bans.until is null or bans.until > now())`

/** SQL: whether a link, from `links`, is quarantined. */
export const isQuarantined = sql<boolean>`exists (select from bans where bans.link_id = links.id and ${isActive})`

export function listActiveBans(db: Database): Promise<ActiveBan[]> {
  return db
    .selectFrom('bans')
    .select(['host', 'link_id as link', 'account_id as account'])
    .select(sql<number | null>`(extract(epoch from until) * 1000)::float8`.as('until'))
    .where(isActive)
    .execute()
}

/** Those of the links that are quarantined. */
export async function listQuarantined(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select link_id as id from bans where link_id = any (${asIds(ids)}) and ${isActive}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What is blocked: one of a host, a link and an account. */
export type BanSubject = { host: string } | { link_id: number } | { account_id: number }

/** Blocks something, or changes why and until when it is blocked. The owner of a link gets an event. */
export async function ban(
  db: Database,
  subject: BanSubject,
  { reason, source, until }: { reason: string | null; source: Bans['source']; until: Date | null },
): Promise<void> {
  const { host, link_id, account_id } = { host: null, link_id: null, account_id: null, ...subject }
  const [[name, value]] = Object.entries(subject) as [[string, string | number]]
  const column = sql.ref(name)
  const isOver = sql`${column} = ${value} and until <= now()`
  const insert = sql`
    with banned as (
      insert into bans (host, link_id, account_id, reason, source, until)
      values (${host}::text, ${link_id}::bigint, ${account_id}::bigint, ${reason}::text, ${source}::text, ${until}::timestamptz)
      on conflict (${column}) do update set reason = excluded.reason, source = excluded.source, until = excluded.until
      returning link_id, reason, xmax = 0 as is_new)
    ${insertLinkEvents(
      sql`
      select link_id as id, 'link.quarantined' as type, jsonb_build_object('cause', reason) as more, now() as created_at
      from banned where is_new and link_id is not null`,
      source === 'command' ? 'command' : 'system',
    )}`
  await inTransaction(db, async (db) => {
    // A ban that is over is no longer known, so what follows is a new one.
    await liftThose(isOver, 'system').execute(db)
    await insert.execute(db)
  })
}

const liftThose = (condition: RawBuilder<unknown>, actor: 'command' | 'system') => {
  const events = sql`
    select link_id as id, 'link.released' as type, '{}'::jsonb as more, now() as created_at
    from lifted where link_id is not null`
  return sql<{ count: number }>`
    with lifted as (delete from bans where ${condition} returning id, link_id),
    recorded as (${insertLinkEvents(events, actor)})
    select count(*)::integer as count from lifted`
}

/** Lifts a ban; false if there is none. */
export async function lift(db: Database, subject: BanSubject, by: Bans['source']): Promise<boolean> {
  const [[column, value]] = Object.entries(subject) as [[string, string]]
  const { rows } = await liftThose(sql`${sql.ref(column)} = ${value}`, by === 'command' ? 'command' : 'system').execute(
    db,
  )
  return rows[0]?.count === 1
}

/** Deletes up to `limit` bans that are over; returns how many. */
export async function deleteOldBans(db: Database, limit: number): Promise<number> {
  const old = sql`id in (select id from bans where until <= now() order by id limit ${sql.lit(limit)})`
  const { rows } = await liftThose(old, 'system').execute(db)
  return rows[0]?.count ?? 0
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
export function listLinksToBan(db: Database, place: { id: number } | { aliases: string[]; host?: string | null }) {
  const query = db
    .selectFrom('aliases')
    .innerJoin('links', (join) => join.on(sql<boolean>`links.id = coalesce(aliases.link_id, aliases.extra_link_id)`))
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select(['links.id', 'links.account_id', 'aliases.alias', addressOrigin.as('origin')])
    .orderBy('aliases.id')
    .limit(MAX_FOUND)
  if ('id' in place) return query.where('aliases.link_id', '=', place.id).execute()
  const found = query.where('aliases.alias', 'in', place.aliases).where('aliases.detached', '=', false)
  const { host } = place
  if (host === undefined) return found.execute()
  return found
    .where((eb) => (host === null ? eb('aliases.domain_id', 'is', null) : eb('domains.host', '=', host)))
    .execute()
}
