import type { Database } from '../../../db/open.ts'
import {
  findAccountByEmail,
  findCustomerAccount,
  isAccount,
  type KnownPayment,
  listPayments,
} from '../../../db/queries/payments.ts'
import type { Provider } from '../../../schemas/webhooks.ts'
import type { Plans, Sale } from '../plans.ts'
import type { Reading } from './reading.ts'

/** Whom an event concerns, and how it is known. */
export interface Concerned {
  accountId: number | null
  /** The event itself names the account. */
  isNamed: boolean
  /** What is known of the payment it speaks of; of several in a dispute. */
  payments: KnownPayment[]
  /** The subscription or payment it is about. */
  subject: string | null
}

/**
 * Finds the account: by the id the event names, else by a payment, a subscription or a customer seen before, else, for a
 * payment that the map of prices knows, by the e-mail.
 */
export async function findConcerned(
  db: Database,
  provider: Provider,
  reading: Reading,
  sale: Bought | undefined,
): Promise<Concerned> {
  const payments = await listPayments(db, provider, reading.refs)
  const names = reading.subject === null ? reading.names : [...reading.names, reading.subject]
  const seen = [...payments, ...(await listPayments(db, provider, names))]
  const found = await findAccount(db, provider, reading, seen, sale !== undefined)
  const isTheirs = ({ account_id }: KnownPayment) => account_id === null || account_id === found.accountId
  const subject = reading.subject ?? seen.filter(isTheirs).find((one) => one.subject !== null)?.subject ?? null
  return { ...found, payments: payments.filter(isTheirs), subject }
}

async function findAccount(
  db: Database,
  provider: Provider,
  { effect, accountId, customer, email }: Reading,
  seen: KnownPayment[],
  isSale: boolean,
): Promise<{ accountId: number | null; isNamed: boolean }> {
  if (accountId !== null && (await isAccount(db, accountId))) return { accountId, isNamed: true }
  const known = seen.find((one) => one.account_id !== null)?.account_id
  if (known) return { accountId: known, isNamed: false }
  const byCustomer = customer === null ? undefined : await findCustomerAccount(db, provider, customer)
  if (byCustomer !== undefined) return { accountId: byCustomer, isNamed: false }
  // Anybody may pay with anybody's e-mail address: it helps an account, and never ends anything.
  const byEmail = isSale && effect === 'grant' && email !== null ? await findAccountByEmail(db, email) : undefined
  return { accountId: byEmail ?? null, isNamed: false }
}

/** What an event sells, of the things the operator sells as a plan. */
export interface Bought extends Sale {
  until: Date | null
}

/** Looks the event's prices up in the map of its provider. Undefined when none is in it, or there is no map. */
export function findSale(plans: Plans, provider: Provider, { purchases }: Reading): Bought | undefined {
  const map = plans.prices[provider]
  if (map === undefined) return undefined
  const matched = purchases.flatMap(({ plans: ids, until }) => {
    const sale = ids.map((id) => map.get(id)).find((sale) => sale?.status === 'pro')
    return sale ? [{ ...sale, until }] : []
  })
  return matched.reduce<Bought | undefined>(
    (best, one) => (best && Number(best.until ?? 0) >= Number(one.until ?? 0) ? best : one),
    undefined,
  )
}

/**
 * What an event buys: by the map of prices where the provider has one, else because it names the account. Either way a
 * subscription that counted before counts on, where its later events tell less.
 */
export function decideSale(
  plans: Plans,
  provider: Provider,
  reading: Reading,
  sale: Bought | undefined,
  known: { isNamed: boolean; isKnownSubject: boolean },
): Bought | undefined {
  if (sale) return sale
  const map = plans.prices[provider]
  const until = reading.purchases.reduce<Date | null>(
    (latest, { until }) => (until !== null && (latest === null || until > latest) ? until : latest),
    null,
  )
  if (map === undefined) return known.isNamed || known.isKnownSubject ? { status: 'pro', until } : undefined
  // Prices that are told and not in the map are another sale, whatever else is known.
  if (reading.purchases.some(({ plans: ids }) => ids.length > 0)) return undefined
  if (known.isKnownSubject) return { status: 'pro', until }
  const any = map.get('*')
  return known.isNamed && any?.status === 'pro' ? { ...any, until } : undefined
}
