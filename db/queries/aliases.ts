import { sql } from 'kysely'
import { aliasKey, foldAlias, foldedOf } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { asJson } from './list-parameters.ts'

/** An alias on a branded domain, or on the service's own host (null). */
export interface Address {
  domainId: number | null
  alias: string
}

/** A new address; without an alias one is generated. */
export interface NewAddress {
  domainId: number | null
  alias?: string | undefined
}

// Returns false if the address is taken. Waits for a concurrent transaction that inserts the same address.
async function claimAlias(
  db: Database,
  bioId: number,
  { domainId, alias }: Address,
  more: { detached?: boolean; lost_domain?: string | null } = {},
): Promise<boolean> {
  const row = await db
    .insertInto('aliases')
    .values({ link_id: null, bio_id: bioId, domain_id: domainId, alias, folded: foldedOf(alias), ...more })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const ATTEMPTS = 5

/**
 * Creates the address of a new bio page; `makeAlias` generates an alias if none is given. Throws AliasRefused, so
 * call it in a transaction that is then rolled back.
 */
export async function createBioAddress(
  db: Database,
  bioId: number,
  { domainId, alias }: NewAddress,
  makeAlias: () => string,
): Promise<void> {
  if (alias !== undefined) {
    if (!(await claimAlias(db, bioId, { domainId, alias }))) throw new AliasRefused('taken', alias)
    return
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    if (await claimAlias(db, bioId, { domainId, alias: makeAlias() })) return
  throw new Error('No free alias was found: most generated aliases are taken.')
}

/** The maximum number of further aliases of a link. */
export const MAX_EXTRA_ALIASES = 20

/** A change of the address of a link or bio page. */
export interface Move extends Partial<Address> {
  /** Whether this alias is reserved on the service's own host. */
  isReserved?: (alias: string) => boolean
}

/**
 * Moves a bio page to another alias, domain, or both; does nothing if neither is given. If its domain had been deleted,
 * a new domain attaches it again. Throws AliasRefused, so call it in a transaction that is then rolled back.
 */
export async function updateBioAddress(db: Database, bioId: number, move: Move): Promise<void> {
  const { alias: newAlias, domainId: newDomain, isReserved = () => false } = move
  if (newAlias === undefined && newDomain === undefined) return
  const old = await db
    .selectFrom('aliases')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .where('bio_id', '=', bioId)
    // `lost_url` is set while the domain is being deleted.
    .select(['aliases.id', 'alias', 'domain_id', 'detached', 'lost_domain', 'lost_url'])
    .executeTakeFirstOrThrow()
  const alias = newAlias ?? old.alias
  // Only a new domain attaches a detached page again, not a new alias.
  const isDetached = (old.detached || old.lost_url !== null) && newDomain === undefined
  const domainId = isDetached ? null : newDomain === undefined ? old.domain_id : newDomain
  // A page keeps an alias that was reserved later.
  const isHeld = old.domain_id === null && !old.detached && alias === old.alias
  if (!isDetached && domainId === null && isReserved(alias) && !isHeld) throw new AliasRefused('reserved', alias)
  await db.deleteFrom('aliases').where('id', '=', old.id).execute()
  const more = isDetached ? { detached: true, lost_domain: old.lost_domain ?? old.lost_url } : {}
  if (!(await claimAlias(db, bioId, { alias, domainId }, more))) throw new AliasRefused('taken', alias)
}

/** A further alias to add to a link. */
export interface ExtraAlias {
  link: number
  alias: string
}

/**
 * Gives links further aliases on their domains, in one statement. Returns those that something else has, which are not
 * added; nor are those that the link has already. Their ids have the order of the request; they are inserted in the
 * same order as those of new links, to avoid deadlocks.
 */
export async function addExtraAliases(db: Database, wanted: readonly ExtraAlias[]): Promise<ExtraAlias[]> {
  if (wanted.length === 0) return []
  const items = wanted.map((one, i) => ({ ...one, folded: foldedOf(one.alias), i }))
  const { rows } = await sql<ExtraAlias>`
    with w as materialized (
      select nextval('aliases_id_seq') as id, given.*
      from json_to_recordset(${asJson(items)}) as given (link bigint, alias text, folded text, i integer)
    )
    insert into aliases (id, extra_link_id, domain_id, detached, lost_domain, alias, folded) overriding system value
    select w.id, a.link_id, a.domain_id, a.detached, a.lost_domain, w.alias, w.folded
    from w join aliases a on a.link_id = w.link order by a.domain_id, ${aliasKey('w')}, w.i
    on conflict do nothing returning extra_link_id as link, alias`.execute(db)
  const added = new Set(rows.map(({ link, alias }) => `${link}:${alias}`))
  const missing = wanted.filter(({ link, alias }) => !added.has(`${link}:${alias}`))
  const own = await listOwnAliases(db, missing)
  return missing.filter((_one, i) => !own.has(i))
}

/** The indexes of aliases that their link already has, in other case too where its domain ignores case. */
export async function listOwnAliases(db: Database, wanted: readonly ExtraAlias[]): Promise<Set<number>> {
  if (wanted.length === 0) return new Set()
  const items = wanted.map((one, i) => ({ ...one, key: foldAlias(one.alias), i }))
  const { rows } = await sql<{ i: number }>`
    select w.i from json_to_recordset(${asJson(items)}) as w (link bigint, alias text, key text, i integer)
    join aliases main on main.link_id = w.link
    left join domains d on d.id = main.domain_id
    join lateral (
      select main.alias, main.folded
      union all
      select x.alias, x.folded from aliases x where x.extra_link_id = w.link
    ) a on a.alias = w.alias or d.caseinsensitive and ${aliasKey('a')} = w.key`.execute(db)
  return new Set(rows.map(({ i }) => i))
}

/** Why an address is not available: it is taken, reserved by the service, or the link would have too many. */
export interface Refusal {
  reason: 'taken' | 'reserved' | 'many' | 'external' | 'start' | 'expiry'
  alias: string
}

/** Thrown in a transaction to roll it back. */
class AliasRefused extends Error {
  readonly refusal: Refusal
  constructor(reason: Refusal['reason'], alias: string) {
    super(reason)
    this.refusal = { reason, alias }
  }
}

/** Awaits `work` and returns the refusal if an address was refused. */
export async function unlessAliasRefused<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AliasRefused) return error.refusal
    throw error
  }
}
