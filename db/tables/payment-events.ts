import type { Generated } from 'kysely'
import type { Provider } from '../../schemas/payments.ts'
import type { Id, MaybeTime, Now } from './columns.ts'

/** A signed event of a payment provider and its outcome. */
export interface WebhookEvents {
  id: Id
  provider: Provider
  event_id: string
  type: string
  transmission_id: string | null
  /** Null once deleted, because it contains the buyer's name and e-mail address. */
  body: string | null
  body_hash: string
  status: Generated<'pending' | 'applied' | 'ignored' | 'failed'>
  reason: string | null
  account_id: number | null
  attempts: Generated<number>
  /** Attempts that failed. Other attempts were postponed because an event that they depend on had not arrived. */
  failures: Generated<number>
  next_attempt_at: Now
  received_at: Now
  finished_at: MaybeTime
}

/** An event without a valid signature; it has no effect. */
export interface UnverifiedEvents {
  id: Id
  provider: Provider
  event_id: string
  type: string
  body_hash: string
  received_at: Now
}
