import type { ColumnType, GeneratedAlways } from 'kysely'

export type Id = GeneratedAlways<number>
/** A timestamptz: read as a Date, written as a Date or text. */
export type Time = ColumnType<Date, Date | string, Date | string>
export type Now = ColumnType<Date, Date | string | undefined, Date | string>
export type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A day: read as its midnight, written as `YYYY-MM-DD`. */
export type Day = ColumnType<Date, string, string>
/** A jsonb column: write a value, never a string made by JSON.stringify (the drivers do that once). */
export type Json<T> = ColumnType<T, T | undefined, T>

/** What every row that belongs to an account has. */
export interface Owned {
  id: Id
  account_id: number
  created_at: Now
  updated_at: Now
}
