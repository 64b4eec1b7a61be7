import { saveGrant } from '../../db/queries/grants.ts'
import { type EffectResult, type EventContext, isSaleOfPlan } from './event-context.ts'
import type { SoldPlan } from './event-match.ts'
import { latestOf, pricedBy } from './grants.ts'

/** Stores that a subscription was not paid: what it bought before has ended. */
export async function endPlan(context: EventContext, sale: SoldPlan | undefined): Promise<EffectResult> {
  const { db, provider, details, account, subject, own, at, match } = context
  if (!own && !isSaleOfPlan(context, sale)) return { reason: 'not about a plan; no change', counts: false }
  await saveGrant(db, account.id, {
    provider,
    subject,
    customer: own?.customer ?? details.customer,
    named: match.isNamed || (own?.named ?? false),
    ended_at: latestOf([own?.ended_at ?? null, at]),
    ...pricedBy(own, sale?.price ?? null, at),
  })
  return { reason: 'older than a later purchase, or nothing was bought; no change', counts: true }
}
