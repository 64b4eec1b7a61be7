import type { Database } from '../open.ts'

/** Which of these ids are rows of the account. */
export async function ownedIds(
  db: Database,
  accountId: number,
  table: 'campaigns' | 'channels' | 'overlays' | 'splashes' | 'pixels',
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map((row) => row.id))
}
