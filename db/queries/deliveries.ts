import { sql } from 'kysely'
import type { Delivery } from '../../schemas/webhooks.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { isSettled } from './events.ts'
import { asIds } from './list-parameters.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { isWanted } from './webhooks.ts'
import { wireTime } from './wire.ts'

/** The maximum number of pending deliveries of a webhook; a replay that would exceed it queues nothing. */
export const MAX_REPLAYED = 5000
/** The maximum number of pending tests of a webhook. */
export const MAX_TESTS = 20

/** The deliveries to a webhook of the account, newest first. */
export function listDeliveries(
  db: Database,
  accountId: number,
  webhookId: number,
  page: PageQuery,
  status?: Delivery['status'],
) {
  let query = db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhooks', 'webhooks.id', 'delivery.webhook_id')
    .select([
      'delivery.id',
      sql<string | null>`'evt_' || delivery.event_id`.as('event'),
      'delivery.type',
      'delivery.status',
      sql<string | null>`case when delivery.status = 'pending' then
        to_char(greatest(delivery.next_at, webhooks.next_try_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') end`.as(
        'nextattempt',
      ),
      wireTime('delivery.created_at').as('date'),
      'delivery.attempts',
    ])
    .where('webhooks.account_id', '=', accountId)
    .where('delivery.webhook_id', '=', webhookId)
  if (status) query = query.where('delivery.status', '=', status)
  return readPage(query, page, 'delivery')
}

// Turns and everything that queues deliveries lock the webhook first and its deliveries second, to avoid deadlocks.
async function lockWebhook(db: Database, accountId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from webhooks where id = ${id}::bigint and account_id = ${accountId}::bigint for update`.execute(db)
  return rows.length > 0
}

// A replay or test on request ends the pause of the webhook; a turn in progress does not start a new one.
async function endPause(db: Database, webhookId: number): Promise<void> {
  await sql`update webhooks set next_try_at = null, updated_at = now() where id = ${webhookId}::bigint`.execute(db)
}

const pendingCount = (webhookId: number) => sql`(
  select count(*) from webhook_deliveries where webhook_id = ${webhookId}::bigint and status = 'pending')`

/**
 * Adds a test to the deliveries of a webhook of the account; undefined if it has no such webhook, 'full' if too many
 * tests are pending.
 */
export async function createTest(
  db: Database,
  accountId: number,
  webhookId: number,
): Promise<number | 'full' | undefined> {
  return inTransaction(db, async (db) => {
    if (!(await lockWebhook(db, accountId, webhookId))) return undefined
    const { rows } = await sql<{ id: number }>`
      insert into webhook_deliveries (webhook_id, type)
      select ${webhookId}::bigint, 'webhook.test' where ${sql.lit(MAX_TESTS)} > (
        select count(*) from webhook_deliveries
        where webhook_id = ${webhookId}::bigint and status = 'pending' and type = 'webhook.test')
      returning id`.execute(db)
    if (!rows[0]) return 'full'
    await endPause(db, webhookId)
    return rows[0].id
  })
}

/** Queues a delivery of the account again; undefined if it has no such delivery, 'full' if too many are pending. */
export async function replayDelivery(
  db: Database,
  accountId: number,
  id: number,
): Promise<{ webhook: number } | 'full' | undefined> {
  return inTransaction(db, async (db) => {
    const { rows } = await sql<{ webhook: number }>`
      select w.id as webhook from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.id = ${id}::bigint and w.account_id = ${accountId}::bigint for update of w`.execute(db)
    const [row] = rows
    if (!row) return undefined
    const { rows: queued } = await sql`
      update webhook_deliveries set status = 'pending', next_at = now(), tries = 0
      where id = ${id}::bigint and (status = 'pending' or ${pendingCount(row.webhook)} < ${sql.lit(MAX_REPLAYED)})
      returning 1`.execute(db)
    if (queued.length === 0) return 'full'
    await endPause(db, row.webhook)
    return row
  })
}

/**
 * Queues failed deliveries, up to the maximum, and those that wait for a retry again; returns how many. Undefined if
 * the account has no such webhook.
 */
export async function replayFailed(db: Database, accountId: number, webhookId: number): Promise<number | undefined> {
  return inTransaction(db, async (db) => {
    if (!(await lockWebhook(db, accountId, webhookId))) return undefined
    const { rows } = await sql`
      update webhook_deliveries set status = 'pending', next_at = now(), tries = 0 where id in (
        select id from webhook_deliveries where webhook_id = ${webhookId}::bigint and status = 'pending' and tries > 0
        union all (
          select id from webhook_deliveries where webhook_id = ${webhookId}::bigint and status = 'failed'
          order by id limit greatest(0, ${sql.lit(MAX_REPLAYED)} - ${pendingCount(webhookId)})))
      returning 1`.execute(db)
    await endPause(db, webhookId)
    return rows.length
  })
}

/**
 * Queues the events of a period that match the types of the webhook, including those already sent; returns how many.
 * Undefined if the account has no such webhook. Queues nothing if they are more than `MAX_REPLAYED` ('many'), or are
 * together with the pending ones ('full').
 */
export async function replaySpan(
  db: Database,
  accountId: number,
  webhookId: number,
  { after, before }: { after: Date; before: Date },
): Promise<number | 'many' | 'full' | undefined> {
  return inTransaction(db, async (db) => {
    if (!(await lockWebhook(db, accountId, webhookId))) return undefined
    const { rows: found } = await sql<{ id: number }>`
      select events.id from events join webhooks w on w.account_id = events.account_id
      where w.id = ${webhookId}::bigint and w.account_id = ${accountId}::bigint and ${isSettled}
        and events.created_at >= ${after} and events.created_at < ${before}
        and ${isWanted('w', 'events')}
      order by events.transaction, events.id limit ${sql.lit(MAX_REPLAYED + 1)}`.execute(db)
    if (found.length > MAX_REPLAYED) return 'many'
    const ids = asIds(found.map(({ id }) => id))
    const { rows: others } = await sql<{ count: number }>`
      select count(*)::integer as count from webhook_deliveries
      where webhook_id = ${webhookId}::bigint and status = 'pending' and (event_id = any (${ids})) is not true`.execute(
      db,
    )
    if (found.length > 0 && found.length + (others[0]?.count ?? 0) > MAX_REPLAYED) return 'full'
    await sql`
      insert into webhook_deliveries (webhook_id, event_id, type, subject_id)
      select ${webhookId}::bigint, id, type, subject_id from events
      where account_id = ${accountId}::bigint and id = any (${ids})
      order by transaction, id
      on conflict (webhook_id, event_id) do update set status = 'pending', next_at = now(), tries = 0`.execute(db)
    await endPause(db, webhookId)
    return found.length
  })
}
