import type { Generated } from 'kysely'
import type { EventType } from '../../schemas/events.ts'
import type { Delivery, DeliveryAttempt } from '../../schemas/webhooks.ts'
import type { Id, Json, MaybeTime, Now, Removable } from './columns.ts'

/** A URL to which an account has its events sent. A deleted one has no account while its deliveries are deleted. */
export interface Webhooks extends Removable {
  url: string
  /** The types that are sent; none: all. */
  types: Json<EventType[]>
  description: string | null
  enabled: Generated<boolean>
  /** Why the service disabled it; null: it did not. */
  disabled_reason: 'gone' | null
  /** Sealed (src/security/seal.ts). */
  secret: string
  /** Sign too: at most two, separated by a space, newest first. */
  previous_secret: string | null
  /** The end of the first of them. */
  previous_until: MaybeTime
  /** Until when the second one signs; null: as long as the first. */
  older_until: MaybeTime
  /** Which transactions had ended when it was created or enabled, as text. */
  since: Generated<string>
  /** With `event_id`: the last event that was read, in the order (transaction, id). */
  transaction: Generated<string>
  event_id: Generated<number>
  /** Attempts in a row that failed. */
  failures: Generated<number>
  failing_since: MaybeTime
  /** Nothing is sent before; null: no pause. */
  next_try_at: MaybeTime
  /** The end of the lease of the instance that is sending; it also ends the lease after a crash. */
  claimed_until: MaybeTime
}

/** One row: the base URL of the instances that send events to webhooks. */
export interface DeliveryOrigin {
  only_row: Generated<boolean>
  base_url: string
}

/** An event that is to be sent to a webhook, or was. */
export interface WebhookDeliveries {
  id: Id
  webhook_id: number
  /** Null: a test. */
  event_id: number | null
  type: EventType | 'webhook.test'
  subject_id: number | null
  status: Generated<Delivery['status']>
  next_at: Now
  /** Attempts since it was created or replayed. */
  tries: Generated<number>
  /** The latest, oldest first. */
  attempts: Json<DeliveryAttempt[]>
  created_at: Now
}
