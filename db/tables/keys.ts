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
  /** The type of `error` in list replies for this key; null: the server's setting. */
  list_error: 'string' | 'integer' | null
  /** Created by a login; revoked when the password changes. */
  is_login: Generated<boolean>
  created_at: Now
  last_used_at: MaybeTime
  expires_at: MaybeTime
  revoked_at: MaybeTime
}
