import { sql } from 'kysely'
import type { LimitedResource } from '../../schemas/events.ts'
import type { Database } from '../open.ts'
import { asActor, insertEvents } from './events.ts'

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

/** Records that an account has as many of a resource as its plan allows. */
export async function recordLimitReached(db: Database, accountId: number, limit: LimitedResource, max: number) {
  const rows = sql`
    select null::bigint as id, jsonb_build_object('limit', ${limit}::text, 'max', ${max}::bigint) as data`
  await insertEvents(asActor('system', accountId), 'limit.reached', rows).execute(db)
}
