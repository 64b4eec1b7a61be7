import type { Json } from './columns.ts'

/** A row of an import: its content until it is processed, then its outcome. */
export interface ImportRows {
  job_id: number
  /** Line, row or number in the source. */
  row: number
  kind: string
  /** Its id in the source, which later rows refer to. */
  source_id: number | null
  record: Json<Record<string, unknown> | null>
  alias: string | null
  /** Null until it is processed. */
  outcome: string | null
  errors: Json<{ path: string; message: string }[] | null>
  notes: Json<string[] | null>
  /** The id of the record that was created or existed already. */
  made_id: number | null
}
