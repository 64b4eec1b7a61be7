import type { Generated } from 'kysely'
import type { KeyScope } from '../../schemas/keys.ts'
import type { Id, MaybeTime, Now } from './columns.ts'

export interface ApiKeys {
  id: Id
  account_id: number
  name: string
  prefix: string
  hash: string
  scope: Generated<KeyScope>
  /** How lists carry `error` for this key; null: as the server is set. */
  list_error: 'string' | 'integer' | null
  /** A login made it: a new password ends it. */
  is_login: Generated<boolean>
  created_at: Now
  last_used_at: MaybeTime
  expires_at: MaybeTime
  revoked_at: MaybeTime
}
