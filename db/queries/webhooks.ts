import { type RawBuilder, sql } from 'kysely'
import type { NewWebhook, WebhookChange } from '../../schemas/webhooks.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { lockAccount } from './account.ts'
import { asIds, asJson, asJsonb } from './list-parameters.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { openFeed } from './visit-feeds.ts'
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

/** SQL: whether a webhook is sent an event, by the `types` and the `type` of these tables. */
export const isWanted = (webhook: string, event: string): RawBuilder<boolean> => {
  const [types, type] = [sql.ref(`${webhook}.types`), sql.ref(`${event}.type`)]
  return sql<boolean>`(${types} = '[]' and ${type} <> 'visits.recorded' or ${types} @> to_jsonb(${type}))`
}

const selectWebhooks = (db: Database, accountId: number) =>
  db.selectFrom('webhooks').select(columns).where('account_id', '=', accountId)

export function listWebhooks(db: Database, accountId: number, page: PageQuery) {
  return readPage(selectWebhooks(db, accountId), page, 'webhooks')
}

export function findWebhook(db: Database, accountId: number, id: number) {
  return selectWebhooks(db, accountId).where('id', '=', id).executeTakeFirst()
}

/** A webhook to store; `date` is the time of its creation, in UTC. */
interface StoredWebhook extends Omit<NewWebhook, 'description'> {
  description?: string | null
  date?: string | undefined
}

/** The first webhook of the account with this URL, types and description that is not in `taken`. */
export async function findEqualWebhook(
  db: Database,
  accountId: number,
  { url, types = [], description = null }: StoredWebhook,
  taken: ReadonlySet<number>,
) {
  const { rows } = await sql<{ id: number }>`
    select id from webhooks where account_id = ${accountId}::bigint and url = ${url}::text
      and types = ${asJsonb(types)} and description is not distinct from ${description}::text
      and id <> all (${asIds([...taken])})
    order by id limit 1`.execute(db)
  return rows[0]
}

/**
 * Creates a webhook with a sealed secret and returns its id; 'full' if the account has MAX_WEBHOOKS already, undefined
 * if it was deleted.
 */
export async function createWebhook(
  db: Database,
  accountId: number,
  { url, types = [], description = null, enabled = true, date }: StoredWebhook,
  secret: string,
): Promise<number | 'full' | undefined> {
  return inTransaction(db, async (db) => {
    // Concurrent requests keep the limit.
    if (!(await lockAccount(db, accountId))) return undefined
    const { rows } = await sql<{ id: number }>`
      insert into webhooks (account_id, url, types, description, secret, enabled, created_at)
      select ${accountId}::bigint, ${url}::text, ${asJsonb(types)}, ${description}::text, ${secret}::text,
        ${enabled}::boolean, coalesce(${date ?? null}::timestamp at time zone 'UTC', now())
      where (select count(*) from webhooks where account_id = ${accountId}::bigint) < ${sql.lit(MAX_WEBHOOKS)}
      returning id`.execute(db)
    await openFeed(db, accountId)
    return rows[0]?.id ?? 'full'
  })
}

const endWaits = sql`failures = 0, failing_since = null, next_try_at = null`

/**
 * Undefined if the account has no such webhook. Enabling it ends all waits. With `skip` nothing that has happened so far
 * is sent by itself.
 */
export async function updateWebhook(db: Database, accountId: number, id: number, change: WebhookChange) {
  const { url, types, description, enabled, skip } = change
  const isOwn = sql`id = ${id}::bigint and account_id = ${accountId}::bigint`
  return inTransaction(db, async (db) => {
    const values = [
      sql`updated_at = now()`,
      ...(url === undefined ? [] : [sql`url = ${url}::text`]),
      ...(types === undefined ? [] : [sql`types = ${asJsonb(types)}`]),
      ...(description === undefined ? [] : [sql`description = ${description}::text`]),
      ...(enabled === undefined ? [] : [sql`enabled = ${enabled}::boolean`]),
      ...(enabled ? [sql`disabled_reason = null`] : []),
      // Events of transactions that have ended are passed over.
      ...(skip
        ? [sql`since = pg_current_snapshot(), transaction = pg_snapshot_xmin(pg_current_snapshot()), event_id = 0`]
        : []),
      ...(url === undefined && !enabled ? [] : [endWaits]),
    ]
    const { rows } = await sql<{ id: number }>`
      update webhooks set ${sql.join(values)} where ${isOwn} returning id`.execute(db)
    if (rows[0] && (skip || enabled))
      await sql`
        update webhook_deliveries set status = ${skip ? 'failed' : 'pending'}, next_at = least(next_at, now())
        where webhook_id = ${id}::bigint and status = 'pending'`.execute(db)
    if (enabled || types) await openFeed(db, accountId)
    return rows[0]
  })
}

/** SQL: the previous secrets that sign still, newest first, separated by a space; null: none. */
export const validPreviousSecrets = sql<string | null>`nullif(concat_ws(' ',
  case when previous_until > now() then split_part(previous_secret, ' ', 1) end,
  case when coalesce(older_until, previous_until) > now() then nullif(split_part(previous_secret, ' ', 2), '') end), '')`

/**
 * Replaces the secret and ends a pause. The replaced secret signs for `overlap` more seconds, and the one before it for
 * as long as its own rotation allowed; with an overlap of 0 both stop at once. Undefined if the account has no such
 * webhook.
 */
export async function rotateSecret(db: Database, accountId: number, id: number, secret: string, overlap: number) {
  const hasOverlap = sql`${overlap}::integer > 0`
  const { rows } = await sql<{ id: number }>`
    update webhooks set secret = ${secret}::text, ${endWaits}, updated_at = now(),
      previous_secret = case when ${hasOverlap} then
        concat_ws(' ', secret, case when previous_until > now() then split_part(previous_secret, ' ', 1) end) end,
      previous_until = case when ${hasOverlap} then now() + make_interval(secs => ${overlap}::integer) end,
      older_until = case when ${hasOverlap} then previous_until end
    where id = ${id}::bigint and account_id = ${accountId}::bigint returning id`.execute(db)
  return rows[0]
}

/** Replaces every stored secret by the result of `reseal`. */
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

const emptied = {
  ...{ account_id: null, enabled: false },
  ...{ url: '', secret: '', previous_secret: null, description: null },
} as const

/**
 * Hides a webhook and clears its URL and secrets; maintenance deletes it later. Undefined if the account has no such
 * webhook.
 */
export function deleteWebhook(db: Database, accountId: number, id: number) {
  return db
    .updateTable('webhooks')
    .set({ ...emptied, updated_at: new Date() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
}

/** Does so with all webhooks of an account; returns how many there were. */
export async function deleteWebhooks(db: Database, accountId: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set(emptied)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
