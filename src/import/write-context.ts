import type { Database } from '../../db/open.ts'
import type { Actor } from '../../db/queries/events.ts'
import type { PendingRow, RowResult } from '../../db/queries/imports.ts'
import type { Config } from '../config/config.ts'
import type { ReservedAliases } from '../links/reserved-aliases.ts'

export const CONFLICTS = ['skip', 'replace', 'rename'] as const
export type Conflict = (typeof CONFLICTS)[number]

/** The options of an import. */
export interface ImportOptions {
  conflicts: Conflict
  /** Only the report is stored. */
  isDryRun: boolean
  /** The domain for links whose domain the account does not have; "": the service's own host. */
  domain: string
  /** Whether who imports may create webhooks. */
  withWebhooks: boolean
}

/** What is needed to write a batch of rows of one kind, in one transaction. */
export interface WriteContext {
  db: Database
  config: Config
  reservedAliases: ReservedAliases
  accountId: number
  /** Who started the import. */
  by: Actor
  jobId: number
  /** Whether the rows are of an export of this service, whose totals may include visits of the replaced records. */
  isOwnExport: boolean
  options: ImportOptions
}

export type WriteRows = (context: WriteContext, rows: readonly PendingRow[]) => Promise<RowResult[]>

export const failed = (row: PendingRow, path: string, message: string): RowResult => ({
  row: row.row,
  outcome: 'failed',
  errors: [{ path, message }],
})
