import type { Generated } from 'kysely'
import type { Id, MaybeTime, Now, Time } from './columns.ts'

export interface Accounts {
  id: Id
  /** Null, as the user name, once it was deleted. */
  email: string | null
  username: string | null
  /** Empty once it was deleted. */
  password_hash: string
  plan: Generated<'free' | 'pro'>
  expires_at: Time
  created_at: Now
  updated_at: Now
  /** Since when nothing of it is shown; a job deletes what it had, and then the row. */
  deleted_at: MaybeTime
}

/** The ids of deleted accounts, which payment events may still name. */
export interface DeletedAccounts {
  id: number
  deleted_at: Now
}
