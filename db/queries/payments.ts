import { sql } from 'kysely'
import type { Provider } from '../../schemas/webhooks.ts'
import type { Database } from '../open.ts'

/** An account's plan as it is stored; held for this transaction. */
export function holdAccountPlan(db: Database, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['id', 'plan', 'expires_at'])
    .where('id', '=', accountId)
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
  return (await db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()) !== undefined
}

export async function findAccountByEmail(db: Database, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  return row?.id
}

/** The account that a provider's customer id has been seen with. */
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

export async function noteCustomer(
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

export interface KnownPayment {
  account_id: number
  subject: string | null
  amount: number | null
  currency: string | null
  granted: boolean
}

/** Payments known by any of these ids of a provider. */
export function listPayments(db: Database, provider: Provider, refs: string[]): Promise<KnownPayment[]> {
  if (refs.length === 0) return Promise.resolve([])
  return db
    .selectFrom('provider_payments')
    .select(['account_id', 'subject', 'amount', 'currency', 'granted'])
    .where('provider', '=', provider)
    .where('ref', 'in', refs)
    .execute()
}

/** Payments of an account that have bought time with a provider. */
export function listGrantedPayments(db: Database, accountId: number, provider: Provider) {
  return db
    .selectFrom('provider_payments')
    .select(['amount', 'currency'])
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('granted', '=', true)
    .execute()
}

/** Notes the ids of a payment. What is known already is completed, never taken back. */
export async function notePayments(
  db: Database,
  accountId: number,
  provider: Provider,
  refs: string[],
  known: Omit<KnownPayment, 'account_id'>,
): Promise<void> {
  if (refs.length === 0) return
  await db
    .insertInto('provider_payments')
    .values(refs.map((ref) => ({ provider, ref, account_id: accountId, ...known })))
    .onConflict((conflict) =>
      conflict.columns(['provider', 'ref']).doUpdateSet({
        subject: sql`coalesce(provider_payments.subject, excluded.subject)`,
        amount: sql`coalesce(provider_payments.amount, excluded.amount)`,
        currency: sql`coalesce(provider_payments.currency, excluded.currency)`,
        granted: sql`provider_payments.granted or excluded.granted`,
      }),
    )
    .execute()
}

/** Everything an account has bought anywhere. */
export function listGrants(db: Database, accountId: number) {
  return db
    .selectFrom('plan_grants')
    .select(['provider', 'subject', 'until', 'guessed', 'granted_at', 'ended_at', 'paid_at'])
    .where('account_id', '=', accountId)
    .execute()
}

export type Grant = Awaited<ReturnType<typeof listGrants>>[number]

export async function saveGrant(db: Database, accountId: number, { provider, subject, ...rest }: Grant): Promise<void> {
  await db
    .insertInto('plan_grants')
    .values({ account_id: accountId, provider, subject, ...rest })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider', 'subject']).doUpdateSet(rest))
    .execute()
}
