import type { Database } from '../../db/open.ts'
import { findPlanBase, listGrants, savePlanBase } from '../../db/queries/grants.ts'
import { setAccountPlan } from '../../db/queries/payment-accounts.ts'
import { DAY_MS } from '../time/timestamps.ts'
import type { EventContext } from './event-context.ts'
import { isLater, isLive, latestOf } from './grants.ts'

// The end of the trial is computed a moment before the account is created.
const SLACK_MS = 60_000

/** Until when an account has its plan for reasons other than payments; null: for no other reason. */
export async function readOtherTime(db: Database, account: EventContext['account']): Promise<Date | null> {
  const base = await findPlanBase(db, account.id)
  const isAsSet = base?.set_plan === account.plan && base.set_to.getTime() === account.expires_at.getTime()
  if (base && isAsSet) return base.until
  return account.plan === 'pro' ? account.expires_at : null
}

/**
 * Sets the plan of an account from its payments and its other time; returns the reason for the event. `end` is set if
 * the event ends a plan: then the account is free if no time is left; if the event named the account, its trial ends
 * too.
 */
export async function updateAccountPlan(context: EventContext, end?: { isNamed: boolean }): Promise<string> {
  const { db, account } = context
  const now = new Date()
  const bought = (await listGrants(db, account.id)).filter(isLive).map((grant) => grant.until)
  const isBought = bought.some((until) => isLater(until, now))
  const dropsTrial = end?.isNamed && !isBought && isTrial(context)
  const otherTime = dropsTrial ? null : context.otherTime
  const until = latestOf([...bought, otherTime])
  const isOver = end !== undefined && !isLater(otherTime, now) && !isBought
  const plan: Plan = isOver
    ? { plan: 'free', expires_at: account.expires_at < now ? account.expires_at : now }
    : { plan: 'pro', expires_at: until }
  await setAccountPlan(db, account.id, plan)
  await savePlanBase(db, account.id, { until: otherTime, set_plan: plan.plan, set_to: plan.expires_at })
  if (isOver) return 'ended; the account is free now'
  if (!end) return `pro until ${until.toISOString()}`
  return isBought
    ? `ended; other payments last until ${until.toISOString()}`
    : 'ended; the account has its plan for another reason'
}

type Plan = { plan: 'free' | 'pro'; expires_at: Date }

function isTrial({ otherTime, account, rules }: EventContext): boolean {
  const end = account.created_at.getTime() + rules.trialDays * DAY_MS
  return otherTime !== null && otherTime.getTime() <= end + SLACK_MS
}
