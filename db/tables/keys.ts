import type { Generated } from 'kysely'
import type { Id, MaybeTime, Now } from './columns.ts'

export interface ApiKeys {
  id: Id
  account_id: number
  name: string
  prefix: string
  hash: string
  scope: Generated<'read' | 'write'>
  created_at: Now
  last_used_at: MaybeTime
  expires_at: MaybeTime
  revoked_at: MaybeTime
}
