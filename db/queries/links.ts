import { sql } from 'kysely'
import type { Link } from '../../schemas/links.ts'
import type { Database } from '../open.ts'
import { type LinkColumns, linkColumns, listColumns } from '../tables/links.ts'
import { inTransaction } from '../transaction.ts'
import { type Move, type NewAddress, type Refusal, unlessAliasRefused, updateAddress } from './aliases.ts'
import { addressOrigin, domainUrl, isDetached } from './domains.ts'
import { deleteOwned } from './owned.ts'
import { isUnexhausted, totalOf } from './visit-totals.ts'
import { wireTime } from './wire.ts'

/** Pixels and channel of a link. Undefined: unchanged. */
interface LinkAssociations {
  pixels?: number[] | undefined
  /** The channel to add the link to; null removes it from all channels. */
  channel?: number | null | undefined
}

/** The links of an account as lists show them. */
export function selectLinks(db: Database, accountId: number) {
  return db
    .selectFrom('links')
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

// A deleted overlay or splash page, whose links a job has not gone through yet, has no account.
export const splashId = sql<
  number | null
>`(select s.id from splashes s where s.id = links.splash_id and s.account_id is not null)`
export const overlayId = sql<
  number | null
>`(select o.id from overlays o where o.id = links.overlay_id and o.account_id is not null)`
export const linkType = sql<LinkColumns['type']>`case when num_nulls(links.splash_id, links.overlay_id) = 1
  and num_nulls(${splashId}, ${overlayId}) = 2 then 'direct' else links.type end`
const plainColumns = linkColumns.filter((name) => name !== 'type' && name !== 'splash_id' && name !== 'overlay_id')

/** What an account may set of a link, as it holds. */
export const linkSettings = [
  ...plainColumns.map((column) => `links.${column}` as const),
  splashId.as('splash_id'),
  overlayId.as('overlay_id'),
  linkType.as('type'),
] as const

export type LinkRow = Omit<Link, 'shorturl' | 'attached'> & { detached: boolean; origin: string | null }

/** A link with all that an account may set, and the ids of its pixels. */
export function findLink(db: Database, accountId: number, id: number) {
  return selectLinks(db, accountId)
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
    ])
    .where('links.id', '=', id)
    .executeTakeFirst()
}

/** Whether a link has started and is not over yet. */
export const isWithinTime = sql<boolean>`((links.starts_at is null or links.starts_at <= now())
  and (links.expires_at is null or links.expires_at > now()))`

const hasNoTargets = sql<boolean>`(${sql.join(
  listColumns.map((name) => sql`links.${sql.ref(name)} = '[]'::jsonb`),
  sql` and `,
)})`

/** Holds, until the transaction ends, what one request of an account at a time may do with a URL: look for a link to it and make one. */
export async function holdUrl(db: Database, accountId: number, url: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${url}, ${accountId}::bigint))`.execute(db)
}

/** The account's newest link to this URL at this address (any alias where none is given) that leads everyone there. */
export function findLinkTo(db: Database, accountId: number, url: string, { domainId, alias }: NewAddress) {
  let query = selectLinks(db, accountId)
  if (alias !== undefined)
    query = query.where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('aliases.alias', '=', alias),
        exists(
          selectFrom('aliases as extra')
            .select('extra.id')
            .whereRef('extra.extra_link_id', '=', 'links.id')
            .where('extra.alias', '=', alias),
        ),
      ]),
    )
  return query
    .where(sql`md5(links.url)`, '=', sql`md5(${url})`)
    .where('links.url', '=', url)
    .where('links.status', '=', 'public')
    .where('links.password_hash', 'is', null)
    .where(linkType, '=', 'direct')
    .where('links.deeplink', 'is', null)
    .where(hasNoTargets)
    .where(isWithinTime)
    .where(isUnexhausted)
    .where('aliases.detached', '=', false)
    .where('aliases.domain_id', domainId === null ? 'is' : '=', domainId)
    .orderBy('links.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const ATTEMPTS = 5

/** A link as it was created; `origin` is the URL of its branded domain, null for the service's own address. */
export interface CreatedLink {
  id: number
  alias: string
  origin: string | null
}

/**
 * Creates a link with its address, pixels and channel in one statement; 'taken' when another link or page has the address.
 * Without an alias, `makeAlias` gives one. The address comes first: where it is taken, nothing is created.
 */
export async function createLink(
  db: Database,
  accountId: number,
  columns: Partial<LinkColumns> & { url: string },
  { domainId, alias }: NewAddress,
  { pixels = [], channel }: LinkAssociations,
  makeAlias: () => string,
): Promise<CreatedLink | 'taken'> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  const names = sql.join([sql.ref('id'), sql.ref('account_id'), ...given.map(([name]) => sql.ref(name))])
  const values = sql.join([sql`link_id`, sql`${accountId}::bigint`, ...given.map(([, value]) => sql`${value}`)])
  const withPixels = sql`, fired as (
    insert into link_pixels (link_id, pixel_id)
    select link.id, pixel::bigint from link, json_array_elements_text(${JSON.stringify(pixels)}::text::json) pixel)`
  const withChannel = sql`, placed as (
    insert into channel_items (channel_id, link_id) select ${channel}::bigint, link.id from link)`
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const wanted = alias ?? makeAlias()
    const { rows } = await sql<CreatedLink>`
      with address as (
        insert into aliases (link_id, domain_id, alias)
        values (nextval('links_id_seq'), ${domainId}::bigint, ${wanted}::text)
        on conflict do nothing returning link_id
      ), link as (
        insert into links (${names}) overriding system value select ${values} from address returning id
      )${pixels.length > 0 ? withPixels : sql``}${channel ? withChannel : sql``}
      select link.id, ${wanted}::text as alias,
        (select scheme || '://' || host from domains where id = ${domainId}::bigint) as origin
      from link`.execute(db)
    if (rows[0]) return rows[0]
    if (alias !== undefined) return 'taken'
  }
  throw new Error('No free alias was found; the space of generated aliases is nearly full.')
}

/** Undefined when the account has no such link, the refusal when it cannot have its new address. */
export function updateLink(
  db: Database,
  accountId: number,
  id: number,
  columns: Partial<LinkColumns>,
  move: Move,
  associations: LinkAssociations,
): Promise<number | Refusal | undefined> {
  return unlessAliasRefused(
    inTransaction(db, async (db) => {
      const updated = await db
        .updateTable('links')
        .set({ ...columns, updated_at: new Date() })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      if (!updated) return undefined
      await updateAddress(db, { link_id: id }, move)
      await associateLink(db, id, associations)
      return id
    }),
  )
}

async function associateLink(db: Database, id: number, { pixels, channel }: LinkAssociations): Promise<void> {
  if (pixels !== undefined) {
    await db.deleteFrom('link_pixels').where('link_id', '=', id).execute()
    if (pixels.length > 0)
      await db
        .insertInto('link_pixels')
        .values(pixels.map((pixel_id) => ({ link_id: id, pixel_id })))
        .execute()
  }
  if (channel === null) await db.deleteFrom('channel_items').where('link_id', '=', id).execute()
  else if (channel !== undefined)
    await db
      .insertInto('channel_items')
      .values({ channel_id: channel, link_id: id, bio_id: null, qr_id: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Deletes a link, which leaves its campaign, channels and address; undefined when the account has no such link. */
export function deleteLink(db: Database, accountId: number, id: number) {
  return deleteOwned(db, accountId, 'links', id)
}
