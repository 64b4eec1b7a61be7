import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../open.ts'
import type { QrCodes } from '../tables/qr.ts'
import { deleteOwned, updateOwned } from './owned.ts'
import { isInChannel, type PageQuery, readPage } from './page.ts'
import { totalOf } from './visit-totals.ts'
import { wireTime } from './wire.ts'

/** The columns that an update may set; `logo` and `logo_image` must be set together. */
export type QrColumns = Omit<
  Selectable<QrCodes>,
  | 'id'
  | 'account_id'
  | 'code'
  | 'scans'
  | 'uniquescans'
  | 'imported_visits'
  | 'imported_uniques'
  | 'undated_visits'
  | 'undated_uniques'
  | 'created_at'
  | 'updated_at'
>

export function listQrCodes(
  db: Database,
  accountId: number,
  page: PageQuery,
  { channel, externalid }: { channel?: number; externalid?: string } = {},
) {
  let query = db
    .selectFrom('qr_codes')
    .select([
      'id',
      'code',
      totalOf('qr', 'visits').as('scans'),
      'name',
      'externalid',
      wireTime('created_at').as('date'),
    ])
    .where('account_id', '=', accountId)
  if (channel !== undefined) query = query.where(isInChannel(accountId, channel, 'qr_codes'))
  if (externalid !== undefined) query = query.where('externalid', '=', externalid)
  return readPage(query, page, 'qr_codes')
}

/** Undefined if the account has no such QR code. */
export function findQrCode(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('qr_codes')
    .select(['id', 'code', 'name', 'externalid', 'type', 'data', 'is_static'])
    .select([totalOf('qr', 'visits').as('scans'), totalOf('qr', 'uniques').as('uniquescans')])
    .select(['background', 'foreground', 'logo', 'logo_image', wireTime('created_at').as('date')])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** What a scan or the picture needs of a QR code, of any account. */
export function findPublicQrCode(db: Database, code: string) {
  return db
    .selectFrom('qr_codes')
    .select(['id', 'code', 'name', 'type', 'data', 'is_static', 'background', 'foreground', 'logo_image'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** Returns the id of the new QR code; undefined if its `code` is taken. */
export async function createQrCode(db: Database, accountId: number, qr: Omit<Insertable<QrCodes>, 'account_id'>) {
  const row = await db
    .insertInto('qr_codes')
    .values({ ...qr, account_id: accountId })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Undefined if the account has no such QR code. */
export function updateQrCode(db: Database, accountId: number, id: number, change: Partial<QrColumns>) {
  return updateOwned(db, accountId, 'qr_codes', id, change)
}

/** Undefined if the account has no such QR code. */
export function deleteQrCode(db: Database, accountId: number, id: number) {
  return deleteOwned(db, accountId, 'qr_codes', id)
}
