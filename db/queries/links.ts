import { sql } from 'kysely'
import type { Link, LinkQuery } from '../../schemas/links.ts'
import type { Database } from '../open.ts'
import { type LinkColumns, linkColumns } from '../tables/links.ts'
import { inTransaction } from '../transaction.ts'
import { type Address, createAddress, type NewAddress, unlessAliasTaken, updateAddress } from './aliases.ts'
import { addressOrigin, domainUrl } from './domains.ts'
import { deleteOwned } from './owned.ts'
import { type PageQuery, readPage } from './page.ts'
import { wireTime } from './wire.ts'

/** What of the account a link is tied to, beside its own columns; undefined leaves it as it is. */
interface LinkTies {
  pixels?: number[] | undefined
  /** A channel to put it into; null takes it out of every channel. */
  channel?: number | null | undefined
}

function selectLinks(db: Database, accountId: number) {
  return db
    .selectFrom('links')
    .innerJoin('aliases', 'aliases.link_id', 'links.id')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .where('links.account_id', '=', accountId)
    .select((eb) => [
      'links.id',
      'aliases.alias',
      'aliases.detached',
      'links.url as longurl',
      'links.metatitle as title',
      'links.description',
      'links.clicks',
      'links.uniqueclicks',
      'links.campaign_id as campaign',
      eb
        .selectFrom('channel_items')
        .select('channel_id')
        .whereRef('channel_items.link_id', '=', 'links.id')
        .orderBy('channel_items.id', 'desc')
        .limit(1)
        .as('channel'),
      domainUrl.$castTo<string | null>().as('domain'),
      addressOrigin.as('origin'),
      wireTime('links.created_at').as('date'),
    ])
}

export type LinkRow = Omit<Link, 'shorturl' | 'attached'> & { detached: boolean; origin: string | null }

/** Which links a list is of, beside its page; `alias` and `host` (null: the service's own) are what a short URL was taken apart into. */
type LinkFilter = Pick<LinkQuery, 'order' | 'q'> & { alias?: string; host?: string | null }

export function listLinks(db: Database, accountId: number, { order, q, alias, host }: LinkFilter, page: PageQuery) {
  let query = selectLinks(db, accountId)
  if (q !== undefined) {
    for (const word of new Set(q.split(/\s+/).filter((word) => word !== ''))) {
      const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
      query = query.where((eb) =>
        eb.or(
          (['aliases.alias', 'links.url', 'links.metatitle', 'links.description'] as const).map((column) =>
            eb(column, 'ilike', pattern),
          ),
        ),
      )
    }
  }
  if (alias !== undefined) query = query.where('aliases.alias', '=', alias)
  if (host === null) query = query.where('aliases.domain_id', 'is', null).where('aliases.detached', '=', false)
  else if (host !== undefined)
    query = query.where(sql`coalesce(domains.host, split_part(aliases.lost_domain, '://', 2))`, '=', host)
  if (order === 'click') query = query.orderBy('links.clicks', 'desc')
  return readPage(query.orderBy('links.id', 'desc'), page)
}

/** A link with all that an account may set, and the ids of its pixels. */
export function findLink(db: Database, accountId: number, id: number) {
  return selectLinks(db, accountId)
    .select(linkColumns.map((column) => `links.${column}` as const))
    .select((eb) => [
      wireTime('links.expires_at').$castTo<string | null>().as('expiry'),
      eb
        .selectFrom('link_pixels')
        .select(sql<number[]>`coalesce(jsonb_agg(pixel_id order by pixel_id), '[]')`.as('ids'))
        .whereRef('link_pixels.link_id', '=', 'links.id')
        .$asScalar()
        .$notNull()
        .as('pixels'),
    ])
    .where('links.id', '=', id)
    .executeTakeFirst()
}

/** Whether a link is not over yet. */
export const isUnexpired = sql<boolean>`(links.expires_at is null or links.expires_at > now())`

/** Whether a link has a click left, or no limit. */
export const isUnexhausted = sql<boolean>`(links.clicklimit is null or links.clicks < links.clicklimit)`

const targets = ['geotarget', 'devicetarget', 'languagetarget', 'timetarget', 'splittarget', 'parameters'] as const
const leadsAllAlike = sql<boolean>`(${sql.join(
  targets.map((name) => sql`links.${sql.ref(name)} = '[]'::jsonb`),
  sql` and `,
)})`

/** Holds, until the transaction ends, what one request of an account at a time may do with a URL: look for a link to it and make one. */
export async function holdUrl(db: Database, accountId: number, url: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${url}, ${accountId}::bigint))`.execute(db)
}

/** The account's newest link to this URL at this address (any alias where none is given) that leads everyone there. */
export function findLinkTo(db: Database, accountId: number, url: string, { domainId, alias }: NewAddress) {
  let query = selectLinks(db, accountId)
  if (alias !== undefined) query = query.where('aliases.alias', '=', alias)
  return query
    .where(sql`md5(links.url)`, '=', sql`md5(${url})`)
    .where('links.url', '=', url)
    .where('links.status', '=', 'public')
    .where('links.password_hash', 'is', null)
    .where('links.type', '=', 'direct')
    .where('links.deeplink', 'is', null)
    .where(leadsAllAlike)
    .where(isUnexpired)
    .where(isUnexhausted)
    .where('aliases.detached', '=', false)
    .where('aliases.domain_id', domainId === null ? 'is' : '=', domainId)
    .orderBy('links.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Makes a link at an address (`makeAlias` gives one where none is given) and returns its id, or 'taken'. */
export function createLink(
  db: Database,
  accountId: number,
  columns: Partial<LinkColumns> & { url: string },
  address: NewAddress,
  ties: LinkTies,
  makeAlias: () => string,
): Promise<number | 'taken'> {
  return unlessAliasTaken(
    inTransaction(db, async (db) => {
      const { id } = await db
        .insertInto('links')
        .values({ ...columns, account_id: accountId })
        .returning('id')
        .executeTakeFirstOrThrow()
      await createAddress(db, { link_id: id }, address, makeAlias)
      await tieLink(db, id, ties)
      return id
    }),
  )
}

/** Undefined when the account has no such link, 'taken' when its new address is somebody's already. */
export function updateLink(
  db: Database,
  accountId: number,
  id: number,
  columns: Partial<LinkColumns>,
  move: Partial<Address>,
  ties: LinkTies,
): Promise<number | 'taken' | undefined> {
  return unlessAliasTaken(
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
      await tieLink(db, id, ties)
      return id
    }),
  )
}

async function tieLink(db: Database, id: number, { pixels, channel }: LinkTies): Promise<void> {
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
