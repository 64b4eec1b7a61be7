import type { NewPixel, PixelChange } from '../../schemas/pixels.ts'
import type { Database } from '../open.ts'
import type { Pixels } from '../tables/pixels.ts'
import type { Stored } from '../tables/stored.ts'
import { deleteByJob } from './deletions.ts'
import type { Actor } from './events.ts'
import { createOwned, updateOwned } from './owned.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { wireTime } from './wire.ts'

const columns = ['id', 'type', 'name', 'tag', wireTime('created_at').as('date')] as const

const selectPixels = (db: Database, accountId: number) =>
  db.selectFrom('pixels').select(columns).where('account_id', '=', accountId)

export function listPixels(db: Database, accountId: number, page: PageQuery) {
  return readPage(selectPixels(db, accountId), page, 'pixels')
}

/** Undefined when the account has no such pixel. */
export function findPixel(db: Database, accountId: number, id: number) {
  return selectPixels(db, accountId).where('id', '=', id).executeTakeFirst()
}

export function createPixel(db: Database, accountId: number, pixel: Stored<Pixels, NewPixel>): Promise<number> {
  return createOwned(db, accountId, 'pixels', pixel)
}

/** Undefined when the account has no such pixel. */
export function updatePixel(db: Database, accountId: number, id: number, change: Stored<Pixels, PixelChange>) {
  return updateOwned(db, accountId, 'pixels', id, change)
}

/** Undefined when the account has no such pixel. */
export function deletePixel(db: Database, by: Actor, id: number) {
  return deleteByJob(db, by, 'delete_pixel', id)
}
