import type { Grant, Period } from '../../db/queries/grants.ts'
import type { AccountPayment } from '../../db/queries/payments.ts'
import type { Provider } from '../../schemas/payments.ts'
import { DAY_MS } from '../time/timestamps.ts'
import { assumeRefunds, isSameCustomer } from './assumed-refunds.ts'
import { earliestOf, latestOf } from './grants.ts'

// A payment more than this long before the end of a reported period belongs to it; a later one is for the next period.
const RENEWAL_MS = 3 * DAY_MS

/** All that events have told about the purchases of an account. */
export interface Facts {
  grants: readonly Grant[]
  periods: readonly Period[]
  payments: readonly AccountPayment[]
}

/** Time that was bought: until a reported end, or a number of days that are added to other time. */
export interface Purchase {
  subject: string
  /** When it was bought, by the provider's clock. */
  at: Date
  until: Date | null
  /** Whether the event of the purchase itself contained `until`: then it replaces what was reported before. */
  isReported: boolean
  days: number
  /** The earliest and the latest start of added days. */
  countedAt: Date
  startsBy: Date | null
  /** When it was taken back: refunded or not paid. */
  endedAt: Date | null
}

export const subjectOf = (of: { provider: Provider; subject: string | null }) => `${of.provider} ${of.subject}`

/**
 * The purchases of an account, from everything that is known, so that the order of arrival does not matter, and the
 * times when one that an event with the account's id had named was taken back.
 */
export function listPurchases(facts: Facts): { purchases: Purchase[]; namedEnds: Date[] } {
  const assumed = assumeRefunds(facts.payments)
  const refundOf = (payment: AccountPayment) => payment.refunded_at ?? assumed.get(payment)?.refunded_at ?? null
  const taken = new Set(assumed.values())
  const unknown = facts.payments.filter((one) => !one.granted && one.paid_at === null && !taken.has(one))
  const namedEnds = unknown.filter((one) => one.provider === 'stripe' && one.named).map((one) => one.refunded_at)
  const granted = Map.groupBy(
    facts.payments.filter((one) => one.granted),
    subjectOf,
  )
  const periods = Map.groupBy(facts.periods, subjectOf)
  const purchases = facts.grants.flatMap((grant) => {
    const payments = granted.get(subjectOf(grant)) ?? []
    const paid = payments.flatMap((payment) => paidTime(payment, refundOf(payment)))
    const refunds = paid.length > 0 ? [] : unknown.filter((refund) => isRefundOf(refund, grant))
    const reported = (periods.get(subjectOf(grant)) ?? []).map(reportedTime)
    const own = [...withPeriods(paid, reported), ...endRefunded(paid, reported, refunds)]
    if (grant.named || payments.some(({ named }) => named))
      namedEnds.push(grant.ended_at, ...payments.map(refundOf), ...own.map(({ endedAt }) => endedAt))
    return own.map((one) => ({
      ...one,
      endedAt: grant.ended_at && one.at <= grant.ended_at ? earliestOf([one.endedAt, grant.ended_at]) : one.endedAt,
    }))
  })
  return { purchases, namedEnds: namedEnds.filter((time) => time !== null) }
}

function paidTime(payment: AccountPayment, endedAt: Date | null): Purchase[] {
  const { paid_at, until, days, counted_at, created_at, starts_by } = payment
  if (paid_at === null) return []
  const added = { days: days ?? 0, countedAt: counted_at ?? created_at, startsBy: starts_by }
  return [{ subject: subjectOf(payment), at: paid_at, until, isReported: until !== null, ...added, endedAt }]
}

function reportedTime(period: Period): Purchase {
  const { reported_at, until, days, counted_at } = period
  const added = { days: days ?? 0, countedAt: counted_at, startsBy: null }
  return { subject: subjectOf(period), at: reported_at, until, isReported: until !== null, ...added, endedAt: null }
}

// Some providers report the period of a payment only in events of its subscription.
function withPeriods(paid: Purchase[], reported: Purchase[]): Purchase[] {
  const ends = endsOf([...paid, ...reported])
  return paid.map((one) => {
    const until = one.until ?? periodOf(one, ends)
    return one.until === until ? one : { ...one, until: earliestOf([until, afterDays(one)]) }
  })
}

const endsOf = (all: Purchase[]) =>
  all.flatMap(({ until }) => (until === null ? [] : [until.getTime()])).toSorted((a, b) => a - b)

/** The end of the reported period in which a payment was made, from all ends in their order. */
function periodOf({ at }: Purchase, ends: readonly number[]): Date | null {
  const first = at.getTime() + RENEWAL_MS
  const end = ends.find((end) => end > first)
  return end === undefined ? null : new Date(end)
}

const afterDays = ({ at, days }: Purchase) => new Date(at.getTime() + days * DAY_MS + RENEWAL_MS)

// A subscription stays active when its last payment is refunded: the time that this payment bought ends nevertheless.
function endRefunded(paid: Purchase[], reported: Purchase[], unknown: AccountPayment[]): Purchase[] {
  const last = paid.toSorted(byTime).at(-1)
  const periods = reported.filter(({ until }) => until !== null)
  // Without a period, an active subscription is worth its days once, if no payment is known.
  const kept = periods.length > 0 || last ? periods : reported.toSorted(byTime).slice(0, 1)
  const endedAt = last ? last.endedAt : latestOf(unknown.map(({ refunded_at }) => refunded_at))
  if (endedAt === null) return kept
  const refunded = last ? (last.until ?? periodOf(last, endsOf(reported)) ?? afterDays(last)) : null
  const known = periods.filter(({ at }) => at <= endedAt).map(({ until }) => until)
  const end = latestOf([refunded, ...known])
  const isRefunded = ({ at, until }: Purchase) => (until === null ? at <= endedAt : end !== null && until <= end)
  return kept.map((one) => (isRefunded(one) ? { ...one, endedAt } : one))
}

const byTime = (a: Purchase, b: Purchase) => Number(a.at) - Number(b.at) || Number(a.until) - Number(b.until)

// A refund of an unknown payment is of the subscription that it names, else of any whose payments are unknown.
function isRefundOf(refund: AccountPayment, grant: Grant): boolean {
  if (refund.provider !== grant.provider) return false
  if (refund.subject !== null) return refund.subject === grant.subject
  // Subscriptions of Stripe always have a customer: a payment without one was made by a guest.
  const isOfGuest = refund.provider === 'stripe' && refund.customer === null
  return refund.named === true && !isOfGuest && isSameCustomer(refund, grant)
}
