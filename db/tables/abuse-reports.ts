import type { Generated } from 'kysely'
import type { ReportKind } from '../../schemas/abuse.ts'
import type { Id, MaybeTime, Now } from './columns.ts'

/** What visitors reported: one row for a URL and kind until it is closed. */
export interface AbuseReports {
  id: Id
  url: string
  kind: ReportKind
  /** What the first of them wrote. */
  details: Generated<string[]>
  /** How often it was reported. */
  count: Generated<number>
  /** Null: not of a link, or the link was deleted. */
  link_id: number | null
  account_id: number | null
  created_at: Now
  last_at: Now
  closed_at: MaybeTime
}
