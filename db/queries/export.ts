import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { domainSettings } from '../tables/domains.ts'
import { type LinkColumns, linkColumns } from '../tables/links.ts'
import { addressOrigin, isDetached } from './address-origin.ts'
import { codeOrigin, isAttached } from './code-origin.ts'
import { linkType, overlayId, splashId } from './links.ts'
import { formerHosts } from './qr.ts'
import { totalOf } from './visit-totals.ts'
import { wireTime } from './wire.ts'

/** A row of an export: its columns under the names of the API. */
export type ExportedRow = { id: number } & Record<string, unknown>

/** The next rows: those with a higher id than `after`, up to `last`, which was the highest when the export began. */
interface IdRange {
  after: number
  last: number
  limit: number
}

// Oldest assignment first, so that an import that assigns in this order restores the order.
const channelsOf = (column: 'link_id' | 'bio_id' | 'qr_id', id: string) =>
  sql`(select coalesce(jsonb_agg(channel_id order by i.id), '[]') from channel_items i join channels c on c.id = channel_id
    where c.account_id is not null and i.${sql.ref(column)} = ${sql.ref(id)}) as channels`

const address = sql`aliases.alias, ${addressOrigin} as domain, not ${isDetached} as attached`
const addressJoin = (column: 'link_id' | 'bio_id', id: string) =>
  sql`join aliases on aliases.${sql.ref(column)} = ${sql.ref(id)} left join domains on domains.id = aliases.domain_id`

// Columns that are exported in another form.
const reshaped: readonly (keyof LinkColumns)[] = [
  'splash_id',
  'overlay_id',
  'campaign_id',
  'password_hash',
  'starts_at',
  'expires_at',
  'type',
]
const plainLink = sql.join(
  linkColumns.filter((name) => !reshaped.includes(name)).map((name) => sql.ref(`links.${name}`)),
)

interface Source {
  select: RawBuilder<unknown>
  join?: RawBuilder<unknown>
}

const sources = {
  domains: {
    select: sql`scheme || '://' || host as domain, ${sql.join(domainSettings.map((name) => sql.ref(name)))}`,
  },
  pixels: { select: sql`type, name, tag` },
  overlays: { select: sql`type, name, text, button, link, colors, position` },
  splashes: { select: sql`name, title, text, image, counter, link, language` },
  campaigns: { select: sql`name, slug, public` },
  channels: { select: sql`name, description, color, starred` },
  webhooks: { select: sql`url, types, description, enabled` },
  qr_templates: {
    select: sql`name, background, foreground, logo, design, encode(logo_image, 'base64') as logoimage`,
  },
  links: {
    select: sql`${address}, ${plainLink},
      coalesce(${splashId}::text, 'overlay-' || ${overlayId}, ${linkType}) as type,
      (select c.id from campaigns c where c.id = campaign_id and c.account_id is not null) as campaign,
      ${channelsOf('link_id', 'links.id')},
      (select coalesce(jsonb_agg(pixel_id order by pixel_id), '[]') from link_pixels join pixels p on p.id = pixel_id
        where link_id = links.id and p.account_id is not null) as pixels,
      (select coalesce(jsonb_agg(x.alias order by x.id), '[]') from aliases x where x.extra_link_id = links.id) as aliases,
      ${wireTime('starts_at')} as start,
      ${wireTime('expires_at')} as expiry, password_hash as passwordhash,
      ${totalOf('link', 'visits')} as clicks, ${totalOf('link', 'uniques')} as uniqueclicks`,
    join: sql`join link_totals on link_totals.id = links.id ${addressJoin('link_id', 'links.id')}`,
  },
  bios: {
    select: sql`${address}, bios.name, title, description, image, theme, colors, font, bios.language, blocks, published, bios.publicstats, externalid, ${channelsOf('bio_id', 'bios.id')},
      ${totalOf('bio', 'visits')} as clicks, ${totalOf('bio', 'uniques')} as uniqueclicks`,
    join: addressJoin('bio_id', 'bios.id'),
  },
  bio_answers: { select: sql`bio_id as bio, form, answers, consent` },
  qr_codes: {
    select: sql`code, qr_codes.name, type, data, is_static as static, background, foreground, logo, design, publicstats, externalid,
      ${codeOrigin} as domain, ${formerHosts} as formerhosts, ${isAttached} as attached,
      encode(logo_image, 'base64') as logoimage, ${channelsOf('qr_id', 'qr_codes.id')},
      ${totalOf('qr', 'visits')} as scans, ${totalOf('qr', 'uniques')} as uniquescans`,
  },
} satisfies Record<string, Source>

export type ExportedTable = keyof typeof sources

/** The highest id of an account's rows in a table; 0 if it has none. */
export async function findLastId(db: Database, accountId: number, table: ExportedTable): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** The next rows of an account in a table, by ascending id. */
export async function listExported(
  db: Database,
  accountId: number,
  table: ExportedTable,
  { after, last, limit }: IdRange,
): Promise<ExportedRow[]> {
  const { select, join = sql`` }: Source = sources[table]
  const id = sql.ref(`${table}.id`)
  const { rows } = await sql<ExportedRow>`
    select ${id}, ${select}, ${wireTime(`${table}.created_at`)} as date from ${sql.table(table)} ${join}
    where ${sql.ref(`${table}.account_id`)} = ${accountId}::bigint and ${id} > ${after}::bigint and ${id} <= ${last}::bigint
    order by ${id} limit ${limit}::integer`.execute(db)
  return rows
}

/** The account as an export names it. */
export function findExportedAccount(db: Database, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'plan as status'])
    .select(wireTime('expires_at').as('expires'))
    .select(wireTime('created_at').as('registered'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** The names of an account's channels by id. */
export async function listChannelNamesById(db: Database, accountId: number): Promise<Map<number, string>> {
  const rows = await db.selectFrom('channels').select(['id', 'name']).where('account_id', '=', accountId).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
