import { bringForward, type Grant, saveGrant } from '../../../db/queries/grants.ts'
import type { Effected, EventContext } from './context.ts'
import { isLive, latestOf, NO_TIME, newer } from './grants.ts'
import { settlePlan } from './plan.ts'
import type { Bought } from './relation.ts'

/** Ends a subscription that was not paid, unless it was since. */
export async function endPlan(context: EventContext, sale: Bought | undefined): Promise<Effected> {
  const { provider, subject, grants, at, concerned, rules } = context
  const own = grants.find((grant) => grant.provider === provider && grant.subject === subject)
  if (own && newer(own.granted_at, at))
    return { reason: 'older than what was bought since: nothing changes', counts: true }
  const isOurs = sale !== undefined || (concerned.isNamed && rules.plans.prices[provider] === undefined)
  if (!own && !isOurs) return { reason: 'not about a plan: nothing changes', counts: false }
  // It may be paid later, for the same time.
  return closeGrants(context, [{ ...NO_TIME, provider, subject, ...own, until: null }], own?.until ? [own.until] : [])
}

/** Ends what was bought, of which `untils` are the ends, and leaves the account what it has besides. */
export async function closeGrants(context: EventContext, ended: Grant[], untils: Date[]): Promise<Effected> {
  const { db, account, at, grants, concerned, elsewhere } = context
  for (const grant of ended) await saveGrant(db, account.id, { ...grant, ended_at: at })
  const isEnded = ({ provider, subject }: Grant) =>
    ended.some((grant) => grant.provider === provider && grant.subject === subject)
  const left = grants.filter((grant) => !isEnded(grant) && isLive(grant)).map((grant) => grant.until)
  for (const until of untils) {
    // Days that were bought on top of this time begin where what is below them ends now.
    const below = [...left, elsewhere].filter((other) => other !== null && other < until)
    const from = latestOf([...below, new Date()])
    if (from < until) await bringForward(db, account.id, until, until.getTime() - from.getTime())
  }
  const isNamed = concerned.isNamed || ended.some((grant) => grant.named)
  return { reason: await settlePlan(context, { isNamed }), counts: true }
}
