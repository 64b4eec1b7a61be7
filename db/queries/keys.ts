import { type ExpressionBuilder, sql } from 'kysely'
import type { KeyChange, KeyScope } from '../../schemas/keys.ts'
import type { Database } from '../open.ts'
import type { Tables } from '../tables.ts'
import { inTransaction } from '../transaction.ts'
import { type PageQuery, readPage } from './page.ts'
import { wireTime } from './wire.ts'

/** An API key with the plan of its account. */
export interface KeyHolder {
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
      'accounts.plan',
      'accounts.expires_at as plan_expires_at',
    ])
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  return {
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
    ])
    .where('account_id', '=', accountId)
    .where(isLive)
  return readPage(query, page, 'api_keys')
}

/** A new key: its hash and first characters, not the key itself. */
interface StoredKey {
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
 * Whether the account may have one more live key. Locks the account's row, so that concurrent requests keep the limit.
 */
async function hasRoom(db: Database, accountId: number): Promise<boolean> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const { live } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('account_id', '=', accountId)
    .where(isLive)
    .executeTakeFirstOrThrow()
  return live < MAX_KEYS
}

/** Creates a key and returns its id; undefined if the account already has 25 live keys. */
export async function createKey(db: Database, accountId: number, key: StoredKey): Promise<number | undefined> {
  return inTransaction(db, async (db) => {
    if (!(await hasRoom(db, accountId))) return undefined
    const { expires, ...stored } = key
    const { id } = await db
      .insertInto('api_keys')
      .values({ ...stored, expires_at: expires, account_id: accountId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/**
 * Replaces a live key by a new one with the same settings; the old one expires at `until`. Returns the new key's id;
 * undefined if the account has no such live key; 'full' if both would be live and exceed the limit; 'outlives' if the
 * new key would expire later than `latest`.
 */
export async function rotateKey(
  db: Database,
  accountId: number,
  id: number,
  fresh: Pick<StoredKey, 'prefix' | 'hash'>,
  { until, latest }: { until: Date; latest: Date | null },
): Promise<number | 'full' | 'outlives' | undefined> {
  return inTransaction(db, async (db) => {
    const isRoom = await hasRoom(db, accountId)
    const old = await db
      .selectFrom('api_keys')
      .select(['name', 'scope', 'list_error', 'is_login', 'expires_at'])
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where(isLive)
      .forUpdate()
      .executeTakeFirst()
    if (!old) return undefined
    if (latest !== null && (old.expires_at === null || old.expires_at > latest)) return 'outlives'
    const end = old.expires_at !== null && old.expires_at < until ? old.expires_at : until
    const endsNow = end.getTime() <= Date.now()
    if (!endsNow && !isRoom) return 'full'
    const ending = endsNow ? { revoked_at: new Date() } : { expires_at: end }
    await db.updateTable('api_keys').set(ending).where('id', '=', id).execute()
    const created = await db
      .insertInto('api_keys')
      .values({ ...old, ...fresh, account_id: accountId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return created.id
  })
}

/** Changes a live key; undefined if the account has no such live key. */
export async function updateKey(db: Database, accountId: number, id: number, { name, listerror }: KeyChange) {
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(listerror === undefined ? {} : { list_error: listerror }),
  }
  const live = db.selectFrom('api_keys').select('id').where('id', '=', id).where('account_id', '=', accountId)
  if (Object.keys(change).length === 0) return live.where(isLive).executeTakeFirst()
  return db
    .updateTable('api_keys')
    .set(change)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(isLive)
    .returning('id')
    .executeTakeFirst()
}

/** Undefined if the account has no such key or it is already revoked. */
export function revokeKey(db: Database, accountId: number, id: number) {
  return db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
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
