import { sql } from 'kysely'
import type { NewWebhook, WebhookChange } from '../../schemas/webhooks.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { type PageQuery, readPage } from './page.ts'
import { asJson } from './parameters.ts'
import { wireTime } from './wire.ts'

export const MAX_WEBHOOKS = 12
const RESEALED_AT_A_TIME = 1000

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

/**
 * Replaces the secret and ends a pause. The one before signs too for `overlap` seconds, and the one before that if it
 * still did; without overlap both end. Undefined if the account has no such webhook.
 */
export async function rotateSecret(db: Database, accountId: number, id: number, secret: string, overlap: number) {
  const hasOverlap = sql`${overlap}::integer > 0`
  const { rows } = await sql<{ id: number }>`
    update webhooks set secret = ${secret}::text, ${afresh}, updated_at = now(),
      previous_secret = case when ${hasOverlap} then
        concat_ws(' ', secret, case when previous_until > now() then split_part(previous_secret, ' ', 1) end) end,
      previous_until = case when ${hasOverlap} then
        greatest(now() + make_interval(secs => ${overlap}::integer), previous_until) end
    where id = ${id}::bigint and account_id = ${accountId}::bigint returning id`.execute(db)
  return rows[0]
}

/** Replaces every stored secret by what `reseal` makes of it. */
export async function resealSecrets(db: Database, reseal: (sealed: string) => string): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; secret: string; previous_secret: string | null }>`
      select id, secret, previous_secret from webhooks where id > ${last}::bigint and account_id is not null
      order by id limit ${sql.lit(RESEALED_AT_A_TIME)} for update`.execute(db)
    const end = rows.at(-1)
    if (!end) return
    last = end.id
    const resealed = rows.map(({ id, secret, previous_secret: previous }) => ({
      id,
      secret: reseal(secret),
      previous_secret: previous === null ? null : previous.split(' ').map(reseal).join(' '),
    }))
    await sql`
      update webhooks w set secret = r.secret, previous_secret = r.previous_secret
      from json_to_recordset(${asJson(resealed)}) as r (id bigint, secret text, previous_secret text)
      where w.id = r.id`.execute(db)
  }
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
