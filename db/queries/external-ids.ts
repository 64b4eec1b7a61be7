import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { lockNames } from './account.ts'
import { asTexts } from './list-parameters.ts'

/** The tables whose rows may have an id of their account's choice, unique within the account. */
export type ExternalTable = 'links' | 'qr_codes' | 'bios'

/** The ids of the account's rows that have one of these external ids, by external id. */
export async function findExternalIds(
  db: Database,
  accountId: number,
  table: ExternalTable,
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom(table)
    .select(['id', 'externalid'])
    .where('account_id', '=', accountId)
    .where('externalid', '=', sql<string>`any (${asTexts(externalIds)})`)
    .$narrowType<{ externalid: string }>()
    .execute()
  return new Map(rows.map(({ id, externalid }) => [externalid, id]))
}

/**
 * As `findExternalIds`, but locks the ids until the transaction ends, so that a concurrent one waits and then finds
 * them.
 */
export async function claimExternalIds(
  db: Database,
  accountId: number,
  table: ExternalTable,
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  if (externalIds.length === 0) return new Map()
  await lockNames(
    db,
    accountId,
    externalIds.map((id) => `${table}:${id}`),
  )
  return findExternalIds(db, accountId, table, externalIds)
}
