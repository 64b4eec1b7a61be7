import type { Database } from '../../db/open.ts'
import type { Grant } from '../../db/queries/grants.ts'
import type { Provider } from '../../schemas/payments.ts'
import type { Plans } from '../config/plans.ts'
import type { EventMatch, SoldPlan } from './event-match.ts'
import type { OtherTime } from './paid-time.ts'
import type { ProviderEvent } from './provider-event.ts'
import type { Facts } from './purchases.ts'

/** The operator's settings of plans. */
export interface PlanRules {
  plans: Plans
  /** Days that a payment without a known period buys. */
  planDays: number
  /** Days of the trial of new accounts. */
  trialDays: number
  /** Whether a payment that names no account counts for the one with the payer's e-mail. */
  paymentsByEmail: boolean
}

/** Everything that applying the effect of an event needs. */
export interface EventContext {
  db: Database
  /** Id of the stored event. */
  event: number
  provider: Provider
  details: ProviderEvent
  /** When it happened. */
  at: Date
  account: { id: number; plan: 'free' | 'pro'; expires_at: Date; created_at: Date }
  /** Until when the account has its plan for reasons other than payments: a trial, or a date that the operator set. */
  otherTime: OtherTime
  subject: string
  /** Whether it may wait for an event that says what its subscription is. */
  mayWait: boolean
  match: EventMatch
  /** What was stored before the event. */
  facts: Facts
  /** The grant of `subject` before the event. */
  own: Grant | undefined
  rules: PlanRules
}

/** The event refers to something that is not known yet, so it is applied later. The message is for the operator. */
export class RetryLater extends Error {}

/**
 * What an event is about, once it is stored: `counts` is true if it is about a plan. `reason` is for the case that the
 * plan does not change.
 */
export interface EffectResult {
  reason: string
  counts: boolean
}

/** Whether an event names a plan that is sold, or an account where every sale is one. */
export function isSaleOfPlan({ provider, match, rules }: EventContext, sale: SoldPlan | undefined): boolean {
  return sale !== undefined || (match.isNamed && rules.plans.prices[provider] === undefined)
}
