import type { NewOverlay, OverlayChange } from '../../schemas/overlays.ts'
import type { Database } from '../open.ts'
import type { Overlays } from '../tables/overlays.ts'
import type { Stored } from '../tables/stored.ts'
import { deleteSettled } from './owned.ts'
import { type PageQuery, readPage } from './page.ts'
import { wireTime } from './wire.ts'

export function listOverlays(db: Database, accountId: number, page: PageQuery) {
  const query = db
    .selectFrom('overlays')
    .select(['id', 'type', 'name', wireTime('created_at').as('date')])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
  return readPage(query, page)
}

/** Undefined when the account has no such overlay. */
export function findOverlay(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('overlays')
    .select(['id', 'type', 'name', 'text', 'button', 'link', 'colors', 'position', wireTime('created_at').as('date')])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function createOverlay(
  db: Database,
  accountId: number,
  overlay: Stored<Overlays, NewOverlay>,
): Promise<number> {
  const { id } = await db
    .insertInto('overlays')
    .values({ ...columnsOf(overlay), type: overlay.type, name: overlay.name, account_id: accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Undefined when the account has no such overlay. */
export function updateOverlay(db: Database, accountId: number, id: number, change: Stored<Overlays, OverlayChange>) {
  return db
    .updateTable('overlays')
    .set({ ...columnsOf(change), updated_at: new Date() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
}

/** Undefined when the account has no such overlay. Links that showed it go straight to their destination. */
export function deleteOverlay(db: Database, accountId: number, id: number) {
  return deleteSettled(db, accountId, 'overlays', id, (db) =>
    db.updateTable('links').set({ type: 'direct', overlay_id: null }).where('overlay_id', '=', id).execute(),
  )
}

// Cleared colours are none, not null; a bare e-mail address is kept as the address a browser follows.
function columnsOf<T extends OverlayChange>({ colors, link, ...columns }: T) {
  return {
    ...columns,
    ...(link === undefined ? {} : { link: link !== null && /^[^:]+@/.test(link) ? `mailto:${link}` : link }),
    ...(colors === undefined ? {} : { colors: { ...colors } }),
  }
}
