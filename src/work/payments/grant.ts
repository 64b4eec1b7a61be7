import { type Grant, saveGrant, setAccountPlan } from '../../../db/queries/payments.ts'
import { DAY_MS } from '../time.ts'
import type { Effected, EventContext } from './context.ts'
import { endRefunded, refundOf } from './end.ts'
import { isLive, latestOf, newer } from './grants.ts'
import { type Bought, decideSale } from './relation.ts'

// A payment this long before the end of the time that is paid belongs to that time; a later one is for the next.
const RENEWAL_MS = 3 * DAY_MS

/** Lets a succeeded payment or a running subscription bring the account its plan, unless something newer says otherwise. */
export async function grantPlan(context: EventContext, found: Bought | undefined): Promise<Effected> {
  const { db, provider, reading, at, account, subject, grants, concerned, rules } = context
  const own = grants.find((grant) => grant.provider === provider && grant.subject === subject)
  const sale = decideSale(rules.plans, provider, reading, found, {
    isNamed: concerned.isNamed,
    isKnownSubject: own !== undefined,
  })
  if (!sale) return { reason: 'not a sale of a plan: nothing changes', counts: false }
  const refund = grants.find((grant) =>
    reading.refs.some((ref) => grant.provider === provider && grant.subject === refundOf(ref)),
  )
  if (sale.until && refund?.ended_at && newer(refund.ended_at, at)) {
    const ended = await endRefunded(context, own, sale.until, refund.ended_at)
    return ended ?? { reason: 'paid back, and followed by other payments: nothing changes', counts: true }
  }
  const all = grants.find((grant) => grant.provider === provider && grant.subject === '')
  if (newer(own?.ended_at, at) || newer(all?.ended_at, at))
    return { reason: 'older than the event that ended this plan: nothing changes', counts: true }

  const next = sale.until ? told(context, own, sale.until) : reckoned(context, own, sale)
  const isPayment = reading.refs.length > 0
  const paid_at = isPayment && !newer(own?.paid_at, at) ? at : (own?.paid_at ?? null)
  if (typeof next === 'string') {
    if (own) await saveGrant(db, account.id, { ...own, paid_at })
    return { reason: next, counts: true }
  }
  const grantedAt = newer(own?.granted_at, at) ? own?.granted_at : at
  await saveGrant(db, account.id, { provider, subject, ...next, granted_at: grantedAt ?? at, ended_at: null, paid_at })

  const others = grants.filter((grant) => grant !== own && isLive(grant)).map((grant) => grant.until)
  // Time the account has from elsewhere (its trial, a gift) is kept; what this very grant had given is replaced.
  const isOwn = own?.until?.getTime() === account.expires_at.getTime()
  const kept = account.plan === 'pro' && !isOwn ? account.expires_at : null
  const expires_at = latestOf([next.until, kept, ...others])
  await setAccountPlan(db, account.id, { plan: 'pro', expires_at })
  return { reason: `pro until ${expires_at.toISOString()}`, counts: true }
}

// The provider told the end of the paid time: its newest word holds.
function told({ at, reading }: EventContext, own: Grant | undefined, until: Date) {
  if (own && own.until !== null) {
    const isOlder = newer(own.granted_at, at)
    const coversGuess = own.guessed && own.granted_at !== null && until.getTime() - DAY_MS > own.granted_at.getTime()
    if (isOlder && !coversGuess) return 'older than what was applied: nothing changes'
    // Refunded time does not come back because its subscription is still called active: only another payment brings it.
    if (own.ended_at !== null && reading.refs.length === 0 && until <= own.until)
      return 'the time it tells of was paid back: nothing changes'
    // It must not pass for a purchase that a refund, told late, was older than.
    const isSame = own.ended_at === null && !own.guessed && until.getTime() === own.until.getTime()
    if (isSame && reading.refs.length === 0) return 'tells what is known: nothing changes'
    const isTie = own.granted_at?.getTime() === at.getTime() && own.ended_at === null && !own.guessed
    if (isTie && own.until > until) return 'as new as what was applied, which lasts longer: nothing changes'
  }
  return { until, guessed: false }
}

// The provider told no period: the payment adds the days it buys.
function reckoned({ at, account, concerned, reading, rules }: EventContext, own: Grant | undefined, sale: Bought) {
  const live = own && isLive(own) ? own : undefined
  if (concerned.payments.some((payment) => payment.granted) || (live && reading.refs.length === 0))
    return 'this payment was counted before: nothing changes'
  if (live?.until && !live.guessed && live.until.getTime() - at.getTime() > RENEWAL_MS)
    return 'pays for time that is known already: nothing changes'
  const now = new Date()
  const from = account.plan === 'pro' ? latestOf([account.expires_at, now]) : now
  return { until: new Date(from.getTime() + (sale.days ?? rules.planDays) * DAY_MS), guessed: true }
}
