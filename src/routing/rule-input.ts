import type { LinkColumns, ListColumn } from '../../db/tables/links.ts'
import type { Explanation } from '../../schemas/explain.ts'

/** The part of a link that rules use. */
export type RuleLink = Pick<
  LinkColumns,
  | ListColumn
  | 'url'
  | 'status'
  | 'password_hash'
  | 'starts_at'
  | 'startredirect'
  | 'expires_at'
  | 'expirationredirect'
  | 'clicklimit'
  | 'deeplink'
  | 'forward'
  | 'pathforward'
>

/** The part of a real or hypothetical visit that rules use. */
export interface RuleVisit {
  at: Date
  /** ISO alpha-2; called only if a rule needs it. */
  country: () => string | null
  agent: string
  /** In lower case, most preferred first. */
  languages: readonly string[]
  /** The query to forward: without `?` and the owner's token. */
  query: string
  /** What follows the alias in the path, as it was sent. */
  path: string
  /** The schemes of apps that deep links may have, in lower case. */
  appSchemes: ReadonlySet<string>
  /** Whether the visit has a valid owner's token. */
  isOwner: boolean
  /** Whether the password was entered. */
  isUnlocked: boolean
  /** Whether the click limit is reached. */
  isExhausted: boolean
  /** 0 (inclusive) to 1 (exclusive); decides a split. */
  draw: number
}

export type Rule = Explanation['rule']
