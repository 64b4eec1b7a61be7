import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { JobStep, StepResult } from './jobs.ts'

const BATCH = 500

// The rows of a batch are locked before they are changed: one that another request has moved meanwhile is left alone.
// A batch may then be empty while there are more.

/** Takes some addresses off a deleted domain, which they keep the name of; the domain goes with the last. */
export const deleteDomainStep: JobStep = async (db, { args }) => {
  const id = Number(args['domain'])
  const { rows } = await sql<{ id: number }>`
    update aliases set domain_id = null, detached = true, lost_domain = domains.lost_url from domains
    where domains.id = ${id}::bigint and aliases.id in (
      select id from aliases where domain_id = ${id}::bigint order by alias limit ${sql.lit(BATCH)} for update)
    returning aliases.id`.execute(db)
  if (rows.length > 0) return resultOf(rows)
  await sql`
    delete from domains where id = ${id}::bigint and account_id is null
    and not exists (select 1 from aliases where domain_id = ${id}::bigint)`.execute(db)
  return resultAfterEmpty(await isThere(db, 'domains', id))
}

/** Takes some links out of a deleted campaign; the campaign goes with the last. */
export const deleteCampaignStep: JobStep = async (db, { args }) => {
  const id = Number(args['campaign'])
  const { rows } = await sql<{ id: number }>`
    update links set campaign_id = null where id in (
      select id from links where campaign_id = ${id}::bigint limit ${sql.lit(BATCH)} for no key update) returning id`.execute(
    db,
  )
  if (rows.length > 0) return resultOf(rows)
  await sql`
    delete from campaigns where id = ${id}::bigint and account_id is null
    and not exists (select 1 from links where campaign_id = ${id}::bigint)`.execute(db)
  return resultAfterEmpty(await isThere(db, 'campaigns', id))
}

const isThere = async (db: Database, table: 'domains' | 'campaigns', id: number): Promise<boolean> =>
  (await db.selectFrom(table).select('id').where('id', '=', id).where('account_id', 'is', null).executeTakeFirst()) !==
  undefined

const resultAfterEmpty = (isMore: boolean): StepResult => ({ rows: 0, state: isMore ? { id: 0 } : null })

const resultOf = (rows: { id: number }[]): StepResult => {
  const last = rows.at(-1)
  return { rows: rows.length, state: last ? { id: last.id } : null }
}

// Addresses that an account lost with a domain of this host, whether or not the job of its deletion has got to them.
const lostAddresses = (accountId: number, host: string): RawBuilder<unknown> => {
  const isOwned = sql`(exists (select 1 from links l where l.id = a.link_id and l.account_id = ${accountId}::bigint)
    or exists (select 1 from bios b where b.id = a.bio_id and b.account_id = ${accountId}::bigint))`
  return sql`
    select a.id, a.alias from aliases a
    where a.detached and a.lost_domain is not null and split_part(a.lost_domain, '://', 2) = ${host}::text and ${isOwned}
    union all
    select a.id, a.alias from domains d join aliases a on a.domain_id = d.id
    where d.lost_url is not null and split_part(d.lost_url, '://', 2) = ${host}::text and ${isOwned}`
}

/** Whether one batch is enough for the addresses that an account lost with a host. */
export async function hasFewLostAddresses(db: Database, accountId: number, host: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${lostAddresses(accountId, host)} limit ${sql.lit(BATCH)}) lost`.execute(db)
  return (rows[0]?.count ?? 0) < BATCH
}

/**
 * Serves again, on a domain that was added, some of the addresses that its account lost with an earlier domain of the
 * host. Of two that had the same alias one after the other the newer, and none whose alias is in use again.
 */
export async function attachLostAddresses(
  db: Database,
  accountId: number,
  { domain, host, after }: { domain: number; host: string; after: number },
): Promise<StepResult> {
  const { rows } = await sql<{ id: number }>`
    with batch as materialized (
      select id, alias from (${lostAddresses(accountId, host)}) lost where id > ${after}::bigint order by id limit ${sql.lit(BATCH)}
    ), attached as (
      update aliases set domain_id = ${domain}::bigint, detached = false, lost_domain = null where id in (
        select id from batch where not exists (
            select 1 from (${lostAddresses(accountId, host)}) newer where newer.alias = batch.alias and newer.id > batch.id)
          and not exists (select 1 from aliases used where used.domain_id = ${domain}::bigint and used.alias = batch.alias))
    )
    select id from batch order by id`.execute(db)
  const { state } = resultOf(rows)
  return { rows: rows.length, state: rows.length === BATCH ? state : null }
}

/** The next addresses; none once the domain was deleted again. */
export const attachAddressesStep: JobStep = async (db, { account_id, args, state }) => {
  const domain = Number(args['domain'])
  const held = await db
    .selectFrom('domains')
    .select('id')
    .where('id', '=', domain)
    .where('account_id', '=', account_id)
    .forShare()
    .executeTakeFirst()
  if (!held || account_id === null) return { rows: 0, state: null }
  const after = Number(state?.['id'] ?? args['after'])
  return attachLostAddresses(db, account_id, { domain, host: String(args['host']), after })
}
