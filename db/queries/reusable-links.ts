import { type RawBuilder, sql } from 'kysely'
import { aliasKey, foldAlias } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { type LinkColumns, linkColumns, linkColumnTypes, listColumns } from '../tables/links.ts'
import { addressOrigin } from './address-origin.ts'
import { isQuarantined } from './bans.ts'
import { linkType, overlayId, splashId } from './links.ts'
import { asJson } from './list-parameters.ts'
import type { CreatedLink, NewLinkRow } from './new-links.ts'
import { isUnexhausted } from './visit-totals.ts'

// Columns that decide who gets to the URL of a link, and for how long: a link is only found if they are as asked for,
// where nothing is asked with their defaults.
const deciding: readonly (keyof LinkColumns)[] = [
  ...(['status', 'type', 'splash_id', 'overlay_id', 'password_hash', 'expires_at', 'clicklimit', 'deeplink'] as const),
  ...listColumns,
]
const readAs: { [name in keyof LinkColumns]?: RawBuilder<unknown> } = {
  type: linkType,
  splash_id: splashId,
  overlay_id: overlayId,
}
const storedOf = (name: keyof LinkColumns) => readAs[name] ?? sql`links.${sql.ref(name)}`

const defaultOf = (name: keyof LinkColumns): unknown => {
  const value = linkColumnTypes[name][1]
  return value === undefined ? null : value === "'[]'" ? [] : value.slice(1, -1)
}

/** The columns of a requested link that differ from the defaults of those that decide who gets to its URL. */
export function askedColumns(columns: NewLinkRow['columns']): Partial<LinkColumns> {
  const isDefault = (name: keyof LinkColumns) =>
    deciding.includes(name) && JSON.stringify(columns[name]) === JSON.stringify(defaultOf(name))
  const names = linkColumns.filter((name) => name !== 'url' && (columns[name] ?? null) !== null && !isDefault(name))
  return Object.fromEntries(names.map((name) => [name, columns[name]]))
}

/** Whether a request for the same URL that asks for nothing else would find a link with these columns. */
export const isPlain = (columns: NewLinkRow['columns']): boolean => {
  const asked = askedColumns(columns)
  return asked.starts_at === undefined && deciding.every((name) => asked[name] === undefined)
}

// Whether a link has an alias, in any case where its domain ignores it.
const has = (alias: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`exists (
  select 1 from aliases one where (one.link_id = links.id or one.extra_link_id = links.id)
    and (one.alias = ${alias} or (domains.caseinsensitive and ${aliasKey('one')} = ${key})))`

// Whether a column is as asked for. A password has another hash each time, so a link with one is never found.
function isAsAsked(name: keyof LinkColumns, isAsked: boolean): RawBuilder<unknown> {
  const [type, value] = linkColumnTypes[name]
  const asked = sql`wanted.${sql.ref(name)}`
  if (!deciding.includes(name))
    return isAsked ? sql`and (${asked} is null or ${storedOf(name)} is not distinct from ${asked})` : sql``
  const wanted = sql`coalesce(${isAsked ? asked : sql`null::${sql.raw(type)}`}, ${sql.raw(`${value ?? 'null'}::${type}`)})`
  return sql`and ${storedOf(name)} is not distinct from ${wanted}`
}

/**
 * For each requested link the account's newest one to its URL at this address (any alias if none is given) that has
 * all that is asked for, and redirects everybody else to the URL.
 */
export async function findLinksTo(
  db: Database,
  accountId: number,
  wanted: readonly NewLinkRow[],
): Promise<(CreatedLink | undefined)[]> {
  if (wanted.length === 0) return []
  const named = (alias: string) => ({ alias, key: foldAlias(alias) })
  const items = wanted.map(({ columns, domainId, alias, aliases, pixels, channel }, i) => ({
    ...{ i, url: columns.url, domainId, channel, pixels: pixels ?? [], aliases: (aliases ?? []).map(named) },
    ...askedColumns(columns),
    ...(alias === undefined ? {} : named(alias)),
  }))
  const given = linkColumns.filter((name) => name !== 'url' && items.some((item) => name in item))
  const fields = sql.raw(given.map((name) => `, ${name} ${linkColumnTypes[name][0]}`).join(''))
  const isStarted = sql`(links.starts_at is null or links.starts_at <= now()
    ${given.includes('starts_at') ? sql`or wanted.starts_at is not null` : sql``})`
  const { rows } = await sql<CreatedLink & { i: number }>`
    select wanted.i, found.*
    from json_to_recordset(${asJson(items)}) as wanted (i integer, url text, "domainId" bigint, alias text, key text,
      aliases json, pixels json, channel bigint${fields})
    cross join lateral (
      select links.id, aliases.alias, ${addressOrigin} as origin
      from links join aliases on aliases.link_id = links.id left join domains on domains.id = aliases.domain_id
      where links.account_id = ${accountId}::bigint
        and md5(links.url) = md5(wanted.url) and links.url = wanted.url
        ${sql.join(
          linkColumns.filter((name) => name !== 'url').map((name) => isAsAsked(name, given.includes(name))),
          sql` `,
        )}
        and ${isStarted} and (links.expires_at is null or links.expires_at > now())
        and ${isUnexhausted} and not ${isQuarantined}
        and not aliases.detached and aliases.domain_id is not distinct from wanted."domainId"
        and (wanted.alias is null or ${has(sql`wanted.alias`, sql`wanted.key`)})
        and (wanted.channel is null or exists (
          select from channel_items where channel_id = wanted.channel and link_id = links.id))
        and not exists (
          select from json_array_elements_text(wanted.pixels) pixel where not exists (
            select from link_pixels where link_id = links.id and pixel_id = pixel::bigint))
        and not exists (
          select 1 from json_to_recordset(wanted.aliases) as more (alias text, key text)
          where not ${has(sql`more.alias`, sql`more.key`)})
      order by links.id desc limit 1
    ) found`.execute(db)
  const found = new Map(rows.map(({ i, ...link }) => [i, link]))
  return wanted.map((_link, i) => found.get(i))
}
