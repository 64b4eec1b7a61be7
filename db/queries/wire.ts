import { type RawBuilder, type ReferenceExpression, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** SQL for a timestamptz in the format of the API: UTC, `YYYY-MM-DD HH:MM:SS`. */
export function wireTime<TB extends keyof Tables>(
  column: ReferenceExpression<Tables, TB> & string,
): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`
}

/** SQL for the day of a timestamptz in UTC, `YYYY-MM-DD`. */
export function wireDate<TB extends keyof Tables>(
  column: ReferenceExpression<Tables, TB> & string,
): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`
}
