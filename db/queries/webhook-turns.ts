import { type RawBuilder, sql } from 'kysely'
import type { DeliveryAttempt } from '../../schemas/webhooks.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import { isOrigin } from './delivery-origin.ts'
import type { EventRow } from './event-list.ts'
import { isSettled } from './events.ts'
import { asIds, asJson } from './list-parameters.ts'
import { isWanted, validPreviousSecrets } from './webhooks.ts'

// Longer than a turn takes; after a crash of an instance its webhooks stay leased this long.
const LEASE_S = 30
const EVENTS_PER_TURN = 200
// Deliveries are queued only up to this number while a receiver fails; the other events stay in their own table.
const MAX_PENDING = 500
const MAX_ATTEMPTS_KEPT = 20
/** The maximum number of due webhooks in a list. */
export const MAX_DUE = 500

const hasNoPause = sql`w.account_id is not null and not ${isOfDeleted('w.account_id')}
  and coalesce(w.next_try_at <= now(), true) and coalesce(w.claimed_until < now(), true)`

type Accounts = ReadonlySet<number> | 'all'

const isOf = (accounts: Accounts) =>
  accounts === 'all' ? sql`w.account_id is not null` : sql`w.account_id = any (${asIds([...accounts])})`

const hasRoom = sql`(
  select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.status = 'pending') < ${sql.lit(MAX_PENDING)}`

/**
 * Pending deliveries of a webhook; of a disabled one only tests that were not tried yet. Those about the same record are
 * sent in order: one is due at `free_at`, when all earlier ones are due; `place` is its position among them.
 */
const pendingOf = (webhook: RawBuilder<unknown>, enabled: RawBuilder<unknown>) => sql`(
  select *, max(next_at) over earlier as free_at, row_number() over earlier as place
  from (
    select id, event_id, type, tries, next_at, created_at,
      split_part(type, '.', 1) || ':' || coalesce(subject_id, -id) as subject
    from webhook_deliveries where webhook_id = ${webhook} and status = 'pending'
      and (${enabled} or type = 'webhook.test' and tries = 0)) named
  window earlier as (partition by subject order by event_id, id))`

/**
 * Webhooks that instances with this base URL may have something to send to, without those of `except`; at most
 * `MAX_DUE`.
 */
export async function listDueWebhooks(
  db: Database,
  baseUrl: string,
  accounts: Accounts,
  except: readonly number[] = [],
): Promise<{ id: number; account_id: number }[]> {
  const { rows } = await sql<{ id: number; account_id: number }>`
    select w.id, w.account_id from webhooks w
    where ${isOrigin(baseUrl)} and ${hasNoPause} and ${isOf(accounts)} and w.id <> all (${asIds(except)}) and (
      exists (select from ${pendingOf(sql`w.id`, sql`w.enabled`)} p where free_at <= now())
      or (w.enabled and ${hasRoom} and exists (
        select from events where events.account_id = w.account_id
          and (events.transaction, events.id) > (w.transaction, w.event_id))))
    order by coalesce(w.next_try_at, '-infinity') limit ${sql.lit(MAX_DUE)}`.execute(db)
  return rows
}

