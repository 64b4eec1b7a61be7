import type { Fault } from '../errors/api-error.ts'

/** The kinds of records in an import; referenced kinds come before those that refer to them. */
export const KINDS = [
  'domain',
  'pixel',
  'overlay',
  'splash',
  'campaign',
  'channel',
  'webhook',
  'qrtemplate',
  'link',
  'bio',
  'answer',
  'qr',
  'day',
] as const
export type Kind = (typeof KINDS)[number]

/** A row as its source has it; schemas/import-records.ts says what the record of each kind has. */
export interface SourceRow {
  /** The number of the line or row in the source; no other record of the import has it. */
  row: number
  kind: Kind
  /** The id in the source, which later rows refer to. */
  sourceId?: number | undefined
  record: Record<string, unknown>
  /** Notes for the report: what was left out or changed. */
  notes?: string[]
  /** Errors that the source has found in the row. */
  faults?: Fault[]
  /** The reason why the row is skipped, which is not an error. */
  skipped?: string
}

/** A file that is not in the declared format: none of it is imported. */
export class UnreadableFile extends Error {}

/** The members that are neither undefined, null nor empty. */
export function given(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
