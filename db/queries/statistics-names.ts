import type { Database } from '../open.ts'
import type { Counted } from '../tables/visits.ts'

const itemColumns = { link: 'link_id', qr: 'qr_id', bio: 'bio_id' } as const

/** The names of the channels that an item is assigned to, newest assignment first; none for what is no item. */
export async function listChannelNames(
  db: Database,
  { account, subject, id }: { account: number; subject: Counted; id: number },
): Promise<string[]> {
  if (subject !== 'link' && subject !== 'qr' && subject !== 'bio') return []
  const rows = await db
    .selectFrom('channel_items')
    .innerJoin('channels', 'channels.id', 'channel_items.channel_id')
    .select('channels.name')
    .where('channels.account_id', '=', account)
    .where(`channel_items.${itemColumns[subject]}`, '=', id)
    .orderBy('channel_items.id', 'desc')
    .execute()
  return rows.map(({ name }) => name)
}

/** Names of the account's campaigns by id; deleted ones are missing. */
export async function listCampaignNames(db: Database, accountId: number, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
