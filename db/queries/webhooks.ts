import { sql } from 'kysely'
import type { NewWebhook, WebhookChange } from '../../schemas/webhooks.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { type PageQuery, readPage } from './page.ts'
import { wireTime } from './wire.ts'

export const MAX_WEBHOOKS = 12

const columns = [
  'id',
  'url',
  'types',
  'description',
  'enabled',
  'disabled_reason as disabledreason',
  wireTime('failing_since').$castTo<string | null>().as('failingsince'),
  wireTime('created_at').as('date'),
] as const

export function listWebhooks(db: Database, accountId: number, page: PageQuery) {
  const query = db.selectFrom('webhooks').select(columns).where('account_id', '=', accountId)
  return readPage(query, page, 'webhooks')
}

export function findWebhook(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('webhooks')
    .select(columns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Creates a webhook with a sealed secret and returns its id; undefined if the account already has 12. */
export async function createWebhook(
  db: Database,
  accountId: number,
  { url, types = [], description = null }: Omit<NewWebhook, 'description'> & { description?: string | null },
  secret: string,
): Promise<number | undefined> {
  return inTransaction(db, async (db) => {
    // Locks the account's row, so that concurrent requests keep the limit.
    await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
    const { rows } = await sql<{ id: number }>`
      insert into webhooks (account_id, url, types, description, secret)
      select ${accountId}::bigint, ${url}::text, ${JSON.stringify(types)}::text::jsonb, ${description}::text, ${secret}::text
      where (select count(*) from webhooks where account_id = ${accountId}::bigint) < ${sql.lit(MAX_WEBHOOKS)}
      returning id`.execute(db)
    return rows[0]?.id
  })
}

// From now on: events of transactions that have ended are not sent.
const fromNow = sql`since = pg_current_snapshot(), transaction = pg_snapshot_xmin(pg_current_snapshot()), event_id = 0`
const afresh = sql`failures = 0, failing_since = null, next_try_at = null`

/** Undefined if the account has no such webhook. */
export async function updateWebhook(db: Database, accountId: number, id: number, change: WebhookChange) {
  const { url, types, description, enabled } = change
  const isOwn = sql`id = ${id}::bigint and account_id = ${accountId}::bigint`
  return inTransaction(db, async (db) => {
    if (enabled) {
      await sql`update webhooks set enabled = true, disabled_reason = null, ${fromNow} where ${isOwn} and not enabled`.execute(
        db,
      )
    }
    const values = [
      sql`updated_at = now()`,
      ...(url === undefined ? [] : [sql`url = ${url}::text`]),
      ...(types === undefined ? [] : [sql`types = ${JSON.stringify(types)}::text::jsonb`]),
      ...(description === undefined ? [] : [sql`description = ${description}::text`]),
      ...(enabled === false ? [sql`enabled = false`] : []),
      ...(url === undefined && !enabled ? [] : [afresh]),
    ]
    const { rows } = await sql<{ id: number }>`
      update webhooks set ${sql.join(values)} where ${isOwn} returning id`.execute(db)
    return rows[0]
  })
}

/** Replaces the secret; the old one signs too until `until`. Undefined if the account has no such webhook. */
export function rotateSecret(db: Database, accountId: number, id: number, secret: string, until: Date) {
  return db
    .updateTable('webhooks')
    .set({ secret, previous_secret: sql`secret`, previous_until: until, updated_at: new Date() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
}

/**
 * Hides a webhook, and forgets its URL and secrets; upkeep deletes it. Undefined if the account has no such webhook.
 */
export function deleteWebhook(db: Database, accountId: number, id: number) {
  const emptied = { url: '', secret: '', previous_secret: null, description: null }
  return db
    .updateTable('webhooks')
    .set({ ...emptied, account_id: null, enabled: false, updated_at: new Date() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
}
