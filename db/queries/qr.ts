import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { ServiceColumn } from '../tables/columns.ts'
import type { QrCodes } from '../tables/qr.ts'
import { codeDomainId, codeOrigin, hostOfDomain, isAttached } from './code-origin.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import { eventSubjects } from './event-subjects.ts'
import { type Actor, insertEvents } from './events.ts'
import { asJson } from './list-parameters.ts'
import { isInChannel, type PageQuery, readPage } from './pagination.ts'
import { changeOwned, deleteOwnedThings } from './recorded-changes.ts'
import { totalOf } from './visit-totals.ts'
import { wireTime } from './wire.ts'

/** The columns that an update may set; `logo` and `logo_image` must be set together. */
export type QrColumns = Omit<Selectable<QrCodes>, ServiceColumn | 'code' | 'scans' | 'uniquescans' | 'former_hosts'>

/** SQL for jsonb: the driver reads an array of one empty text as an empty one. */
export const formerHosts = sql<string[]>`to_jsonb(qr_codes.former_hosts)`

export function listQrCodes(
  db: Database,
  accountId: number,
  page: PageQuery,
  { channel, externalid, host }: { channel?: number; externalid?: string; host?: string | null } = {},
) {
  let query = db.selectFrom('qr_codes').where('account_id', '=', accountId)
  if (channel !== undefined) query = query.where(isInChannel(accountId, channel, 'qr_codes'))
  if (host === null) query = query.where('domain', 'is', null)
  else if (host !== undefined)
    query = query.where('domain', 'in', [`https://${host}`, `http://${host}`]).where(isAttached)
  if (externalid !== undefined) query = query.where('externalid', '=', externalid)
  const shown = query.select([
    'id',
    'code',
    totalOf('qr', 'visits').as('scans'),
    'name',
    'externalid',
    codeOrigin.as('origin'),
    isAttached.as('attached'),
    wireTime('created_at').as('date'),
  ])
  return readPage(shown, page, 'qr_codes', query)
}

/** Undefined if the account has no such QR code. */
export function findQrCode(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('qr_codes')
    .select(['id', 'code', 'name', 'externalid', 'type', 'data', 'is_static', 'publicstats'])
    .select([totalOf('qr', 'visits').as('scans'), totalOf('qr', 'uniques').as('uniquescans')])
    .select(['background', 'foreground', 'logo', 'logo_image', 'design', wireTime('created_at').as('date')])
    .select([codeOrigin.as('domain'), formerHosts.as('former_hosts'), isAttached.as('attached')])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The columns that scans and pictures need of a QR code of any account. */
export function findPublicQrCode(db: Database, code: string) {
  return db
    .selectFrom('qr_codes')
    .select(['id', 'account_id', 'code', 'name', 'type', 'data', 'is_static', 'background', 'foreground', 'logo_image'])
    .select(['design', 'publicstats', codeOrigin.as('domain'), formerHosts.as('former_hosts')])
    .select(codeDomainId.as('domain_id'))
    .where('code', '=', code)
    .where(sql<boolean>`not ${isOfDeleted('qr_codes.account_id')}`)
    .executeTakeFirst()
}

/** Whether the code belonged to a deleted QR code of another account. */
export async function isDeletedOfOthers(db: Database, accountId: number, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('deleted_codes')
    .select('code')
    .where('code', '=', code)
    .where('account_id', 'is distinct from', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** A QR code to create. */
export type NewQrRow = QrColumns & { code: string; former_hosts?: string[] }

/** Creates QR codes with their events in one statement; returns the id of each, or undefined if its `code` is taken. */
export async function createQrCodes(
  db: Database,
  by: Actor,
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
    with images as materialized (
      select place - 1 as image, decode(hex, 'hex') as bytes
      from json_array_elements_text(${hex}::text::json) with ordinality as listed (hex, place)
    ), made as (
    insert into qr_codes
      (account_id, code, name, externalid, type, data, is_static, background, foreground, logo, design, publicstats, domain, former_hosts, logo_image)
    select ${by.id}::bigint, code, name, externalid, type, data, is_static, background, foreground, logo, design, publicstats, domain, coalesce(former_hosts, '{}'), images.bytes
    from json_to_recordset(${asJson(rows)}) as item (i integer, code text, name text,
        externalid text, type text, data jsonb, is_static boolean, background text, foreground text, logo text, design jsonb,
        publicstats boolean, domain text, former_hosts text[], image integer)
      left join images using (image)
    order by i on conflict (code) do nothing returning *
    ), recorded as (${insertEvents(by, 'qr.created', sql`select id, ${eventSubjects.qr.data} as data from made qr_codes order by id`)})
    select id, code from made`.execute(db)
  const ids = new Map(created.map(({ id, code }) => [code, id]))
  return codes.map(({ code }) => ids.get(code))
}

/** Undefined if the account has no such QR code. A code that moves goes on being served on the hosts that it had. */
export function updateQrCode(db: Database, by: Actor, id: number, change: Partial<QrColumns>) {
  if (change.domain === undefined) return changeOwned(db, by, 'qr', id, change)
  const domain = sql`${change.domain}::text`
  const host = (value: RawBuilder<unknown>) => sql`coalesce(${hostOfDomain(value)}, '')`
  const former_hosts = sql`case when ${host(sql`old.domain`)} = ${host(domain)} then old.former_hosts
    else array_append(array_remove(old.former_hosts, ${host(domain)}), ${host(sql`old.domain`)}) end`
  return changeOwned(db, by, 'qr', id, { ...change, domain, former_hosts })
}

/** Undefined if the account has no such QR code. */
export async function deleteQrCode(db: Database, by: Actor, id: number): Promise<number | undefined> {
  const [deleted] = await deleteOwnedThings(db, by, 'qr', [id])
  return deleted
}
