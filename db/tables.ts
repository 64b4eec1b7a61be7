import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Pixel } from '../schemas/pixels.ts'

type Id = GeneratedAlways<number>
/** A timestamptz: read as a Date, written as a Date or text. */
type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A jsonb column: write a value, never a string made by JSON.stringify (the drivers do that once). */
type Json<T> = ColumnType<T, T | undefined, T>

export interface Accounts {
  id: Id
  email: string
  username: string
  password_hash: string
  plan: Generated<'free' | 'pro'>
  expires_at: Time
  created_at: Now
  updated_at: Now
}

export interface ApiKeys {
  id: Id
  account_id: number
  name: string
  prefix: string
  hash: string
  scope: Generated<'read' | 'write'>
  created_at: Now
  last_used_at: MaybeTime
  expires_at: MaybeTime
  revoked_at: MaybeTime
}

interface Owned {
  id: Id
  account_id: number
  created_at: Now
  updated_at: Now
}

export interface Domains extends Owned {
  scheme: 'http' | 'https'
  host: string
  redirectroot: string | null
  redirect404: string | null
  verified_at: MaybeTime
}

export interface Overlays extends Owned {
  type: 'message' | 'contact'
  name: string
  text: string | null
  button: string | null
  link: string | null
  colors: Json<{ background?: string; text?: string; button?: string }>
  position: Generated<'top' | 'bottom' | 'left' | 'right' | 'center'>
}

export interface Splashes extends Owned {
  name: string
  title: string | null
  text: string | null
  image: string | null
  counter: Generated<number>
  link: string | null
}

export interface Campaigns extends Owned {
  name: string
  slug: string | null
  public: Generated<boolean>
}

export interface Channels extends Owned {
  name: string
  description: Generated<string>
  color: Generated<string>
  starred: Generated<boolean>
}

export interface Pixels extends Owned {
  type: Pixel['type']
  name: string
  tag: string
}

export interface Links extends Owned {
  url: string
  status: Generated<'public' | 'private'>
  type: Generated<'direct' | 'frame' | 'splash' | 'overlay'>
  splash_id: number | null
  overlay_id: number | null
  campaign_id: number | null
  password_hash: string | null
  expires_at: MaybeTime
  expirationredirect: string | null
  clicklimit: number | null
  description: string | null
  metatitle: string | null
  metadescription: string | null
  metaimage: string | null
  geotarget: Json<{ location: string; link: string }[]>
  devicetarget: Json<{ device: string; link: string }[]>
  languagetarget: Json<{ language: string; link: string }[]>
  timetarget: Json<TimeTarget[]>
  splittarget: Json<{ link: string; weight: number }[]>
  parameters: Json<{ name: string; value: string }[]>
  deeplink: Json<{ auto: boolean; apple: string | null; google: string | null } | null>
  forward: Generated<boolean>
  publicstats: Generated<boolean>
  clicks: Generated<number>
  uniqueclicks: Generated<number>
}

/** A time window: hours of the day `HH:MM` (`to` exclusive, may run past midnight) on ISO week days 1-7, in an IANA zone. */
export interface TimeTarget {
  from: string
  to: string
  days: number[]
  timezone: string
  link: string
}

export interface Bios extends Owned {
  name: string
  title: string | null
  description: string | null
  image: string | null
  theme: Generated<string>
  blocks: Json<Record<string, unknown>[]>
  published: Generated<boolean>
  clicks: Generated<number>
  uniqueclicks: Generated<number>
}

export interface Aliases {
  id: Id
  domain_id: number | null
  alias: string
  link_id: number | null
  bio_id: number | null
  detached: Generated<boolean>
  /** Scheme and host of the domain it was detached from, where that is known. */
  lost_domain: string | null
}

export interface LinkPixels {
  link_id: number
  pixel_id: number
}

export interface QrCodes extends Owned {
  code: string
  name: string
  type: string
  data: Json<unknown>
  is_static: boolean
  background: string | null
  foreground: string | null
  logo: string | null
  logo_image: Uint8Array | null
  scans: Generated<number>
  uniquescans: Generated<number>
}

export interface ChannelItems {
  id: Id
  channel_id: number
  link_id: number | null
  bio_id: number | null
  qr_id: number | null
  created_at: Now
}

export interface Secrets {
  name: string
  value: string
  created_at: Now
}

export interface Salts {
  day: ColumnType<Date, string, string>
  salt: string
}

export interface VisitorsSeen {
  day: ColumnType<Date, string, string>
  visitor: string
}

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

/** What was deleted and may still have raw clicks; written by a trigger. */
export interface ForgottenVisits {
  subject: Subject
  subject_id: number
}

/** One row: clicks above `id` are not in visit_counts yet. */
export interface VisitMark {
  single: Generated<boolean>
  id: number
}

type ProviderName = 'stripe' | 'paypal' | 'paddle' | 'paystack'

/** A signed event of a payment provider, and what became of it. */
export interface WebhookEvents {
  id: Id
  provider: ProviderName
  event_id: string
  type: string
  transmission_id: string | null
  body: string
  body_hash: string
  status: Generated<'pending' | 'applied' | 'ignored' | 'failed'>
  reason: string | null
  account_id: number | null
  attempts: Generated<number>
  next_attempt_at: Now
  received_at: Now
  finished_at: MaybeTime
}

/** An event that nothing vouches for: it has no effect. */
export interface UnverifiedEvents {
  id: Id
  provider: ProviderName
  event_id: string
  type: string
  body_hash: string
  received_at: Now
}

export interface ProviderCustomers {
  provider: ProviderName
  customer: string
  account_id: number
  created_at: Now
}

/** A payment or subscription by one of the ids (charge, sale, transaction …) a later event may name. */
export interface ProviderPayments {
  provider: ProviderName
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
  provider: ProviderName
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

/** The database as Kysely sees it: one interface a table. */
export interface Tables {
  accounts: Accounts
  api_keys: ApiKeys
  domains: Domains
  overlays: Overlays
  splashes: Splashes
  campaigns: Campaigns
  channels: Channels
  pixels: Pixels
  links: Links
  bios: Bios
  aliases: Aliases
  link_pixels: LinkPixels
  qr_codes: QrCodes
  channel_items: ChannelItems
  webhook_events: WebhookEvents
  unverified_events: UnverifiedEvents
  provider_customers: ProviderCustomers
  provider_payments: ProviderPayments
  plan_grants: PlanGrants
  secrets: Secrets
  salts: Salts
  visitors_seen: VisitorsSeen
  clicks: Clicks
  visit_counts: VisitCounts
  visit_mark: VisitMark
  forgotten_visits: ForgottenVisits
}
