import { createHash } from 'node:crypto'
import type { Test } from 'tap'
import type { Database } from '../../../db/open.ts'
import { findEvent, storeEvent } from '../../../db/queries/payment-events.ts'
import type { Provider } from '../../../schemas/payments.ts'
import type { Plans, Sale } from '../../../src/config/plans.ts'
import { readEnvelope } from '../../../src/payments/envelope.ts'
import { applyNext } from '../../../src/payments/event-worker.ts'
import { openTestStore } from '../database.ts'

const DAY = 86_400_000
/** The time in `days` days, in whole seconds as in provider events. */
export const inDays = (days: number) => new Date(Math.floor((Date.now() + days * DAY) / 1000) * 1000)

const silent = { warn: () => {} }

/** Stores and applies signed events in a fresh database, without HTTP. */
export interface EventHarness {
  db: Database
  plans: Plans
  /** Creates an account whose trial ends in `trialDays` days. */
  newAccount(trialDays?: number): Promise<{ id: number; email: string }>
  /** Stores an event, applies all due events, and returns the stored event. */
  deliver(
    provider: Provider,
    event: object,
  ): Promise<{ id: number; status: string; reason: string | null; account_id: number | null }>
  /** Stores an event without applying it. */
  store(provider: Provider, event: object): Promise<number>
  apply(): Promise<void>
  /** Applies all postponed events now. */
  retryAll(): Promise<void>
  /** The plan, and in how many days it ends, rounded to a thousandth. */
  plan(accountId: number): Promise<{ status: 'free' | 'pro'; days: number }>
}

export async function openHarness(
  t: Test,
  prices: Record<string, Record<string, Sale>> = {},
  paymentsByEmail = true,
): Promise<EventHarness> {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { db } = store
  const plans: Plans = {
    limits: { free: {}, pro: {} },
    prices: Object.fromEntries(Object.entries(prices).map(([name, map]) => [name, new Map(Object.entries(map))])),
  }
  const rules = { plans, planDays: 31, trialDays: 14, paymentsByEmail }
  let accounts = 0
  const harness: EventHarness = {
    db,
    plans,
    newAccount: async (trialDays = 14) => {
      const email = `buyer${++accounts}@example.com`
      const { id } = await db
        .insertInto('accounts')
        .values({ email, username: `buyer${accounts}`, password_hash: '-', expires_at: inDays(trialDays) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, email }
    },
    store: async (provider, event) => {
      const body = Buffer.from(JSON.stringify(event))
      const { id = '', type = '', text = '' } = readEnvelope(provider, body) ?? {}
      const body_hash = createHash('sha256').update(body).digest('hex')
      await storeEvent(db, { provider, event_id: id, type, transmission_id: null, body: text, body_hash })
      const row = await db
        .selectFrom('webhook_events')
        .select('id')
        .where('provider', '=', provider)
        .where('event_id', '=', id)
        .executeTakeFirstOrThrow()
      return row.id
    },
    apply: async () => {
      while (await applyNext(db, rules, silent)) {}
    },
    retryAll: async () => {
      const due = { next_attempt_at: new Date() }
      const [changed] = await db.updateTable('webhook_events').set(due).where('status', '=', 'pending').execute()
      if (changed?.numUpdatedRows) await harness.apply()
    },
    deliver: async (provider, event) => {
      const id = await harness.store(provider, event)
      await harness.apply()
      const row = await findEvent(db, id)
      if (!row) throw new Error('the event is not stored')
      return row
    },
    plan: async (accountId) => {
      const { plan, expires_at } = await db
        .selectFrom('accounts')
        .select(['plan', 'expires_at'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      const days = Math.round(((expires_at.getTime() - Date.now()) / DAY) * 1000) / 1000
      return { status: days > 0 ? plan : 'free', days }
    },
  }
  return harness
}
