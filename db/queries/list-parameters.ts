import { sql } from 'kysely'

// A list as one parameter, so that one prepared statement serves lists of any length.

/** An array. In a subquery, because the text would be parsed again for each row that is compared with it. */
export const asIds = (ids: readonly number[]) => sql`(select ${`{${ids.join()}}`}::text::bigint[])::bigint[]`

/** Rows for `in`, where many rows are compared with many ids: found by hash or index instead of one by one. */
export const asIdRows = (ids: readonly number[]) => sql`(select unnest(${`{${ids.join()}}`}::text::bigint[]))`

/** Texts must not contain NUL or half a surrogate pair. */
export const asTexts = (texts: readonly string[]) =>
  sql<string[]>`array(select json_array_elements_text(${JSON.stringify(texts)}::text::json))`

/** Rows for `json_to_recordset`, or texts for `json_array_elements_text`. */
export const asJson = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::text::json`

/** A value of a jsonb column, in a statement written by hand. */
export const asJsonb = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`
