import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { aliasKey, foldAlias } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import type { LinkColumns } from '../tables/links.ts'
import type { Overlays } from '../tables/overlays.ts'
import type { Splashes } from '../tables/splash.ts'
import { addressOrigin } from './address-origin.ts'
import { linkSettings } from './links.ts'

/** A link with everything that its visit needs. */
export interface LinkRoute extends LinkColumns {
  id: number
  account_id: number
  alias: string
  domain_id: number | null
  splash: Pick<Selectable<Splashes>, 'title' | 'text' | 'image' | 'counter' | 'link'> | null
  overlay: Pick<Selectable<Overlays>, 'type' | 'name' | 'text' | 'button' | 'link' | 'colors' | 'position'> | null
  pixels: { id: number; type: string; tag: string }[]
  /** Whether it forwards every path below its alias, since no other alias begins with that. */
  forwardsAll: boolean
}

/** What an alias stands for on a domain (0: the service's own). */
export type Route = { kind: 'link'; link: LinkRoute } | { kind: 'bio'; bioId: number }

/** The domain of an alias: 0 is the service's own host. */
export interface AliasDomain {
  domainId: number
  caseinsensitive: boolean
}

/** What some aliases on a domain stand for; those that stand for nothing are missing. */
export async function listRoutes(
  db: Database,
  domain: AliasDomain,
  aliases: readonly string[],
): Promise<{ alias: string; route: Route }[]> {
  const rows = await selectAliases(db, domain, padded(aliases)).execute()
  return rows.map((row) => ({ alias: row.alias, route: routeOf(row) }))
}

/**
 * The longest of some aliases on a domain that stands for something: the first, or one of a link that forwards paths.
 * One query. Null: none does.
 */
export async function findPathRoute(
  db: Database,
  domain: AliasDomain,
  aliases: readonly string[],
): Promise<Route | null> {
  const [whole = ''] = aliases
  const { key, textOf } = keysOf(domain)
  const row = await selectAliases(db, domain, aliases)
    .where(sql<boolean>`(${key} = ${textOf(whole)}::text or links.pathforward)`)
    .orderBy(sql`length(aliases.alias)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? routeOf(row) : null
}

// What aliases of a domain are found by, which has an index with the domain, and its value for an alias.
const keysOf = ({ caseinsensitive }: AliasDomain) =>
  caseinsensitive
    ? { key: aliasKey('aliases'), textOf: foldAlias }
    : { key: sql.ref<string>('aliases.alias'), textOf: (alias: string) => alias }

// Lists of these lengths alone, so that there are few prepared statements, each planned for about its number of rows.
const LENGTHS = [1, 8, 32, 128]

function padded(aliases: readonly string[]): string[] {
  const length = LENGTHS.find((length) => length >= aliases.length) ?? aliases.length
  return Array.from({ length }, (_, i) => aliases[i] ?? aliases.at(-1) ?? '')
}

function selectAliases(db: Database, domain: AliasDomain, aliases: readonly string[]) {
  const { domainId } = domain
  const { key, textOf } = keysOf(domain)
  const values = sql.join(aliases.map((alias) => sql`${textOf(alias)}::text`))
  return selectRoutes(db)
    .where(sql<boolean>`${key} in (${values})`)
    .where('aliases.detached', '=', false)
    .where('aliases.domain_id', domainId === 0 ? 'is' : '=', domainId === 0 ? null : domainId)
}

const routeOf = ({
  bio_id,
  ...link
}: Awaited<ReturnType<ReturnType<typeof selectRoutes>['execute']>>[number]): Route =>
  bio_id === null ? { kind: 'link', link: link as LinkRoute } : { kind: 'bio', bioId: bio_id }

// An alias with its link, whose columns are null where it leads to a bio page.
const selectRoutes = (db: Database) =>
  db
    .selectFrom('aliases')
    .leftJoin('links', (join) => join.on(sql<boolean>`links.id = coalesce(aliases.link_id, aliases.extra_link_id)`))
    .leftJoin('splashes', 'splashes.id', 'links.splash_id')
    .leftJoin('overlays', 'overlays.id', 'links.overlay_id')
    .select(linkSettings)
    .select(['links.id', 'links.account_id', 'aliases.bio_id', 'aliases.alias', 'aliases.domain_id'])
    .select(forwardsAll.as('forwardsAll'))
    .select(
      sql<
        LinkRoute['splash']
      >`case when splashes.account_id is null then null else jsonb_build_object('title', splashes.title,
        'text', splashes.text, 'image', splashes.image, 'counter', splashes.counter, 'link', splashes.link) end`.as(
        'splash',
      ),
    )
    .select(
      sql<
        LinkRoute['overlay']
      >`case when overlays.account_id is null then null else jsonb_build_object('type', overlays.type,
        'name', overlays.name, 'text', overlays.text, 'button', overlays.button, 'link', overlays.link,
        'colors', overlays.colors, 'position', overlays.position) end`.as('overlay'),
    )
    .select(
      sql<
        LinkRoute['pixels']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'tag', p.tag) order by p.id)
        from link_pixels lp join pixels p on p.id = lp.pixel_id
        where lp.link_id = links.id and p.account_id is not null), '[]')`.as('pixels'),
    )

// Of aliases that differ in case any counts, also where case matters.
const forwardsAll = sql<boolean>`coalesce(links.pathforward and not exists (
  select 1 from aliases deep where strpos(deep.alias, '/') > 0 and not deep.detached
    and coalesce(deep.domain_id, 0) = coalesce(aliases.domain_id, 0)
    and (${aliasKey('deep')} collate "C") > (${aliasKey('aliases')} || '/')
    and (${aliasKey('deep')} collate "C") < (${aliasKey('aliases')} || '0')), false)`

/** An account's link as a visit would find it, with scheme and host of its address (null: the service's own). */
export async function findOwnedLinkRoute(
  db: Database,
  accountId: number,
  id: number,
): Promise<(LinkRoute & { origin: string | null }) | undefined> {
  const row = await selectRoutes(db)
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select(addressOrigin.as('origin'))
    .where('aliases.link_id', '=', id)
    .where('links.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return undefined
  const { bio_id: _, ...link } = row
  return link as LinkRoute & { origin: string | null }
}

export interface HostRoute {
  domainId: number
  scheme: 'http' | 'https'
  host: string
  redirectroot: string | null
  redirect404: string | null
  caseinsensitive: boolean
}

/** The branded domain of a host, or null. */
export async function findHostRoute(db: Database, host: string): Promise<HostRoute | null> {
  const row = await db
    .selectFrom('domains')
    .select(['id as domainId', 'scheme', 'host', 'redirectroot', 'redirect404', 'caseinsensitive'])
    .where('host', '=', host)
    .$narrowType<{ host: string }>()
    .executeTakeFirst()
  return row ?? null
}
