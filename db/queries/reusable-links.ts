import { type RawBuilder, sql } from 'kysely'
import { aliasKey, foldAlias } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { type LinkColumns, linkColumnTypes } from '../tables/links.ts'
import { addressOrigin } from './address-origin.ts'
import { isQuarantined } from './bans.ts'
import { linkType, overlayId, splashId } from './links.ts'
import { asIds, asJson } from './list-parameters.ts'
import type { CreatedLink, NewLinkRow } from './new-links.ts'
import { isUnexhausted } from './visit-totals.ts'

type Column = Exclude<keyof LinkColumns, 'url'>

// Which columns of an existing link are compared with a request. `always`: with its value, or else the default.
// `asked`: only if the request has a value.
const compared: Record<Column, 'always' | 'asked' | 'never'> = {
  status: 'always',
  type: 'always',
  splash_id: 'always',
  overlay_id: 'always',
  password_hash: 'always',
  expires_at: 'always',
  clicklimit: 'always',
  deeplink: 'always',
  geotarget: 'always',
  devicetarget: 'always',
  languagetarget: 'always',
  timetarget: 'always',
  splittarget: 'always',
  parameters: 'always',
  externalid: 'asked',
  campaign_id: 'asked',
  expirationredirect: 'asked',
  forward: 'asked',
  pathforward: 'asked',
  redirectstatus: 'asked',
  referrerpath: 'asked',
  starts_at: 'asked',
  startredirect: 'asked',
  // They do not change where visitors get.
  description: 'never',
  metadescription: 'never',
  metaimage: 'never',
  metatitle: 'never',
  publicstats: 'never',
  watch: 'never',
}
const columnsCompared = (when: 'always' | 'asked') =>
  (Object.keys(compared) as Column[]).filter((name) => compared[name] === when)
const alwaysCompared = columnsCompared('always')
const comparedIfAsked = columnsCompared('asked')
const comparedColumns = [...alwaysCompared, ...comparedIfAsked]

const storedAs: { [name in Column]?: RawBuilder<unknown> } = {
  type: linkType,
  splash_id: sql`case when links.splash_id is null then null else ${splashId} end`,
  overlay_id: sql`case when links.overlay_id is null then null else ${overlayId} end`,
}

function jsonOf(columns: NewLinkRow['columns'], name: Column): string {
  const [, value] = linkColumnTypes[name]
  const byDefault = value === undefined ? 'null' : value === "'[]'" ? '[]' : value.replaceAll("'", '"')
  const given = columns[name] ?? null
  return given === null ? byDefault : JSON.stringify(given)
}

/** A new link as `hasAllAsked` compares it. */
export interface Comparable {
  /** URL, domain and the columns that must be equal, as one text: only links with the same key are compared. */
  key: string
  /** The other compared columns as JSON, and the names of those that were given. */
  values: ReadonlyMap<Column, string>
  given: readonly Column[]
  hasPassword: boolean
  isStarted: boolean
  aliases: ReadonlySet<string>
  pixels: ReadonlySet<number>
  channel: number | null
}

export function comparable(link: NewLinkRow, isCaseless: boolean): Comparable {
  const { columns, domainId, channel } = link
  const fold = (alias: string) => (isCaseless ? foldAlias(alias) : alias)
  return {
    key: JSON.stringify([columns.url, domainId, ...alwaysCompared.map((name) => jsonOf(columns, name))]),
    values: new Map(comparedIfAsked.map((name) => [name, jsonOf(columns, name)])),
    given: comparedIfAsked.filter((name) => (columns[name] ?? null) !== null),
    hasPassword: Boolean(columns.password_hash),
    isStarted: !columns.starts_at || new Date(columns.starts_at).getTime() <= Date.now(),
    aliases: new Set([...(link.alias === undefined ? [] : [link.alias]), ...(link.aliases ?? [])].map(fold)),
    pixels: new Set(link.pixels),
    channel: channel ?? null,
  }
}

/** Those of these domains of the account that ignore the case of aliases. */
export async function listCaselessDomains(
  db: Database,
  accountId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('domains')
    .select('id')
    .where('id', '=', sql<number>`any (${asIds(ids)})`)
    .where('account_id', '=', accountId)
    .where('caseinsensitive', '=', true)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

function isSubset<T>(some: ReadonlySet<T>, all: ReadonlySet<T>): boolean {
  if (some.size > all.size) return false
  for (const one of some) if (!all.has(one)) return false
  return true
}

/** Whether a new link has all that another request with `reuse` and the same key asks for. */
export function hasAllAsked(link: Comparable, asked: Comparable): boolean {
  return (
    !asked.hasPassword &&
    (link.isStarted || asked.given.includes('starts_at')) &&
    (asked.channel === null || asked.channel === link.channel) &&
    asked.given.every((name) => link.values.get(name) === asked.values.get(name)) &&
    isSubset(asked.aliases, link.aliases) &&
    isSubset(asked.pixels, link.pixels)
  )
}

// Whether a link has an alias, in any case where its domain ignores it.
const has = (alias: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`exists (
  select 1 from aliases one where (one.link_id = links.id or one.extra_link_id = links.id)
    and (one.alias = ${alias} or (domains.caseinsensitive and ${aliasKey('one')} = ${key})))`

// A password has another hash each time, so that a link with one is not found.
const isAsAsked = sql.join(
  comparedColumns.map((name) => {
    const [type, value = 'null'] = linkColumnTypes[name]
    const asked = sql`wanted.${sql.ref(name)}`
    const stored = storedAs[name] ?? sql`links.${sql.ref(name)}`
    return compared[name] === 'asked'
      ? sql`(${asked} is null or ${stored} is not distinct from ${asked})`
      : sql`${stored} is not distinct from coalesce(${asked}, ${sql.raw(`${value}::${type}`)})`
  }),
  sql` and `,
)
const fields = sql.raw(comparedColumns.map((name) => `, ${name} ${linkColumnTypes[name][0]}`).join(''))

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
    ...columns,
    ...{ i, domainId, channel, pixels: pixels ?? [], aliases: (aliases ?? []).map(named) },
    ...(alias === undefined ? {} : named(alias)),
  }))
  const { rows } = await sql<CreatedLink & { i: number }>`
    select wanted.i, found.*
    from json_to_recordset(${asJson(items)}) as wanted (i integer, url text, "domainId" bigint, alias text, key text,
      aliases json, pixels json, channel bigint${fields})
    cross join lateral (
      select links.id, aliases.alias, ${addressOrigin} as origin
      from links join aliases on aliases.link_id = links.id left join domains on domains.id = aliases.domain_id
      where links.account_id = ${accountId}::bigint
        and md5(links.url) = md5(wanted.url) and links.url = wanted.url
        and ${isAsAsked}
        and (links.starts_at is null or links.starts_at <= now() or wanted.starts_at is not null)
        and (links.expires_at is null or links.expires_at > now())
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
