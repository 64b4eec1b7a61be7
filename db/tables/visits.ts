import type { ColumnType, Generated } from 'kysely'
import type { Day, Json, Time } from './columns.ts'

export type Subject = 'link' | 'qr' | 'bio'
export type VisitClass = 'visitor' | 'bot' | 'preview' | 'prefetch' | 'head'

/** Raw visits, partitioned by month of `at`; written by the function record_visits alone. */
export interface Clicks {
  id: Generated<number>
  at: Time
  subject: Subject
  subject_id: number
  /** Null in rows written by releases before 0.2. */
  account_id: number | null
  class: VisitClass
  reason: string
  /** ISO alpha-2. */
  country: string | null
  /** Host, without `www.`. */
  referrer: string | null
  browser: string | null
  os: string | null
  device: string | null
  language: string | null
  campaign_id: number | null
  agent: string | null
  /** The first visit of its class by this visitor that day. */
  first: boolean
}

/** `{dimension: {value: [visits, uniques]}}`, with `''` for not known and `'*'` for rare values counted together. */
type Facets = Json<Record<string, Record<string, [number, number]>>>

/** Counters made by releases before 0.2, of visits up to `visit_mark.id`; only read and deleted now. */
export interface VisitCounts {
  subject: Subject
  subject_id: number
  grain: 'quarter' | 'day'
  start: Time
  class: VisitClass
  visits: number
  uniques: number
  facets: Facets
}

/** One row: what visit_counts covers, and where raw visits begin. */
export interface VisitMark {
  single: Generated<boolean>
  /** The last visit in visit_counts; frozen. */
  id: number
  /** Raw visits before this moment have been dropped. */
  raw_from: Generated<Time>
}

/** Visits that are not in the columns of their subject (`links.clicks` and the like) yet. */
export interface VisitDeltas {
  subject: Subject
  subject_id: number
  /** Zero, or what spreads the updates of a hot subject over several rows. */
  slot: number
  account_id: number
  /** Visits that count as clicks or scans. */
  visits: number
  uniques: number
  /** Raw visits of any class. */
  waiting: number
}

/** How far the visits of a subject have been rolled up. */
export interface VisitSubjects {
  subject: Subject
  subject_id: number
  account_id: number
  /** About how many raw visits are above `rolled_id`. */
  waiting: number
  /** Raw visits up to this id are in visit_days (or visit_counts). */
  rolled_id: number
}

/** Counters of a UTC day. Their facets have the dimension `quarter` too: 0 to 95, the quarter of an hour of the day. */
export interface VisitDays {
  account_id: number
  subject: Subject
  subject_id: number
  start: Time
  class: VisitClass
  visits: number
  uniques: number
  /** The ids of the raw visits of the day that are counted here are between these two. */
  first_id: number
  last_id: number
  /** Whether visit_quarters has the day's visits too. */
  has_quarters: Generated<boolean>
  facets: Facets
}

/** Counters of a quarter of an hour of a busy day; dropped with the raw visits. */
export interface VisitQuarters {
  account_id: number
  subject: Subject
  subject_id: number
  start: Time
  class: VisitClass
  visits: number
  uniques: number
  facets: Facets
}

/** Groups of visits that were written, until their writer has confirmed it. */
export interface VisitGroups {
  id: string
  at: Generated<Time>
}

/** Who was seen on a day, by a hash; partitioned by day. */
export interface VisitorsSeen {
  day: Day
  visitor: string
}

export interface Salts {
  day: Day
  salt: string
}

/** Deleted subjects that may still have visits and counters; written by a trigger. */
export interface ForgottenVisits {
  subject: Subject
  subject_id: number
}

/** One row: the day (exclusive) up to which the partition of the release before partitions holds visitors. */
export interface SeenBefore {
  until: ColumnType<Date | null, string | null, string | null>
}
