import { sql } from 'kysely'
import type { Database } from '../open.ts'

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
    .where(
      'externalid',
      '=',
      sql<string>`any (array(select json_array_elements_text(${JSON.stringify(externalIds)}::text::json)))`,
    )
    .$narrowType<{ externalid: string }>()
    .execute()
  return new Map(rows.map(({ id, externalid }) => [externalid, id]))
}

/**
 * As `findExternalIds`, for a transaction that gives rows these ids: another that wants one of them waits until this
 * one ends, and then finds it.
 */
export async function claimExternalIds(
  db: Database,
  accountId: number,
  table: ExternalTable,
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  if (externalIds.length === 0) return new Map()
  // Always in the same order, so that two transactions do not wait for each other.
  await sql`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(${table} || ':' || externalid, ${accountId}::bigint) as hash
      from json_array_elements_text(${JSON.stringify(externalIds)}::text::json) externalid order by 1) locks`.execute(
    db,
  )
  return findExternalIds(db, accountId, table, externalIds)
}
