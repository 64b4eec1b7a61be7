import { type NotNull, sql } from 'kysely'
import type { Database } from '../open.ts'
import { unlessTaken } from '../unique.ts'
import { asJson } from './list-parameters.ts'
import { wireTime } from './wire.ts'

/** The account as in the API, without its avatar. */
export function findAccount(db: Database, accountId: number) {
  return db
    .selectFrom('accounts')
    .select([
      'id',
      'email',
      'username',
      sql<'free' | 'pro'>`case when expires_at > now() then plan else 'free' end`.as('status'),
      wireTime('expires_at').as('expires'),
      wireTime('created_at').as('registered'),
    ])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .$narrowType<{ email: NotNull; username: NotNull }>()
    .executeTakeFirst()
}

/** A new account; the username is in lower case. */
interface StoredAccount {
  email: string
  username: string
  password_hash: string
  expires_at: Date
}

/** Creates an account and returns its id, or the field whose value another account has. */
export async function createAccount(db: Database, account: StoredAccount): Promise<number | 'email' | 'username'> {
  const row = await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) return row.id
  return (await findLogin(db, { email: account.email })) ? 'email' : 'username'
}

/** Locks the row of an account; undefined if there is no such account, or it was deleted. */
export function lockAccount(db: Database, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks names of something of the account until the transaction ends, so that a concurrent one waits. */
export async function lockNames(db: Database, accountId: number, names: readonly string[]): Promise<void> {
  // Always in the same order, to avoid deadlocks.
  await sql`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(name, ${accountId}::bigint) as hash from json_array_elements_text(${asJson(names)}) name
      order by 1) locks`.execute(db)
}

/**
 * Changes e-mail, password or both; 'taken' if another account has the e-mail, undefined if there is no such account,
 * or it was deleted.
 */
export function updateAccount(db: Database, accountId: number, change: { email?: string; password_hash?: string }) {
  const update = db
    .updateTable('accounts')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning('id')
  return unlessTaken(update.executeTakeFirst())
}

/** The password hash of an account. */
export async function findPasswordHash(db: Database, accountId: number): Promise<string | undefined> {
  const row = await db.selectFrom('accounts').select('password_hash').where('id', '=', accountId).executeTakeFirst()
  return row?.password_hash
}

/** The account with this e-mail or username, case-insensitive. */
export function findLogin(db: Database, name: { email?: string | undefined; username?: string | undefined }) {
  const query = db.selectFrom('accounts').select(['id', 'password_hash'])
  if (name.email !== undefined) return query.where(sql`lower(email)`, '=', sql`lower(${name.email})`).executeTakeFirst()
  return query.where('username', '=', (name.username ?? '').toLowerCase()).executeTakeFirst()
}

export async function hasAccounts(db: Database): Promise<boolean> {
  return (
    (await db.selectFrom('accounts').select('id').where('deleted_at', 'is', null).limit(1).executeTakeFirst()) !==
    undefined
  )
}

const STARTUP_LOCK = 7305112

/** Runs `work` in a transaction under an advisory lock, for startup steps that one process at a time may do. */
export function withStartupLock<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(STARTUP_LOCK)})`.execute(db)
    return work(db)
  })
}
