import { type Selectable, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Pictures } from '../tables/pictures.ts'

/** A picture of ours: where it is found, and its size in pixels. */
export type StoredPicture = Pick<Selectable<Pictures>, 'key' | 'type' | 'width' | 'height'>

const hashOf = (source: string) => sql`md5(${source}::text)`

/** Of what an account named, that which is held. */
export function listStoredPictures(db: Database, accountId: number, sources: readonly string[]) {
  return db
    .selectFrom('pictures')
    .select(['id', 'source', 'key', 'type', 'width', 'height'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`md5(source) in (${sql.join(sources.map(hashOf))})`)
    .execute()
}

/** The most pictures that are held for one account. */
export const MAX_PICTURES = 1000

/** Keeps a picture, unless nothing names it any more or it is held already; false when the account has no room left. */
export async function storePicture(
  db: Database,
  accountId: number,
  source: string,
  { key, type, width, height, body }: StoredPicture & { body: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ room: boolean }>`
    with held as (select count(*) < ${MAX_PICTURES}::integer as room from pictures where account_id = ${accountId}::bigint),
    kept as (insert into pictures (account_id, source, key, type, width, height, body)
    select ${accountId}::bigint, ${source}::text, ${key}::text, ${type}::text, ${width}::integer, ${height}::integer, ${body}::bytea
    from held where room and names_picture(${accountId}::bigint, ${source}::text)
    on conflict do nothing)
    select room from held`.execute(db)
  return rows[0]?.room ?? false
}

/** A picture by what stands in its address; undefined when there is none. */
export function findPicture(db: Database, key: string) {
  return db.selectFrom('pictures').select(['id', 'type', 'body']).where('key', '=', key).executeTakeFirst()
}
