import type { Database } from '../open.ts'

/** The tables whose number of rows a plan may limit. */
export type Limited = 'links' | 'qr_codes' | 'domains'

/** Whether an account has at least `count` rows; reads at most `count` rows. */
export async function hasAsMany(db: Database, accountId: number, table: Limited, count: number): Promise<boolean> {
  if (count <= 0) return true
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
