import type { Generated, Selectable } from 'kysely'
import type { RedirectStatus } from '../../schemas/link-fields.ts'
import type {
  DeviceTarget,
  GeoTarget,
  LanguageTarget,
  Parameter,
  SplitTarget,
  TimeTarget,
} from '../../schemas/targets.ts'
import type { Json, MaybeTime, Now, Owned, ServiceColumn } from './columns.ts'

export interface Links extends Owned {
  url: string
  externalid: string | null
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
  geotarget: Json<GeoTarget[]>
  devicetarget: Json<DeviceTarget[]>
  languagetarget: Json<LanguageTarget[]>
  timetarget: Json<TimeTarget[]>
  splittarget: Json<SplitTarget[]>
  parameters: Json<Parameter[]>
  deeplink: Json<{ auto: boolean; apple: string | null; google: string | null } | null>
  forward: Generated<boolean>
  publicstats: Generated<boolean>
  /** Whether visits keep the path of their referrer. */
  referrerpath: Generated<boolean>
  redirectstatus: Generated<RedirectStatus>
  starts_at: MaybeTime
  /** Where visits before the start go. */
  startredirect: string | null
  /** Whether what follows the alias in a path is added to the destination. */
  pathforward: Generated<boolean>
  /** Whether its destination is checked; triggers keep `link_checks` in step. */
  watch: Generated<boolean>
  /** Written by imports and earlier releases; triggers bring it to `LinkTotals`, which is read. */
  clicks: Generated<number>
  uniqueclicks: Generated<number>
  /** Clicks from before the import, and how many of those have no known day. */
  imported_visits: Generated<number>
  imported_uniques: Generated<number>
  undated_visits: Generated<number>
  undated_uniques: Generated<number>
}

/** The columns of a link that its account may set. */
export type LinkColumns = Omit<Selectable<Links>, ServiceColumn | 'clicks' | 'uniqueclicks'>

// The SQL type of each, and its default where it has one. A missing column is a compile error.
const settable: Record<keyof LinkColumns, readonly [type: string, value?: string]> = {
  url: ['text'],
  externalid: ['text'],
  status: ['text', "'public'"],
  type: ['text', "'direct'"],
  splash_id: ['bigint'],
  overlay_id: ['bigint'],
  campaign_id: ['bigint'],
  password_hash: ['text'],
  expires_at: ['timestamptz'],
  expirationredirect: ['text'],
  clicklimit: ['bigint'],
  description: ['text'],
  metatitle: ['text'],
  metadescription: ['text'],
  metaimage: ['text'],
  geotarget: ['jsonb', "'[]'"],
  devicetarget: ['jsonb', "'[]'"],
  languagetarget: ['jsonb', "'[]'"],
  timetarget: ['jsonb', "'[]'"],
  splittarget: ['jsonb', "'[]'"],
  parameters: ['jsonb', "'[]'"],
  deeplink: ['jsonb'],
  forward: ['boolean', 'false'],
  publicstats: ['boolean', 'false'],
  referrerpath: ['boolean', 'false'],
  redirectstatus: ['smallint', '302'],
  starts_at: ['timestamptz'],
  startredirect: ['text'],
  pathforward: ['boolean', 'false'],
  watch: ['boolean', 'false'],
}
export const linkColumns = Object.keys(settable) as (keyof LinkColumns)[]
export const linkColumnTypes = settable

/** The columns with a list: of other destinations, or of what is added to the destination. */
export type ListColumn = {
  [K in keyof LinkColumns]: LinkColumns[K] extends readonly unknown[] ? K : never
}[keyof LinkColumns]

// A missing column is a compile error here too.
const lists: Record<ListColumn, true> = {
  geotarget: true,
  devicetarget: true,
  languagetarget: true,
  timetarget: true,
  splittarget: true,
  parameters: true,
}
export const listColumns = Object.keys(lists) as ListColumn[]

/** The clicks of a link without those in `VisitDeltas`. Triggers insert and delete the rows. */
export interface LinkTotals {
  id: number
  account_id: number
  clicks: number
  uniqueclicks: number
  /** A copy of the link's; written by a trigger. */
  clicklimit: number | null
}

/** The result of the last check of a watched link's destination, and the time of the next one. */
export interface LinkChecks {
  link_id: number
  account_id: number
  /** The HTTP status; null: no response, or not checked yet. */
  status: number | null
  /** Why there was no response. */
  fault: string | null
  /** Failed checks since the last one that did not. */
  failures: Generated<number>
  checked_at: MaybeTime
  /** Since when it counts as broken; null: it does not. */
  broken_at: MaybeTime
  check_at: Now
}

export interface LinkPixels {
  link_id: number
  pixel_id: number
}

/**
 * The texts that `q` searches, written in the background: a row for each link with an alias that is not in
 * `WaitingWords`.
 */
export interface LinkWords {
  id: number
  account_id: number
  /** Alias, URL, title and description in lower case, with a space between them. */
  words: string
}

/** Links whose words are not in `LinkWords` yet; written by triggers. */
export interface WaitingWords {
  account_id: number
  id: number
}

/** Numbers whose sum is how many links an account has; written by triggers. Without slot -1 the sum is not complete. */
export interface LinkCounts {
  account_id: number
  slot: number
  total: number
}
