import { type Kysely, sql } from 'kysely'

// When the older of two previous secrets of a webhook ends; null: with the newer one, as earlier releases had it.
// Tests that waited for a disabled webhook to be enabled are given up, because tests are sent at once now.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks add column older_until timestamptz`.execute(db)
  await sql`
    update webhook_deliveries d set status = 'failed' from webhooks w
    where w.id = d.webhook_id and not w.enabled and d.status = 'pending' and d.type = 'webhook.test'`.execute(db)
}
