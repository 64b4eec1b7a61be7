import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { wireTime } from './wire.ts'

/** A list that is to be fetched, and the tag of what is stored. */
export interface DueList {
  url: string
  etag: string | null
}

// How long no other instance fetches a list that one has claimed.
const CLAIM_MINUTES = 10
const FORGOTTEN_DAYS = 30

/** Adds the lists of these URLs that are new, and deletes those that have not been among them for 30 days. */
export async function keepLists(db: Database, urls: readonly string[]): Promise<void> {
  await db
    .insertInto('block_lists')
    .values(urls.map((url) => ({ url })))
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute()
  await db
    .deleteFrom('block_lists')
    .where('url', 'not in', urls)
    .where(sql<boolean>`due_at < now() - make_interval(days => ${sql.lit(FORGOTTEN_DAYS)})`)
    .execute()
}

/** Claims one of the lists of these URLs that are due. */
export function claimDueList(db: Database, urls: readonly string[]): Promise<DueList | undefined> {
  return db
    .updateTable('block_lists')
    .set({ due_at: sql<Date>`now() + make_interval(mins => ${sql.lit(CLAIM_MINUTES)})` })
    .where('id', '=', (query) =>
      query
        .selectFrom('block_lists')
        .select('id')
        .where('url', 'in', urls)
        .where(sql<boolean>`due_at <= now()`)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['url', 'etag'])
    .executeTakeFirst()
}

/** Makes a list that was claimed, but not fetched, due for others. */
export async function releaseList(db: Database, url: string): Promise<void> {
  await db.updateTable('block_lists').set({ due_at: sql<Date>`now()` }).where('url', '=', url).execute()
}

/** What a fetch brought: other entries, the same as before (null), or a fault. */
export type FetchedList = { keys: Uint8Array; unread: number; etag: string | null } | { fault: string } | null

// Without the entries if they are those that are stored, because all instances load entries that are written.
async function changeOf(db: Database, url: string, fetched: FetchedList) {
  if (fetched === null) return { fault: null }
  if ('fault' in fetched) return fetched
  const { keys, ...rest } = fetched
  const stored = await db
    .selectFrom('block_lists')
    .select(sql<string>`md5(keys)`.as('hash'))
    .where('url', '=', url)
    .executeTakeFirst()
  return { ...rest, ...(stored?.hash === hash('md5', keys) ? {} : { keys }), fault: null }
}

/** Stores what a fetch brought; the list is due again after some minutes. A fault keeps the entries. */
export async function storeList(db: Database, url: string, fetched: FetchedList, minutes: number): Promise<void> {
  const change = await changeOf(db, url, fetched)
  const isRead = fetched === null || 'keys' in fetched
  await db
    .updateTable('block_lists')
    .set({
      ...change,
      ...(isRead ? { fetched_at: sql<Date>`now()` } : {}),
      due_at: sql<Date>`now() + make_interval(mins => ${minutes}::integer)`,
    })
    .where('url', '=', url)
    .execute()
}

/** The stored lists among these URLs, with a version that changes with their entries. */
export function listVersions(db: Database, urls: readonly string[]): Promise<{ url: string; version: string }[]> {
  return db
    .selectFrom('block_lists')
    .select(['url', sql<string>`md5(keys)`.as('version')])
    .where('url', 'in', urls)
    .where(sql<boolean>`octet_length(keys) > 0`)
    .execute()
}

export async function findListKeys(db: Database, url: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('block_lists').select('keys').where('url', '=', url).executeTakeFirst()
  return row?.keys
}

/** The state of all stored lists, for the operator. */
export function describeLists(db: Database) {
  return db
    .selectFrom('block_lists')
    .select(['url', 'unread', 'fault', sql<number>`octet_length(keys) / 8`.as('entries')])
    .select(wireTime('block_lists.fetched_at').$castTo<string | null>().as('fetched'))
    .orderBy('id')
    .execute()
}
