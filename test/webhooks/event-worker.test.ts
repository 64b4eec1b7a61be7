import { sql } from 'kysely'
import t from 'tap'
import { findEvent, retryEvent } from '../../db/queries/payment-events.ts'
import { applyNext, startEventWorker } from '../../src/payments/event-worker.ts'
import { inDays, openHarness } from '../support/payments/event-harness.ts'
import { chargeSuccess } from '../support/payments/paystack.ts'
import { charge, invoicePaid } from '../support/payments/stripe.ts'

const harness = await openHarness(t)
const { db } = harness
const rules = { plans: harness.plans, planDays: 31, trialDays: 14, paymentsByEmail: true }
const warnings: string[] = []
const log = { warn: (_detail: object, message: string) => void warnings.push(message) }

async function newBuyer() {
  const { id } = await harness.newAccount()
  return {
    id,
    customer: `cus_${id}`,
    subscription: `sub_${id}`,
    payment: `p${id}`,
    metadata: { account_id: String(id) },
  }
}

/** Makes all postponed events due. */
const skipTheWait = () =>
  db.updateTable('webhook_events').set({ next_attempt_at: new Date() }).where('status', '=', 'pending').execute()

t.test('events stored before a crash are applied by the next run', async (t) => {
  const buyer = await newBuyer()
  const id = await harness.store('stripe', invoicePaid({ ...buyer, until: inDays(30) }))
  t.match(await harness.plan(buyer.id), { days: 14 })
  const worker = startEventWorker(db, rules, log)
  await worker.drain()
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 30 })
  t.match(await findEvent(db, id), { status: 'applied', attempts: 0, account_id: buyer.id })
  await worker.stop()
})

