import { type Grant, moveEarlier, saveGrant } from '../../db/queries/grants.ts'
import { updateAccountPlan } from './account-plan.ts'
import type { EffectResult, EventContext } from './event-context.ts'
import type { SoldPlan } from './event-match.ts'
import { isLater, isLive, latestOf, NO_TIME, pricedBy } from './grants.ts'

/** Ends a subscription that was not paid, unless a newer payment was received. */
export async function endPlan(context: EventContext, sale: SoldPlan | undefined): Promise<EffectResult> {
  const { provider, subject, grants, at, match, rules } = context
  const own = grants.find((grant) => grant.provider === provider && grant.subject === subject)
  if (own && isLater(own.granted_at, at)) return { reason: 'older than a later purchase; no change', counts: true }
  const isOurs = sale !== undefined || (match.isNamed && rules.plans.prices[provider] === undefined)
  if (!own && !isOurs) return { reason: 'not about a plan; no change', counts: false }
  // The invoice may still be paid later, for the same period.
  return endGrants(
    context,
    [{ ...NO_TIME, provider, subject, ...own, ...pricedBy(own, sale?.price ?? null, at), until: null }],
    own?.until ? [own.until] : [],
  )
}

/**
 * Ends these grants; `untils` are the ends of the time that they bought. Other grants of the account are not affected.
 */
export async function endGrants(context: EventContext, ended: Grant[], untils: Date[]): Promise<EffectResult> {
  const { db, account, at, grants, match, otherTime } = context
  for (const grant of ended) await saveGrant(db, account.id, { ...grant, ended_at: at })
  const isEnded = ({ provider, subject }: Grant) =>
    ended.some((grant) => grant.provider === provider && grant.subject === subject)
  const left = grants.filter((grant) => !isEnded(grant) && isLive(grant)).map((grant) => grant.until)
  for (const until of untils) {
    // Days that were added after this time now start at the end of the remaining time before them.
    const below = [...left, otherTime].filter((other) => other !== null && other < until)
    const from = latestOf([...below, new Date()])
    if (from < until) await moveEarlier(db, account.id, until, until.getTime() - from.getTime())
  }
  const isNamed = match.isNamed || ended.some((grant) => grant.named)
  return { reason: await updateAccountPlan(context, { isNamed }), counts: true }
}
