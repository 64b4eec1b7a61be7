import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'

/** SQL for a boolean: whether instances with this base URL may send events to webhooks. */
export const isOrigin = (baseUrl: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from delivery_origin where base_url = ${baseUrl}::text)`

/**
 * Notes the base URL with which events are sent, unless there are webhooks already that another one sends to. Returns
 * the one that is noted.
 */
export async function claimOrigin(db: Database, baseUrl: string): Promise<string> {
  await sql`
    insert into delivery_origin (base_url) values (${baseUrl}::text)
    on conflict (only_row) do update set base_url = excluded.base_url
    where not exists (select from webhooks where account_id is not null)`.execute(db)
  return (await db.selectFrom('delivery_origin').select('base_url').executeTakeFirstOrThrow()).base_url
}

/** Lets instances with this base URL send events, and no others. Disables all webhooks before, if that is wanted. */
export async function setOrigin(db: Database, baseUrl: string, disablesAll: boolean): Promise<{ disabled: number }> {
  return inTransaction(db, async (db) => {
    const disabled = disablesAll
      ? await db
          .updateTable('webhooks')
          .set({ enabled: false, updated_at: new Date() })
          .where('enabled', '=', true)
          .where('account_id', 'is not', null)
          .returning('id')
          .execute()
      : []
    await db
      .insertInto('delivery_origin')
      .values({ base_url: baseUrl })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ base_url: baseUrl }))
      .execute()
    return { disabled: disabled.length }
  })
}