t.test('a crash while applying an event leaves no partial change, and the next run applies it', async (t) => {
  const buyer = await newBuyer()
  await harness.store(
    'paystack',
    chargeSuccess({ accountId: buyer.id, customer: buyer.customer, reference: 'crash', id: 1, plan: null }),
  )
  // The last step of applying fails, as if the process had crashed.
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`.execute(
    db,
  )
  await sql`create trigger fail before update on webhook_events for each row when (new.status = 'applied') execute function fail()`.execute(
    db,
  )
  await harness.apply()
  t.match(await harness.plan(buyer.id), { days: 14 })
  t.same(await db.selectFrom('plan_grants').selectAll().where('account_id', '=', buyer.id).execute(), [])
  await sql`drop trigger fail on webhook_events`.execute(db)
  await skipTheWait()
  await harness.apply()
  t.match(await harness.plan(buyer.id), { days: 45 }, 'once')
})

t.test('a failure is stored with its reason and delays later events of the same account only', async (t) => {
  const [buyer, other] = [await newBuyer(), await newBuyer()]
  await sql`create trigger fail before update on accounts for each row when (new.id = ${sql.lit(buyer.id)}) execute function fail()`.execute(
    db,
  )
  const first = await harness.store('stripe', invoicePaid({ ...buyer, until: inDays(30), at: inDays(-2) }))
  await harness.apply()
  t.match(await findEvent(db, first), { status: 'pending', reason: /gone/, attempts: 1, account_id: buyer.id })
  const second = await harness.store('stripe', charge('refunded', { ...buyer, refunded: 1900, at: inDays(-1) }))
  await harness.deliver('stripe', invoicePaid({ ...other, until: inDays(30) }))
  t.match(await harness.plan(other.id), { days: 30 })
  t.match(
    await findEvent(db, second),
    { status: 'pending', attempts: 0, reason: null, account_id: buyer.id },
    'waits for the first',
  )
  await sql`drop trigger fail on accounts`.execute(db)
  await skipTheWait()
  await harness.apply()
  t.match([await findEvent(db, first), await findEvent(db, second)], [{ status: 'applied' }, { status: 'applied' }])
  t.match(await harness.plan(buyer.id), { status: 'free' }, 'paid, then refunded')
})

t.test('an event of an unknown account delays no others, fails in the end, and can be retried', async (t) => {
  const id = await harness.store(
    'stripe',
    invoicePaid({ customer: 'cus_later', subscription: 'sub_later', metadata: { account_id: '987654' } }),
  )
  await harness.apply()
  for (let i = 0; i < 20; i++) {
    await skipTheWait()
    await harness.apply()
  }
  t.match(await findEvent(db, id), { status: 'failed', reason: 'there is no account 987654', attempts: 16 })
  await sql`insert into accounts (id, email, username, password_hash, expires_at) overriding system value
    values (987654, 'late@example.com', 'late', '-', now())`.execute(db)
  t.match(await retryEvent(db, id), { id })
  await harness.apply()
  t.match(await findEvent(db, id), { status: 'applied', account_id: 987654 })
  t.equal(await retryEvent(db, id), undefined, 'what is applied is not applied again')
  t.equal(await retryEvent(db, 123456), undefined)
})

t.test('the delay grows with every attempt', async (t) => {
  const id = await harness.store(
    'stripe',
    invoicePaid({ customer: 'cus_w', subscription: 'sub_w', metadata: { account_id: '876543' } }),
  )
  for (const seconds of [10, 20, 40, 80]) {
    const before = Date.now()
    await harness.apply()
    const after = Date.now()
    const { next_attempt_at } = await db
      .selectFrom('webhook_events')
      .select('next_attempt_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const failedAt = next_attempt_at.getTime() - 1000 * seconds
    t.ok(failedAt >= before - 10 && failedAt <= after + 10, `${seconds} seconds after the failure`)
    await skipTheWait()
  }
  await db.deleteFrom('webhook_events').where('id', '=', id).execute()
})

t.test('concurrent workers apply every event once', async (t) => {
  const buyer = await newBuyer()
  const sale = { accountId: buyer.id, customer: buyer.customer, plan: null }
  for (let i = 0; i < 12; i++)
    await harness.store('paystack', chargeSuccess({ ...sale, reference: `many${i}`, id: 100 + i }))
  const workers = [1, 2, 3, 4].map(() => startEventWorker(db, rules, log))
  await Promise.all(workers.map((worker) => worker.drain()))
  await Promise.all(workers.map((worker) => worker.stop()))
  t.match(await harness.plan(buyer.id), { days: 14 + 12 * 31 })
})

t.test('deliveries in any order lead to the same plan', async (t) => {
  const story = (buyer: Awaited<ReturnType<typeof newBuyer>>) => [
    invoicePaid({ ...buyer, payment: `${buyer.payment}a`, at: inDays(-60), until: inDays(-30) }),
    invoicePaid({ ...buyer, payment: `${buyer.payment}b`, at: inDays(-30), until: inDays(0.5) }),
    charge('refunded', { ...buyer, payment: `${buyer.payment}b`, refunded: 1900, at: inDays(-20) }),
    invoicePaid({ ...buyer, payment: `${buyer.payment}c`, at: inDays(-10), until: inDays(20) }),
  ]
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
    [3, 0, 2, 1],
    [1, 3, 0, 2],
  ]) {
    const buyer = await newBuyer()
    const events = story(buyer)
    for (const i of order) await harness.store('stripe', events[i] ?? {})
    await harness.apply()
    t.match(await harness.plan(buyer.id), { status: 'pro', days: 20 }, String(order))
  }
})

t.test('stopping waits for the current event and leaves the others for the next run', async (t) => {
  const buyer = await newBuyer()
  const sale = { accountId: buyer.id, customer: buyer.customer, plan: null }
  for (let i = 0; i < 5; i++)
    await harness.store('paystack', chargeSuccess({ ...sale, reference: `stop${i}`, id: 200 + i }))
  const worker = startEventWorker(db, rules, log)
  await worker.stop()
  const counts = async () =>
    (
      await db.selectFrom('webhook_events').select('status').where('event_id', 'like', 'charge.success:20%').execute()
    ).map(({ status }) => status)
  const after = await counts()
  t.ok(after.includes('pending') || after.every((status) => status === 'applied'))
  worker.wake()
  t.same(await counts(), after, 'nothing more happens')
  const next = startEventWorker(db, rules, log)
  await next.drain()
  await next.stop()
  t.match(await harness.plan(buyer.id), { days: 14 + 5 * 31 })
})

t.test('the worker reports a database outage and continues afterward', async (t) => {
  let isAway = true
  const broken = new Proxy(db, {
    get: (target, name, receiver) => {
      if (isAway && name === 'transaction') throw new Error('away')
      const value = Reflect.get(target, name, receiver)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const buyer = await newBuyer()
  const worker = startEventWorker(broken, rules, log)
  await worker.drain()
  t.ok(warnings.some((warning) => /could not be applied/.test(warning)))
  isAway = false
  await harness.store(
    'paystack',
    chargeSuccess({ accountId: buyer.id, customer: buyer.customer, reference: 'back', id: 300, plan: null }),
  )
  await worker.drain()
  t.match(await harness.plan(buyer.id), { days: 45 })
  await worker.stop()
})

t.test('an applied event is not applied again when the reply to its commit is lost', async (t) => {
  const buyer = await newBuyer()
  const lost = new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
          await target.transaction().execute(work)
          throw new Error('cut')
        },
      })
    },
  })
  const id = await harness.store('stripe', invoicePaid({ ...buyer, until: inDays(30) }))
  t.equal(await applyNext(lost, rules, log), true)
  t.match(await findEvent(db, id), { status: 'applied', attempts: 0, account_id: buyer.id })
})

t.test('database failures do not count as attempts of an event', async (t) => {
  for (const code of ['40P01', '57P03']) {
    const buyer = await newBuyer()
    await sql`create function away() returns trigger language plpgsql as
      $$ begin raise exception 'away' using errcode = ${sql.lit(code)}; end $$`.execute(db)
    await sql`create trigger away before update on accounts for each row execute function away()`.execute(db)
    const id = await harness.store('stripe', invoicePaid({ ...buyer, until: inDays(30) }))
    for (let i = 0; i < 20; i++) {
      await harness.apply()
      await skipTheWait()
    }
    t.match(await findEvent(db, id), { status: 'pending', reason: /away/, attempts: 0, account_id: buyer.id }, code)
    await sql`drop function away cascade`.execute(db)
    await harness.apply()
    t.match(await harness.plan(buyer.id), { days: 30 })
  }
})

t.test('an event that waited long fails after its seventh failure, not its first', async (t) => {
  const id = await harness.store(
    'stripe',
    invoicePaid({ customer: 'cus_long', subscription: 'sub_long', metadata: { account_id: '654321' } }),
  )
  const attempt = async (times: number) => {
    for (let i = 0; i < times; i++) {
      await skipTheWait()
      await harness.apply()
    }
  }
  await attempt(10)
  t.match(await findEvent(db, id), { status: 'pending', attempts: 10 })
  await sql`insert into accounts (id, email, username, password_hash, expires_at) overriding system value
    values (654321, 'long@example.com', 'long', '-', now())`.execute(db)
  await sql`create trigger fail before update on accounts for each row when (new.id = 654321) execute function fail()`.execute(
    db,
  )
  await attempt(6)
  t.match(await findEvent(db, id), { status: 'pending', reason: /gone/, attempts: 16 })
  await attempt(1)
  t.match(await findEvent(db, id), { status: 'failed', reason: /gone/, attempts: 17 })
  await sql`drop trigger fail on accounts`.execute(db)
  await retryEvent(db, id)
  await harness.apply()
  t.match(await findEvent(db, id), { status: 'applied', account_id: 654321 })
})

t.test('the body of a finished event is deleted after WEBHOOK_BODY_DAYS; a failed event keeps it', async (t) => {
  const [old, recent] = [await newBuyer(), await newBuyer()]
  const invoices = [old, recent].map((buyer) => invoicePaid({ ...buyer, until: inDays(30) }))
  const [done, fresh] = await Promise.all(invoices.map(async (event) => (await harness.deliver('stripe', event)).id))
  const ignored = (await harness.deliver('stripe', { id: 'evt_plain', type: 'customer.created' })).id
  const failed = await harness.store('stripe', invoicePaid({ customer: 'cus_n', metadata: { account_id: '765432' } }))
  await db.updateTable('webhook_events').set({ status: 'failed' }).where('id', '=', failed).execute()
  await db
    .updateTable('webhook_events')
    .set({ finished_at: inDays(-31) })
    .where('id', 'in', [done ?? 0, ignored, failed])
    .execute()
  const bodies = async () =>
    Promise.all([done ?? 0, ignored, failed, fresh ?? 0].map(async (id) => (await findEvent(db, id))?.body !== null))
  const never = startEventWorker(db, rules, log)
  await never.drain()
  await never.stop()
  t.same(await bodies(), [true, true, true, true], 'where no days are set')
  const worker = startEventWorker(db, rules, log, 30)
  await worker.drain()
  await worker.stop()
  t.same(await bodies(), [false, false, true, true])
  t.match(await findEvent(db, done ?? 0), {
    status: 'applied',
    event_id: /^evt_/,
    account_id: old.id,
    reason: /pro until/,
  })
  t.equal(await retryEvent(db, ignored), undefined, 'there is nothing to apply again')
  t.match(await harness.deliver('stripe', invoices[0] ?? {}), { status: 'applied', body: null }, 'it is known for good')
  t.match(await harness.plan(old.id), { days: 30 })
})
