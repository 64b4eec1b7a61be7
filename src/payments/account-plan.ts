import type { Database } from '../../db/open.ts'
import { findPlanBase, listGrants, listPeriods, savePlanBase } from '../../db/queries/grants.ts'
import { setAccountPlan } from '../../db/queries/payment-accounts.ts'
import { listAccountPayments } from '../../db/queries/payments.ts'
import { DAY_MS } from '../time/timestamps.ts'
import type { EventContext, PlanRules } from './event-context.ts'
import { isLater, latestOf } from './grants.ts'
import { computePaidTime, type OtherTime, type PaidTime } from './paid-time.ts'
import type { Facts } from './purchases.ts'

// The end of the trial is computed a moment before the account is created.
const SLACK_MS = 60_000

/** Until when an account has its plan for reasons other than payments. */
export async function readOtherTime(
  db: Database,
  account: EventContext['account'],
  rules: PlanRules,
): Promise<OtherTime> {
  const base = await findPlanBase(db, account.id)
  const isAsSet = base?.set_plan === account.plan && base.set_to.getTime() === account.expires_at.getTime()
  const until = base && isAsSet ? base.until : account.plan === 'pro' ? account.expires_at : null
  const trialEnd = account.created_at.getTime() + rules.trialDays * DAY_MS
  const isTrial = until !== null && until.getTime() <= trialEnd + SLACK_MS
  return { until, isTrial, since: base && !isAsSet ? new Date() : (base?.since ?? null) }
}

/** Everything that is stored about the purchases of an account. */
export async function readFacts(db: Database, accountId: number): Promise<Facts> {
  return {
    grants: await listGrants(db, accountId),
    periods: await listPeriods(db, accountId),
    payments: await listAccountPayments(db, accountId),
  }
}

/**
 * Sets the plan of an account from its payments and its other time, if they differ from those before the event; returns
 * the reason for the event, or undefined if nothing changed.
 */
export async function updateAccountPlan({ db, account, facts, otherTime }: EventContext): Promise<string | undefined> {
  const before = computePaidTime(facts, otherTime)
  const after = computePaidTime(await readFacts(db, account.id), otherTime)
  const change = compare(before, after)
  if (change === undefined) return undefined
  const now = new Date()
  const until = untilOf(after)
  const isOver = until === null || (change === 'less' && until <= now)
  const plan = isOver
    ? { plan: 'free' as const, expires_at: account.expires_at < now ? account.expires_at : now }
    : { plan: 'pro' as const, expires_at: until }
  await setAccountPlan(db, account.id, plan)
  const { until: base, since } = otherTime
  await savePlanBase(db, account.id, { until: base, since, set_plan: plan.plan, set_to: plan.expires_at })
  if (isOver) return 'ended; the account is free now'
  if (change === 'more') return `pro until ${plan.expires_at.toISOString()}`
  return isLater(after.bought, now)
    ? `ended; other payments last until ${plan.expires_at.toISOString()}`
    : 'ended; the account has its plan for another reason'
}

const untilOf = ({ bought, other }: PaidTime) => latestOf([bought, other])

/** Whether a purchase has more time than before, or else one has less; undefined if nothing changed. */
function compare(before: PaidTime, after: PaidTime): 'more' | 'less' | undefined {
  const isMore = ({ ends }: PaidTime, other: PaidTime) =>
    [...ends].some(([subject, end]) => !other.ends.has(subject) || isLater(end, other.ends.get(subject) ?? end))
  if (isMore(after, before)) return 'more'
  const isEarlier = Number(untilOf(after)) < Number(untilOf(before))
  return isMore(before, after) || isEarlier ? 'less' : undefined
}
