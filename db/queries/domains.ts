import { type Insertable, type Selectable, sql } from 'kysely'
import type { DomainChange, NewDomain } from '../../schemas/domains.ts'
import { aliasKey } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { type Domains, domainSettings } from '../tables/domains.ts'
import type { Stored } from '../tables/stored.ts'
import { inTransaction } from '../transaction.ts'
import { domainUrl } from './address-origin.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import { attachLostAddresses, deleteByJob, listLostConflicts } from './deletions.ts'
import { eventSubjects } from './event-subjects.ts'
import { type Actor, recordEvents } from './events.ts'
import { createJob } from './jobs.ts'
import { asTexts } from './list-parameters.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { changeOwned } from './recorded-changes.ts'

const selectDomains = (db: Database, accountId: number) =>
  db
    .selectFrom('domains')
    .select(['id', domainUrl.as('domain'), ...domainSettings])
    .where('account_id', '=', accountId)

export function listDomains(db: Database, accountId: number, page: PageQuery) {
  return readPage(selectDomains(db, accountId), page, 'domains')
}

export function findDomain(db: Database, accountId: number, id: number) {
  return selectDomains(db, accountId)
    .select('host')
    .where('id', '=', id)
    .$narrowType<{ host: string }>()
    .executeTakeFirst()
}

/** A domain of an account that links can be on. */
interface LinkDomain {
  id: number
  /** With its scheme. */
  domain: string
  caseinsensitive: boolean
}

/** The account's domains of these hosts, by host. */
export async function listDomainsByHost(
  db: Database,
  accountId: number,
  hosts: readonly string[],
): Promise<Map<string, LinkDomain>> {
  if (hosts.length === 0) return new Map()
  const rows = await db
    .selectFrom('domains')
    .select(['id', 'host', 'caseinsensitive', domainUrl.as('domain')])
    .where('host', '=', sql<string>`any (${asTexts(hosts)})`)
    .where('account_id', '=', accountId)
    .$narrowType<{ host: string }>()
    .execute()
  return new Map(rows.map(({ host, ...domain }) => [host, domain]))
}

const MAX_NAMED_CONFLICTS = 10

/** A domain to store. */
type StoredDomain = Stored<Domains, Omit<NewDomain, 'domain'>> &
  Pick<Insertable<Domains>, 'scheme' | 'verified_at' | 'created_at' | 'proof_token' | 'proof_kind' | 'proven_at'> & {
    host: string
  }

/**
 * Adds a domain, attaches the links and pages that a deleted domain of this host left to the account, and returns its
 * id. 'taken': an account has the host. A date: it is reserved until then for the account that deleted it. Conflicts:
 * aliases of those links and pages that differ in case alone, which it is to ignore.
 */
