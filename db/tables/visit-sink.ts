import type { MaybeTime, Now, Time } from './columns.ts'
import type { Visited } from './visits.ts'

/** A single row while visits are sent to ClickHouse: what has been sent to the table of this generation. */
export interface VisitSink {
  single: boolean
  /** Eight hexadecimal digits, new after a backup was restored. */
  generation: string
  /** Of the columns in ClickHouse. */
  version: number
  created_at: Now
  /** All visits up to this id have been sent. */
  shipped_id: number
  /** All visits that were committed before this moment have been sent; null: not yet all that there were. */
  complete_at: MaybeTime
  /** Visits before this moment have been dropped. */
  dropped_before: MaybeTime
  /** The process that sends visits, until then unless it says so again. */
  holder: string | null
  held_until: MaybeTime
}

/** Deleted subjects whose visits are to be deleted in ClickHouse; written by a trigger. */
export interface VisitSinkDeletions {
  subject: Visited
  subject_id: number
  account_id: number | null
}

/** Up to when the groups of an account have visits that are in their counters only, because a link was deleted. */
export interface VisitGaps {
  account_id: number
  until: Time
}
