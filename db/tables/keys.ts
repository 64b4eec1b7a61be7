import type { Generated } from 'kysely'
import type { Permissions } from '../../schemas/key-restrictions.ts'
import type { KeyScope } from '../../schemas/keys.ts'
import type { Id, Json, MaybeTime, Now } from './columns.ts'

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
  /** Has a successor: it cannot be rotated again. */
  is_replaced: Generated<boolean>
  created_at: Now
  last_used_at: MaybeTime
  expires_at: MaybeTime
  revoked_at: MaybeTime
  /** What the key may do, and from where; null: not restricted. */
  permissions: Json<Permissions | null>
  ips: Json<string[] | null>
  /** Hosts. */
  domains: Json<string[] | null>
}
