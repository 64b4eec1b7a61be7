import { sql } from 'kysely'
import type { Bio, BioChange } from '../../schemas/bios.ts'
import type { Database } from '../open.ts'
import type { Bios } from '../tables/bios.ts'
import type { Stored } from '../tables/stored.ts'
import { inTransaction } from '../transaction.ts'
import { type Address, createAddress, type NewAddress, unlessAliasTaken, updateAddress } from './aliases.ts'
import { addressOrigin, domainUrl } from './domains.ts'
import { deleteOwned } from './owned.ts'
import { type PageQuery, readPage } from './page.ts'
import { totalOf } from './visit-totals.ts'
import { wireTime } from './wire.ts'

/** What an account may set of a bio page; undefined stays as it is. */
type BioColumns = Stored<Bios, Omit<BioChange, 'custom' | 'domain'>>

function selectBios(db: Database, accountId: number) {
  return db
    .selectFrom('bios')
    .innerJoin('aliases', 'aliases.bio_id', 'bios.id')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .where('bios.account_id', '=', accountId)
    .select([
      'bios.id',
      'aliases.alias',
      sql<boolean>`not aliases.detached`.as('attached'),
      'bios.name',
      'bios.title',
      'bios.description',
      'bios.theme',
      'bios.published',
      totalOf('bio', 'visits').as('clicks'),
      totalOf('bio', 'uniques').as('uniqueclicks'),
      domainUrl.$castTo<string | null>().as('domain'),
      addressOrigin.as('origin'),
      wireTime('bios.created_at').as('date'),
    ])
}

export type BioRow = Omit<Bio, 'link'> & { origin: string | null }

export function listBios(db: Database, accountId: number, page: PageQuery) {
  return readPage(selectBios(db, accountId).orderBy('bios.id', 'desc'), page)
}

/** A bio page with all that an account may set; undefined when the account has no such page. */
export function findBio(db: Database, accountId: number, id: number) {
  return selectBios(db, accountId).select(['bios.image', 'bios.blocks']).where('bios.id', '=', id).executeTakeFirst()
}

/** What a visitor of a bio page is shown, whoever's it is. */
export function findPublicBio(db: Database, id: number) {
  return db
    .selectFrom('bios')
    .innerJoin('aliases', 'aliases.bio_id', 'bios.id')
    .select([
      'bios.id',
      'bios.account_id',
      'aliases.alias',
      'name',
      'title',
      'description',
      'image',
      'theme',
      'published',
      'blocks',
    ])
    .where('bios.id', '=', id)
    .executeTakeFirst()
}

/** Makes a bio page at an address (`makeAlias` gives one where none is given) and returns its id, or 'taken'. */
export function createBio(
  db: Database,
  accountId: number,
  columns: BioColumns & { name: string },
  address: NewAddress,
  makeAlias: () => string,
): Promise<number | 'taken'> {
  return unlessAliasTaken(
    inTransaction(db, async (db) => {
      const { id } = await db
        .insertInto('bios')
        .values({ ...columns, account_id: accountId })
        .returning('id')
        .executeTakeFirstOrThrow()
      await createAddress(db, { bio_id: id }, address, makeAlias)
      return id
    }),
  )
}

/** Undefined when the account has no such page, 'taken' when its new address is somebody's already. */
export function updateBio(
  db: Database,
  accountId: number,
  id: number,
  columns: BioColumns,
  move: Partial<Address>,
): Promise<number | 'taken' | undefined> {
  return unlessAliasTaken(
    inTransaction(db, async (db) => {
      const updated = await db
        .updateTable('bios')
        .set({ ...columns, updated_at: new Date() })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      if (!updated) return undefined
      await updateAddress(db, { bio_id: id }, move)
      return id
    }),
  )
}

/** Undefined when the account has no such page. It leaves its channels and its address. */
export function deleteBio(db: Database, accountId: number, id: number) {
  return deleteOwned(db, accountId, 'bios', id)
}
