import type { Generated } from 'kysely'
import type { Provider } from '../../schemas/webhooks.ts'
import type { MaybeTime, Now } from './columns.ts'

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
  account_id: number
  /** What was paid for, as in plan_grants; null when not known. */
  subject: string | null
  amount: number | null
  currency: string | null
  /** Whether it has bought time already. */
  granted: Generated<boolean>
  created_at: Now
}

/** Time bought with a provider: by a subscription or a payment (`subject`), or '' for everything bought there. */
export interface PlanGrants {
  account_id: number
  provider: Provider
  subject: string
  until: MaybeTime
  /** `until` was reckoned, not told by the provider. */
  guessed: Generated<boolean>
  /** The provider's time of the newest event that granted, and of the newest that ended it. */
  granted_at: MaybeTime
  ended_at: MaybeTime
  /** The same, of the newest payment. */
  paid_at: MaybeTime
}
