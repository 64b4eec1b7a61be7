import type { Generated } from 'kysely'
import type { ActorType } from '../../schemas/event-family.ts'
import type { EventType, ExpiryReason, LimitedResource } from '../../schemas/events.ts'
import type { Id, Json, Now, Time } from './columns.ts'
import type { Subject } from './visits.ts'

/** What changed in an account. Rows are read in the order (transaction, id). */
export interface Events {
  id: Id
  /** The number of the transaction that wrote it, as text. */
  transaction: Generated<string>
  account_id: number
  type: EventType
  /** The id of the link, QR code, bio page, campaign or domain; null: of none. */
  subject_id: number | null
  actor: ActorType
  /** The API key, which may have been deleted meanwhile. */
  key_id: number | null
  key_name: string | null
  /** What `src/events/event-record.ts` makes `data` of. */
  data: Json<EventValues>
  created_at: Now
}

/** The stored values of an event. URLs are stored in parts, because the service's own host is a setting. */
export interface EventValues {
  externalid?: string | null
  /** Of links and bio pages. */
  alias?: string
  /** The URL of the domain; null: the service's own host. */
  origin?: string | null
  longurl?: string
  title?: string | null
  campaign?: number | null
  name?: string
  /** Of QR codes. */
  code?: string
  type?: string
  /** Of campaigns. */
  slug?: string | null
  /** Of domains: with scheme. */
  domain?: string
  /** The fields that an update changed. */
  changed?: string[]
  /** The number of visits that a link has reached. */
  visits?: number
  /** Why a link expired. */
  reason?: ExpiryReason
  /** The result of the check of a link's destination. */
  status?: number | null
  fault?: string | null
  batch?: VisitBatch
  /** An answer to a form of a bio page: its id, and the key of the form. */
  answer?: number
  form?: string
  /** Of plans: what is limited, and to how many. */
  limit?: LimitedResource
  max?: number
}

/** A part of the visits of an account, which `data` of `visits.recorded` describes. */
export interface VisitBatch {
  /** It has the visits with ids above `after`, up to `last`, of these subjects. */
  after: number
  last: number
  count: number
  subjects: [Subject, number][]
  /** The times of its visits. */
  from: string
  until: string
  /** Visits that follow and are in no event; of some subjects how many. */
  dropped: number
  droppedfrom: [Subject, number, number][]
}

/** One row: the last link whose expiry was recorded, in the order (expires_at, id). */
export interface ExpiryMark {
  only_row: Generated<boolean>
  expires_at: Time
  id: number
}

/** What became of a link with a click limit, until it is written as an event; written by a trigger. */
export interface LinkMoments {
  id: Id
  link_id: number
  type: 'link.expired' | 'link.milestone'
  data: Json<EventValues>
  created_at: Now
}
