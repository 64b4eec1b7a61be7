import type { Generated } from 'kysely'
import type { Provider } from '../../schemas/payments.ts'
import type { MaybeTime, Now, Time } from './columns.ts'

export interface ProviderCustomers {
  provider: Provider
  customer: string
  account_id: number
  created_at: Now
}

/** A payment or subscription, one row per id (charge, sale, transaction …) that later events may refer to. */
export interface ProviderPayments {
  provider: Provider
  ref: string
  /** Identifies the payment. Rows with the same `payment` have the same values in all following columns. */
  payment: string
  /** Null while only ids are known. */
  account_id: number | null
  /** What was paid for, as in plan_grants; null if unknown. */
  subject: string | null
  customer: string | null
  amount: number | null
  currency: string | null
  /** Whether its time has been added to the plan. */
  granted: Generated<boolean>
  /** Times of payment and of full refund, by the provider's clock. */
  paid_at: MaybeTime
  refunded_at: MaybeTime
  /** Set if the provider did not send the period: the number of days bought, and their end. */
  days: number | null
  until: MaybeTime
  /** Whether its account was deleted. */
  forgotten: Generated<boolean>
  created_at: Now
}

/** A partial refund of a payment. */
export interface ProviderRefunds {
  provider: Provider
  ref: string
  /** One of the ids of the payment. */
  payment_ref: string
  /** Null: of a deleted account. */
  account_id: number | null
  amount: number
  /** Whether `amount` is the sum of all refunds so far. */
  is_total: boolean
  refunded_at: Time
}

/**
 * Plan time bought with a subscription or payment (`subject`); a special subject marks that a customer's purchases
 * ended.
 */
export interface PlanGrants {
  account_id: number
  provider: Provider
  subject: string
  customer: string | null
  until: MaybeTime
  /** Whether `until` was calculated, because the provider did not send it. */
  guessed: Generated<boolean>
  /** Whether an event contained the account id. */
  named: Generated<boolean>
  /** The provider's time of the newest event that granted or extended it, and of the newest that ended it. */
  granted_at: MaybeTime
  ended_at: MaybeTime
  /** The provider's time of the newest payment. */
  paid_at: MaybeTime
  /** The price in plans.json that the newest event with a price named, and its time by the provider; null if unknown. */
  price: string | null
  priced_at: MaybeTime
}

/** The plan of an account without payments (a trial, or a date set by an operator), and the plan with them. */
export interface PlanBases {
  account_id: number
  /** The end of the plan without payments. */
  until: MaybeTime
  /** The plan that payments last set. If the account's plan differs, an operator has changed it since. */
  set_plan: 'free' | 'pro'
  set_to: Time
}
