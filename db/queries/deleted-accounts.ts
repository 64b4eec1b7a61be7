import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { lockAccount } from './account.ts'
import { deleteWebhooks } from './webhooks.ts'

/** SQL: whether the account in a column is being deleted, so that nothing of it may be shown. */
export const isOfDeleted = (column: string) => sql<boolean>`exists (
  select from accounts gone where gone.id = ${sql.ref(column)} and gone.deleted_at is not null)`

/** Whether there was an account with this id, which was deleted. */
export async function isDeletedAccount(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('deleted_accounts').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

// Ids of an account at payment providers by which bodies of their events are found; few accounts have a second one.
const MAX_CUSTOMERS = 100

/**
 * Deletes an account: from the commit on nothing of it works or is shown, and its e-mail and user name are free. A job
 * then deletes what it had (`deleteAccountStep`). Returns the id of the job; undefined if there is no such account.
 */
export function deleteAccount(db: Database, id: number): Promise<number | undefined> {
  return inTransaction(db, async (db) => {
    const account = await lockAccount(db, id)
    if (!account) return undefined
    const now = sql<Date>`now()`
    await db
      .updateTable('accounts')
      .set({ email: null, username: null, password_hash: '', deleted_at: now, updated_at: now })
      .where('id', '=', id)
      .execute()
    await db.insertInto('deleted_accounts').values({ id }).execute()
    await db.insertInto('forgotten_visits').values({ subject: 'account', subject_id: id, account_id: id }).execute()
    // Nothing that waits is sent any longer.
    await deleteWebhooks(db, id)
    // For instances of an older release, which look at the key alone.
    await db
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('account_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
    const customers = await db
      .selectFrom('provider_customers')
      .select('customer')
      .where('account_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(MAX_CUSTOMERS)
      .execute()
    // A job of the service, which goes on however often a step fails.
    const args = {
      ...{ account: id, email: account.email ?? '' },
      customers: JSON.stringify(customers.map(({ customer }) => customer)),
    }
    const job = await db
      .insertInto('jobs')
      .values({ kind: 'delete_account', account_id: null, args })
      .returning('id')
      .executeTakeFirstOrThrow()
    return job.id
  })
}

/** Whether a job has ended; true if its record was deleted since. */
export async function isJobFinished(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('jobs').select('finished_at').where('id', '=', id).executeTakeFirst()
  return row === undefined || row.finished_at !== null
}
