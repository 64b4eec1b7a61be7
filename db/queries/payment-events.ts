import { type NotNull, type Selectable, sql } from 'kysely'
import type { Provider } from '../../schemas/payments.ts'
import type { Database } from '../open.ts'
import type { WebhookEvents } from '../tables/payment-events.ts'
import { wireTime } from './wire.ts'

/** An event with a valid signature. */
type SignedEvent = Pick<
  Selectable<WebhookEvents>,
  'provider' | 'event_id' | 'type' | 'transmission_id' | 'body' | 'body_hash'
>

/**
 * Stores a signed event once. Returns `new` if it was stored, `known` if it was stored before, `replayed` if its
 * transmission id belongs to another event.
 */
export async function storeEvent(db: Database, event: SignedEvent): Promise<'new' | 'known' | 'replayed'> {
  const row = await db
    .insertInto('webhook_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) return 'new'
  const known = await db
    .selectFrom('webhook_events')
    .select('id')
    .where('provider', '=', event.provider)
    .where('event_id', '=', event.event_id)
    .executeTakeFirst()
  return known ? 'known' : 'replayed'
}

const MAX_UNVERIFIED = 1000

/**
 * Stores an unsigned event and deletes all but the provider's newest thousand. Returns false if it was stored before.
 */
export async function recordUnverifiedEvent(
  db: Database,
  event: { provider: Provider; event_id: string; type: string; body_hash: string },
): Promise<boolean> {
  const row = await db
    .insertInto('unverified_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await sql`
    delete from unverified_events where provider = ${event.provider} and id <= (
      select id from unverified_events where provider = ${event.provider} order by id desc offset ${MAX_UNVERIFIED} limit 1
    )`.execute(db)
  return true
}

const PROCESSING_LOCK = 7305113

/** Takes the advisory lock for applying events, which one process at a time has, until the transaction ends. */
export async function lockEventProcessing(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(PROCESSING_LOCK)})`.execute(db)
}

/** The oldest due event; events of an account are applied in order. */
export function findDueEvent(db: Database) {
  return db
    .selectFrom('webhook_events as event')
    .select(['event.id', 'event.provider', 'event.type', 'event.body', 'event.received_at'])
    .select(['event.attempts', 'event.failures'])
    .where('event.status', '=', 'pending')
    .where('event.next_attempt_at', '<=', sql<Date>`now()`)
    .where('event.body', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_events as earlier')
            .select('earlier.id')
            .where('earlier.status', '=', 'pending')
            .whereRef('earlier.account_id', '=', 'event.account_id')
            .whereRef('earlier.id', '<', 'event.id'),
        ),
      ),
    )
    .orderBy('event.id')
    .limit(1)
    .$narrowType<{ body: NotNull }>()
    .executeTakeFirst()
}

export async function finishEvent(
  db: Database,
  id: number,
  outcome: { status: 'applied' | 'ignored'; reason: string | null; account_id: number | null; body?: null },
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ ...outcome, finished_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Whether an earlier event of the account is still pending. */
export async function hasEarlierEvent(db: Database, accountId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_events')
    .select('id')
    .where('status', '=', 'pending')
    .where('account_id', '=', accountId)
    .where('id', '<', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the account of an event, so that findDueEvent skips it while an earlier event of the account is pending. */
export async function assignEvent(db: Database, id: number, accountId: number): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ account_id: accountId })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/**
 * Stores that an event could not be applied. It is retried after `delayMs`; null means it has failed. If its account is
 * given, later events of the account wait for it. Does nothing if another process has tried the event since.
 */
export async function postponeEvent(
  db: Database,
  tried: { id: number; attempts: number },
  { delayMs, accountId, ...noted }: Postponed,
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({
      ...noted,
      status: delayMs === null ? 'failed' : 'pending',
      next_attempt_at: new Date(Date.now() + (delayMs ?? 0)),
      ...(delayMs === null ? { finished_at: new Date() } : {}),
      account_id: accountId,
    })
    .where('id', '=', tried.id)
    .where('status', '=', 'pending')
    .where('attempts', '=', tried.attempts)
    .execute()
}

interface Postponed {
  reason: string
  delayMs: number | null
  accountId: number | null
  attempts: number
  failures: number
}

/** Milliseconds until the next postponed event is due; undefined if there is none. */
export async function timeToNextEvent(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_events')
    .select(({ fn }) => fn.min('next_attempt_at').as('next'))
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row?.next ? Math.max(0, row.next.getTime() - Date.now()) : undefined
}

export type EventStatus = 'pending' | 'applied' | 'ignored' | 'failed'

const listed = [
  'id',
  'provider',
  'event_id',
  'type',
  'status',
  'reason',
  'account_id',
  'attempts',
  wireTime('received_at').as('received'),
] as const

/** The newest events, optionally of one status. */
export function listPaymentEvents(db: Database, { status, limit }: { status?: EventStatus; limit: number }) {
  const query = db.selectFrom('webhook_events').select(listed).orderBy('id', 'desc').limit(limit)
  return (status === undefined ? query : query.where('status', '=', status)).execute()
}

export function findEvent(db: Database, id: number) {
  return db
    .selectFrom('webhook_events')
    .select([...listed, 'transmission_id', 'body', wireTime('finished_at').as('finished')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Queues an ignored or failed event again. Undefined if there is no such event with a body. */
export function retryEvent(db: Database, id: number) {
  return db
    .updateTable('webhook_events')
    .set({ status: 'pending', attempts: 0, failures: 0, reason: null, finished_at: null, next_attempt_at: new Date() })
    .where('id', '=', id)
    .where('status', 'in', ['ignored', 'failed', 'pending'])
    .where('body', 'is not', null)
    .returning('id')
    .executeTakeFirst()
}

/** Deletes the bodies of events that were applied or ignored more than `days` days ago, but not of failed ones. */
export async function dropEventBodies(db: Database, days: number): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ body: null })
    .where('status', 'in', ['applied', 'ignored'])
    .where('body', 'is not', null)
    .where('finished_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()
}

export function listUnverifiedEvents(db: Database, limit: number) {
  return db
    .selectFrom('unverified_events')
    .select(['id', 'provider', 'event_id', 'type', 'body_hash', wireTime('received_at').as('received')])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
