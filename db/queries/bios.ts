import { sql } from 'kysely'
import type { Bio, BioChange } from '../../schemas/bios.ts'
import type { Database } from '../open.ts'
import type { Bios } from '../tables/bios.ts'
import type { Stored } from '../tables/stored.ts'
import { inSavepoint, inTransaction } from '../transaction.ts'
import { changedAddress, listAddresses } from './address-changes.ts'
import { addressOrigin, domainUrl, isDetached } from './address-origin.ts'
import {
  createBioAddress,
  type Move,
  type NewAddress,
  type Refusal,
  unlessAliasRefused,
  updateBioAddress,
} from './aliases.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import { type Actor, recordEvents, recordUpdates } from './events.ts'
import { createOwned } from './owned.ts'
import { isInChannel, type PageQuery, readPage } from './pagination.ts'
import { changeOwned, deleteOwnedThings } from './recorded-changes.ts'
import { totalOf } from './visit-totals.ts'
import { wireTime } from './wire.ts'

/** The columns of a bio page that its account may set; undefined means unchanged. */
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
      sql<boolean>`not ${isDetached}`.as('attached'),
      'bios.name',
      'bios.title',
      'bios.description',
      'bios.externalid',
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

export function listBios(
  db: Database,
  accountId: number,
  page: PageQuery,
  { channel, externalid, host }: { channel?: number; externalid?: string; host?: string | null } = {},
) {
  let query = selectBios(db, accountId)
  if (channel !== undefined) query = query.where(isInChannel(accountId, channel, 'bios'))
  if (host === null) query = query.where('aliases.domain_id', 'is', null).where('aliases.detached', '=', false)
  else if (host !== undefined) query = query.where('domains.host', '=', host)
  if (externalid !== undefined) query = query.where('bios.externalid', '=', externalid)
  return readPage(query, page, 'bios')
}

/** A bio page with all its fields; undefined if the account has no such page. */
export function findBio(db: Database, accountId: number, id: number) {
  return selectBios(db, accountId)
    .select(['bios.image', 'bios.colors', 'bios.font', 'bios.language', 'bios.blocks', 'bios.publicstats'])
    .where('bios.id', '=', id)
    .executeTakeFirst()
}

/** What visitors see of a bio page, of any account. */
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
      'colors',
      'font',
      'language',
      'published',
      'publicstats',
      'blocks',
    ])
    .where('bios.id', '=', id)
    .where(sql<boolean>`not ${isOfDeleted('bios.account_id')}`)
    .executeTakeFirst()
}

/** Creates a bio page and returns its id, or 'taken'; `makeAlias` generates an alias if none is given. */
export async function createBio(
  db: Database,
  by: Actor,
  columns: BioColumns & { name: string },
  address: NewAddress,
  makeAlias: () => string,
): Promise<number | 'taken'> {
  const create = async (db: Database) => {
    const id = await createOwned(db, by.id, 'bios', columns)
    await createBioAddress(db, id, address, makeAlias)
    await recordEvents(db, by, 'bio.created', [id])
    return id
  }
  // If the alias is taken, the caller's transaction continues, so only the new page is rolled back.
  const created = db.isTransaction
    ? inSavepoint(
        db,
        () => create(db),
        () => true,
      )
    : inTransaction(db, create)
  const made = await unlessAliasRefused(created)
  return typeof made === 'number' ? made : 'taken'
}

/** Returns undefined if the account has no such page, the refusal if it cannot have its new address. */
export function updateBio(
  db: Database,
  by: Actor,
  id: number,
  columns: BioColumns,
  move: Move,
): Promise<number | Refusal | undefined> {
  return unlessAliasRefused(
    inTransaction(db, async (db) => {
      const updated = await changeOwned(db, by, 'bio', id, columns, false)
      if (!updated) return undefined
      const before = (await listAddresses(db, 'bio_id', [id])).get(id)
      await updateBioAddress(db, id, move)
      const after = (await listAddresses(db, 'bio_id', [id])).get(id)
      await recordUpdates(db, by, 'bio', [{ id, changed: [...updated.changed, ...changedAddress(before, after)] }])
      return id
    }),
  )
}

/** Deletes a bio page with its address and its assignments to channels; undefined if the account has no such page. */
export async function deleteBio(db: Database, by: Actor, id: number): Promise<number | undefined> {
  const [deleted] = await deleteOwnedThings(db, by, 'bio', [id])
  return deleted
}
