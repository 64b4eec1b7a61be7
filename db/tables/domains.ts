import type { Generated } from 'kysely'
import type { MaybeTime, Now, Removable, Time } from './columns.ts'

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
  /** When a check last found its DNS pointing to this service. */
  verified_at: MaybeTime
  /** When its DNS was last checked. */
  checked_at: MaybeTime
  /** Since when its DNS has pointed elsewhere; null if it points here, or never did. */
  lost_at: MaybeTime
  /** When its DNS is checked next. */
  check_at: Now
}

/** The host of a deleted domain, which no other account may add before `reserved_until`. */
export interface ReservedHosts {
  host: string
  account_id: number
  reserved_until: Time
}
