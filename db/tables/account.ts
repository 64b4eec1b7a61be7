import type { Generated } from 'kysely'
import type { Id, Now, Time } from './columns.ts'

export interface Accounts {
  id: Id
  email: string
  username: string
  password_hash: string
  plan: Generated<'free' | 'pro'>
  expires_at: Time
  created_at: Now
  updated_at: Now
}
