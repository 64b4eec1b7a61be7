import { type Selectable, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { ServiceColumn } from '../tables/columns.ts'
import type { QrCodes } from '../tables/qr.ts'
import { deleteOwned, updateOwned } from './owned.ts'
import { isInChannel, type PageQuery, readPage } from './page.ts'
import { totalOf } from './visit-totals.ts'
import { wireTime } from './wire.ts'

/** The columns that an update may set; `logo` and `logo_image` must be set together. */
export type QrColumns = Omit<Selectable<QrCodes>, ServiceColumn | 'code' | 'scans' | 'uniquescans'>

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

/** A QR code to create. */
export type NewQrRow = QrColumns & { code: string }

/** Creates QR codes in one statement; returns the id of each, or undefined if its `code` is taken. */
export async function createQrCodes(
  db: Database,
  accountId: number,
  codes: readonly NewQrRow[],
): Promise<(number | undefined)[]> {
  // Codes that share a logo send it once.
  const images = [...new Set(codes.flatMap(({ logo_image }) => logo_image ?? []))]
  const rows = codes.map(({ logo_image, ...row }, i) => ({
    ...row,
    i,
    image: logo_image ? images.indexOf(logo_image) : undefined,
  }))
  const hex = JSON.stringify(images.map((image) => Buffer.from(image).toString('hex')))
  const { rows: created } = await sql<{ id: number; code: string }>`
    insert into qr_codes
      (account_id, code, name, externalid, type, data, is_static, background, foreground, logo, logo_image)
    select ${accountId}::bigint, code, name, externalid, type, data, is_static, background, foreground, logo,
      decode(images.hex ->> item.image, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as item (i integer, code text, name text,
        externalid text, type text, data jsonb, is_static boolean, background text, foreground text, logo text, image integer),
      (select ${hex}::text::json as hex) images
    order by i on conflict (code) do nothing returning id, code`.execute(db)
  const ids = new Map(created.map(({ id, code }) => [code, id]))
  return codes.map(({ code }) => ids.get(code))
}

/** Undefined if the account has no such QR code. */
export function updateQrCode(db: Database, accountId: number, id: number, change: Partial<QrColumns>) {
  return updateOwned(db, accountId, 'qr_codes', id, change)
}

/** Undefined if the account has no such QR code. */
export function deleteQrCode(db: Database, accountId: number, id: number) {
  return deleteOwned(db, accountId, 'qr_codes', id)
}
