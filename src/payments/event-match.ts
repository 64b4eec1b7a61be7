import type { Database } from '../../db/open.ts'
import { findLogin } from '../../db/queries/account.ts'
import { isDeletedAccount } from '../../db/queries/deleted-accounts.ts'
import { findCustomerAccount, isAccount } from '../../db/queries/payment-accounts.ts'
import { type KnownPayment, listPayments } from '../../db/queries/payments.ts'
import type { Provider } from '../../schemas/payments.ts'
import type { Plans, Sale } from '../config/plans.ts'
import type { ProviderEvent } from './provider-event.ts'

/** The account and the payments that an event is about. */
export interface EventMatch {
  accountId: number | null
  /** Whether its account was deleted. */
  isForgotten: boolean
  /** Whether the event itself names the account. */
  isNamed: boolean
  /** The stored payments that the event refers to; a dispute may refer to several. */
  payments: KnownPayment[]
  /** The subscription or payment that the event is about. */
  subject: string | null
}

/**
 * Finds the account of an event: by the id in the event, else by a known payment, subscription or customer, else by the
 * e-mail address, if the operator allows it and the price is in plans.json.
 */
export async function matchEvent(
  db: Database,
  provider: Provider,
  details: ProviderEvent,
  sale: SoldPlan | undefined,
  isByEmail: boolean,
): Promise<EventMatch> {
  const payments = await listPayments(db, provider, details.refs)
  const names = details.subject === null ? details.names : [...details.names, details.subject]
  const seen = [...payments, ...(await listPayments(db, provider, names))]
  const isForgotten = await isOfForgotten(db, details.accountId, seen)
  if (isForgotten) return { accountId: null, isForgotten, isNamed: false, payments: [], subject: null }
  const found = await findAccount(db, provider, details, seen, isByEmail && sale !== undefined)
  const isOfAccount = ({ account_id }: KnownPayment) => account_id === null || account_id === found.accountId
  const subject = details.subject ?? seen.filter(isOfAccount).find((one) => one.subject !== null)?.subject ?? null
  return { ...found, isForgotten, payments: payments.filter(isOfAccount), subject }
}

// The account that an event names counts before those of payments that it refers to.
async function isOfForgotten(db: Database, named: number | null, seen: readonly KnownPayment[]): Promise<boolean> {
  if (named !== null && (await isAccount(db, named))) return false
  if (named !== null && (await isDeletedAccount(db, named))) return true
  const known = seen.find((one) => one.account_id !== null)?.account_id
  return known ? isDeletedAccount(db, known) : seen.some(({ forgotten }) => forgotten)
}

async function findAccount(
  db: Database,
  provider: Provider,
  { effect, accountId, customer, email }: ProviderEvent,
  seen: KnownPayment[],
  mayMatchEmail: boolean,
): Promise<{ accountId: number | null; isNamed: boolean }> {
  if (accountId !== null && (await isAccount(db, accountId))) return { accountId, isNamed: true }
  const known = seen.find((one) => one.account_id !== null)?.account_id
  if (known) return { accountId: known, isNamed: false }
  const byCustomer = customer === null ? undefined : await findCustomerAccount(db, provider, customer)
  if (byCustomer !== undefined) return { accountId: byCustomer, isNamed: false }
  // E-mail addresses are not verified: an account may have the address of another person.
  const byEmail = mayMatchEmail && effect === 'grant' && email !== null ? await findLogin(db, { email }) : undefined
  return { accountId: byEmail?.id ?? null, isNamed: false }
}

/** The plan that an event sells by the prices in plans.json. `until` is the end of the paid time, if it is known. */
export interface SoldPlan extends Sale {
  until: Date | null
  /** The price id that the payment provider uses; null if the event contains none. */
  price: string | null
}

/** Looks up the prices of an event in the map of its provider. Undefined if none is in the map, or there is no map. */
export function findSale(plans: Plans, provider: Provider, { purchases }: ProviderEvent): SoldPlan | undefined {
  const map = plans.prices[provider]
  if (map === undefined) return undefined
  const matched = purchases.flatMap(({ plans: ids, until }) => {
    const price = ids.find((id) => map.get(id)?.status === 'pro')
    const sale = price === undefined ? undefined : map.get(price)
    return price !== undefined && sale ? [{ ...sale, until, price }] : []
  })
  return matched.reduce<SoldPlan | undefined>(
    (best, one) => (best && Number(best.until ?? 0) >= Number(one.until ?? 0) ? best : one),
    undefined,
  )
}

/**
 * The plan that an event buys: by the map of prices if the provider has one, else because the event names the account.
 * A subscription that counted before still counts if its later events contain less; `price` is its last known one.
 */
export function decideSale(
  plans: Plans,
  provider: Provider,
  details: ProviderEvent,
  sale: SoldPlan | undefined,
  known: { isNamed: boolean; isKnownSubject: boolean; price: string | null },
): SoldPlan | undefined {
  if (sale) return sale
  const map = plans.prices[provider]
  const until = details.purchases.reduce<Date | null>(
    (latest, { until }) => (until !== null && (latest === null || until > latest) ? until : latest),
    null,
  )
  if (map === undefined)
    return known.isNamed || known.isKnownSubject ? { status: 'pro', until, price: null } : undefined
  // Prices that are not in the map belong to other products.
  if (details.purchases.some(({ plans: ids }) => ids.length > 0)) return undefined
  const priced = known.price === null ? undefined : map.get(known.price)
  if (known.isKnownSubject) return { ...(priced?.status === 'pro' ? priced : { status: 'pro' }), until, price: null }
  const any = map.get('*')
  return known.isNamed && any?.status === 'pro' ? { ...any, until, price: null } : undefined
}
