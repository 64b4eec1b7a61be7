import { type Grant, saveGrant } from '../../../db/queries/grants.ts'
import { DAY_MS } from '../time.ts'
import type { Effected, EventContext } from './context.ts'
import { closeGrants } from './end.ts'
import { everythingOf, isLive, latestOf, NO_TIME, newer } from './grants.ts'
import { settlePlan } from './plan.ts'
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
  const givenBackAt = concerned.payments.find((payment) => payment.refunded_at !== null)?.refunded_at
  if (givenBackAt) return endGivenBack({ ...context, at: givenBackAt }, own, sale.until)
  const ends = grants.filter((grant) => grant.provider === provider && isEndOf(grant, context))
  // A payment of its own is not undone by another one's refund, which leaves the end of its time; only by what was not paid.
  const isPayment = reading.refs.length > 0
  const isEnded = newer(own?.ended_at, at) && !(isPayment && own?.until)
  if (isEnded || ends.some((grant) => newer(grant.ended_at, at)))
    return { reason: 'older than the event that ended this plan: nothing changes', counts: true }

  const paid_at = isPayment && !newer(own?.paid_at, at) ? at : (own?.paid_at ?? null)
  const known = {
    paid_at,
    named: concerned.isNamed || (own?.named ?? false),
    customer: own?.customer ?? reading.customer,
  }
  if (sale.until === null && reading.money?.amount === 0 && found === undefined)
    return { reason: 'a payment of nothing, for no time that is told: nothing changes', counts: false }
  const next = sale.until ? told(context, own, sale.until) : reckoned(context, own, sale)
  if (typeof next === 'string') {
    if (own) await saveGrant(db, account.id, { ...own, ...known })
    return { reason: next, counts: true }
  }
  const { days, ...time } = next
  const granted_at = newer(own?.granted_at, at) && own ? own.granted_at : at
  await saveGrant(db, account.id, { provider, subject, ...known, ...time, granted_at, ended_at: null })
  const reason = await settlePlan(context)
  return { reason, counts: true, ...(days === undefined ? {} : { bought: { days, until: next.until } }) }
}

// The end of everything that the customer, or whoever it was, had bought.
function isEndOf(grant: Grant, { reading }: EventContext): boolean {
  return grant.subject === everythingOf(null) || grant.subject === everythingOf(reading.customer)
}

// A payment that is told after it was given back: the time it tells of must not come back either.
async function endGivenBack(context: EventContext, own: Grant | undefined, until: Date | null): Promise<Effected> {
  const { provider, subject, concerned } = context
  if (until === null || newer(own?.until, until)) return { reason: 'was given back: nothing changes', counts: true }
  const ended = { ...NO_TIME, ...own, named: concerned.isNamed || (own?.named ?? false), provider, subject, until }
  return closeGrants(context, [ended], [])
}

interface Time {
  until: Date
  guessed: boolean
  /** How many were bought, where they were reckoned. */
  days?: number
}

// The provider told the end of the paid time: its newest word holds.
function told({ at, reading }: EventContext, own: Grant | undefined, until: Date): Time | string {
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
function reckoned(
  { at, account, concerned, reading, rules }: EventContext,
  own: Grant | undefined,
  sale: Bought,
): Time | string {
  const live = own && isLive(own) ? own : undefined
  if (concerned.payments.some((payment) => payment.granted) || (live && reading.refs.length === 0))
    return 'this payment was counted before: nothing changes'
  if (live?.until && !live.guessed && live.until.getTime() - at.getTime() > RENEWAL_MS)
    return 'pays for time that is known already: nothing changes'
  const now = new Date()
  const from = account.plan === 'pro' ? latestOf([account.expires_at, now]) : now
  const days = sale.days ?? rules.planDays
  return { until: new Date(from.getTime() + days * DAY_MS), guessed: true, days }
}
