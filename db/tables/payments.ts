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
  /** Whether it bought plan time. */
  granted: Generated<boolean>
  /** Times of payment and of full refund, by the provider's clock. */
  paid_at: MaybeTime
  refunded_at: MaybeTime
  /** The end of the paid time, if the provider sent it; else `days` were bought, and added at `counted_at`. */
  until: MaybeTime
  days: number | null
  counted_at: MaybeTime
  /** The latest start of these days, of payments of earlier releases. */
  starts_by: MaybeTime
  /** Whether an event of the payment contained the id of the account at this service. */
  named: boolean | null
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

/** What an account bought: a subscription or a single payment. `subject` is its id at the provider. */
export interface PlanGrants {
  account_id: number
  provider: Provider
  subject: string
  customer: string | null
  /** Whether an event contained the account id. */
  named: Generated<boolean>
  /** When the provider last reported that a payment failed, by the provider's clock. */
  ended_at: MaybeTime
  /** The price in plans.json that the newest event with a price named, and its time by the provider; null if unknown. */
  price: string | null
  priced_at: MaybeTime
  /** Of instances of earlier releases; a trigger copies what they write to plan_periods. */
  until: MaybeTime
  guessed: Generated<boolean>
  granted_at: MaybeTime
  paid_at: MaybeTime
}

/** Time of a subscription that was reported without a payment; `days` as in provider_payments. */
export interface PlanPeriods {
  account_id: number
  provider: Provider
  subject: string
  /** The provider's time of the event. */
  reported_at: Time
  until: MaybeTime
  days: number | null
  counted_at: Now
}

/** The plan of an account without payments (a trial, or a date set by an operator), and the plan with them. */
export interface PlanBases {
  account_id: number
  /** The end of the plan without payments. A refund may have ended it if it is the trial. */
  until: MaybeTime
  /** Since when an operator's change has applied: earlier refunds do not end it. Null: no change is known. */
  since: MaybeTime
  /** The plan that payments last set. If the account's plan differs, an operator has changed it since. */
  set_plan: 'free' | 'pro'
  set_to: Time
}
