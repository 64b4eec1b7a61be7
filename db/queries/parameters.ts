import { sql } from 'kysely'

// Lists as one parameter each, so that the statement is the same whatever their length.

export const asIds = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::text::bigint[]`

/** Rows for `json_to_recordset`. */
export const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::text::json`
