import type { Database } from '../../db/open.ts'
import { createAccount } from '../../db/queries/account.ts'
import { createKey, MOST_KEYS, revokeSpareKey, rotateKey } from '../../db/queries/keys.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { NewAccount } from '../../schemas/account.ts'
import type { NewKey } from '../../schemas/keys.ts'
import { ApiError, found, taken } from '../errors.ts'
import { hashPassword, newKey } from './secrets.ts'
import { DAY_MS, momentOf } from './time.ts'

/** Makes an account with its first API key. Throws a 409 when the e-mail or the user name is taken. */
export async function registerAccount(db: Database, account: NewAccount, trialDays: number) {
  const password_hash = await hashPassword(account.password)
  const made = await inTransaction(db, async (db) => {
    const id = await createAccount(db, {
      email: account.email,
      username: account.username.toLowerCase(),
      password_hash,
      expires_at: new Date(Date.now() + trialDays * DAY_MS),
    })
    if (typeof id === 'string') return id
    const { apikey } = await issueKey(db, id, { name: 'First key' })
    return { id, apikey }
  })
  if (made === 'email') throw taken('email_taken', '/email', 'This e-mail address belongs to an account already.')
  if (made === 'username') throw taken('username_taken', '/username', 'This user name is taken.')
  return made
}

/** Makes an API key for an account. Throws a 403 when the account has as many live keys as it may have. */
export async function issueKey(db: Database, accountId: number, { name, scope, expires }: NewKey) {
  const { apikey, ...stored } = newKey()
  const until = expires === undefined ? null : momentOf(expires)
  const key = { ...stored, name: name ?? 'API key', scope: scope ?? 'write', expires: until }
  return { id: demandRoom(await createKey(db, accountId, key)), apikey }
}

/**
 * Replaces a live key, which ends after `overlap` seconds. Throws a 404 when the account has no such key, and a 403 when
 * both would live and there is room for one.
 */
export async function replaceKey(db: Database, accountId: number, keyId: number, overlap: number) {
  const { apikey, ...fresh } = newKey()
  const until = new Date(Date.now() + overlap * 1000)
  const id = found(await rotateKey(db, accountId, keyId, fresh, until), 'API key')
  return { id: demandRoom(id === 'full' ? undefined : id), apikey }
}

const LOGIN = 'Login'

/**
 * Makes a key for somebody who knows the password. Where there is no room for it the oldest key that a login made goes,
 * or, where there is none, the key unused for longest: whoever lost 25 keys has not lost the account.
 */
export async function issueLoginKey(db: Database, accountId: number) {
  const { apikey, ...stored } = newKey()
  const key = { ...stored, name: LOGIN, scope: 'write' as const, expires: null }
  const id = await inTransaction(db, async (db) => {
    const made = await createKey(db, accountId, key)
    if (made !== undefined) return made
    await revokeSpareKey(db, accountId, LOGIN)
    return createKey(db, accountId, key)
  })
  if (id === undefined) throw new Error('No room was made for a key.')
  return { id, apikey }
}

function demandRoom(id: number | undefined): number {
  if (id === undefined)
    throw new ApiError(403, 'key_limit', `The account has ${MOST_KEYS} live API keys; delete one that is not used.`)
  return id
}
