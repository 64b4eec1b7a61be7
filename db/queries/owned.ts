import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Owned, Removable } from '../tables/columns.ts'
import type { Subject } from '../tables/visits.ts'
import type { Tables } from '../tables.ts'

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
    .where('id', '=', sql<number>`any (${`{${ids.join()}}`}::text::bigint[])`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

const subjectTables = { link: 'links', qr: 'qr_codes', bio: 'bios' } as const

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

/** Deletes a row of the account; undefined if it has no such row. */
export function deleteOwned(db: Database, accountId: number, table: OwnedTable, id: number) {
  return db
    .deleteFrom(table)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
}
