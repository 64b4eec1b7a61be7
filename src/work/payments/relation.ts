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
  /** What is known of the payment it speaks of. */
  payments: KnownPayment[]
  /** The subscription or payment it is about. */
  subject: string | null
}

/**
 * Finds the account: by the id the event names, else by a customer, a payment or a subscription seen before, else, for a sale that the
 * map of prices knows, by the e-mail.
 */
export async function findConcerned(
  db: Database,
  provider: Provider,
  reading: Reading,
  sale: Bought | undefined,
): Promise<Concerned> {
  const known = reading.subject === null ? reading.refs : [...reading.refs, reading.subject]
  const payments = await listPayments(db, provider, known)
  const subject = reading.subject ?? payments.find((payment) => payment.subject !== null)?.subject ?? null
  const isNamed = reading.accountId !== null && (await isAccount(db, reading.accountId))
  if (isNamed) return { accountId: reading.accountId, isNamed, payments, subject }
  const byCustomer = reading.customer === null ? undefined : await findCustomerAccount(db, provider, reading.customer)
  const byPayment = byCustomer ?? payments[0]?.account_id
  const byEmail =
    byPayment ?? (sale && reading.email !== null ? await findAccountByEmail(db, reading.email) : undefined)
  return { accountId: byEmail ?? null, isNamed, payments, subject }
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
