import type { NewSplash, SplashChange } from '../../schemas/splash.ts'
import type { Database } from '../open.ts'
import type { Splashes } from '../tables/splash.ts'
import type { Stored } from '../tables/stored.ts'
import { deleteByJob } from './deletions.ts'
import type { Actor } from './events.ts'
import { createOwned, updateOwned } from './owned.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { wireTime } from './wire.ts'

const columns = ['id', 'name', wireTime('created_at').as('date')] as const

const selectSplashes = (db: Database, accountId: number) =>
  db.selectFrom('splashes').select(columns).where('account_id', '=', accountId)

export function listSplash(db: Database, accountId: number, page: PageQuery) {
  return readPage(selectSplashes(db, accountId), page, 'splashes')
}

/** Undefined if the account has no such splash page. */
export function findSplash(db: Database, accountId: number, id: number) {
  return selectSplashes(db, accountId)
    .select(['title', 'text', 'image', 'counter', 'link', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function createSplash(db: Database, accountId: number, splash: Stored<Splashes, NewSplash>): Promise<number> {
  return createOwned(db, accountId, 'splashes', splash)
}

/** Undefined if the account has no such splash page. */
export function updateSplash(db: Database, accountId: number, id: number, change: Stored<Splashes, SplashChange>) {
  return updateOwned(db, accountId, 'splashes', id, change)
}

/** Deletes a splash page; links that used it become direct links. Undefined if the account has no such splash page. */
export function deleteSplash(db: Database, by: Actor, id: number) {
  return deleteByJob(db, by, 'delete_splash', id)
}
