import type { Database } from '../open.ts'

/** What a plan may limit, by table. */
export type Limited = 'links' | 'qr_codes' | 'domains'

/** Whether an account has so many of a thing, or more. Looks at no more rows than that. */
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
