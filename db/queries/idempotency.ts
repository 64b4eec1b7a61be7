import { sql } from 'kysely'
import type { Database } from '../open.ts'

const KEPT = sql`interval '24 hours'`

/** A request with the idempotency key that its client sent. */
interface KeyedRequest {
  key: string
  /** SHA-256 (hex) of what is requested. */
  fingerprint: string
}

/** A request in progress; its response is stored under account and key. */
export interface Run {
  accountId: number
  key: string
  run: string
}

/** The state of a key: started by this request, used for another request, in progress for some seconds, or answered. */
export type Begun =
  | { state: 'new'; run: Run }
  | { state: 'reused' }
  | { state: 'running'; seconds: number }
  | { state: 'answered'; status: number; body: string }

interface Row {
  run: string | null
  fingerprint: string
  seconds: number
  status: number | null
  body: string | null
}

/**
 * Starts a request unless its key is in use. A key can be reused after 24 hours, and by the same request after
 * `lockSeconds` without a response, because the process that started it must have crashed.
 */
export async function beginRequest(
  db: Database,
  accountId: number,
  { key, fingerprint }: KeyedRequest,
  lockSeconds: number,
): Promise<Begun> {
  const { rows } = await sql<Row>`
    with begun as (
      insert into idempotency_keys as kept (account_id, key, fingerprint)
      values (${accountId}, ${key}, ${fingerprint})
      on conflict (account_id, key) do update
        set fingerprint = excluded.fingerprint, run = gen_random_uuid(), started_at = now(), status = null, body = null
        where kept.started_at <= now() - ${KEPT}
          or (kept.status is null and kept.fingerprint = excluded.fingerprint
            and kept.started_at <= now() - make_interval(secs => ${lockSeconds}))
      returning run, fingerprint
    )
    select run::text, fingerprint, 0::float8 as seconds, null::smallint as status, null::text as body from begun
    union all
    select null, fingerprint, extract(epoch from now() - started_at)::float8, status, body
    from idempotency_keys
    where account_id = ${accountId} and key = ${key} and not exists (select from begun)`.execute(db)
  const [row] = rows
  // A concurrent request inserted this key.
  if (!row) return { state: 'running', seconds: 0 }
  if (row.run !== null) return { state: 'new', run: { accountId, key, run: row.run } }
  if (row.fingerprint !== fingerprint) return { state: 'reused' }
  if (row.status === null || row.body === null) return { state: 'running', seconds: row.seconds }
  return { state: 'answered', status: row.status, body: row.body }
}

/** Stores the response of a request; false if another attempt has taken over its key meanwhile. */
export async function storeAnswer(
  db: Database,
  { accountId, key, run }: Run,
  answer: { status: number; body: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set(answer)
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('run', '=', run)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Releases the key of a request, unless its response was stored. */
export async function releaseKey(db: Database, { accountId, key, run }: Run): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('run', '=', run)
    .where('status', 'is', null)
    .execute()
}

/**
 * Deletes up to `limit` keys that are older than 24 hours; returns how many. Concurrent instances delete different
 * ones.
 */
export async function deleteExpiredKeys(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (account_id, key) in (
      select account_id, key from idempotency_keys
      where started_at <= now() - ${KEPT}
      order by started_at limit ${limit} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
