import type { Database } from '../../db/open.ts'
import { createAccount, updateAccount } from '../../db/queries/account.ts'
import { createKey, MAX_KEYS, revokeLoginKeys, revokeSpareKey, rotateKey } from '../../db/queries/keys.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { NewAccount } from '../../schemas/account.ts'
import type { NewKey } from '../../schemas/keys.ts'
import { ApiError, found, taken } from '../errors/api-error.ts'
import { hashPassword, newKey } from '../security/secrets.ts'
import { DAY_MS, momentOf } from '../time/moments.ts'

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
    const { apikey } = await issueKey(db, id, { name: 'First key', scope: 'admin' })
    return { id, apikey }
  })
  if (made === 'email') throw taken('email_taken', '/email', 'This e-mail address belongs to an account already.')
  if (made === 'username') throw taken('username_taken', '/username', 'This user name is taken.')
  return made
}

/** When the key that makes or rotates another one ends; null: never. */
interface Maker {
  expires: Date | null
}

const outlives = ({ expires }: Maker) =>
  new ApiError(
    'key_outlives_maker',
    `The API key that asks ends at ${expires?.toISOString().slice(0, 19).replace('T', ' ')} UTC: it makes none that ends later.`,
  )

/**
 * Makes an API key for an account, which ends no later than the key that makes it. Throws a 403 when it would, and when
 * the account has as many live keys as it may have.
 */
export async function issueKey(
  db: Database,
  accountId: number,
  { name, scope, listerror, expires }: NewKey,
  maker: Maker = { expires: null },
) {
  const { apikey, ...stored } = newKey()
  const until = expires === undefined ? maker.expires : momentOf(expires)
  if (maker.expires !== null && (until === null || until > maker.expires)) throw outlives(maker)
  const kind = { name: name ?? 'API key', scope: scope ?? 'write', list_error: listerror ?? null }
  return { id: demandRoom(await createKey(db, accountId, { ...stored, ...kind, expires: until })), apikey }
}

/**
 * Replaces a live key, which ends after `overlap` seconds. Throws a 404 when the account has no such key, and a 403 when
 * both would live and there is room for one, or the new key would end later than the one that asks.
 */
export async function replaceKey(db: Database, accountId: number, keyId: number, overlap: number, maker: Maker) {
  const { apikey, ...fresh } = newKey()
  const until = new Date(Date.now() + overlap * 1000)
  const id = found(await rotateKey(db, accountId, keyId, fresh, { until, latest: maker.expires }), 'API key')
  if (id === 'outlives') throw outlives(maker)
  return { id: demandRoom(id === 'full' ? undefined : id), apikey }
}

/**
 * Makes a key for a client that knows the password. Where there is no room for it the oldest key that a login made is
 * revoked or, without one, the key unused for longest: an account whose 25 keys are lost is not lost.
 */
export async function issueLoginKey(db: Database, accountId: number) {
  const { apikey, ...stored } = newKey()
  const key = { ...stored, name: 'Login', scope: 'admin' as const, is_login: true, expires: null }
  const id = await inTransaction(db, async (db) => {
    const made = await createKey(db, accountId, key)
    if (made !== undefined) return made
    await revokeSpareKey(db, accountId)
    return createKey(db, accountId, key)
  })
  if (id === undefined) throw new Error('No room was made for a key.')
  return { id, apikey }
}

/**
 * Changes e-mail, password or both; a new password revokes the keys that logins made. Throws a 409 when another account
 * has the e-mail.
 */
export async function changeAccount(
  db: Database,
  accountId: number,
  { email, password }: { email?: string | undefined; password?: string | undefined },
): Promise<void> {
  const change = {
    ...(email === undefined ? {} : { email }),
    ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
  }
  await inTransaction(db, async (db) => {
    if ((await updateAccount(db, accountId, change)) === 'taken')
      throw taken('email_taken', '/email', 'This e-mail address belongs to another account.')
    if (password !== undefined) await revokeLoginKeys(db, accountId)
  })
}

function demandRoom(id: number | undefined): number {
  if (id === undefined)
    throw new ApiError('key_limit', `The account has ${MAX_KEYS} live API keys; delete one that is not used.`)
  return id
}
