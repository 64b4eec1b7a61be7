import { type Selectable, sql } from 'kysely'
import type { Provider } from '../../schemas/payments.ts'
import type { Database } from '../open.ts'
import type { ProviderPayments, ProviderRefunds } from '../tables/payments.ts'

/** A payment or subscription, as far as events have described it. */
export type KnownPayment = Omit<Selectable<ProviderPayments>, 'provider' | 'ref' | 'created_at'>

const UNKNOWN: Omit<KnownPayment, 'payment' | 'forgotten'> = {
  account_id: null,
  subject: null,
  customer: null,
  amount: null,
  currency: null,
  granted: false,
  paid_at: null,
  refunded_at: null,
  until: null,
  days: null,
  counted_at: null,
  starts_by: null,
  named: null,
}

const detailNames = Object.keys(UNKNOWN) as (keyof typeof UNKNOWN)[]
const known = ['payment', 'forgotten', ...detailNames] as const

/** The payments that have any of these ids, each once. */
export function listPayments(db: Database, provider: Provider, refs: string[]): Promise<KnownPayment[]> {
  if (refs.length === 0) return Promise.resolve([])
  return db
    .selectFrom('provider_payments')
    .distinctOn('payment')
    .select(known)
    .where('provider', '=', provider)
    .where('payment', 'in', ({ selectFrom }) =>
      selectFrom('provider_payments').select('payment').where('provider', '=', provider).where('ref', 'in', refs),
    )
    .orderBy('payment')
    .execute()
}

/** The payments of an account that bought plan time or were refunded, with all their ids. */
export async function listAccountPayments(db: Database, accountId: number) {
  const rows = await db
    .selectFrom('provider_payments')
    .select(['provider', 'ref', 'created_at', ...known])
    .where('account_id', '=', accountId)
    .where(({ eb, or }) => or([eb('granted', '=', true), eb('refunded_at', 'is not', null)]))
    .orderBy('ref')
    .execute()
  const payments = Map.groupBy(rows, ({ provider, payment }) => `${provider} ${payment}`)
  return [...payments.values()].flatMap((same) =>
    same.slice(0, 1).map(({ ref: _, ...details }) => ({ ...details, refs: same.map(({ ref }) => ref) })),
  )
}

export type AccountPayment = Awaited<ReturnType<typeof listAccountPayments>>[number]

// Several events may tell these times of one payment; the order of their arrival must not decide.
const times = ['paid_at', 'refunded_at', 'counted_at'] as const

/**
 * Stores that these ids belong to one payment, with its details. Fields that are already stored keep their values,
 * except that the earliest times count. Ids of payments of other accounts are stored under names of their own.
 */
export async function recordPayment(
  db: Database,
  provider: Provider,
  refs: string[],
  details: Partial<typeof UNKNOWN>,
): Promise<void> {
  const foreignRefs = await listForeignRefs(db, provider, refs, details.account_id ?? null)
  const ownName = (ref: string) => (foreignRefs.includes(ref) ? `${ref} of account ${details.account_id}` : ref)
  const ownRefs = details.account_id ? refs.map(ownName) : refs.filter((ref) => !foreignRefs.includes(ref))
  const [first] = ownRefs
  if (first === undefined) return
  const stored = await listPayments(db, provider, ownRefs)
  const payment = stored[0]?.payment ?? first
  const versions = [...stored, { ...UNKNOWN, ...details }]
  const firstOf = (name: keyof typeof UNKNOWN) =>
    versions.map((version) => version[name]).find((value) => value !== null) ?? null
  const earliest = (name: (typeof times)[number]) => {
    const known = versions.map((version) => version[name]).filter((time) => time !== null)
    return known.length === 0 ? null : new Date(Math.min(...known.map(Number)))
  }
  // A payment is its own subject only until its subscription is known.
  const subjects = versions.map(({ subject }) => subject)
  const merged = {
    ...Object.fromEntries(detailNames.map((name) => [name, firstOf(name)])),
    ...Object.fromEntries(times.map((name) => [name, earliest(name)])),
    subject:
      subjects.find((one) => one !== null && !ownRefs.includes(one)) ?? subjects.find((one) => one !== null) ?? null,
    payment,
    granted: versions.some(({ granted }) => granted),
  }
  await db
    .insertInto('provider_payments')
    .values(ownRefs.map((ref) => ({ provider, ref, ...merged })))
    .onConflict((conflict) => conflict.columns(['provider', 'ref']).doNothing())
    .execute()
  await db
    .updateTable('provider_payments')
    .set(merged)
    .where('provider', '=', provider)
    .where('payment', 'in', [payment, ...stored.map((one) => one.payment)])
    .execute()
}

async function listForeignRefs(
  db: Database,
  provider: Provider,
  refs: string[],
  accountId: number | null,
): Promise<string[]> {
  if (refs.length === 0) return []
  const known = await db
    .selectFrom('provider_payments')
    .select(['ref', 'account_id'])
    .where('provider', '=', provider)
    .where('ref', 'in', refs)
    .where('account_id', 'is not', null)
    .execute()
  const owner = accountId ?? known[0]?.account_id
  return known.filter(({ account_id }) => account_id !== owner).map(({ ref }) => ref)
}

/** Stores a refund, or updates the one with the same id. */
export async function recordRefund(
  db: Database,
  accountId: number,
  provider: Provider,
  { ref, ...rest }: Omit<Selectable<ProviderRefunds>, 'provider' | 'account_id'>,
): Promise<void> {
  const values = { account_id: accountId, ...rest }
  await db
    .insertInto('provider_refunds')
    .values({ provider, ref, ...values })
    .onConflict((conflict) => conflict.columns(['provider', 'ref']).doUpdateSet(values))
    .execute()
}

/**
 * The refunded amount of a payment: the largest reported total or the sum of the partial refunds, whichever is larger.
 */
export async function sumRefunds(db: Database, provider: Provider, payment: string): Promise<number> {
  const { total, parts } = await db
    .selectFrom('provider_refunds')
    .select([
      sql<number | null>`max(amount) filter (where is_total)`.as('total'),
      sql<number | null>`sum(amount) filter (where not is_total)`.as('parts'),
    ])
    .where('provider', '=', provider)
    .where('payment_ref', 'in', ({ selectFrom }) =>
      selectFrom('provider_payments').select('ref').where('provider', '=', provider).where('payment', '=', payment),
    )
    .executeTakeFirstOrThrow()
  return Math.max(Number(total ?? 0), Number(parts ?? 0))
}
