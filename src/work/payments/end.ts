import { type Grant, listGrantedPayments, saveGrant, setAccountPlan } from '../../../db/queries/payments.ts'
import type { Effected, EventContext } from './context.ts'
import { isLive, latestOf, newer } from './grants.ts'
import type { Bought } from './relation.ts'

/** Ends what an event (a full refund, a lost dispute, an unpaid subscription) is about, unless something newer was bought. */
export async function endPlan(context: EventContext, sale: Bought | undefined): Promise<Effected> {
  const { db, provider, account, subject, grants, at, concerned, rules, reading } = context
  const own = grants.find((grant) => grant.provider === provider && grant.subject === subject)
  const hasMap = rules.plans.prices[provider] !== undefined
  // What is paid back can only be followed by another payment; that a subscription is called active is none.
  const since = (grant: Grant) => (reading.refs.length > 0 ? grant.paid_at : grant.granted_at)
  const isOurs = sale !== undefined || (concerned.isNamed && !hasMap)
  if (own) {
    if (newer(since(own), at)) return { reason: 'older than what was bought since: nothing changes', counts: true }
    return close(context, [own], true)
  }
  if (reading.subject !== null) {
    if (!isOurs) return { reason: 'not about a plan: nothing changes', counts: false }
    return close(context, [{ ...NEVER, provider, subject }], true)
  }
  // The payment may yet be told: then it must be known that it was given back.
  for (const ref of reading.refs)
    await saveGrant(db, account.id, { ...NEVER, provider, subject: refundOf(ref), ended_at: at })
  if (!isOurs && !(await mayBeOurs(context)))
    return { reason: 'about no payment that bought a plan: nothing changes', counts: false }
  const here = grants.filter(
    (grant) => grant.provider === provider && grant.granted_at !== null && !newer(since(grant), at),
  )
  const newest = grants.some((grant) => grant.provider === provider && isLive(grant) && newer(since(grant), at))
  return close(context, [...here, { ...NEVER, provider, subject: '' }], !newest)
}

/** The subject under which it is kept that a payment not known then was given back. */
export const refundOf = (ref: string) => `refund of ${ref}`

/** Ends the time that a payment, told after its own refund, tells of; undefined when later payments reach further. */
export async function endRefunded(
  context: EventContext,
  own: Grant | undefined,
  until: Date,
  refundedAt: Date,
): Promise<Effected | undefined> {
  const { provider, subject } = context
  if (newer(own?.until, until)) return undefined
  return close({ ...context, at: refundedAt }, [{ ...NEVER, ...own, provider, subject, until }], true)
}

const NEVER = { until: null, guessed: false, granted_at: null, ended_at: null, paid_at: null }

// Newer events of Stripe's do not say which payment a refund was of in words that we know: then the sum decides.
async function mayBeOurs({ db, account, provider, grants, reading, concerned }: EventContext): Promise<boolean> {
  // With the others a payment keeps its id: one that is known and bought nothing was another sale.
  if (provider !== 'stripe' && concerned.payments.length > 0) return false
  if (!grants.some((grant) => grant.provider === provider && isLive(grant))) return false
  const payments = await listGrantedPayments(db, account.id, provider)
  const { money } = reading
  const known = payments.filter(({ amount }) => amount !== null)
  if (known.length === 0 || money === null) return true
  return known.some(({ amount, currency }) => amount === money.amount && currency === money.currency)
}

async function close(context: EventContext, ended: Grant[], endsPlan: boolean): Promise<Effected> {
  const { db, account, at, grants, reading } = context
  // An unpaid subscription may be paid later for the same time; refunded time may not come back that way.
  const isUnpaid = reading.refs.length === 0
  for (const grant of ended)
    await saveGrant(db, account.id, { ...grant, ended_at: at, until: isUnpaid ? null : grant.until })
  if (!endsPlan) return { reason: 'older than what was bought since: nothing changes', counts: true }

  const now = new Date()
  const left = grants.filter(
    (grant) =>
      !ended.some(({ provider, subject }) => provider === grant.provider && subject === grant.subject) &&
      isLive(grant) &&
      newer(grant.until, now),
  )
  const bought = ended.map((grant) => grant.until).filter((until) => until !== null)
  const isFromElsewhere =
    account.plan === 'pro' &&
    bought.length > 0 &&
    account.expires_at > latestOf([...bought, ...left.map((grant) => grant.until)])
  if (isFromElsewhere) return { reason: 'ended; the account has its plan from elsewhere', counts: true }
  if (left.length > 0) {
    const expires_at = latestOf(left.map((grant) => grant.until))
    await setAccountPlan(db, account.id, { plan: 'pro', expires_at })
    return { reason: `ended; other payments last until ${expires_at.toISOString()}`, counts: true }
  }
  await setAccountPlan(db, account.id, {
    plan: 'free',
    expires_at: account.expires_at < now ? account.expires_at : now,
  })
  return { reason: 'ended: the account is free now', counts: true }
}
