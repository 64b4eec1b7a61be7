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
import type { Json, MaybeTime, Owned, ServiceColumn } from './columns.ts'

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
  redirectstatus: Generated<RedirectStatus>
  starts_at: MaybeTime
  /** Where visits before the start go. */
  startredirect: string | null
  /** Whether what follows the alias in a path is added to the destination. */
  pathforward: Generated<boolean>
  clicks: Generated<number>
  uniqueclicks: Generated<number>
  /** Of these, those from before it was imported; and of those, the ones whose day is not known. */
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
  redirectstatus: ['smallint', '302'],
  starts_at: ['timestamptz'],
  startredirect: ['text'],
  pathforward: ['boolean', 'false'],
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

export interface LinkPixels {
  link_id: number
  pixel_id: number
}

/** What `q` searches, in the background: a row for each link that has an alias and is not in `WaitingWords`. */
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
