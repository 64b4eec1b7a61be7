import type { Json } from './columns.ts'

/** A row of an import: what was read, until it is dealt with, and then what became of it. */
export interface ImportRows {
  job_id: number
  /** Line, row or number in the source. */
  row: number
  kind: string
  /** Its id in the source, which later rows refer to. */
  source_id: number | null
  record: Json<Record<string, unknown> | null>
  alias: string | null
  /** Null until it is dealt with. */
  outcome: string | null
  errors: Json<{ path: string; message: string }[] | null>
  notes: Json<string[] | null>
  /** The row that was made of it, or was there already. */
  made_id: number | null
}
