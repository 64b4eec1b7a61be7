import { type ExpressionBuilder, sql } from 'kysely'
import type { KeyRestrictions } from '../../schemas/key-restrictions.ts'
import type { KeyChange, KeyScope } from '../../schemas/keys.ts'
import type { Database } from '../open.ts'
import type { Tables } from '../tables.ts'
import { inTransaction } from '../transaction.ts'
import { lockAccount } from './account.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { wireTime } from './wire.ts'

/** Not revoked, not expired. */
const isLive = (eb: ExpressionBuilder<Tables, 'api_keys'>) =>
  eb.and([
    eb('api_keys.revoked_at', 'is', null),
    eb.or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', new Date())]),
  ])

/** The keys of an account that are neither revoked nor expired. */
export function listKeys(db: Database, accountId: number, page: PageQuery) {
  const query = db
    .selectFrom('api_keys')
    .select([
      'id',
      'name',
      'prefix',
      'scope',
      'list_error as listerror',
      wireTime('created_at').as('created'),
      wireTime('last_used_at').$castTo<string | null>().as('lastused'),
      wireTime('expires_at').$castTo<string | null>().as('expires'),
      'permissions',
      'ips',
      'domains',
    ])
    .where('account_id', '=', accountId)
    .where(isLive)
  return readPage(query, page, 'api_keys')
}

/** A new key: its hash and first characters, not the key itself. */
interface StoredKey extends Partial<KeyRestrictions> {
  name: string
  prefix: string
  hash: string
  scope: KeyScope
  list_error?: 'string' | 'integer' | null
  is_login?: boolean
  expires: Date | null
}

export const MAX_KEYS = 25

/**
 * Whether the account may have one more live key; undefined if it was deleted. Locks the account's row, so that
 * concurrent requests keep the limit.
 */
async function hasRoom(db: Database, accountId: number): Promise<boolean | undefined> {
  if (!(await lockAccount(db, accountId))) return undefined
  const { live } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('account_id', '=', accountId)
    .where(isLive)
    .executeTakeFirstOrThrow()
  return live < MAX_KEYS
}

/** Creates a key and returns its id; 'full' if the account has MAX_KEYS live keys, undefined if it was deleted. */
export async function createKey(db: Database, accountId: number, key: StoredKey): Promise<number | 'full' | undefined> {
  return inTransaction(db, async (db) => {
    const isRoom = await hasRoom(db, accountId)
    if (!isRoom) return isRoom === undefined ? undefined : 'full'
    const { expires, ...stored } = key
    const { id } = await db
      .insertInto('api_keys')
      .values({ ...stored, expires_at: expires, account_id: accountId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Throws where a request may not change this key; called with the row locked. */
type Check = (key: KeyRestrictions & { expires: Date | null }) => void

/** Locks a live key of the account and checks it. */
async function lockKey(db: Database, accountId: number, id: number, check: Check) {
  const key = await db
    .selectFrom('api_keys')
    .select(['name', 'scope', 'list_error', 'is_login', 'is_replaced', 'expires_at', 'permissions', 'ips', 'domains'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(isLive)
    .forUpdate()
    .executeTakeFirst()
  if (key) check({ ...key, expires: key.expires_at })
  return key
}

/**
 * Replaces a live key by a new one with the same settings; the old one expires at `until`. Returns the new key's id;
 * undefined if the account has no such live key; 'full' if both would be live and exceed the limit; 'replaced' if it
 * has a successor.
 */
export async function rotateKey(
  db: Database,
  accountId: number,
  id: number,
  fresh: Pick<StoredKey, 'prefix' | 'hash'>,
  { until, check }: { until: Date; check: Check },
): Promise<number | 'full' | 'replaced' | undefined> {
  return inTransaction(db, async (db) => {
    const isRoom = await hasRoom(db, accountId)
    if (isRoom === undefined) return undefined
    const old = await lockKey(db, accountId, id, check)
    if (!old) return undefined
    const end = old.expires_at !== null && old.expires_at < until ? old.expires_at : until
    const endsNow = end.getTime() <= Date.now()
    if (!endsNow && !isRoom) return 'full'
    if (old.is_replaced) return 'replaced'
    const ending = endsNow ? { revoked_at: new Date() } : { expires_at: end }
    await db
      .updateTable('api_keys')
      .set({ ...ending, is_replaced: true })
      .where('id', '=', id)
      .execute()
    const created = await db
      .insertInto('api_keys')
      .values({ ...old, ...fresh, account_id: accountId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return created.id
  })
}

/** Changes a live key; undefined if the account has no such live key. `check` sees it as it was and as it would be. */
export function updateKey(
  db: Database,
  accountId: number,
  id: number,
  { name, listerror, permissions, ips, domains }: KeyChange,
  check: Check,
) {
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(listerror === undefined ? {} : { list_error: listerror }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(ips === undefined ? {} : { ips }),
    ...(domains === undefined ? {} : { domains }),
  }
  return inTransaction(db, async (db) => {
    const old = await lockKey(db, accountId, id, check)
    if (!old) return undefined
    check({ ...old, ...change, expires: old.expires_at })
    if (Object.keys(change).length > 0) await db.updateTable('api_keys').set(change).where('id', '=', id).execute()
    return { id }
  })
}

/** Undefined if the account has no such key or it is already revoked. */
export function revokeKey(db: Database, accountId: number, id: number, check: Check) {
  return inTransaction(db, async (db) => {
    await lockKey(db, accountId, id, check)
    return db
      .updateTable('api_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
  })
}

/** Revokes one live key of an account: the oldest login key or, without one, the least recently used key. */
export async function revokeSpareKey(db: Database, accountId: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('api_keys')
        .select('id')
        .where('account_id', '=', accountId)
        .where(isLive)
        .orderBy('is_login', 'desc')
        .orderBy(sql`case when not is_login then last_used_at end nulls first`)
        .orderBy('id')
        .limit(1),
    )
    .execute()
}

/** Revokes the login keys of an account. */
export async function revokeLoginKeys(db: Database, accountId: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('account_id', '=', accountId)
    .where('is_login', '=', true)
    .where('revoked_at', 'is', null)
    .execute()
}
