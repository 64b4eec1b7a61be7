import type { Database } from '../open.ts'

/** The link or bio page of an alias. */
type AliasOwner = { link_id: number; bio_id?: never } | { bio_id: number; link_id?: never }

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
async function claimAlias(db: Database, owner: AliasOwner, { domainId, alias }: Address): Promise<boolean> {
  const row = await db
    .insertInto('aliases')
    .values({ link_id: null, bio_id: null, ...owner, domain_id: domainId, alias })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const ATTEMPTS = 5

/**
 * Creates the address of a new link or bio page; `makeAlias` generates an alias if none is given. Throws AliasTaken, so
 * call it in a transaction that is then rolled back.
 */
export async function createAddress(
  db: Database,
  owner: AliasOwner,
  { domainId, alias }: NewAddress,
  makeAlias: () => string,
): Promise<void> {
  if (alias !== undefined) {
    if (!(await claimAlias(db, owner, { domainId, alias }))) throw new AliasTaken()
    return
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    if (await claimAlias(db, owner, { domainId, alias: makeAlias() })) return
  throw new Error('No free alias was found: most generated aliases are taken.')
}

/**
 * Moves a link or bio page to another alias, domain, or both; does nothing if neither is given. If its domain had been
 * deleted, a new domain attaches it again. Throws AliasTaken, so call it in a transaction that is then rolled back.
 */
export async function updateAddress(db: Database, owner: AliasOwner, move: Partial<Address>): Promise<void> {
  if (move.alias === undefined && move.domainId === undefined) return
  const [column, id] =
    owner.link_id === undefined ? (['bio_id', owner.bio_id] as const) : (['link_id', owner.link_id] as const)
  const old = await db
    .deleteFrom('aliases')
    .where(column, '=', id)
    .returning(({ selectFrom }) => [
      'alias',
      'domain_id',
      'detached',
      'lost_domain',
      // Set while the domain is being deleted.
      selectFrom('domains').select('lost_url').whereRef('domains.id', '=', 'aliases.domain_id').as('lost_url'),
    ])
    .executeTakeFirstOrThrow()
  const alias = move.alias ?? old.alias
  // Only a new domain attaches a detached page again, not a new alias.
  const lost = old.lost_domain ?? old.lost_url
  if ((old.detached || old.lost_url !== null) && move.domainId === undefined) {
    await db
      .insertInto('aliases')
      .values({
        link_id: null,
        bio_id: null,
        ...owner,
        domain_id: null,
        alias,
        detached: true,
        lost_domain: lost,
      })
      .execute()
    return
  }
  const domainId = move.domainId === undefined ? old.domain_id : move.domainId
  if (!(await claimAlias(db, owner, { alias, domainId }))) throw new AliasTaken()
}

/** Thrown in a transaction to roll it back. */
class AliasTaken extends Error {}

/** Awaits `work` and returns 'taken' if it threw AliasTaken. */
export async function unlessAliasTaken<T>(work: Promise<T>): Promise<T | 'taken'> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AliasTaken) return 'taken'
    throw error
  }
}
