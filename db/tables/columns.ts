import type { ColumnType, GeneratedAlways } from 'kysely'

export type Id = GeneratedAlways<number>
/** A timestamptz, read as a Date and written as a Date or text. */
export type Time = ColumnType<Date, Date | string, Date | string>
export type Now = ColumnType<Date, Date | string | undefined, Date | string>
export type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A date, read as a Date (midnight) and written as `YYYY-MM-DD`. */
export type Day = ColumnType<Date, string, string>
/** A jsonb column. Write the value itself: the drivers call JSON.stringify. */
export type Json<T> = ColumnType<T, T | undefined, T>

/** Columns of every table whose rows belong to an account. */
export interface Owned {
  id: Id
  account_id: number
  created_at: Now
  updated_at: Now
}

/** The same where a deleted row stays for a while: then it has no account. */
export interface Removable {
  id: Id
  account_id: number | null
  created_at: Now
  updated_at: Now
}

/** The columns of links and QR codes that only the service and imports set. */
export type ServiceColumn =
  | 'id'
  | 'account_id'
  | 'imported_visits'
  | 'imported_uniques'
  | 'undated_visits'
  | 'undated_uniques'
  | 'created_at'
  | 'updated_at'
