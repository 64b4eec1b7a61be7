import { bringForward, type Grant, listGrants, saveGrant } from '../../../db/queries/grants.ts'
import {
  type KnownPayment,
  listGrantedPayments,
  listPaymentRefs,
  notePayment,
  noteRefund,
  sumRefunds,
} from '../../../db/queries/payments.ts'
import { DAY_MS } from '../time.ts'
import { type Effected, type EventContext, NotYet } from './context.ts'
import { closeGrants } from './end.ts'
import { everythingOf, isLive, NO_TIME, newer } from './grants.ts'
import { settlePlan } from './plan.ts'
import type { Bought } from './relation.ts'

const OTHER_SALE = { reason: 'about no payment that bought a plan: nothing changes', counts: false }

/** Takes back what a payment bought, once the whole of it was given back, at once or in parts. */
export async function refundPlan(context: EventContext, sale: Bought | undefined): Promise<Effected> {
  const { db, provider, reading, concerned, at, account, grants, rules } = context
  if (reading.payback?.extent !== 'whole' && !(await isWhole(context)))
    return { reason: 'refunded in part: nothing changes', counts: false }

  for (const ref of reading.refs) await notePayment(db, provider, [ref], { account_id: account.id, refunded_at: at })
  const paid = concerned.payments.filter((payment) => payment.paid_at !== null)
  const open = paid.filter((payment) => payment.refunded_at === null)
  if (paid.length > 0 && open.length === 0)
    return { reason: 'was given back before: nothing changes', counts: paid.some(({ granted }) => granted) }
  const bought = open.filter((payment) => payment.granted && payment.subject !== null)
  let effected: Effected | undefined
  for (const payment of bought)
    effected = await takeBack({ ...context, grants: await listGrants(db, account.id) }, payment)
  if (effected) return effected

  // With most providers a payment keeps its id: one that is known and bought nothing was another sale.
  if (paid.length > 0 && provider !== 'stripe') return OTHER_SALE
  const own = grants.find((grant) => grant.provider === provider && grant.subject === reading.subject)
  if (own && newer(own.paid_at, at))
    return { reason: 'older than what was bought since: nothing changes', counts: true }
  if (own) return closeGrants(context, [own], endsOf([own]))
  const isOurs = sale !== undefined || (concerned.isNamed && rules.plans.prices[provider] === undefined)
  return endUnknown(context, isOurs)
}

/** Whether what was given back of a payment comes to the whole of it. Throws NotYet while the payment is not known. */
async function isWhole({ db, event, provider, reading, concerned, account, at }: EventContext): Promise<boolean> {
  const { money, payback, refs } = reading
  const paid = concerned.payments.find(({ amount, currency }) => amount !== null && currency === money?.currency)
  const [payment_ref] = refs
  if (!money || !payback || !paid || paid.amount === null || payment_ref === undefined)
    throw new NotYet('the payment that was refunded is not known, so whether it was refunded in full')
  await noteRefund(db, account.id, provider, {
    ref: payback.id ?? `event ${event}`,
    payment_ref,
    amount: money.amount,
    is_total: payback.extent === 'total',
    refunded_at: at,
  })
  return (await sumRefunds(db, provider, paid.payment)) + 1e-6 >= paid.amount
}

/** Takes back what one payment bought; what other payments of its subscription bought stays. */
async function takeBack(context: EventContext, payment: KnownPayment): Promise<Effected> {
  const { db, provider, account, grants } = context
  const grant = grants.find((grant) => grant.provider === provider && grant.subject === payment.subject)
  if (!grant || !isLive(grant) || grant.until === null)
    return { reason: 'what it bought has ended before: nothing changes', counts: true }
  const others = (await listGrantedPayments(db, account.id, provider)).filter(
    (other) => other.subject === payment.subject && other.payment !== payment.payment,
  )
  if (grant.guessed && others.length > 0 && payment.until !== null) {
    const unused = Math.min(payment.until.getTime() - Date.now(), (payment.days ?? 0) * DAY_MS)
    if (unused <= 0) return { reason: 'its days were used already: nothing changes', counts: true }
    await saveGrant(db, account.id, { ...grant, until: new Date(grant.until.getTime() - unused) })
    await bringForward(db, account.id, payment.until, unused, grant)
    return { reason: await settlePlan(context, { isNamed: grant.named }), counts: true }
  }
  const { paid_at } = payment
  if (!grant.guessed && paid_at && others.some((other) => newer(other.paid_at, paid_at)))
    return { reason: 'followed by another payment: nothing changes', counts: true }
  return closeGrants(context, [grant], endsOf([grant]))
}

/** Takes back what a payment bought that is now known to be the one that was given back before. */
export async function takeBackLinked(context: EventContext): Promise<Effected | undefined> {
  const { db, provider, reading, concerned, account } = context
  const back = concerned.payments.find((payment) => payment.refunded_at !== null)?.refunded_at
  const paid = concerned.payments.find((payment) => payment.granted && payment.refunded_at === null)
  if (!back || !paid) return undefined
  await notePayment(db, provider, reading.refs, { account_id: account.id })
  return takeBack({ ...context, at: back }, paid)
}

/** Ends what a payment bought that no event has told the ids of, as far as it can be known. */
async function endUnknown(context: EventContext, isOurs: boolean): Promise<Effected> {
  const { db, provider, account, reading, grants, at } = context
  const isTheirs = ({ customer, paid_at }: { customer: string | null; paid_at: Date | null }) =>
    (customer === null || reading.customer === null || customer === reading.customer) && !newer(paid_at, at)
  const mine = grants.filter((grant) => grant.provider === provider && isLive(grant) && isTheirs(grant))
  const payments = await listGrantedPayments(db, account.id, provider)
  if (provider !== 'stripe') {
    // A payment keeps its id: what is known to be bought by others was not bought by this one.
    const open = mine.filter(({ subject }) => !payments.some((payment) => payment.subject === subject))
    return isOurs && open.length > 0 ? closeGrants(context, open, endsOf(open)) : OTHER_SALE
  }
  // Newer events of Stripe's may not say which charge paid an invoice: then the sum finds it.
  const { money } = reading
  const [match] = (await withoutCharge(context, payments))
    .filter(isTheirs)
    .filter(({ amount, currency }) => money !== null && amount === money.amount && currency === money.currency)
    .toSorted((a, b) => Number(b.paid_at) - Number(a.paid_at))
  // Its payment may yet be told.
  const everything = { ...NO_TIME, provider, subject: everythingOf(reading.customer), ended_at: at }
  if (match) {
    await saveGrant(db, account.id, everything)
    await notePayment(db, provider, [match.payment], { refunded_at: at })
    return takeBack(context, match)
  }
  // A subscription that runs, and no payment at all: one before the first event came, for all that is known.
  const isUntold = payments.length === 0 && mine.length > 0
  return isOurs || isUntold ? closeGrants(context, [...mine, everything], endsOf(mine)) : OTHER_SALE
}

/** Those of the payments that no charge is known of. */
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
