import type { Generated } from 'kysely'
import type { Day, Json, Time } from './columns.ts'

export type Subject = 'link' | 'qr' | 'bio'
export type VisitClass = 'visitor' | 'bot' | 'preview' | 'prefetch' | 'head'

/** Raw visits, partitioned by month of `at`; written by the function record_visits alone. */
export interface Clicks {
  id: Generated<number>
  at: Time
  subject: Subject
  subject_id: number
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

/** Visits of a span of time; `facets` is `{dimension: {value: [visits, uniques]}}`, with `''` for not known. */
export interface VisitCounts {
  subject: Subject
  subject_id: number
  grain: 'quarter' | 'day'
  start: Time
  class: VisitClass
  visits: number
  uniques: number
  facets: Json<Record<string, Record<string, [number, number]>>>
}

/** One row: clicks above `id` are not in visit_counts yet. */
export interface VisitMark {
  single: Generated<boolean>
  id: number
}

export interface VisitorsSeen {
  day: Day
  visitor: string
}

export interface Salts {
  day: Day
  salt: string
}

/** What was deleted and may still have raw clicks; written by a trigger. */
export interface ForgottenVisits {
  subject: Subject
  subject_id: number
}
