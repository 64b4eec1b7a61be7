import { sql } from 'kysely'
import type { ChannelChange, ChannelItem, NewChannel } from '../../schemas/channels.ts'
import type { Database } from '../open.ts'
import type { Channels } from '../tables/channels.ts'
import type { Stored } from '../tables/stored.ts'
import { deleteByJob } from './deletions.ts'
import { addressOrigin } from './domains.ts'
import { updateOwned } from './owned.ts'
import { type PageQuery, readPage } from './page.ts'
import type { StoredPicture } from './pictures.ts'
import { wireDate } from './wire.ts'

const UNSET = { description: '', color: '#000000' }

const columns = ['id', 'name', 'description', 'color', 'starred'] as const

export function listChannels(db: Database, accountId: number, page: PageQuery) {
  const query = db.selectFrom('channels').select(columns).where('account_id', '=', accountId)
  return readPage(query, page, 'channels')
}

export function findChannel(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('channels')
    .select(columns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
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
export function deleteChannel(db: Database, accountId: number, id: number) {
  return deleteByJob(db, accountId, 'delete_channel', id)
}

const itemTables = {
  links: { table: 'links', column: 'link_id' },
  bio: { table: 'bios', column: 'bio_id' },
  qr: { table: 'qr_codes', column: 'qr_id' },
} as const

type ItemType = ChannelItem['type']

/** Assigns an item to a channel if both belong to the account; does nothing if it is assigned already. */
export async function assignItem(
  db: Database,
  accountId: number,
  channelId: number,
  type: ItemType,
  id: number,
): Promise<void> {
  const { table, column } = itemTables[type]
  await sql`insert into channel_items (channel_id, ${sql.ref(column)})
    select c.id, i.id from channels c join ${sql.table(table)} i on i.account_id = c.account_id
    where c.account_id = ${accountId} and c.id = ${channelId} and i.id = ${id}
    on conflict do nothing`.execute(db)
}

/** Removes an item from a channel of the account; undefined if it is not assigned. */
export function unassignItem(db: Database, accountId: number, channelId: number, type: ItemType, id: number) {
  return db
    .deleteFrom('channel_items')
    .where('channel_id', 'in', ({ selectFrom }) =>
      selectFrom('channels').select('id').where('id', '=', channelId).where('account_id', '=', accountId),
    )
    .where(itemTables[type].column, '=', id)
    .returning('id')
    .executeTakeFirst()
}

/** The items of a channel of the account, newest assignment first. */
export function listChannelItems(db: Database, accountId: number, channelId: number, page: PageQuery) {
  const query = db
    .selectFrom('channel_items as item')
    .innerJoin('channels', 'channels.id', 'item.channel_id')
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
      addressOrigin.as('origin'),
      'qr_codes.code',
      sql<Pick<StoredPicture, 'key' | 'type'> | null>`case when pictures.id is null then null
        else jsonb_build_object('key', pictures.key, 'type', pictures.type) end`.as('picture'),
      sql<string>`coalesce(${wireDate('links.created_at')}, ${wireDate('bios.created_at')}, ${wireDate('qr_codes.created_at')})`.as(
        'date',
      ),
    ])
    .where('channels.account_id', '=', accountId)
    .where('channels.id', '=', channelId)
  return readPage(query, page, 'item')
}
