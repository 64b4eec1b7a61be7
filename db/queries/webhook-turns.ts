import { sql } from 'kysely'
import type { DeliveryAttempt } from '../../schemas/webhooks.ts'
import type { Database } from '../open.ts'
import type { EventRow } from './event-list.ts'
import { isSettled } from './events.ts'
import { asIds, asJson } from './parameters.ts'

// Longer than a turn takes; an instance that died holds its webhooks as long.
const LEASE_S = 30
const EVENTS_PER_TURN = 200
// A receiver that fails is not sent more: the rest of the events wait in their own table.
const MAX_PENDING = 500
const MAX_ATTEMPTS_KEPT = 20
const MAX_DUE = 500

const hasNoPause = sql`w.enabled and w.account_id is not null and coalesce(w.next_try_at <= now(), true)
  and coalesce(w.claimed_until < now(), true)`

type Accounts = ReadonlySet<number> | 'all'

const isOf = (accounts: Accounts) =>
  accounts === 'all' ? sql`w.account_id is not null` : sql`w.account_id = any (${asIds([...accounts])})`

/** Webhooks that may have something to send. */
export async function listDueWebhooks(db: Database, accounts: Accounts): Promise<{ id: number; account_id: number }[]> {
  const { rows } = await sql<{ id: number; account_id: number }>`
    select w.id, w.account_id from webhooks w
    where ${hasNoPause} and ${isOf(accounts)} and (
      exists (
        select from webhook_deliveries d where d.webhook_id = w.id and d.status = 'pending' and d.next_at <= now())
      or exists (
        select from events where events.account_id = w.account_id
          and (events.transaction, events.id) > (w.transaction, w.event_id)))
    order by coalesce(w.next_try_at, '-infinity') limit ${sql.lit(MAX_DUE)}`.execute(db)
  return rows
}

/** Milliseconds until something is due next; undefined if nothing waits for its time. */
export async function timeToNextDelivery(db: Database, accounts: Accounts): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select min(extract(epoch from greatest(w.next_try_at, w.claimed_until, d.next_at) - now()) * 1000)::float8 as ms
    from webhooks w left join lateral (
      select min(next_at) as next_at from webhook_deliveries d where d.webhook_id = w.id and d.status = 'pending'
    ) d on true
    where w.enabled and ${isOf(accounts)} and greatest(w.next_try_at, w.claimed_until, d.next_at) > now()`.execute(db)
  return rows[0]?.ms ?? undefined
}

/** Something to send, with its event; `data` is null if the event was deleted meanwhile. */
export interface DueDelivery extends Omit<EventRow, 'id' | 'data' | 'type'> {
  delivery: number
  id: number | null
  type: EventRow['type'] | 'webhook.test'
  data: EventRow['data'] | null
  /** The thing that it is about; deliveries of one are sent one after the other. */
  subject: string
  tries: number
}

/** A webhook that this instance may send to until its lease ends. */
export interface Turn {
  id: number
  account_id: number
  url: string
  secret: string
  /** Null unless it signs too. */
  previous_secret: string | null
  failures: number
  due: DueDelivery[]
  /** Whether there are more events to read: `now`, or `later`, once older transactions have ended. */
  more: 'now' | 'later' | 'no'
}

/** Takes a webhook unless it pauses or another instance has it, and what is due for it, at most `limit`. */
export async function beginTurn(db: Database, id: number, limit: number): Promise<Turn | undefined> {
  return db.transaction().execute(async (db) => {
    const { rows } = await sql<Omit<Turn, 'due' | 'more'>>`
      update webhooks set claimed_until = now() + make_interval(secs => ${sql.lit(LEASE_S)}) where id in (
        select w.id from webhooks w where w.id = ${id}::bigint and ${hasNoPause} for update skip locked)
      returning id, account_id, url, secret, failures,
        case when previous_until > now() then previous_secret end as previous_secret`.execute(db)
    const [webhook] = rows
    if (!webhook) return undefined
    const isRead = await readEvents(db, id)
    // A receiver that failed is tried with one event.
    const due = await listDue(db, id, webhook.failures > 0 ? 1 : limit)
    const { rows: left } = await sql`
      select from webhooks w where w.id = ${id}::bigint and exists (
        select from events where events.account_id = w.account_id
          and (events.transaction, events.id) > (w.transaction, w.event_id)) and ${hasRoom}`.execute(db)
    return { ...webhook, due, more: left.length === 0 ? 'no' : isRead ? 'now' : 'later' }
  })
}

const hasRoom = sql`(
  select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.status = 'pending') < ${sql.lit(MAX_PENDING)}`

/**
 * Adds deliveries for the next events of the account, up to the first that older transactions may still precede. False if
 * there was none.
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
      where (types = '[]' or types @> to_jsonb(type))
        and (transaction = '0' or not pg_visible_in_snapshot(transaction, since))
      order by transaction, id
      on conflict do nothing
    )
    update webhooks w set transaction = last.transaction, event_id = last.id
    from (select transaction, id from batch order by transaction desc, id desc limit 1) last
    where w.id = ${id}::bigint returning w.id`.execute(db)
  return rows.length > 0
}

// An event is due once all earlier ones of the same thing are.
async function listDue(db: Database, id: number, limit: number): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select p.id as delivery, p.event_id as id, p.type, p.subject, p.tries, events.subject_id, events.actor,
      events.key_id, events.key_name, events.data,
      to_char(coalesce(events.created_at, p.created_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as date
    from (
      select *, max(next_at) over (partition by subject order by event_id, id) as free_at from (
        select *, split_part(type, '.', 1) || ':' || coalesce(subject_id, -id) as subject
        from webhook_deliveries where webhook_id = ${id}::bigint and status = 'pending') named
    ) p
    left join events on events.id = p.event_id
    where free_at <= now() order by p.event_id nulls first, p.id limit ${limit}::integer`.execute(db)
  return rows
}

/** What came of sending something. */
export interface Outcome {
  delivery: number
  status: 'pending' | 'delivered' | 'failed'
  /** Seconds until the next attempt. */
  wait: number
  attempt: DeliveryAttempt
}

/** How a webhook goes on: `pause` is in seconds, null: at once. */
export interface TurnEnd {
  failures: number
  pause: number | null
  isGone: boolean
}

/** Stores the outcomes and gives the webhook back. */
export async function endTurn(db: Database, id: number, outcomes: readonly Outcome[], end: TurnEnd): Promise<void> {
  await db.transaction().execute(async (db) => {
    if (outcomes.length > 0) {
      await sql`
        update webhook_deliveries d set status = o.status, tries = d.tries + 1,
          next_at = now() + make_interval(secs => o.wait),
          attempts = case when jsonb_array_length(d.attempts) >= ${sql.lit(MAX_ATTEMPTS_KEPT)} then d.attempts - 0
            else d.attempts end || o.attempt
        from json_to_recordset(${asJson(outcomes)}) as o (delivery bigint, status text, wait float8, attempt jsonb)
        where d.id = o.delivery`.execute(db)
    }
    await sql`
      update webhooks set claimed_until = null, failures = ${end.failures}::integer,
        failing_since = case when ${end.failures}::integer > 0 then coalesce(failing_since, now()) end,
        next_try_at = now() + make_interval(secs => ${end.pause}::float8),
        enabled = enabled and not ${end.isGone}::boolean,
        disabled_reason = case when ${end.isGone}::boolean then 'gone' else disabled_reason end
      where id = ${id}::bigint`.execute(db)
  })
}
