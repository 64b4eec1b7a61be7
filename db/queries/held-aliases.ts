import { sql } from 'kysely'
import { aliasKey, foldAlias } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { isActive } from './bans.ts'
import { wireTime } from './wire.ts'

/** Keeps the addresses of the quarantined links of an account, so that nothing else gets them; returns how many are new. */
export async function holdAliases(db: Database, account: number): Promise<number> {
  const { rows } = await sql`
    insert into held_aliases (key, host, alias, until)
    select ${aliasKey('a')}, coalesce(d.host, ''), a.alias, bans.until
    from links join bans on bans.link_id = links.id
      cross join lateral (
        select * from aliases where link_id = links.id union all select * from aliases where extra_link_id = links.id) a
      left join domains d on d.id = a.domain_id
    where links.account_id = ${account}::bigint and ${isActive} and not a.detached
    on conflict do nothing returning 1`.execute(db)
  return rows.length
}

/** The held addresses, by host ('': the own one) and alias. */
export function listHeld(db: Database, limit: number) {
  return db
    .selectFrom('held_aliases')
    .select(['host', 'alias', wireTime('until').$castTo<string | null>().as('until')])
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', sql<Date>`now()`)]))
    .orderBy('host')
    .orderBy('alias')
    .limit(limit)
    .execute()
}

/** Releases held addresses at a host (null: the own one), or on any; returns how many. */
export async function releaseAliases(
  db: Database,
  { aliases, host }: { aliases: readonly string[]; host?: string | null },
): Promise<number> {
  const query = db
    .deleteFrom('held_aliases')
    .where('key', 'in', aliases.map(foldAlias))
    .where('alias', 'in', aliases)
    .returning('alias')
  const rows = await (host === undefined ? query : query.where('host', '=', host ?? '')).execute()
  return rows.length
}

/** Deletes up to `limit` held addresses whose time is over; returns how many. */
export async function deleteOldHeld(db: Database, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from held_aliases where (key, host, alias) in (
      select key, host, alias from held_aliases where until <= now() limit ${sql.lit(limit)})
    returning 1`.execute(db)
  return rows.length
}
