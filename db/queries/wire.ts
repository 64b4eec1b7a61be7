import { sql } from 'kysely'

/** SQL for a timestamptz in the format of the API: UTC, `YYYY-MM-DD HH:MM:SS`. */
export const wireTime = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`

/** SQL for the day of a timestamptz in UTC, `YYYY-MM-DD`. */
export const wireDate = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`
