import type { Database } from '../../db/open.ts'
import { createAccount, updateAccount } from '../../db/queries/account.ts'
import { createKey, MAX_KEYS, revokeLoginKeys, revokeSpareKey, rotateKey } from '../../db/queries/keys.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { NewAccount } from '../../schemas/account.ts'
import type { NewKey } from '../../schemas/keys.ts'
import { ApiError, found, invalid, keyUnknown, taken } from '../errors/api-error.ts'
import { accountOwner, hashPassword, newKey } from '../security/secrets.ts'
import { DAY_MS, readTimestamp } from '../time/timestamps.ts'
import { assertWithin, type KeyLimits, NO_LIMITS } from './key-restrictions.ts'
import { newEmailFaults } from './new-email.ts'

/**
 * Creates an account with its first API key; `owner` as for `hashPassword`. Throws `email_taken` or `username_taken`.
 */
export async function registerAccount(db: Database, account: NewAccount, trialDays: number, owner?: string) {
  const password_hash = await hashPassword(account.password, owner)
  const created = await inTransaction(db, async (db) => {
    const id = await createAccount(db, {
      email: account.email,
      username: account.username.toLowerCase(),
      password_hash,
      expires_at: new Date(Date.now() + trialDays * DAY_MS),
    })
    if (typeof id === 'string') return id
    const { apikey } = await issueKey(db, id, { name: 'First key', scope: 'admin' })
    return { id, apikey }
  })
  if (created === 'email') throw taken('email_taken', '/email', 'This e-mail address belongs to an account already.')
  if (created === 'username') throw taken('username_taken', '/username', 'This user name is taken.')
  return created
}

/**
 * Creates an API key for an account, with restrictions as `readRestrictions` returns them. What is not sent is as for the key of the request. Throws `key_exceeds_maker` and
 * `key_outlives_maker` where it could do more than that key or would expire later, and `key_limit` where the account
 * has as many active keys as it may have, and `key_unknown` where it was deleted.
 */
export async function issueKey(
  db: Database,
  accountId: number,
  { name, scope, listerror, expires, permissions, ips, domains }: NewKey,
  requestKey: KeyLimits = NO_LIMITS,
) {
  const { apikey, ...stored } = newKey()
  const limits = {
    expires: expires === undefined ? requestKey.expires : readTimestamp(expires),
    permissions: permissions ?? requestKey.permissions,
    ips: ips ?? requestKey.ips,
    domains: domains ?? requestKey.domains,
  }
  assertWithin(limits, requestKey)
  const kind = { name: name ?? 'API key', scope: scope ?? 'write', list_error: listerror ?? null }
  const id = await createKey(db, accountId, { ...stored, ...kind, ...limits })
  if (id === undefined) throw keyUnknown()
  return { id: withinKeyLimit(id), apikey }
}

/**
 * Replaces an active key, which expires after `overlap` seconds. Throws `not_found`; `key_limit` if both keys would be
 * active and exceed the limit of the account; `key_replaced` if the key was replaced before; and `key_exceeds_maker`
 * and `key_outlives_maker` like `issueKey`.
 */
export async function replaceKey(
  db: Database,
  accountId: number,
  keyId: number,
  overlap: number,
  requestKey: KeyLimits,
) {
  const { apikey, ...fresh } = newKey()
  const until = new Date(Date.now() + overlap * 1000)
  const check = (key: KeyLimits) => assertWithin(key, requestKey)
  const id = found(await rotateKey(db, accountId, keyId, fresh, { until, check }), 'API key')
  if (id === 'replaced')
    throw new ApiError('key_replaced', 'The API key was replaced before: rotate the key that replaces it.')
  return { id: withinKeyLimit(id), apikey }
}

/**
 * Creates a key for a client that logged in. At the key limit it replaces the oldest key created by a login or, without
 * one, the key unused for longest: an account that lost all its keys stays usable. Undefined if the account was deleted.
 */
export async function issueLoginKey(db: Database, accountId: number) {
  const { apikey, ...stored } = newKey()
  const key = { ...stored, name: 'Login', scope: 'admin' as const, is_login: true, expires: null }
  const id = await inTransaction(db, async (db) => {
    const created = await createKey(db, accountId, key)
    if (created !== 'full') return created
    await revokeSpareKey(db, accountId)
    return createKey(db, accountId, key)
  })
  if (id === 'full') throw new Error('No key could be revoked to stay within the key limit.')
  return id === undefined ? undefined : { id, apikey }
}

/**
 * Changes e-mail, password or both; a new password revokes the keys created by logins. Throws `email_taken`,
 * `key_unknown` if the account was deleted, and `invalid_request` for a new e-mail address that is not ASCII.
 */
export async function changeAccount(
  db: Database,
  accountId: number,
  { email, password }: { email?: string | undefined; password?: string | undefined },
): Promise<void> {
  const faults = await newEmailFaults(db, accountId, email)
  if (faults.length > 0) throw invalid(faults)
  const change = {
    ...(email === undefined ? {} : { email }),
    ...(password === undefined ? {} : { password_hash: await hashPassword(password, accountOwner(accountId)) }),
  }
  await inTransaction(db, async (db) => {
    const updated = await updateAccount(db, accountId, change)
    if (!updated) throw keyUnknown()
    if (updated === 'taken') throw taken('email_taken', '/email', 'This e-mail address belongs to another account.')
    if (password !== undefined) await revokeLoginKeys(db, accountId)
  })
}

function withinKeyLimit(id: number | 'full'): number {
  if (id === 'full')
    throw new ApiError('key_limit', `The account has ${MAX_KEYS} active API keys; delete one that is not used.`)
  return id
}
