import { sql } from 'kysely'

// A list as one parameter, so that one prepared statement serves lists of any length.

export const asIds = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::text::bigint[]`

/** Texts must not contain NUL or half a surrogate pair. */
export const asTexts = (texts: readonly string[]) =>
  sql<string[]>`array(select json_array_elements_text(${JSON.stringify(texts)}::text::json))`

/** Rows for `json_to_recordset`. */
export const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::text::json`
