import { sql } from 'kysely'
import type { ChannelChange, ChannelItem, NewChannel } from '../../schemas/channels.ts'
import type { Database } from '../open.ts'
import type { Channels } from '../tables/channels.ts'
import type { Stored } from '../tables/stored.ts'
import { inTransaction } from '../transaction.ts'
import { addressOrigin } from './address-origin.ts'
import { codeOrigin } from './code-origin.ts'
import { deleteByJob } from './deletions.ts'
import { eventSubjects } from './event-subjects.ts'
import { type Actor, insertEvents } from './events.ts'
import { updateOwned } from './owned.ts'
import { type PageQuery, readPage } from './pagination.ts'
import type { StoredPicture } from './pictures.ts'
import { wireDate } from './wire.ts'

const UNSET = { description: '', color: '#000000' }

const columns = ['id', 'name', 'description', 'color', 'starred'] as const

const selectChannels = (db: Database, accountId: number) =>
  db.selectFrom('channels').select(columns).where('account_id', '=', accountId)

export function listChannels(db: Database, accountId: number, page: PageQuery) {
  return readPage(selectChannels(db, accountId), page, 'channels')
}

export function findChannel(db: Database, accountId: number, id: number) {
  return selectChannels(db, accountId).where('id', '=', id).executeTakeFirst()
}

export function createChannel(db: Database, accountId: number, channel: Stored<Channels, NewChannel>) {
  return db
    .insertInto('channels')
    .values({ ...channel, account_id: accountId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Undefined if the account has no such channel. */
export function updateChannel(db: Database, accountId: number, id: number, change: Stored<Channels, ChannelChange>) {
  const { description, color, ...rest } = change
  return updateOwned(db, accountId, 'channels', id, {
    ...rest,
    ...(description === undefined ? {} : { description: description ?? UNSET.description }),
    ...(color === undefined ? {} : { color: color ?? UNSET.color }),
  })
}

/** Deletes a channel, but not its items; undefined if the account has no such channel. */
export function deleteChannel(db: Database, by: Actor, id: number) {
  return deleteByJob(db, by, 'delete_channel', id)
}

const itemTables = {
  links: { table: 'links', column: 'link_id' },
  bio: { table: 'bios', column: 'bio_id' },
  qr: { table: 'qr_codes', column: 'qr_id' },
} as const

type ItemType = ChannelItem['type']

// The channel is a field of a link.
const recordedOf = (by: Actor, type: ItemType) => {
  const { source, data } = eventSubjects.link
  const event = sql`
    select links.id, ${data} || jsonb_build_object('changed', array['channel']) as data
    from ${source} join item on item.link_id = links.id`
  return type === 'links' ? sql`, recorded as (${insertEvents(by, 'link.updated', event)})` : sql``
}

/**
 * Assigns an item to a channel, or leaves it assigned. False if they do not both belong to the account, as when one was
 * just deleted.
 */
export async function assignItem(
  db: Database,
  by: Actor,
  channelId: number,
  type: ItemType,
  id: number,
): Promise<boolean> {
  const { table, column } = itemTables[type]
  return inTransaction(db, async (db) => {
    // Updates of an item lock it before its rows in channel_items; the opposite order here could deadlock. A separate
    // statement, because the event must contain what a concurrent update of the item has written.
    const { rows } = await sql`
      select from channels c join ${sql.table(table)} i on i.account_id = c.account_id
      where c.account_id = ${by.id}::bigint and c.id = ${channelId}::bigint and i.id = ${id}::bigint
      for key share of c, i`.execute(db)
    if (rows.length === 0) return false
    await sql`
      with item as (
        insert into channel_items (channel_id, ${sql.ref(column)}) values (${channelId}::bigint, ${id}::bigint)
        on conflict do nothing returning id, link_id
      )${recordedOf(by, type)}
      select from item`.execute(db)
    return true
  })
}

/** Removes an item from a channel of the account; undefined if it is not assigned. */
export async function unassignItem(db: Database, by: Actor, channelId: number, type: ItemType, id: number) {
  const { rows } = await sql<{ id: number }>`
    with item as (
      delete from channel_items where ${sql.ref(itemTables[type].column)} = ${id}::bigint and channel_id in (
        select id from channels where id = ${channelId}::bigint and account_id = ${by.id}::bigint)
      returning id, link_id
    )${recordedOf(by, type)}
    select id from item`.execute(db)
  return rows[0]
}

/** The items of a channel of the account, newest assignment first. */
export function listChannelItems(db: Database, accountId: number, channelId: number, page: PageQuery) {
  const items = db
    .selectFrom('channel_items as item')
    .where('item.channel_id', 'in', (eb) =>
      eb.selectFrom('channels').select('id').where('id', '=', channelId).where('account_id', '=', accountId),
    )
  const query = db
    .selectFrom('channel_items as item')
    .leftJoin('links', 'links.id', 'item.link_id')
    .leftJoin('bios', 'bios.id', 'item.bio_id')
    .leftJoin('qr_codes', 'qr_codes.id', 'item.qr_id')
    .leftJoin('pictures', (join) =>
      join
        .onRef('pictures.account_id', '=', 'bios.account_id')
        .on(sql<boolean>`md5(pictures.source) = md5(bios.image)`),
    )
    .leftJoin('aliases', (join) =>
      join.on((eb) =>
        eb.or([eb('aliases.link_id', '=', eb.ref('item.link_id')), eb('aliases.bio_id', '=', eb.ref('item.bio_id'))]),
      ),
    )
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select([
      sql<ItemType>`case when item.link_id is not null then 'links' when item.bio_id is not null then 'bio' else 'qr' end`.as(
        'type',
      ),
      sql<number>`coalesce(item.link_id, item.bio_id, item.qr_id)`.as('id'),
      sql<string>`coalesce(links.metatitle, bios.title, bios.name, aliases.alias, qr_codes.name, qr_codes.code)`.as(
        'title',
      ),
      'aliases.alias',
      sql<string | null>`coalesce(${addressOrigin}, ${codeOrigin})`.as('origin'),
      'qr_codes.code',
      sql<Pick<StoredPicture, 'key' | 'type'> | null>`case when pictures.id is null then null
        else jsonb_build_object('key', pictures.key, 'type', pictures.type) end`.as('picture'),
      sql<string>`coalesce(${wireDate('links.created_at')}, ${wireDate('bios.created_at')}, ${wireDate('qr_codes.created_at')})`.as(
        'date',
      ),
    ])
  return readPage(query, page, 'item', items)
}