export function createDomain(
  db: Database,
  by: Actor,
  domain: StoredDomain,
): Promise<{ id: number } | { conflicts: string[] } | 'taken' | Date> {
  return inTransaction(db, async (db) => {
    const row = await db
      .insertInto('domains')
      .values({ ...domain, account_id: by.id })
      .onConflict((conflict) => conflict.column('host').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return 'taken'
    // Looked for after the insert, which waits for a deletion of the host that is under way.
    const reservation = await db
      .selectFrom('reserved_hosts')
      .select('reserved_until')
      .where('host', '=', domain.host)
      .where('account_id', 'is distinct from', by.id)
      .where('reserved_until', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (reservation) {
      await db.deleteFrom('domains').where('id', '=', row.id).execute()
      return reservation.reserved_until
    }
    if (domain.caseinsensitive) {
      const conflicts = await listLostConflicts(db, by.id, domain.host, MAX_NAMED_CONFLICTS)
      if (conflicts.length > 0) {
        await db.deleteFrom('domains').where('id', '=', row.id).execute()
        return { conflicts }
      }
    }
    await db.deleteFrom('reserved_hosts').where('host', '=', domain.host).execute()
    await recordEvents(db, by, 'domain.created', [row.id])
    const lost = { domain: row.id, host: domain.host }
    const { state } = await attachLostAddresses(db, by, { ...lost, after: '' })
    if (state) await createJob(db, by, { kind: 'attach_addresses', args: lost, state })
    return row
  })
}

/** Undefined when the account has no such domain; the aliases that differ in case alone where it cannot ignore case. */
export function updateDomain(
  db: Database,
  by: Actor,
  id: number,
  change: Stored<Domains, DomainChange>,
): Promise<{ id: number } | { conflicts: string[] } | undefined> {
  return inTransaction(db, async (db) => {
    const found = await db
      .selectFrom('domains')
      .select('caseinsensitive')
      .where('id', '=', id)
      .where('account_id', '=', by.id)
      // No alias can be added meanwhile (the trigger aliases_case).
      .forUpdate()
      .executeTakeFirst()
    if (!found) return undefined
    if (change.caseinsensitive && !found.caseinsensitive) {
      const conflicts = await listCaseConflicts(db, id)
      if (conflicts.length > 0) return { conflicts }
    }
    return changeOwned(db, by, 'domain', id, change)
  })
}

async function listCaseConflicts(db: Database, domainId: number): Promise<string[]> {
  const { rows } = await sql<{ aliases: string }>`
    select (
      select string_agg(a.alias, ', ' order by a.alias)
      from aliases a where a.domain_id = ${domainId}::bigint and ${aliasKey('a')} = conflict.key
    ) as aliases
    from (
      select ${aliasKey('aliases')} as key from aliases where domain_id = ${domainId}::bigint
      group by 1 having count(*) > 1 limit ${sql.lit(MAX_NAMED_CONFLICTS)}
    ) conflict order by 1`.execute(db)
  return rows.map(({ aliases }) => aliases)
}

/** How long nobody else may add the host of a deleted domain: its DNS needs time to change. */
export const RESERVED_DAYS = 30

/**
 * Deletes a domain and reserves its host for the account for RESERVED_DAYS. Its links and pages are kept, detached:
 * visible to queries at once; a job then updates their addresses. Undefined if the account has no such domain.
 */
export function deleteDomain(db: Database, by: Actor, id: number): Promise<number | undefined> {
  return inTransaction(db, async (db) => {
    if (!(await deleteByJob(db, by, 'delete_domain', id))) return undefined
    await sql`
      insert into reserved_hosts (host, account_id, reserved_until)
      select split_part(lost_url, '://', 2), ${by.id}::bigint, now() + make_interval(days => ${RESERVED_DAYS})
      from domains where id = ${id}::bigint
      on conflict (host) do update set account_id = excluded.account_id, reserved_until = excluded.reserved_until
    `.execute(db)
    return id
  })
}

/** Deletes the reservations whose time is over. */
export async function deleteExpiredReservations(db: Database): Promise<void> {
  await db.deleteFrom('reserved_hosts').where('reserved_until', '<=', sql<Date>`now()`).execute()
}

const hostState = ['verified_at', 'lost_at', 'checked_at', 'proof_token', 'proven_at', 'proof_lost_at'] as const

/** What is stored of the checks of a host. */
export type HostState = Pick<Selectable<Domains>, (typeof hostState)[number]>

/** The stored state of a host, of any account; undefined when no account has it. */
export function findHostState(db: Database, host: string): Promise<HostState | undefined> {
  return db
    .selectFrom('domains')
    .select(hostState)
    .where('host', '=', host)
    .where(sql<boolean>`not ${isOfDeleted('domains.account_id')}`)
    .executeTakeFirst()
}

/** What a check of a host found. */
interface HostCheck {
  points: 'here' | 'elsewhere' | 'unknown'
  /** `none`: no proof of ownership is needed. */
  proof: 'txt' | 'file' | 'missing' | 'unknown' | 'none'
}

/** How many days a domain is served after its proof was last found. */
const PROOF_GRACE_DAYS = 3

/**
 * Stores what a check of a host found, with an event if it is ready to serve now (it points here and is proven) or no
 * longer, and sets its next check: six hours later, or, while it is not ready, after as long again as that has lasted
 * (five minutes to six hours). Undefined when no account has the host.
 */
export async function recordHostCheck(
  db: Database,
  host: string,
  { points, proof }: HostCheck,
): Promise<HostState | undefined> {
  const isExempt = sql<boolean>`(${proof} = 'none' or proof_token is null)`
  const isReady = sql<boolean>`(verified_at is not null and lost_at is null
    and (${isExempt} or (proven_at is not null and proof_lost_at is null)))`
  const isProven = sql<boolean>`${proof} in ('txt', 'file')`
  // While the host points here nobody can serve a file on it, so the file is not needed any more.
  const isExcused = sql<boolean>`(${proof} = 'missing' and proof_kind is not distinct from 'file' and ${points} = 'here')`
  const isGone = sql<boolean>`(${proof} = 'missing' and not ${isExcused})`
  const { rows } = await sql<HostState>`
    with old as materialized (
      select id as old_id, ${isReady} as was_ready from domains where host = ${host} for no key update
    ), checked as (
      update domains set checked_at = now(),
        verified_at = case when ${points} = 'here' then now() else verified_at end,
        lost_at = case when ${points} = 'here' then null
          when ${points} = 'elsewhere' and verified_at is not null then coalesce(lost_at, now()) else lost_at end,
        proof_kind = case when ${isProven} then ${proof} else proof_kind end,
        proven_at = case when ${isProven} then now()
          when ${isGone} and proof_lost_at < now() - make_interval(days => ${PROOF_GRACE_DAYS}) then null
          else proven_at end,
        proof_lost_at = case when ${isProven} or ${isExcused} and proven_at is not null then null
          when ${isGone} and proven_at is not null then coalesce(proof_lost_at, now()) else proof_lost_at end,
        check_at = now() + (0.8 + 0.4 * random()) * case when ${points} = 'here' and (${isProven} or ${isExempt} or not ${isGone})
          then interval '6 hours'
          else least(interval '6 hours', greatest(interval '5 minutes', now() - coalesce(lost_at, proof_lost_at,
            case when verified_at is null or proven_at is null and not ${isExempt} then created_at else now() end))) end
      from old where id = old_id returning domains.*, was_ready
    ), recorded as (
      insert into events (account_id, type, subject_id, actor, data)
      select account_id, case when ${isReady} then 'domain.verified' else 'domain.lost' end, id, 'system',
        ${eventSubjects.domain.data}
      from checked domains where ${isReady} <> was_ready
    )
    select ${sql.raw(hostState.join())} from checked`.execute(db)
  return rows[0]
}

/** Leases hosts whose check is due for five minutes, so that no other instance checks them. */
export async function claimDueHosts(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    update domains set check_at = now() + interval '5 minutes' where id in (
      select id from domains where check_at <= now() order by check_at limit ${limit} for update skip locked)
    returning host`.execute(db)
  return rows.map(({ host }) => host)
}
