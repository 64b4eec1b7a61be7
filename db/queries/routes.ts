import { type RawBuilder, type Selectable, sql } from 'kysely'
import { aliasKey, foldAlias } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { prepareQuery } from '../prepared.ts'
import { type LinkColumns, linkColumns, linkColumnTypes } from '../tables/links.ts'
import type { Overlays } from '../tables/overlays.ts'
import type { Splashes } from '../tables/splash.ts'
import { addressOrigin, isDetached } from './address-origin.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import { linkType, overlayId, splashId } from './links.ts'

// No visit needs these.
const unread = ['externalid', 'description', 'watch'] as const
type Unread = (typeof unread)[number]

/** A link with everything that its visit needs. */
export interface LinkRoute extends Omit<LinkColumns, Unread> {
  id: number
  account_id: number
  alias: string
  domain_id: number | null
  splash: Pick<Selectable<Splashes>, 'title' | 'text' | 'image' | 'counter' | 'link' | 'language'> | null
  overlay: Pick<Selectable<Overlays>, 'type' | 'name' | 'text' | 'button' | 'link' | 'colors' | 'position'> | null
  pixels: { id: number; type: string; tag: string }[]
  /** Whether it forwards every path below its alias, since no other alias begins with that. */
  forwardsAll: boolean
}

/** The link or bio page at an alias on a domain. */
export type Route = { kind: 'link'; link: LinkRoute } | { kind: 'bio'; bioId: number }

/** The domain of an alias: 0 is the service's own host. */
export interface AliasDomain {
  domainId: number
  caseinsensitive: boolean
}

/** The routes of some aliases on a domain; unknown aliases are missing. */
export async function listRoutes(
  db: Database,
  domain: AliasDomain,
  aliases: readonly string[],
): Promise<{ alias: string; route: Route }[]> {
  const rows = await listAliases(db, ...wantedOf(domain, padded(aliases)))
  return rows.map((row) => ({ alias: row.alias, route: routeOf(row) }))
}

/**
 * The route of the longest known alias among these: the first one, or one of a link that forwards paths. One query;
 * null if none is known.
 */
export async function findPathRoute(
  db: Database,
  domain: AliasDomain,
  aliases: readonly string[],
): Promise<Route | null> {
  const [row] = await listLongestAlias(db, ...wantedOf(domain, aliases))
  return row ? routeOf(row) : null
}

// Lists are padded to one of these lengths, so that few statements are prepared, each planned for about its number of
// rows. As one parameter, a list would be planned for a hundred rows, and all links would be read.
const LENGTHS = [1, 8, 32, 128]

function padded(aliases: readonly string[]): string[] {
  const length = LENGTHS.find((length) => length >= aliases.length) ?? aliases.length
  return Array.from({ length }, (_, i) => aliases[i] ?? aliases.at(-1) ?? '')
}

/** The domain, and by their place in the list the aliases as they are compared. */
type Wanted = { domainId: number } & { [place: number]: string }

interface WantedShape {
  length: number
  caseinsensitive: boolean
  isOwnHost: boolean
}

const wantedOf = (domain: AliasDomain, aliases: readonly string[]): [Wanted, WantedShape] => {
  const { domainId, caseinsensitive } = domain
  const texts = caseinsensitive ? aliases.map(foldAlias) : aliases
  return [
    { ...texts, domainId },
    { length: texts.length, caseinsensitive, isOwnHost: domainId === 0 },
  ]
}

// The index of the aliases of a domain is on this column or expression.
const comparedAlias = ({ caseinsensitive }: WantedShape) =>
  caseinsensitive ? aliasKey('aliases') : sql.ref<string>('aliases.alias')

function selectAliases(db: Database, wanted: Wanted, shape: WantedShape) {
  const texts = sql.join(Array.from({ length: shape.length }, (_, place) => sql`${wanted[place]}::text`))
  return (
    selectRoutes(db)
      .where(sql<boolean>`${comparedAlias(shape)} in (${texts})`)
      // A literal, so that one plan for all parameters can use the index of the addresses in use.
      .where('aliases.detached', '=', sql.lit(false))
      .where(sql<boolean>`not ${isOfDeleted('links.account_id')}`)
      .where('aliases.domain_id', shape.isOwnHost ? 'is' : '=', shape.isOwnHost ? null : wanted.domainId)
  )
}

const listAliases = prepareQuery(selectAliases)

const listLongestAlias = prepareQuery((db, wanted: Wanted, shape: WantedShape) =>
  selectAliases(db, wanted, shape)
    .where(sql<boolean>`(${comparedAlias(shape)} = ${wanted[0]}::text or links.pathforward)`)
    .orderBy(sql`length(aliases.alias)`, 'desc')
    .limit(1),
)

// Read as columns of their own; of most links all others have their defaults, and are not read.
const common = ['url', 'campaign_id', 'metatitle', 'metadescription', 'metaimage'] as const
const others = linkColumns.filter((column) => ![...common, ...unread].some((name) => name === column))

/** What a link has beyond its common columns. */
type Settings = Omit<LinkRoute, (typeof common)[number] | 'id' | 'account_id' | 'alias' | 'domain_id'>

const PLAIN: Settings = {
  status: 'public',
  type: 'direct',
  splash_id: null,
  overlay_id: null,
  password_hash: null,
  expires_at: null,
  expirationredirect: null,
  clicklimit: null,
  geotarget: [],
  devicetarget: [],
  languagetarget: [],
  timetarget: [],
  splittarget: [],
  parameters: [],
  deeplink: null,
  forward: false,
  publicstats: false,
  referrerpath: false,
  redirectstatus: 302,
  starts_at: null,
  startredirect: null,
  pathforward: false,
  splash: null,
  overlay: null,
  pixels: [],
  forwardsAll: false,
}

