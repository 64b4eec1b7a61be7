import { type Grant, listGrants, moveEarlier, saveGrant } from '../../db/queries/grants.ts'
import {
  type KnownPayment,
  listGrantedPayments,
  listPaymentRefs,
  recordPayment,
  recordRefund,
  sumRefunds,
} from '../../db/queries/payments.ts'
import { DAY_MS } from '../time/timestamps.ts'
import { updateAccountPlan } from './account-plan.ts'
import { endGrants } from './end-plan.ts'
import { type EffectResult, type EventContext, RetryLater } from './event-context.ts'
import type { SoldPlan } from './event-match.ts'
import { allPurchasesOf, isLater, isLive, NO_TIME } from './grants.ts'

const OTHER_SALE = { reason: 'not about a payment for a plan; no change', counts: false }

/** Ends what a payment bought once it was refunded in full, at once or in parts. */
export async function refundPlan(context: EventContext, sale: SoldPlan | undefined): Promise<EffectResult> {
  const { db, provider, details, match, at, account, grants, rules } = context
  if (details.refunded?.extent !== 'full' && !(await isWhole(context)))
    return { reason: 'refunded in part; no change', counts: false }

  for (const ref of details.refs) await recordPayment(db, provider, [ref], { account_id: account.id, refunded_at: at })
  const paid = match.payments.filter((payment) => payment.paid_at !== null)
  const open = paid.filter((payment) => payment.refunded_at === null)
  if (paid.length > 0 && open.length === 0)
    return { reason: 'the payment was refunded before; no change', counts: paid.some(({ granted }) => granted) }
  const bought = open.filter((payment) => payment.granted && payment.subject !== null)
  let result: EffectResult | undefined
  for (const payment of bought)
    result = await revokePayment({ ...context, grants: await listGrants(db, account.id) }, payment)
  if (result) return result

  // The ids of payments do not change, except at Stripe: a known payment that bought no plan was another sale.
  if (paid.length > 0 && provider !== 'stripe') return OTHER_SALE
  const own = grants.find((grant) => grant.provider === provider && grant.subject === details.subject)
  if (own && isLater(own.paid_at, at)) return { reason: 'older than a later purchase; no change', counts: true }
  if (own) return endGrants(context, [own], endsOf([own]))
  const isOurs = sale !== undefined || (match.isNamed && rules.plans.prices[provider] === undefined)
  return endUnknown(context, isOurs)
}

/** Whether the refunds of a payment add up to its amount. Throws RetryLater while the payment is not known. */
async function isWhole({ db, event, provider, details, match, account, at }: EventContext): Promise<boolean> {
  const { money, refunded, refs } = details
  const paid = match.payments.find(({ amount, currency }) => amount !== null && currency === money?.currency)
  const [payment_ref] = refs
  if (!money || !refunded || !paid || paid.amount === null || payment_ref === undefined)
    throw new RetryLater('the refunded payment is not known, so it is not known whether it was refunded in full')
  await recordRefund(db, account.id, provider, {
    ref: refunded.id ?? `event ${event}`,
    payment_ref,
    amount: money.amount,
    is_total: refunded.extent === 'total',
    refunded_at: at,
  })
  return (await sumRefunds(db, provider, paid.payment)) + 1e-6 >= paid.amount
}

/** Ends what one payment bought; other payments of its subscription are not affected. */
async function revokePayment(context: EventContext, payment: KnownPayment): Promise<EffectResult> {
  const { db, provider, account, grants } = context
  const grant = grants.find((grant) => grant.provider === provider && grant.subject === payment.subject)
  if (!grant || !isLive(grant) || grant.until === null)
    return { reason: 'its plan has ended already; no change', counts: true }
  const others = (await listGrantedPayments(db, account.id, provider)).filter(
    (other) => other.subject === payment.subject && other.payment !== payment.payment,
  )
  if (grant.guessed && others.length > 0 && payment.until !== null) {
    const unused = Math.min(payment.until.getTime() - Date.now(), (payment.days ?? 0) * DAY_MS)
    if (unused <= 0) return { reason: 'its days were used already; no change', counts: true }
    await saveGrant(db, account.id, { ...grant, until: new Date(grant.until.getTime() - unused) })
    await moveEarlier(db, account.id, payment.until, unused, grant)
    return { reason: await updateAccountPlan(context, { isNamed: grant.named }), counts: true }
  }
  const { paid_at } = payment
  if (!grant.guessed && paid_at && others.some((other) => isLater(other.paid_at, paid_at)))
    return { reason: 'followed by another payment; no change', counts: true }
  return endGrants(context, [grant], endsOf([grant]))
}

/** Ends what a payment bought if new ids show that it was refunded before. Undefined if not. */
export async function revokeLinkedPayment(context: EventContext): Promise<EffectResult | undefined> {
  const { db, provider, details, match, account } = context
  const back = match.payments.find((payment) => payment.refunded_at !== null)?.refunded_at
  const paid = match.payments.find((payment) => payment.granted && payment.refunded_at === null)
  if (!back || !paid) return undefined
  await recordPayment(db, provider, details.refs, { account_id: account.id })
  return revokePayment({ ...context, at: back }, paid)
}

/** Ends what a payment with unknown ids bought, as far as that can be determined. */
async function endUnknown(context: EventContext, isOurs: boolean): Promise<EffectResult> {
  const { db, provider, account, details, grants, at } = context
  const isOfAccount = ({ customer, paid_at }: { customer: string | null; paid_at: Date | null }) =>
    (customer === null || details.customer === null || customer === details.customer) && !isLater(paid_at, at)
  const mine = grants.filter((grant) => grant.provider === provider && isLive(grant) && isOfAccount(grant))
  const payments = await listGrantedPayments(db, account.id, provider)
  if (provider !== 'stripe') {
    // The ids of payments do not change: grants of known payments were not bought by this one.
    const open = mine.filter(({ subject }) => !payments.some((payment) => payment.subject === subject))
    return isOurs && open.length > 0 ? endGrants(context, open, endsOf(open)) : OTHER_SALE
  }
  // Newer Stripe events may not contain the charge of an invoice: then the payment is found by its amount.
  const { money } = details
  const [match] = (await withoutCharge(context, payments))
    .filter(isOfAccount)
    .filter(({ amount, currency }) => money !== null && amount === money.amount && currency === money.currency)
    .toSorted((a, b) => Number(b.paid_at) - Number(a.paid_at))
  // Stored because the event of the payment may still be delivered.
  const everything = { ...NO_TIME, provider, subject: allPurchasesOf(details.customer), ended_at: at }
  if (match) {
    await saveGrant(db, account.id, everything)
    await recordPayment(db, provider, [match.payment], { refunded_at: at })
    return revokePayment(context, match)
  }
  // An active subscription without any known payment was paid before the first event was received.
  const isUnknown = payments.length === 0 && mine.length > 0
  return isOurs || isUnknown ? endGrants(context, [...mine, everything], endsOf(mine)) : OTHER_SALE
}

/** The payments without a known charge. */
async function withoutCharge({ db, provider }: EventContext, payments: KnownPayment[]): Promise<KnownPayment[]> {
  const refs = await listPaymentRefs(
    db,
    provider,
    payments.map((one) => one.payment),
  )
  const charged = refs.filter(({ ref }) => /^(ch|py|pi)_/.test(ref)).map((one) => one.payment)
  return payments.filter((one) => !charged.includes(one.payment))
}

const endsOf = (grants: Grant[]) => grants.map((grant) => grant.until).filter((until) => until !== null)
