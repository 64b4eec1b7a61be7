import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { Database } from '../open.ts'
import type { Owned, Removable } from '../tables/columns.ts'
import type { Subject } from '../tables/visits.ts'
import type { Tables } from '../tables.ts'
import { asIds } from './list-parameters.ts'

/** The tables whose rows belong to an account. */
type OwnedTable = { [K in keyof Tables]: Tables[K] extends Owned | Removable ? K : never }[keyof Tables]

/** The ids among `ids` whose rows belong to the account. */
export async function listOwnedIds(
  db: Database,
  accountId: number,
  table: OwnedTable,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any (${asIds(ids)})`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** The table of each kind of record with statistics. */
export const subjectTables = { link: 'links', qr: 'qr_codes', bio: 'bios' } as const

/** Whether the account has this link, QR code or bio page. */
export async function isOwned(db: Database, accountId: number, subject: Subject, id: number): Promise<boolean> {
  const row = await db
    .selectFrom(subjectTables[subject])
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

// All of these tables have the columns of Owned; what else they have is checked by the types of the callers.
const anyOf = (db: Database) => db as unknown as Kysely<Record<OwnedTable, Owned>>

/** Adds a row of the account and returns its id. */
export async function createOwned<T extends OwnedTable>(
  db: Database,
  accountId: number,
  table: T,
  columns: Omit<Insertable<Tables[T]>, 'account_id'>,
): Promise<number> {
  const row = { ...(columns as object), account_id: accountId }
  return (
    await anyOf(db)
      .insertInto(table as OwnedTable)
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

/** Changes a row of the account; undefined if it has no such row. */
export function updateOwned<T extends OwnedTable>(
  db: Database,
  accountId: number,
  table: T,
  id: number,
  change: Updateable<Tables[T]>,
) {
  return anyOf(db)
    .updateTable(table as OwnedTable)
    .set({ ...(change as object), updated_at: new Date() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
}
