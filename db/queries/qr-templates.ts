import { type Selectable, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { QrTemplates } from '../tables/qr.ts'
import { inTransaction } from '../transaction.ts'
import { asIds } from './list-parameters.ts'
import { createOwned, updateOwned } from './owned.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { wireTime } from './wire.ts'

export const MAX_TEMPLATES = 100

/** The columns of a template; `logo` and `logo_image` must be set together. */
export type TemplateColumns = Pick<
  Selectable<QrTemplates>,
  'name' | 'background' | 'foreground' | 'logo' | 'logo_image' | 'design'
>

const selectTemplates = (db: Database, accountId: number) =>
  db
    .selectFrom('qr_templates')
    .select(['id', 'name', 'background', 'foreground', 'design', wireTime('created_at').as('date')])
    .where('account_id', '=', accountId)

// A data URI may have a MiB: a list of a hundred would have too much.
const shortLogo = sql<string | null>`case when logo not like 'data:%' then logo end`

export function listTemplates(db: Database, accountId: number, page: PageQuery) {
  return readPage(selectTemplates(db, accountId).select(shortLogo.as('logo')), page, 'qr_templates')
}

/** Undefined if the account has no such template. */
export function findTemplate(db: Database, accountId: number, id: number) {
  return selectTemplates(db, accountId).select('logo').where('id', '=', id).executeTakeFirst()
}

export type TemplateLook = Pick<TemplateColumns, 'background' | 'foreground' | 'logo' | 'logo_image' | 'design'>

/** The looks of some templates of the account, by id. */
export async function listTemplateLooks(
  db: Database,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, TemplateLook>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('qr_templates')
    .select(['id', 'background', 'foreground', 'logo', 'logo_image', 'design'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any (${asIds([...new Set(ids)])})`)
    .execute()
  return new Map(rows.map(({ id, ...look }) => [id, look]))
}

/** Creates a template and returns its id, or 'full' if the account has as many as it may have. */
export function createTemplate(
  db: Database,
  accountId: number,
  template: TemplateColumns & { created_at?: Date },
): Promise<number | 'full'> {
  return inTransaction(db, async (db) => {
    // Two requests at once must not exceed the limit.
    await sql`select from accounts where id = ${accountId}::bigint for no key update`.execute(db)
    const { count } = await db
      .selectFrom('qr_templates')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return count >= MAX_TEMPLATES ? 'full' : createOwned(db, accountId, 'qr_templates', template)
  })
}

/** The id of a template of the account that has the same name and look and is not in `taken`. */
export async function findEqualTemplate(
  db: Database,
  accountId: number,
  { name, background, foreground, logo, logo_image, design }: TemplateColumns,
  taken: ReadonlySet<number>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('qr_templates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('background', 'is not distinct from', background)
    .where('foreground', 'is not distinct from', foreground)
    .where('logo', 'is not distinct from', logo)
    .where('logo_image', 'is not distinct from', logo_image)
    .where(sql<boolean>`design is not distinct from ${design === null ? null : JSON.stringify(design)}::text::jsonb`)
    .where(sql<boolean>`id <> all (${asIds([...taken])})`)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/** Undefined if the account has no such template. */
export function updateTemplate(db: Database, accountId: number, id: number, change: Partial<TemplateColumns>) {
  return updateOwned(db, accountId, 'qr_templates', id, change)
}

/** Undefined if the account has no such template. */
export function deleteTemplate(db: Database, accountId: number, id: number) {
  return db
    .deleteFrom('qr_templates')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
}
