import { saveGrant, savePeriod } from '../../db/queries/grants.ts'
import { recordPayment } from '../../db/queries/payments.ts'
import { type EffectResult, type EventContext, RetryLater } from './event-context.ts'
import { decideSale, type SoldPlan } from './event-match.ts'
import { isLater, pricedBy } from './grants.ts'
import { subjectOf } from './purchases.ts'

/** Stores the time that a succeeded payment or an active subscription bought. */
export async function grantPlan(context: EventContext, found: SoldPlan | undefined): Promise<EffectResult> {
  const { db, provider, details, at, account, subject, own, match, rules } = context
  const sale = decideSale(rules.plans, provider, details, found, {
    isNamed: match.isNamed,
    isKnownSubject: own !== undefined,
    price: own?.price ?? null,
  })
  if (!sale && context.mayWait) throw new RetryLater('its subscription is not known yet')
  if (!sale) return { reason: 'not a sale of a plan; no change', counts: false }
  if (sale.until === null && details.money?.amount === 0 && found === undefined)
    return { reason: 'a payment of zero without a period; no change', counts: false }

  await saveGrant(db, account.id, {
    provider,
    subject,
    customer: own?.customer ?? details.customer,
    named: match.isNamed || (own?.named ?? false),
    ended_at: own?.ended_at ?? null,
    ...pricedBy(own, sale.price, at),
  })
  const time = { until: sale.until, days: sale.until ? null : (sale.days ?? rules.planDays), counted_at: new Date() }
  if (details.refs.length === 0) await savePeriod(db, account.id, { provider, subject, reported_at: at, ...time })
  else
    await recordPayment(db, provider, details.refs, {
      account_id: account.id,
      customer: details.customer,
      subject,
      amount: details.money?.amount ?? null,
      currency: details.money?.currency ?? null,
      granted: true,
      paid_at: at,
      named: match.isNamed || null,
      ...time,
    })
  return { reason: reasonFor(context), counts: true }
}

/** Why a purchase changes nothing. */
function reasonFor({ provider, subject, at, facts, own, match }: EventContext): string {
  if (match.payments.some((payment) => payment.refunded_at !== null)) return 'the payment was refunded; no change'
  if (isLater(own?.ended_at, at)) return 'older than the event that ended this plan; no change'
  const isOwn = (one: Parameters<typeof subjectOf>[0]) => subjectOf(one) === subjectOf({ provider, subject })
  const isNewer =
    facts.periods.some((one) => isOwn(one) && one.reported_at > at) ||
    facts.payments.some((one) => isOwn(one) && one.granted && isLater(one.paid_at, at))
  return isNewer ? 'older than an applied event; no change' : 'contains nothing new; no change'
}
