import type { NewOverlay, OverlayChange } from '../../schemas/overlays.ts'
import type { Database } from '../open.ts'
import type { Overlays } from '../tables/overlays.ts'
import type { Stored } from '../tables/stored.ts'
import { deleteByJob } from './deletions.ts'
import type { Actor } from './events.ts'
import { createOwned, updateOwned } from './owned.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { wireTime } from './wire.ts'

const columns = ['id', 'type', 'name', wireTime('created_at').as('date')] as const

const selectOverlays = (db: Database, accountId: number) =>
  db.selectFrom('overlays').select(columns).where('account_id', '=', accountId)

export function listOverlays(db: Database, accountId: number, page: PageQuery) {
  return readPage(selectOverlays(db, accountId), page, 'overlays')
}

/** Undefined if the account has no such overlay. */
export function findOverlay(db: Database, accountId: number, id: number) {
  return selectOverlays(db, accountId)
    .select(['text', 'button', 'link', 'colors', 'position'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function createOverlay(db: Database, accountId: number, overlay: Stored<Overlays, NewOverlay>): Promise<number> {
  return createOwned(db, accountId, 'overlays', { ...columnsOf(overlay), type: overlay.type, name: overlay.name })
}

/** Undefined if the account has no such overlay. */
export function updateOverlay(db: Database, accountId: number, id: number, change: Stored<Overlays, OverlayChange>) {
  return updateOwned(db, accountId, 'overlays', id, columnsOf(change))
}

/** Deletes an overlay; links that used it become direct links. Undefined if the account has no such overlay. */
export function deleteOverlay(db: Database, by: Actor, id: number) {
  return deleteByJob(db, by, 'delete_overlay', id)
}

// Cleared colors are stored as {}, not null; an e-mail address is stored as a mailto: URL.
function columnsOf<T extends OverlayChange>({ colors, link, ...columns }: T) {
  return {
    ...columns,
    ...(link === undefined ? {} : { link: link !== null && /^[^:]+@/.test(link) ? `mailto:${link}` : link }),
    ...(colors === undefined ? {} : { colors: { ...colors } }),
  }
}
