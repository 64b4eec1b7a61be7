import { type Grant, saveGrant } from '../../db/queries/grants.ts'
import { DAY_MS } from '../time/timestamps.ts'
import { updateAccountPlan } from './account-plan.ts'
import { endGrants } from './end-plan.ts'
import { type EffectResult, type EventContext, RetryLater } from './event-context.ts'
import { decideSale, type SoldPlan } from './event-match.ts'
import { allPurchasesOf, isLater, isLive, latestOf, NO_TIME, pricedBy } from './grants.ts'

// A payment more than this long before the end of the paid time belongs to that time; a later one is for the next
// period.
const RENEWAL_MS = 3 * DAY_MS

/** Grants the plan for a succeeded payment or an active subscription, unless a newer event has ended it. */
export async function grantPlan(context: EventContext, found: SoldPlan | undefined): Promise<EffectResult> {
  const { db, provider, details, at, account, subject, grants, match, rules } = context
  const own = grants.find((grant) => grant.provider === provider && grant.subject === subject)
  const sale = decideSale(rules.plans, provider, details, found, {
    isNamed: match.isNamed,
    isKnownSubject: own !== undefined,
    price: own?.price ?? null,
  })
  if (!sale && context.mayWait) throw new RetryLater('its subscription is not known yet')
  if (!sale) return { reason: 'not a sale of a plan; no change', counts: false }
  const refundedAt = match.payments.find((payment) => payment.refunded_at !== null)?.refunded_at
  if (refundedAt) return endRefunded({ ...context, at: refundedAt }, own, sale.until)
  const ends = grants.filter((grant) => grant.provider === provider && isEndOf(grant, context))
  // A refund of another payment does not end what this one bought; a failed payment of the subscription does.
  const isPayment = details.refs.length > 0
  const priced = pricedBy(own, sale.price, at)
  const isEnded = isLater(own?.ended_at, at) && !(isPayment && own?.until)
  if (isEnded || ends.some((grant) => isLater(grant.ended_at, at))) {
    if (own) await saveGrant(db, account.id, { ...own, ...priced })
    return { reason: 'older than the event that ended this plan; no change', counts: true }
  }

  const paid_at = isPayment && !isLater(own?.paid_at, at) ? at : (own?.paid_at ?? null)
  const known = {
    paid_at,
    named: match.isNamed || (own?.named ?? false),
    customer: own?.customer ?? details.customer,
    ...priced,
  }
  if (sale.until === null && details.money?.amount === 0 && found === undefined)
    return { reason: 'a payment of zero without a period; no change', counts: false }
  const next = sale.until ? reportedPeriod(context, own, sale.until) : addedPeriod(context, own, sale)
  if (typeof next === 'string') {
    if (own) await saveGrant(db, account.id, { ...own, ...known })
    return { reason: next, counts: true }
  }
  const { days, ...time } = next
  const granted_at = isLater(own?.granted_at, at) && own ? own.granted_at : at
  await saveGrant(db, account.id, { provider, subject, ...known, ...time, granted_at, ended_at: null })
  const reason = await updateAccountPlan(context)
  return { reason, counts: true, ...(days === undefined ? {} : { bought: { days, until: next.until } }) }
}

// Whether a grant records that everything the customer had bought was ended.
function isEndOf(grant: Grant, { details }: EventContext): boolean {
  return grant.subject === allPurchasesOf(null) || grant.subject === allPurchasesOf(details.customer)
}

// A payment that is reported after its refund must not grant its period again.
async function endRefunded(context: EventContext, own: Grant | undefined, until: Date | null): Promise<EffectResult> {
  const { provider, subject, match } = context
  if (until === null || isLater(own?.until, until))
    return { reason: 'the payment was refunded; no change', counts: true }
  const ended = { ...NO_TIME, ...own, named: match.isNamed || (own?.named ?? false), provider, subject, until }
  return endGrants(context, [ended], [])
}

interface Time {
  until: Date
  guessed: boolean
  /** Number of days, where the provider reported no period. */
  days?: number
}

// For payments whose period the provider reports: the newest event counts.
function reportedPeriod({ at, details }: EventContext, own: Grant | undefined, until: Date): Time | string {
  if (own && own.until !== null) {
    const isOlder = isLater(own.granted_at, at)
    const coversGuess = own.guessed && own.granted_at !== null && until.getTime() - DAY_MS > own.granted_at.getTime()
    if (isOlder && !coversGuess) return 'older than an applied event; no change'
    // Refunded time is not granted again because the subscription is still active: only by another payment.
    if (own.ended_at !== null && details.refs.length === 0 && until <= own.until)
      return 'its period was refunded; no change'
    // Else a refund that is delivered later would look older than this purchase.
    const isSame = own.ended_at === null && !own.guessed && until.getTime() === own.until.getTime()
    if (isSame && details.refs.length === 0) return 'contains nothing new; no change'
    const isTie = own.granted_at?.getTime() === at.getTime() && own.ended_at === null && !own.guessed
    if (isTie && own.until > until) return 'as new as an applied event with a longer period; no change'
  }
  return { until, guessed: false }
}

// For payments without a reported period: adds the days that the payment buys.
function addedPeriod(
  { at, account, match, details, rules }: EventContext,
  own: Grant | undefined,
  sale: SoldPlan,
): Time | string {
  const live = own && isLive(own) ? own : undefined
  if (match.payments.some((payment) => payment.granted) || (live && details.refs.length === 0))
    return 'this payment was counted before; no change'
  if (live?.until && !live.guessed && live.until.getTime() - at.getTime() > RENEWAL_MS)
    return 'its period was granted already; no change'
  const now = new Date()
  const from = account.plan === 'pro' ? latestOf([account.expires_at, now]) : now
  const days = sale.days ?? rules.planDays
  return { until: new Date(from.getTime() + days * DAY_MS), guessed: true, days }
}
