import type { Database } from '../open.ts'

/** What an alias leads to. */
type AliasOwner = { link_id: number; bio_id?: never } | { bio_id: number; link_id?: never }

/** Where something is to be found: on a branded domain, or (null) on the service's own address. */
export interface Address {
  domainId: number | null
  alias: string
}

/** An address to give; without an alias one is made. */
export interface NewAddress {
  domainId: number | null
  alias?: string | undefined
}

// False when the address is taken. Waits for another that is asking for the same.
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
 * Gives an address to a link or bio page that has none; `makeAlias` gives an alias where none is wanted. Throws AliasTaken:
 * call it inside a transaction that is then undone.
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
  throw new Error('No free alias was found; the space of generated aliases is nearly full.')
}

/**
 * Moves a link or bio page to another alias, another domain, or both, and attaches it again where its domain had been
 * deleted; leaves it where it is when neither is given. Throws AliasTaken: call it inside a transaction that is then undone.
 */
export async function updateAddress(db: Database, owner: AliasOwner, move: Partial<Address>): Promise<void> {
  if (move.alias === undefined && move.domainId === undefined) return
  const [column, id] =
    owner.link_id === undefined ? (['bio_id', owner.bio_id] as const) : (['link_id', owner.link_id] as const)
  const old = await db
    .deleteFrom('aliases')
    .where(column, '=', id)
    .returning(['alias', 'domain_id', 'detached', 'lost_domain'])
    .executeTakeFirstOrThrow()
  const alias = move.alias ?? old.alias
  // A new alias alone does not bring a detached page back: only a domain does.
  if (old.detached && move.domainId === undefined) {
    await db
      .insertInto('aliases')
      .values({
        link_id: null,
        bio_id: null,
        ...owner,
        domain_id: null,
        alias,
        detached: true,
        lost_domain: old.lost_domain,
      })
      .execute()
    return
  }
  const domainId = move.domainId === undefined ? old.domain_id : move.domainId
  if (!(await claimAlias(db, owner, { alias, domainId }))) throw new AliasTaken()
}

/** Thrown inside a transaction so that it is undone. */
class AliasTaken extends Error {}

/** What `work` gives; 'taken' where it threw AliasTaken. */
export async function unlessAliasTaken<T>(work: Promise<T>): Promise<T | 'taken'> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AliasTaken) return 'taken'
    throw error
  }
}
