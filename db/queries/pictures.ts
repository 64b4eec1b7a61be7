import { type Selectable, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Pictures } from '../tables/pictures.ts'
import { isOfDeleted } from './deleted-accounts.ts'

/** A stored picture: the key in its URL, and its size in pixels. */
export type StoredPicture = Pick<Selectable<Pictures>, 'key' | 'type' | 'width' | 'height'>

const hashOf = (source: string) => sql`md5(${source}::text)`

/** The stored pictures of these sources (URLs or data URIs). */
export function listStoredPictures(db: Database, accountId: number, sources: readonly string[]) {
  return db
    .selectFrom('pictures')
    .select(['id', 'source', 'key', 'type', 'width', 'height'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`md5(source) in (${sql.join(sources.map(hashOf))})`)
    .execute()
}

/** The maximum number of stored pictures per account. */
export const MAX_PICTURES = 1000

/**
 * Stores a picture, unless it is stored already or no longer referred to. Returns false if the account has too many.
 */
export async function storePicture(
  db: Database,
  accountId: number,
  source: string,
  { key, type, width, height, body }: StoredPicture & { body: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ room: boolean }>`
    with limits as (select count(*) < ${MAX_PICTURES}::integer as room from pictures where account_id = ${accountId}::bigint),
    inserted as (insert into pictures (account_id, source, key, type, width, height, body)
    select ${accountId}::bigint, ${source}::text, ${key}::text, ${type}::text, ${width}::integer, ${height}::integer, ${body}::bytea
    from limits where room and names_picture(${accountId}::bigint, ${source}::text)
    on conflict do nothing)
    select room from limits`.execute(db)
  return rows[0]?.room ?? false
}

/** A picture by the key in its URL; undefined if there is none. */
export function findPicture(db: Database, key: string) {
  return db
    .selectFrom('pictures')
    .select(['id', 'account_id', 'type', 'body'])
    .where('key', '=', key)
    .where(sql<boolean>`not ${isOfDeleted('pictures.account_id')}`)
    .executeTakeFirst()
}
