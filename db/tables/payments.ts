import type { Generated } from 'kysely'
import type { Provider } from '../../schemas/webhooks.ts'
import type { MaybeTime, Now, Time } from './columns.ts'

export interface ProviderCustomers {
  provider: Provider
  customer: string
  account_id: number
  created_at: Now
}

/** A payment or subscription by one of the ids (charge, sale, transaction …) a later event may name. */
export interface ProviderPayments {
  provider: Provider
  ref: string
  /** The same for every id of one payment, and all that follows is too. */
  payment: string
  /** Null while only its ids are known. */
  account_id: number | null
  /** What was paid for, as in plan_grants; null when not known. */
  subject: string | null
  customer: string | null
  amount: number | null
  currency: string | null
  /** Whether it has bought time already. */
  granted: Generated<boolean>
  /** When it was paid, and given back in full, by the provider's clock. */
  paid_at: MaybeTime
  refunded_at: MaybeTime
  /** Where its period was not told: the days it bought, and their end. */
  days: number | null
  until: MaybeTime
  created_at: Now
}

/** A part of a payment that was given back. */
export interface ProviderRefunds {
  provider: Provider
  ref: string
  /** An id of the payment. */
  payment_ref: string
  account_id: number
  amount: number
  /** `amount` is everything that was given back so far. */
  is_total: boolean
  refunded_at: Time
}

/** Time bought with a provider: by a subscription or a payment (`subject`), or the mark of everything a customer bought there. */
export interface PlanGrants {
  account_id: number
  provider: Provider
  subject: string
  customer: string | null
  until: MaybeTime
  /** `until` was reckoned, not told by the provider. */
  guessed: Generated<boolean>
  /** An event of it has named the account. */
  named: Generated<boolean>
  /** The provider's time of the newest event that granted, and of the newest that ended it. */
  granted_at: MaybeTime
  ended_at: MaybeTime
  /** The same, of the newest payment. */
  paid_at: MaybeTime
}

/** What an account had before payments (a trial, a date somebody set), and what payments have made of it. */
export interface PlanBases {
  account_id: number
  /** The time it has from elsewhere. */
  until: MaybeTime
  /** The plan as payments last set it: where the account's differs, somebody else has set it since. */
  set_plan: 'free' | 'pro'
  set_to: Time
}
