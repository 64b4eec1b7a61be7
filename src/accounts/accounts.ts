import type { Database } from '../../db/open.ts'
import { createAccount, updateAccount } from '../../db/queries/account.ts'
import { createKey, MAX_KEYS, revokeLoginKeys, revokeSpareKey, rotateKey } from '../../db/queries/keys.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { NewAccount } from '../../schemas/account.ts'
import type { NewKey } from '../../schemas/keys.ts'
import { ApiError, found, taken } from '../errors/api-error.ts'
import { accountOwner, hashPassword, newKey } from '../security/secrets.ts'
import { DAY_MS, readTimestamp } from '../time/timestamps.ts'

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

/** The key that a request to create or rotate a key is authenticated with; `expires` null: never. */
interface RequestKey {
  expires: Date | null
}

const outlivesRequestKey = ({ expires }: RequestKey) =>
  new ApiError(
    'key_outlives_maker',
    `The API key of this request expires at ${expires?.toISOString().slice(0, 19).replace('T', ' ')} UTC: it cannot create keys that expire later.`,
  )

/**
 * Creates an API key for an account. Throws `key_outlives_maker` where it would expire after the key of the request,
 * and `key_limit` where the account has as many active keys as it may have.
 */
export async function issueKey(
  db: Database,
  accountId: number,
  { name, scope, listerror, expires }: NewKey,
  requestKey: RequestKey = { expires: null },
) {
  const { apikey, ...stored } = newKey()
  const until = expires === undefined ? requestKey.expires : readTimestamp(expires)
  if (requestKey.expires !== null && (until === null || until > requestKey.expires))
    throw outlivesRequestKey(requestKey)
  const kind = { name: name ?? 'API key', scope: scope ?? 'write', list_error: listerror ?? null }
  return { id: withinKeyLimit(await createKey(db, accountId, { ...stored, ...kind, expires: until })), apikey }
}

/**
 * Replaces an active key, which expires after `overlap` seconds. Throws `not_found`, `key_limit` where both keys would
 * be active and only one more is allowed, and `key_outlives_maker` as `issueKey` does.
 */
export async function replaceKey(
  db: Database,
  accountId: number,
  keyId: number,
  overlap: number,
  requestKey: RequestKey,
) {
  const { apikey, ...fresh } = newKey()
  const until = new Date(Date.now() + overlap * 1000)
  const id = found(await rotateKey(db, accountId, keyId, fresh, { until, latest: requestKey.expires }), 'API key')
  if (id === 'outlives') throw outlivesRequestKey(requestKey)
  return { id: withinKeyLimit(id === 'full' ? undefined : id), apikey }
}

/**
 * Creates a key for a client that logged in. At the key limit it replaces the oldest key created by a login or, without
 * one, the key unused for longest: an account whose 25 keys are lost stays usable.
 */
export async function issueLoginKey(db: Database, accountId: number) {
  const { apikey, ...stored } = newKey()
  const key = { ...stored, name: 'Login', scope: 'admin' as const, is_login: true, expires: null }
  const id = await inTransaction(db, async (db) => {
    const created = await createKey(db, accountId, key)
    if (created !== undefined) return created
    await revokeSpareKey(db, accountId)
    return createKey(db, accountId, key)
  })
  if (id === undefined) throw new Error('No key could be revoked to stay within the key limit.')
  return { id, apikey }
}

/** Changes e-mail, password or both; a new password revokes the keys created by logins. Throws `email_taken`. */
export async function changeAccount(
  db: Database,
  accountId: number,
  { email, password }: { email?: string | undefined; password?: string | undefined },
): Promise<void> {
  const change = {
    ...(email === undefined ? {} : { email }),
    ...(password === undefined ? {} : { password_hash: await hashPassword(password, accountOwner(accountId)) }),
  }
  await inTransaction(db, async (db) => {
    if ((await updateAccount(db, accountId, change)) === 'taken')
      throw taken('email_taken', '/email', 'This e-mail address belongs to another account.')
    if (password !== undefined) await revokeLoginKeys(db, accountId)
  })
}

function withinKeyLimit(id: number | undefined): number {
  if (id === undefined)
    throw new ApiError('key_limit', `The account has ${MAX_KEYS} active API keys; delete one that is not used.`)
  return id
}
