import type { Database } from '../open.ts'

/** The tables whose number of rows a plan may limit. */
export type Limited = 'links' | 'qr_codes' | 'domains'

/** How many rows an account has, but not more than `most`: no more are read. */
export async function countUpTo(db: Database, accountId: number, table: Limited, most: number): Promise<number> {
  const rows = db.selectFrom(table).select('id').where('account_id', '=', accountId).limit(most).as('rows')
  const { total } = await db
    .selectFrom(rows)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
