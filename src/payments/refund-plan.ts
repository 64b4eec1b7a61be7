import { recordPayment, recordRefund, sumRefunds } from '../../db/queries/payments.ts'
import { type EffectResult, type EventContext, isSaleOfPlan, RetryLater } from './event-context.ts'
import type { SoldPlan } from './event-match.ts'

/** Stores that a payment was refunded in full, at once or in parts. It may not be known yet. */
export async function refundPlan(context: EventContext, sale: SoldPlan | undefined): Promise<EffectResult> {
  const { db, provider, details, match, at, account, own } = context
  if (details.refunded?.extent !== 'full' && !(await isWhole(context)))
    return { reason: 'refunded in part; no change', counts: false }

  const isOfPlan = details.subject !== null && own !== undefined
  const isNamed = match.isNamed && (isOfPlan || isSaleOfPlan(context, sale))
  // At Stripe a refund contains the amount of its payment, which may be all that assigns it.
  const { amount, currency } = (provider === 'stripe' && details.money) || { amount: null, currency: null }
  for (const ref of details.refs)
    await recordPayment(db, provider, [ref], {
      account_id: account.id,
      customer: details.customer,
      subject: details.subject,
      amount,
      currency,
      refunded_at: at,
      named: isNamed || null,
    })
  const paid = match.payments.filter((payment) => payment.paid_at !== null)
  const counts = isOfPlan || paid.some(({ granted }) => granted)
  if (paid.length > 0 && paid.every((payment) => payment.refunded_at !== null))
    return { reason: 'the payment was refunded before; no change', counts }
  if (!counts) return { reason: 'not about a payment for a plan; no change', counts }
  return { reason: 'followed by another payment, or its time was over; no change', counts }
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