type Row = Pick<LinkRoute, (typeof common)[number] | 'id' | 'account_id' | 'alias' | 'domain_id'> & {
  bio_id: number | null
  /** Null: those of `PLAIN`. */
  settings: (Omit<Settings, 'expires_at' | 'starts_at'> & { [K in 'expires_at' | 'starts_at']: string | null }) | null
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text))

// Plain links read their settings from `PLAIN`, their prototype: copies would double the memory of a cached route.
function linkOf<R extends Omit<Row, 'bio_id'>>({ settings, ...row }: R): Omit<R, 'settings'> & LinkRoute {
  if (settings === null) return Object.assign(Object.create(PLAIN), row)
  const { expires_at: expiry, starts_at: start, ...rest } = settings
  return { ...rest, ...row, expires_at: timeOf(expiry), starts_at: timeOf(start) }
}

/** A copy of a link with other settings. A spread would lose those that a plain link has from its prototype. */
export const withSettings = (link: LinkRoute, change: Partial<Settings>): LinkRoute =>
  Object.assign(Object.create(Object.getPrototypeOf(link)), link, change)

const routeOf = ({ bio_id, ...row }: Row): Route =>
  bio_id === null ? { kind: 'link', link: linkOf(row) } : { kind: 'bio', bioId: bio_id }

const isPlain = sql.join(
  others.map((column) => {
    const [, value] = linkColumnTypes[column]
    return sql`${sql.ref(`links.${column}`)} ${value === undefined ? sql`is null` : sql.raw(`= ${value}`)}`
  }),
  sql` and `,
)

// Of aliases that differ in case any counts, also where case matters.
const forwardsAll = sql<boolean>`coalesce(links.pathforward and not exists (
  select 1 from aliases deep where strpos(deep.alias, '/') > 0 and not deep.detached
    and coalesce(deep.domain_id, 0) = coalesce(aliases.domain_id, 0)
    and (${aliasKey('deep')} collate "C") > (${aliasKey('aliases')} || '/')
    and (${aliasKey('deep')} collate "C") < (${aliasKey('aliases')} || '0')), false)`

const settings: RawBuilder<unknown> = sql`(select to_jsonb(settings) from (select
  ${sql.join(others.filter((column) => !['type', 'splash_id', 'overlay_id'].includes(column)).map((column) => sql.ref(`links.${column}`)))},
  ${splashId} as splash_id, ${overlayId} as overlay_id, ${linkType} as type, ${forwardsAll} as "forwardsAll",
  (select jsonb_build_object('title', s.title, 'text', s.text, 'image', s.image, 'counter', s.counter, 'link', s.link,
      'language', s.language)
    from splashes s where s.id = links.splash_id and s.account_id is not null) as splash,
  (select jsonb_build_object('type', o.type, 'name', o.name, 'text', o.text, 'button', o.button, 'link', o.link,
      'colors', o.colors, 'position', o.position)
    from overlays o where o.id = links.overlay_id and o.account_id is not null) as overlay,
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'tag', p.tag) order by p.id)
    from link_pixels lp join pixels p on p.id = lp.pixel_id
    where lp.link_id = links.id and p.account_id is not null), '[]') as pixels) settings)`

// An alias with its link, whose columns are null where it leads to a bio page.
const selectRoutes = (db: Database) =>
  db
    .selectFrom('aliases')
    .leftJoin('links', (join) => join.on(sql<boolean>`links.id = coalesce(aliases.link_id, aliases.extra_link_id)`))
    .select(['aliases.bio_id', 'aliases.alias', 'aliases.domain_id', 'links.id', 'links.account_id'])
    .select(common.map((column) => `links.${column}` as const))
    .select(
      sql<Row['settings']>`case when links.id is null
        or ${isPlain} and not exists (select from link_pixels where link_id = links.id) then null else ${settings} end`.as(
        'settings',
      ),
    )
    .$castTo<Row>()

/** An account's link as a visit would find it. */
interface OwnedRoute extends LinkRoute {
  /** Scheme and host of its address; null: the service's own. */
  origin: string | null
  caseinsensitive: boolean
  /** Its domain was deleted, so that no visit finds it. */
  detached: boolean
}

export async function findOwnedLinkRoute(db: Database, accountId: number, id: number): Promise<OwnedRoute | undefined> {
  const row = await selectRoutes(db)
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select([addressOrigin.as('origin'), isDetached.as('detached')])
    .select(sql<boolean>`coalesce(domains.caseinsensitive, false)`.as('caseinsensitive'))
    .$castTo<Row & Pick<OwnedRoute, 'origin' | 'caseinsensitive' | 'detached'>>()
    .where('aliases.link_id', '=', id)
    .where('links.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return undefined
  const { bio_id: _, ...link } = row
  return linkOf(link)
}

/** Whether of some aliases, longest first, another link or page than this link answers a visit: see `findPathRoute`. */
export async function isAnsweredByAnother(
  db: Database,
  link: OwnedRoute,
  aliases: readonly string[],
): Promise<boolean> {
  if (link.detached || aliases.length === 0) return false
  const { domain_id, caseinsensitive } = link
  const route = await findPathRoute(db, { domainId: domain_id ?? 0, caseinsensitive }, aliases)
  return route !== null && (route.kind === 'bio' || route.link.id !== link.id)
}