/** Milliseconds until the next delivery of an enabled webhook is due; undefined if none is pending. */
export async function timeToNextDelivery(db: Database, accounts: Accounts): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select min(extract(epoch from coalesce(pause.until, next.free_at) - now()) * 1000)::float8 as ms
    from webhooks w cross join lateral (
      select max(ends) as until from (values (w.next_try_at), (w.claimed_until)) pauses (ends) where ends > now()
    ) pause cross join lateral (
      select min(free_at) as free_at from ${pendingOf(sql`w.id`, sql`true`)} p where pause.until is null and free_at > now()
    ) next
    where w.enabled and ${isOf(accounts)}`.execute(db)
  return rows[0]?.ms ?? undefined
}

/** A delivery to send, with its event; `data` is null if the event was deleted meanwhile. */
export interface DueDelivery extends Omit<EventRow, 'id' | 'data' | 'type'> {
  delivery: number
  id: number | null
  type: EventRow['type'] | 'webhook.test'
  data: EventRow['data'] | null
  /** The record that the event is about; deliveries about the same record are sent one after the other. */
  subject: string
  tries: number
  /** When it was due; if this differs at the end of the turn, the delivery was replayed meanwhile. */
  next_at: string
}

/** A webhook that this instance may send to until its lease ends. */
export interface Turn {
  id: number
  account_id: number
  url: string
  enabled: boolean
  secret: string
  /** Null unless previous secrets still sign too. */
  previous_secret: string | null
  failures: number
  /** The end of the lease; if this differs at the end of the turn, another instance has taken the webhook. */
  claim: string
  /** If this differs at the end of the turn, the webhook was changed or a delivery replayed. */
  version: string
  due: DueDelivery[]
  /** Whether there may be more events to read: `now`, or `later`, once older transactions have ended. */
  more: 'now' | 'later' | 'no'
}

/**
 * Leases a webhook, unless it is paused or leased by another instance, and reads at most `limit` of its due deliveries.
 */
export async function beginTurn(db: Database, id: number, limit: number): Promise<Turn | undefined> {
  return inTransaction(db, async (db) => {
    const { rows } = await sql<Omit<Turn, 'due' | 'more'>>`
      update webhooks set claimed_until = now() + make_interval(secs => ${sql.lit(LEASE_S)}) where id in (
        select w.id from webhooks w where w.id = ${id}::bigint and ${hasNoPause} for update skip locked)
      returning id, account_id, url, enabled, secret, failures, claimed_until::text as claim, updated_at::text as version,
        ${validPreviousSecrets} as previous_secret`.execute(db)
    const [webhook] = rows
    if (!webhook) return undefined
    const isRead = webhook.enabled && (await readEvents(db, id))
    const due = await (webhook.failures > 0 ? listDue(db, webhook, 1, true) : listDue(db, webhook, limit, false))
    const { rows: left } = await sql`
      select from webhooks w where w.id = ${id}::bigint and w.enabled and exists (
        select from events where events.account_id = w.account_id
          and (events.transaction, events.id) > (w.transaction, w.event_id)) and ${hasRoom}`.execute(db)
    return { ...webhook, due, more: isRead ? 'now' : left.length > 0 ? 'later' : 'no' }
  })
}

/**
 * Adds deliveries for the next events of the account, up to the first that an open older transaction may still precede.
 * False if there are none.
 */
async function readEvents(db: Database, id: number): Promise<boolean> {
  const { rows } = await sql`
    with batch as materialized (
      select events.transaction, events.id, events.type, events.subject_id, w.since, w.types
      from webhooks w join events on events.account_id = w.account_id
        and (events.transaction, events.id) > (w.transaction, w.event_id)
      where w.id = ${id}::bigint and ${isSettled} and ${hasRoom}
      order by events.transaction, events.id limit ${sql.lit(EVENTS_PER_TURN)}
    ), added as (
      insert into webhook_deliveries (webhook_id, event_id, type, subject_id)
      select ${id}::bigint, id, type, subject_id from batch
      where ${isWanted('batch', 'batch')}
        and (transaction = '0' or not pg_visible_in_snapshot(transaction, since))
      order by transaction, id
      on conflict do nothing
    )
    update webhooks w set transaction = last.transaction, event_id = last.id
    from (select transaction, id from batch order by transaction desc, id desc limit 1) last
    where w.id = ${id}::bigint returning w.id`.execute(db)
  return rows.length > 0
}

// A failing receiver is probed with a different event each time, so that one that it always rejects does not block the
// others.
async function listDue(
  db: Database,
  { id, enabled }: Pick<Turn, 'id' | 'enabled'>,
  limit: number,
  isProbe: boolean,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select p.id as delivery, p.event_id as id, p.type, p.subject, p.tries, p.next_at::text as next_at,
      events.subject_id, events.actor, events.key_id, events.key_name, events.data,
      to_char(coalesce(events.created_at, p.created_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as date
    from ${pendingOf(sql`${id}::bigint`, sql`${enabled}::boolean`)} p left join events on events.id = p.event_id
    where free_at <= now() and (place = 1 or not ${isProbe}::boolean)
    order by case when ${isProbe}::boolean then tries end, p.event_id nulls first, p.id
    limit ${limit}::integer`.execute(db)
  return rows
}

/** The outcome of an attempt. */
export interface DeliveryOutcome {
  delivery: number
  /** The value that was read: a delivery that has another value now only gets the attempt. */
  next_at: string
  status: 'pending' | 'delivered' | 'failed'
  tries: number
  /** Seconds until the next attempt. */
  wait: number
  attempt: DeliveryAttempt
}

/** When a webhook is served next: after `pause` seconds, or at once if it is null. */
interface TurnEnd {
  failures: number
  pause: number | null
  isAccepted: boolean
  isGone: boolean
}

/**
 * Stores the outcomes and ends the lease, unless another instance has taken the webhook. Webhooks that were changed
 * meanwhile are left unchanged; deliveries that were changed or replayed only get the attempt.
 */
export async function endTurn(
  db: Database,
  { id, claim, version }: Turn,
  outcomes: readonly DeliveryOutcome[],
  { failures, pause, isAccepted, isGone }: TurnEnd,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await sql`
      update webhooks set claimed_until = null
      where id = ${id}::bigint and claimed_until = ${claim}::text::timestamptz returning 1`.execute(db)
    if (rows.length === 0) return
    await sql`
      update webhooks set failures = ${failures}::integer,
        failing_since = case when ${failures}::integer = 0 then null when ${isAccepted}::boolean then now()
          else coalesce(failing_since, now()) end,
        next_try_at = now() + make_interval(secs => ${pause}::float8),
        enabled = enabled and not ${isGone}::boolean,
        disabled_reason = case when enabled and ${isGone}::boolean then 'gone' else disabled_reason end
      where id = ${id}::bigint and updated_at = ${version}::text::timestamptz`.execute(db)
    if (outcomes.length === 0) return
    const isUnchanged = sql`d.status = 'pending' and d.next_at = o.next_at`
    await sql`
      update webhook_deliveries d set
        status = case when ${isUnchanged} then o.status else d.status end,
        tries = case when ${isUnchanged} then o.tries else d.tries end,
        next_at = case when ${isUnchanged} then now() + make_interval(secs => o.wait) else d.next_at end,
        attempts = case when jsonb_array_length(d.attempts) >= ${sql.lit(MAX_ATTEMPTS_KEPT)} then d.attempts - 0
          else d.attempts end || o.attempt
      from json_to_recordset(${asJson(outcomes)})
        as o (delivery bigint, next_at timestamptz, status text, tries integer, wait float8, attempt jsonb)
      where d.id = o.delivery`.execute(db)
  })
}
