import type { ColumnType, Generated } from 'kysely'
import type { Day, Id, Json, Now, Time } from './columns.ts'

/** A kind of record with statistics of its own. */
export type Subject = 'link' | 'qr' | 'bio'
/** What a raw visit is of; `biolink`: a link of a bio page, by a row of bio_links. */
export type Visited = Subject | 'biolink'
/** What visits of links, QR codes and bio pages belong to besides; counted together with the account. */
export type Group = 'account' | 'campaign' | 'channel' | 'domain'
/** What has counters. */
export type Counted = Visited | Group
export type VisitClass = 'visitor' | 'bot' | 'preview' | 'prefetch' | 'head'

/** Raw visits, partitioned by month of `at`; only written by the function record_visits. */
export interface Clicks {
  id: Generated<number>
  at: Time
  subject: Visited
  subject_id: number
  /** Null in rows written before migration 0017, until a job has written it. */
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
  /** The branded domain that was visited; null: none, or written before migration 0062. */
  domain_id: number | null
  /** The channels of the subject at the visit; null: none. */
  channel_ids: ColumnType<number[] | null, never, never>
  /** What few visits have, by dimension: a campaign parameter, the side of a split and so on. */
  details: Json<VisitDetails | null>
  /** Whether it is this visitor's first visit of its class that day. */
  first: boolean
}

/** Further values of a visit, each by the name of its dimension. */
export type Detail =
  | 'utm_source'
  | 'utm_medium'
  | 'utm_campaign'
  | 'utm_term'
  | 'utm_content'
  | 'source'
  | 'target'
  | 'rule'
  | 'path'
  | 'city'
export type VisitDetails = Partial<Record<Detail, string>>

/** A link of a bio page, from its first visit on. */
export interface BioLinks {
  id: Id
  account_id: number
  bio_id: number
  /** A hash of its URL. */
  key: string
}

/** `{dimension: {value: [visits, uniques]}}`; the value `''` means unknown, `'*'` is the sum of rare values. */
type Facets = Json<Record<string, Record<string, [number, number]>>>

/** Counters written before migration 0017, for visits up to `visit_mark.id`; a job moves them to visit_days. */
export interface VisitCounts {
  subject: Visited
  subject_id: number
  grain: 'quarter' | 'day'
  start: Time
  class: VisitClass
  visits: number
  uniques: number
  facets: Facets
}

/** A single row: up to where visit_counts reaches, and where raw visits begin. */
export interface VisitMark {
  single: Generated<boolean>
  /** The last visit that was counted in visit_counts; frozen. */
  id: number
  /** Raw visits before this moment have been dropped. */
  raw_from: Generated<Time>
  /** The oid of this table; another one in a dump that was restored. */
  table_oid: number | null
}

/** Visits that are not yet added to the totals of their subject (`link_totals`, `qr_codes.scans`, `bios.clicks`). */
export interface VisitDeltas {
  subject: Visited
  subject_id: number
  /** Updates of a busy subject are spread over several rows (slots), to avoid contention. */
  slot: number
  account_id: number
  /** Visits that count as clicks or scans. */
  visits: number
  uniques: number
  /** Raw visits of any class. */
  waiting: number
}

/** The roll-up progress of a subject. */
export interface VisitSubjects {
  subject: Visited
  subject_id: number
  account_id: number
  /** Approximate number of raw visits above `rolled_id`. */
  waiting: number
  /** Raw visits up to this id are counted in visit_days (or visit_counts). */
  rolled_id: number
}

/** The roll-up progress of an account with its campaigns, channels and domains. */
export interface VisitAccounts {
  account_id: number
  /** Approximate number of raw visits above `rolled_id`. */
  waiting: number
  rolled_id: number
}

/** An account with a webhook that asks for visits: those with ids up to `last_id` are in events. */
export interface VisitFeeds {
  account_id: number
  last_id: number
  read_at: Now
}

/** What had visits since then that are not in visit_deltas any longer. */
export interface VisitFeedSubjects {
  account_id: number
  subject: Visited
  subject_id: number
  /** The number of the transaction that wrote it, as text. */
  noted: Generated<string>
}

/** Counters of a UTC day. Facets include the dimension `quarter`: the quarter hour of the day, 0 to 95. */
export interface VisitDays {
  account_id: number
  subject: Counted
  subject_id: number
  start: Time
  class: VisitClass
  visits: number
  uniques: number
  /** Lowest and highest id of the raw visits counted here. */
  first_id: number
  last_id: number
  /** True if visit_quarters has rows for this day too. */
  has_quarters: Generated<boolean>
  facets: Facets
}

/** Counters of a quarter hour of a busy day; dropped together with the raw visits. */
export interface VisitQuarters {
  account_id: number
  subject: Counted
  subject_id: number
  start: Time
  class: VisitClass
  visits: number
  uniques: number
  facets: Facets
}

/**
 * Ids of written groups of visits, kept until the writer has received the answer, so that a retry does not count twice.
 */
export interface VisitGroups {
  id: string
  at: Generated<Time>
}

/** Visitor hashes of a day, partitioned by day. */
export interface VisitorsSeen {
  day: Day
  visitor: string
}

export interface Salts {
  day: Day
  salt: string
}

/** Deleted subjects whose visits and counters are not deleted yet; written by a trigger. */
export interface ForgottenVisits {
  subject: Counted
  subject_id: number
  /** Null in rows written before migration 0045. */
  account_id: number | null
}

/** A single row: the day (exclusive) up to which hashes written before partitioning by day are kept. */
export interface SeenBefore {
  until: ColumnType<Date | null, string | null, string | null>
}
