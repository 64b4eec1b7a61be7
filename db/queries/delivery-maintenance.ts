import { sql } from 'kysely'
import type { Database } from '../open.ts'

/** Deletes finished deliveries older than `days` days, at most `limit`; returns the number deleted. */
export async function deleteOldDeliveries(db: Database, days: number, limit: number): Promise<number> {
  const { rows } = await sql`
    with oldest as materialized (
      select id, created_at from webhook_deliveries where status <> 'pending'
      order by id limit ${limit}::integer for update skip locked
    )
    delete from webhook_deliveries where id in (
      select id from oldest where created_at < now() - make_interval(days => ${days}::integer)) returning 1`.execute(db)
  return rows.length
}

/** Webhooks with more than `kept` deliveries; `last` is the newest of the excess ones. */
export async function listLongLogs(db: Database, kept: number): Promise<{ webhook: number; last: number }[]> {
  const { rows } = await sql<{ webhook: number; last: number }>`
    select w.id as webhook, long.id as last from webhooks w cross join lateral (
      select d.id from webhook_deliveries d where d.webhook_id = w.id order by d.id desc offset ${kept}::integer limit 1
    ) long`.execute(db)
  return rows
}

/** Deletes finished deliveries of a webhook up to `last`, at most `limit`; returns the number deleted. */
export async function shortenLog(
  db: Database,
  { webhook, last }: { webhook: number; last: number },
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where webhook_id = ${webhook}::bigint and id <= ${last}::bigint and status <> 'pending'
      order by id limit ${limit}::integer for update skip locked)
    returning 1`.execute(db)
  return rows.length
}

/**
 * Deletes deliveries of deleted webhooks, at most `limit`, and then the webhooks; returns the number of deliveries
 * deleted.
 */
export async function deleteDeliveriesOfDeletedWebhooks(db: Database, limit: number): Promise<number> {
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
