import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { type LinkColumns, linkColumns } from '../tables/links.ts'
import type { Overlays } from '../tables/overlays.ts'
import type { Splashes } from '../tables/splash.ts'
import { addressOrigin } from './domains.ts'

/** A link with everything that its visit needs. */
export interface LinkRoute extends LinkColumns {
  id: number
  account_id: number
  alias: string
  domain_id: number | null
  splash: Pick<Selectable<Splashes>, 'title' | 'text' | 'image' | 'counter' | 'link'> | null
  overlay: Pick<Selectable<Overlays>, 'type' | 'name' | 'text' | 'button' | 'link' | 'colors' | 'position'> | null
  pixels: { id: number; type: string; tag: string }[]
}

/** What an alias stands for on a domain (0: the service's own). */
export type Route = { kind: 'link'; link: LinkRoute } | { kind: 'bio'; bioId: number }

const routeColumns = ['id', 'account_id', ...linkColumns] as const

export async function findRoute(db: Database, domainId: number, alias: string): Promise<Route | null> {
  const address = await db
    .selectFrom('aliases')
    .select(['link_id', 'bio_id'])
    .where('alias', '=', alias)
    .where('detached', '=', false)
    .where('domain_id', domainId === 0 ? 'is' : '=', domainId === 0 ? null : domainId)
    .executeTakeFirst()
  if (!address) return null
  if (address.bio_id !== null) return { kind: 'bio', bioId: address.bio_id }
  const link = address.link_id === null ? undefined : await findLinkRoute(db, address.link_id)
  return link ? { kind: 'link', link } : null
}

/** A link's route by its id, whoever's it is and wherever it is served; undefined when there is no such link. */
async function findLinkRoute(db: Database, id: number): Promise<LinkRoute | undefined> {
  const row = await db
    .selectFrom('links')
    .innerJoin('aliases', 'aliases.link_id', 'links.id')
    .leftJoin('splashes', 'splashes.id', 'links.splash_id')
    .leftJoin('overlays', 'overlays.id', 'links.overlay_id')
    .select(routeColumns.map((column) => `links.${column}` as const))
    .select(['aliases.alias', 'aliases.domain_id'])
    .select(
      sql<LinkRoute['splash']>`case when splashes.id is null then null else jsonb_build_object('title', splashes.title,
        'text', splashes.text, 'image', splashes.image, 'counter', splashes.counter, 'link', splashes.link) end`.as(
        'splash',
      ),
    )
    .select(
      sql<LinkRoute['overlay']>`case when overlays.id is null then null else jsonb_build_object('type', overlays.type,
        'name', overlays.name, 'text', overlays.text, 'button', overlays.button, 'link', overlays.link,
        'colors', overlays.colors, 'position', overlays.position) end`.as('overlay'),
    )
    .select(
      sql<
        LinkRoute['pixels']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'tag', p.tag) order by p.id)
        from link_pixels lp join pixels p on p.id = lp.pixel_id where lp.link_id = links.id), '[]')`.as('pixels'),
    )
    .where('links.id', '=', id)
    .executeTakeFirst()
  return row
}

/** An account's link as a visit would find it, with scheme and host of its address (null: the service's own). */
export async function findOwnedLinkRoute(
  db: Database,
  accountId: number,
  id: number,
): Promise<(LinkRoute & { origin: string | null }) | undefined> {
  const link = await findLinkRoute(db, id)
  if (!link || link.account_id !== accountId) return undefined
  const address = await db
    .selectFrom('aliases')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select(addressOrigin.as('origin'))
    .where('aliases.link_id', '=', id)
    .executeTakeFirst()
  return { ...link, origin: address?.origin ?? null }
}

export interface HostRoute {
  domainId: number
  scheme: 'http' | 'https'
  host: string
  redirectroot: string | null
  redirect404: string | null
}

/** The branded domain of a host, or null. */
export async function findHostRoute(db: Database, host: string): Promise<HostRoute | null> {
  const row = await db
    .selectFrom('domains')
    .select(['id as domainId', 'scheme', 'host', 'redirectroot', 'redirect404'])
    .where('host', '=', host)
    .executeTakeFirst()
  return row ?? null
}
