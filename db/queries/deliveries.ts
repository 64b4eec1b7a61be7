import { sql } from 'kysely'
import type { Delivery } from '../../schemas/webhooks.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { isSettled } from './events.ts'
import { type PageQuery, readPage } from './page.ts'

/** Of one webhook of the account, at most; more would be written in one statement. */
export const MAX_REPLAYED = 5000

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
      sql<string>`to_char(delivery.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`.as('date'),
      'delivery.attempts',
    ])
    .where('webhooks.account_id', '=', accountId)
    .where('delivery.webhook_id', '=', webhookId)
  if (status) query = query.where('delivery.status', '=', status)
  return readPage(query, page, 'delivery')
}

/** Adds a test to the deliveries of a webhook of the account; undefined if it has no such webhook. */
export async function createTest(db: Database, accountId: number, webhookId: number): Promise<number | undefined> {
  return inTransaction(db, async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into webhook_deliveries (webhook_id, type)
      select id, 'webhook.test' from webhooks where id = ${webhookId}::bigint and account_id = ${accountId}::bigint
      returning id`.execute(db)
    if (rows.length > 0) await endPause(db, webhookId)
    return rows[0]?.id
  })
}

// What is asked for by hand does not wait for the end of a pause.
async function endPause(db: Database, webhookId: number): Promise<void> {
  await sql`update webhooks set next_try_at = null where id = ${webhookId}::bigint`.execute(db)
}

/** Queues a delivery of the account again; undefined if it has no such delivery. */
export async function replayDelivery(db: Database, accountId: number, id: number) {
  return inTransaction(db, async (db) => {
    const { rows } = await sql<{ webhook_id: number }>`
      update webhook_deliveries d set status = 'pending', next_at = now(), tries = 0 from webhooks w
      where d.id = ${id}::bigint and w.id = d.webhook_id and w.account_id = ${accountId}::bigint
      returning d.webhook_id`.execute(db)
    const [row] = rows
    if (row) await endPause(db, row.webhook_id)
    return row
  })
}

/** Queues what failed, and what waits after a failure, again; returns how many, at most `MAX_REPLAYED`. */
export async function replayFailed(db: Database, accountId: number, webhookId: number): Promise<number> {
  return inTransaction(db, async (db) => {
    const { rows } = await sql`
      update webhook_deliveries set status = 'pending', next_at = now(), tries = 0 where id in (
        select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.webhook_id = ${webhookId}::bigint and w.account_id = ${accountId}::bigint
          and (d.status = 'failed' or (d.status = 'pending' and d.tries > 0))
        order by d.id limit ${sql.lit(MAX_REPLAYED)})
      returning 1`.execute(db)
    await endPause(db, webhookId)
    return rows.length
  })
}

/**
 * Queues the events of a time, of the types that the webhook has, whether they were sent before or not; returns how
 * many. 'many': more than `MAX_REPLAYED`, nothing is queued.
 */
export async function replaySpan(
  db: Database,
  accountId: number,
  webhookId: number,
  { after, before }: { after: Date; before: Date },
): Promise<number | 'many'> {
  return inTransaction(db, async (db) => {
    const { rows: found } = await sql<{ id: number }>`
      select events.id from events join webhooks w on w.account_id = events.account_id
      where w.id = ${webhookId}::bigint and w.account_id = ${accountId}::bigint and ${isSettled}
        and events.created_at >= ${after} and events.created_at < ${before}
        and (w.types = '[]' or w.types @> to_jsonb(events.type))
      order by events.transaction, events.id limit ${sql.lit(MAX_REPLAYED + 1)}`.execute(db)
    if (found.length > MAX_REPLAYED) return 'many'
    await sql`
      insert into webhook_deliveries (webhook_id, event_id, type, subject_id)
      select ${webhookId}::bigint, id, type, subject_id from events
      where account_id = ${accountId}::bigint and id = any (${`{${found.map(({ id }) => id).join()}}`}::text::bigint[])
      order by transaction, id
      on conflict (webhook_id, event_id) do update set status = 'pending', next_at = now(), tries = 0`.execute(db)
    await endPause(db, webhookId)
    return found.length
  })
}

/** Deletes deliveries that are older than so many days, at most `limit`; returns how many there were. */
export async function deleteOldDeliveries(db: Database, days: number, limit: number): Promise<number> {
  const { rows } = await sql`
    with oldest as materialized (
      select id, created_at from webhook_deliveries order by id limit ${limit}::integer for update skip locked
    )
    delete from webhook_deliveries where id in (
      select id from oldest where created_at < now() - make_interval(days => ${days}::integer)) returning 1`.execute(db)
  return rows.length
}

/**
 * Deletes deliveries of deleted webhooks, at most `limit`, and then the webhooks; returns how many deliveries there
 * were.
 */
export async function deleteForsakenDeliveries(db: Database, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from webhook_deliveries where id in (
      select d.id from webhooks w join webhook_deliveries d on d.webhook_id = w.id
      where w.account_id is null limit ${limit}::integer)
    returning 1`.execute(db)
  if (rows.length === 0) {
    await sql`
      delete from webhooks w where account_id is null
        and not exists (select from webhook_deliveries d where d.webhook_id = w.id)`.execute(db)
  }
  return rows.length
}

/**
 * Takes webhooks from a backup of another server back to their place: the transactions of their events come first in
 * the order there (`settleRestoredEvents`).
 */
export async function settleRestoredWebhooks(db: Database): Promise<void> {
  await sql`
    update webhooks w set transaction = '0', since = pg_current_snapshot(), claimed_until = null,
      event_id = greatest(event_id, (
        select max(e.id) from events e where e.account_id = w.account_id and e.created_at < w.created_at))
    where transaction > pg_snapshot_xmax(pg_current_snapshot())
      or pg_snapshot_xmax(since) > pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}
