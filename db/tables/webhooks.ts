import type { Generated } from 'kysely'
import type { Provider } from '../../schemas/webhooks.ts'
import type { Id, MaybeTime, Now } from './columns.ts'

/** A signed event of a payment provider, and what became of it. */
export interface WebhookEvents {
  id: Id
  provider: Provider
  event_id: string
  type: string
  transmission_id: string | null
  /** Null once it has been dropped: it holds what a buyer is called. */
  body: string | null
  body_hash: string
  status: Generated<'pending' | 'applied' | 'ignored' | 'failed'>
  reason: string | null
  account_id: number | null
  attempts: Generated<number>
  /** Those of the attempts that failed; the others found that what the event needs is not known yet. */
  failures: Generated<number>
  next_attempt_at: Now
  received_at: Now
  finished_at: MaybeTime
}

/** An event that nothing vouches for: it has no effect. */
export interface UnverifiedEvents {
  id: Id
  provider: Provider
  event_id: string
  type: string
  body_hash: string
  received_at: Now
}
