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
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.is_login',
      'api_keys.account_id',
      'api_keys.scope',
      'api_keys.list_error',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.permissions',
      'api_keys.ips',
      'api_keys.domains',
      'accounts.plan',
      'accounts.expires_at as plan_expires_at',
    ])
    .where('api_keys.hash', '=', hash)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { permissions, ips, domains } = row
  return {
    ...{ permissions, ips, domains },
    keyId: row.id,
    name: row.name,
    isLogin: row.is_login,
    accountId: row.account_id,
    scope: row.scope,
    listError: row.list_error,
    expires: row.expires_at,
    revoked: row.revoked_at !== null,
    plan: { plan: row.plan, expires_at: row.plan_expires_at },
  }
}

export async function touchKey(db: Database, id: number): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: new Date() }).where('id', '=', id).execute()
}
