import type { Database } from '../../../db/open.ts'
import { findPlanBase, listGrants, savePlanBase } from '../../../db/queries/grants.ts'
import { setAccountPlan } from '../../../db/queries/payments.ts'
import { DAY_MS } from '../time.ts'
import type { EventContext } from './context.ts'
import { isLive, latestOf, newer } from './grants.ts'

// The trial and the account are not made in one moment.
const SLACK_MS = 60_000

/** The end of the time that an account has from elsewhere than payments. Null: none. */
export async function readElsewhere(db: Database, account: EventContext['account']): Promise<Date | null> {
  const base = await findPlanBase(db, account.id)
  const isAsSet = base?.set_plan === account.plan && base.set_to.getTime() === account.expires_at.getTime()
  if (base && isAsSet) return base.until
  return account.plan === 'pro' ? account.expires_at : null
}

/**
 * Sets the account's plan to what its payments and the time it has from elsewhere come to, and says so. When that is over
 * because of an `end` the account is free now; one that somebody bought a plan for by name also loses the rest of its trial.
 */
export async function settlePlan(context: EventContext, end?: { isNamed: boolean }): Promise<string> {
  const { db, account } = context
  const now = new Date()
  const bought = (await listGrants(db, account.id)).filter(isLive).map((grant) => grant.until)
  const isBought = bought.some((until) => newer(until, now))
  const dropsTrial = end?.isNamed && !isBought && isTrial(context)
  const elsewhere = dropsTrial ? null : context.elsewhere
  const until = latestOf([...bought, elsewhere])
  const isOver = end !== undefined && !newer(elsewhere, now) && !isBought
  const plan: Plan = isOver
    ? { plan: 'free', expires_at: account.expires_at < now ? account.expires_at : now }
    : { plan: 'pro', expires_at: until }
  await setAccountPlan(db, account.id, plan)
  await savePlanBase(db, account.id, { until: elsewhere, set_plan: plan.plan, set_to: plan.expires_at })
  if (isOver) return 'ended: the account is free now'
  if (!end) return `pro until ${until.toISOString()}`
  return isBought
    ? `ended; other payments last until ${until.toISOString()}`
    : 'ended; the account has its plan from elsewhere'
}

type Plan = { plan: 'free' | 'pro'; expires_at: Date }

function isTrial({ elsewhere, account, rules }: EventContext): boolean {
  const end = account.created_at.getTime() + rules.trialDays * DAY_MS
  return elsewhere !== null && elsewhere.getTime() <= end + SLACK_MS
}
