import type { Generated } from 'kysely'
import type { AndroidApp, AppleApp } from '../../schemas/app-links.ts'
import type { BioColors } from '../../schemas/bio-looks.ts'
import type { Json, MaybeTime, Now, Removable, Time } from './columns.ts'

export interface Domains extends Removable {
  scheme: 'http' | 'https'
  /** Null once it was deleted. */
  host: string | null
  /** Scheme and host of a deleted domain that has addresses still. */
  lost_url: string | null
  redirectroot: string | null
  redirect404: string | null
  /** Whether its aliases are found in upper and lower case. */
  caseinsensitive: Generated<boolean>
  /** The apps that open its links. */
  apple: Json<AppleApp[]>
  android: Json<AndroidApp[]>
  /** The language of its pages as a tag; null: that of the visitor. */
  language: string | null
  /** What its pages show in place of the look of the service. */
  brandname: string | null
  brandlogo: string | null
  brandcolors: Json<BioColors | null>
  /** When a check last found its DNS pointing to this service. */
  verified_at: MaybeTime
  /** When its DNS was last checked. */
  checked_at: MaybeTime
  /** Since when its DNS has pointed elsewhere; null if it points here, or never did. */
  lost_at: MaybeTime
  /** What its TXT record or file must contain; null: it needs no proof of ownership. */
  proof_token: string | null
  /** How it was last proven. */
  proof_kind: 'txt' | 'file' | null
  /** When a check last found its proof; null: never, or not for so long that it is not served. */
  proven_at: MaybeTime
  /** Since when its proof has been missing. */
  proof_lost_at: MaybeTime
  /** When its DNS is checked next. */
  check_at: Now
}

/** The columns that the account of a domain may set. */
export const domainSettings = [
  'redirectroot',
  'redirect404',
  'caseinsensitive',
  'apple',
  'android',
  'language',
  'brandname',
  'brandlogo',
  'brandcolors',
] as const

/** The host of a deleted domain, which no other account may add before `reserved_until`. */
export interface ReservedHosts {
  host: string
  /** Null: of a deleted account. */
  account_id: number | null
  reserved_until: Time
}
