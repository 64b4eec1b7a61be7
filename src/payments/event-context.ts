import type { Database } from '../../db/open.ts'
import type { Grant } from '../../db/queries/grants.ts'
import type { Provider } from '../../schemas/payments.ts'
import type { Plans } from '../config/plans.ts'
import type { EventMatch } from './event-match.ts'
import type { ProviderEvent } from './provider-event.ts'

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
  otherTime: Date | null
  subject: string
  /** Whether it may wait for an event that says what its subscription is. */
  mayWait: boolean
  match: EventMatch
  grants: Grant[]
  rules: PlanRules
}

/** The event refers to something that is not known yet, so it is applied later. The message is for the operator. */
export class RetryLater extends Error {}

/** The result of an event; `counts` is true if it is about a plan, whether or not it changed anything. */
export interface EffectResult {
  reason: string
  counts: boolean
  /** The days that a payment without a period bought, and their end. */
  bought?: { days: number; until: Date }
}
