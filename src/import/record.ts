import type { Fault } from '../errors/api-error.ts'

/** What a row of an import describes. What others refer to comes first. */
export const KINDS = [
  'domain',
  'pixel',
  'overlay',
  'splash',
  'campaign',
  'channel',
  'link',
  'bio',
  'qr',
  'day',
] as const
export type Kind = (typeof KINDS)[number]

/** A row as its source has it; schemas/import-records.ts says what the record of each kind has. */
export interface SourceRow {
  /** Line, row or number in the source; each row has another. */
  row: number
  kind: Kind
  /** The id in the source, which later rows refer to. */
  sourceId?: number | undefined
  record: Record<string, unknown>
  /** What was left out or changed. */
  notes?: string[]
  /** Why the source itself rules the row out. */
  faults?: Fault[]
  /** Why the row is left alone, for which nobody has to do anything. */
  skipped?: string
}

/** A file that is not what it was said to be: nothing of it is imported. */
export class UnreadableFile extends Error {}

/** The members that are neither undefined, null nor empty. */
export function given(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
