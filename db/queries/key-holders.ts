import { sql } from 'kysely'
import type { KeyRestrictions } from '../../schemas/key-restrictions.ts'
import type { KeyScope } from '../../schemas/keys.ts'
import type { Database } from '../open.ts'

/** An API key with the plan of its account. */
export interface KeyHolder extends KeyRestrictions {
  keyId: number
  name: string
  /** Created by a login. */
  isLogin: boolean
  accountId: number
  scope: KeyScope
  listError: 'string' | 'integer' | null
  expires: Date | null
  revoked: boolean
  /** The stored plan of the account and when it expires. */
  plan: { plan: 'free' | 'pro'; expires_at: Date }
}

/** The key with this SHA-256 hash (hex), even if it is expired or revoked. */
export async function findKey(db: Database, hash: string): Promise<KeyHolder | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id as keyId', 'api_keys.name', 'is_login as isLogin', 'api_keys.account_id as accountId'])
    .select(['scope', 'list_error as listError', 'api_keys.expires_at as expires'])
    .select(['permissions', 'ips', 'api_keys.domains'])
    .select(sql<boolean>`revoked_at is not null`.as('revoked'))
    .select(['accounts.plan', 'accounts.expires_at as planExpires'])
    .where('api_keys.hash', '=', hash)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { plan, planExpires, ...key } = row
  return { ...key, plan: { plan, expires_at: planExpires } }
}

export async function touchKey(db: Database, id: number): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: new Date() }).where('id', '=', id).execute()
}
