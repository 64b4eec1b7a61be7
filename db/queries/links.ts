import { sql } from 'kysely'
import type { Link, LinkHealth, LinkQuarantine } from '../../schemas/links.ts'
import type { Database } from '../open.ts'
import { prepareQuery } from '../prepared.ts'
import { type LinkColumns, linkColumns } from '../tables/links.ts'
import { addressOrigin, domainUrl, isDetached } from './address-origin.ts'
import { isActive } from './bans.ts'
import type { Actor } from './events.ts'
import { asIds } from './list-parameters.ts'
import { deleteOwnedThings } from './recorded-changes.ts'
import { totalOf } from './visit-totals.ts'
import { wireTime } from './wire.ts'

/** The links of an account as lists show them. */
export function selectLinks(db: Database, accountId: number) {
  return db
    .selectFrom('links')
    .innerJoin('link_totals', 'link_totals.id', 'links.id')
    .innerJoin('aliases', 'aliases.link_id', 'links.id')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .where('links.account_id', '=', accountId)
    .select((eb) => [
      'links.id',
      'aliases.alias',
      isDetached.as('detached'),
      'links.url as longurl',
      'links.metatitle as title',
      'links.description',
      'links.externalid',
      totalOf('link', 'visits').as('clicks'),
      totalOf('link', 'uniques').as('uniqueclicks'),
      eb
        .selectFrom('campaigns')
        .select('campaigns.id')
        .whereRef('campaigns.id', '=', 'links.campaign_id')
        .where('campaigns.account_id', 'is not', null)
        .as('campaign'),
      eb
        .selectFrom('channel_items')
        .innerJoin('channels', 'channels.id', 'channel_items.channel_id')
        .select('channel_id')
        .whereRef('channel_items.link_id', '=', 'links.id')
        .where('channels.account_id', 'is not', null)
        .orderBy('channel_items.id', 'desc')
        .limit(1)
        .as('channel'),
      domainUrl.$castTo<string | null>().as('domain'),
      addressOrigin.as('origin'),
      wireTime('links.created_at').as('date'),
    ])
}

// A deleted overlay or splash page has no account until a job has cleared its references.
export const splashId = sql<
  number | null
>`(select s.id from splashes s where s.id = links.splash_id and s.account_id is not null)`
export const overlayId = sql<
  number | null
>`(select o.id from overlays o where o.id = links.overlay_id and o.account_id is not null)`
// Links of earlier releases can have the type `overlay` without an overlay.
export const linkType = sql<LinkColumns['type']>`case
  when links.type = 'overlay' and ${overlayId} is null then 'direct'
  when links.splash_id is not null and ${splashId} is null then 'direct' else links.type end`
const plainColumns = linkColumns.filter((name) => name !== 'type' && name !== 'splash_id' && name !== 'overlay_id')

/** The current values of all columns that an account may set. */
const linkSettings = [
  ...plainColumns.map((column) => `links.${column}` as const),
  splashId.as('splash_id'),
  overlayId.as('overlay_id'),
  linkType.as('type'),
] as const

export type LinkRow = Omit<Link, 'shorturl' | 'attached'> & { detached: boolean; origin: string | null }

const listById = prepareQuery((db, { accountId, id }: { accountId: number; id: number }) =>
  selectLinks(db, accountId)
    .select(linkSettings)
    .select((eb) => [
      wireTime('links.expires_at').$castTo<string | null>().as('expiry'),
      wireTime('links.starts_at').$castTo<string | null>().as('start'),
      eb
        .selectFrom('aliases as extra')
        .select(sql<string[]>`coalesce(jsonb_agg(extra.alias order by extra.id), '[]')`.as('list'))
        .whereRef('extra.extra_link_id', '=', 'links.id')
        .$asScalar()
        .$notNull()
        .as('aliases'),
      eb
        .selectFrom('link_pixels')
        .innerJoin('pixels', 'pixels.id', 'pixel_id')
        .select(sql<number[]>`coalesce(jsonb_agg(pixel_id order by pixel_id), '[]')`.as('ids'))
        .whereRef('link_pixels.link_id', '=', 'links.id')
        .where('pixels.account_id', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('pixels'),
      eb
        .selectFrom('link_checks')
        .select(
          sql<LinkHealth>`jsonb_build_object('broken', broken_at is not null, 'since', ${wireTime('link_checks.broken_at')},
            'checked', ${wireTime('link_checks.checked_at')}, 'status', status, 'fault', fault)`.as('found'),
        )
        .whereRef('link_checks.link_id', '=', 'links.id')
        .as('health'),
      eb
        .selectFrom('bans')
        .select(
          sql<LinkQuarantine>`jsonb_build_object('since', ${wireTime('bans.created_at')},
            'until', ${wireTime('bans.until')}, 'reason', reason)`.as('found'),
        )
        .whereRef('bans.link_id', '=', 'links.id')
        .where(isActive)
        .as('quarantine'),
    ])
    .where('links.id', '=', id),
)

/** A link with all columns that an account may set, and the ids of its pixels; undefined if the account has none. */
export const findLink = async (db: Database, accountId: number, id: number) =>
  (await listById(db, { accountId, id })).at(0)

/** Whether a link has started and is not over yet. */
export const isWithinTime = sql<boolean>`((links.starts_at is null or links.starts_at <= now())
  and (links.expires_at is null or links.expires_at > now()))`

/** Deletes links, which leave their campaigns, channels and addresses; returns the ids that the account had. */
export const deleteLinks = (db: Database, by: Actor, ids: readonly number[]): Promise<Set<number>> =>
  deleteOwnedThings(db, by, 'link', ids)

/** Deletes links that this transaction created, with their events. */
export async function discardLinks(db: Database, by: Actor, ids: readonly number[]): Promise<void> {
  await sql`
    with gone as (delete from links where account_id = ${by.id}::bigint and id = any (${asIds(ids)}) returning id)
    delete from events where account_id = ${by.id}::bigint and transaction = pg_current_xact_id()
      and type = 'link.created' and subject_id in (select id from gone)`.execute(db)
}
