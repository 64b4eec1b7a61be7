import type { AccountPayment } from '../../db/queries/payments.ts'

/**
 * Assigns refunds with unknown ids to payments. Newer Stripe events may not contain the charge of an invoice: then the
 * amount decides, among the older payments of the customer whose charge is unknown, the newest first.
 */
export function assumeRefunds(payments: readonly AccountPayment[]): Map<AccountPayment, AccountPayment> {
  const stripe = payments.filter(({ provider }) => provider === 'stripe')
  const open = stripe.filter((one) => one.granted && one.refunded_at === null && !hasCharge(one)).toSorted(newestFirst)
  const refunds = stripe.filter((one) => !one.granted && one.amount !== null).toSorted(byRefund)
  const assumed = new Map<AccountPayment, AccountPayment>()
  for (const refund of refunds) {
    const payment = open.find((one) => !assumed.has(one) && fits(refund, one))
    if (payment) assumed.set(payment, refund)
  }
  return assumed
}

const hasCharge = ({ refs }: AccountPayment) => refs.some((ref) => /^(ch|py|pi)_/.test(ref))

const fits = (refund: AccountPayment, payment: AccountPayment) =>
  refund.amount === payment.amount &&
  refund.currency === payment.currency &&
  isSameCustomer(refund, payment) &&
  payment.paid_at !== null &&
  refund.refunded_at !== null &&
  payment.paid_at <= refund.refunded_at

/** Whether two customers may be the same. */
export function isSameCustomer(a: { customer: string | null }, b: { customer: string | null }): boolean {
  return a.customer === null || b.customer === null || a.customer === b.customer
}

const newestFirst = (a: AccountPayment, b: AccountPayment) =>
  Number(b.paid_at) - Number(a.paid_at) || b.payment.localeCompare(a.payment)

const byRefund = (a: AccountPayment, b: AccountPayment) =>
  Number(a.refunded_at) - Number(b.refunded_at) || a.payment.localeCompare(b.payment)
