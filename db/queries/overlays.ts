import type { NewOverlay, OverlayChange } from '../../schemas/overlays.ts'
import type { Database } from '../open.ts'
import type { Overlays } from '../tables/overlays.ts'
import type { Stored } from '../tables/stored.ts'
import { deleteByJob } from './deletions.ts'
import type { Actor } from './events.ts'
import { createOwned, updateOwned } from './owned.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { wireTime } from './wire.ts'

const listColumns = ['id', 'type', 'name', wireTime('created_at').as('date')] as const

export function listOverlays(db: Database, accountId: number, page: PageQuery) {
  const query = db.selectFrom('overlays').select(listColumns).where('account_id', '=', accountId)
  return readPage(query, page, 'overlays')
}

/** Undefined if the account has no such overlay. */
export function findOverlay(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('overlays')
    .select([...listColumns, 'text', 'button', 'link', 'colors', 'position'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
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
