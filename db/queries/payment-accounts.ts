import type { Provider } from '../../schemas/payments.ts'
import type { Database } from '../open.ts'

/** The stored plan of an account; locks its row until the end of the transaction. */
export function lockAccountPlan(db: Database, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['id', 'plan', 'expires_at', 'created_at'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setAccountPlan(
  db: Database,
  accountId: number,
  change: { plan: 'free' | 'pro'; expires_at: Date },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', accountId)
    .execute()
}

export async function isAccount(db: Database, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The account of a provider's customer id, from an earlier event. */
export async function findCustomerAccount(
  db: Database,
  provider: Provider,
  customer: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('provider_customers')
    .select('account_id')
    .where('provider', '=', provider)
    .where('customer', '=', customer)
    .executeTakeFirst()
  return row?.account_id
}

export async function recordCustomer(
  db: Database,
  accountId: number,
  provider: Provider,
  customer: string,
): Promise<void> {
  await db
    .insertInto('provider_customers')
    .values({ provider, customer, account_id: accountId })
    .onConflict((conflict) => conflict.columns(['provider', 'customer']).doUpdateSet({ account_id: accountId }))
    .execute()
}
