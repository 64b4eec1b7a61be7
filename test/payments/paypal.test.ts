import { sql } from 'kysely'
import t from 'tap'
import { findAccount } from '../../db/queries/account.ts'
import { findEvent } from '../../db/queries/payment-events.ts'
import { inDays, openHarness } from '../support/payments/event-harness.ts'
import {
  capture,
  disputeResolved,
  paypalEvent,
  saleCompleted,
  saleRefunded,
  subscription,
} from '../support/payments/paypal.ts'

const harness = await openHarness(t)
const mapped = await openHarness(t, { paypal: { 'P-PRO': { status: 'pro' }, 'P-YEAR': { status: 'pro', days: 366 } } })

let buyers = 0
async function newBuyer(target = harness, trialDays?: number) {
  const { id } = await target.newAccount(trialDays)
  const n = String(++buyers).padStart(4, '0')
  return { accountId: id, subscription: `I-BW452GLL${n}`, payer: `PAYER${n}`, sale: `44P499886K05${n}` }
}

t.test('an activated subscription extends the plan to its next payment', async (t) => {
  const buyer = await newBuyer()
  const event = subscription('ACTIVATED', 'ACTIVE', { ...buyer, until: inDays(30) })
  t.match(await harness.deliver('paypal', event), { status: 'applied', account_id: buyer.accountId })
  t.match(await harness.plan(buyer.accountId), { status: 'pro', days: 30 })
})

t.test('the first sale of a subscription covers the known period, each later one another month', async (t) => {
  for (const saleFirst of [false, true]) {
    const buyer = await newBuyer()
    const events = [subscription('ACTIVATED', 'ACTIVE', { ...buyer, until: inDays(30) }), saleCompleted(buyer)]
    for (const event of saleFirst ? events.reverse() : events) await harness.deliver('paypal', event)
    t.match(await harness.plan(buyer.accountId), { status: 'pro', days: 30 }, saleFirst ? 'sale first' : 'sale second')
  }
  const renewing = await newBuyer()
  await harness.deliver(
    'paypal',
    subscription('ACTIVATED', 'ACTIVE', { ...renewing, at: inDays(-30), until: inDays(1) }),
  )
  const { accountId, ...unnamed } = renewing
  await harness.deliver('paypal', saleCompleted({ ...unnamed, sale: 'RENEWAL0001' }))
  t.match(await harness.plan(accountId), { status: 'pro', days: 45 }, "later of now and the trial's end, plus 31 days")
})

/** Applies events again that wait; `received` is when they were received. */
async function makeDue(target: typeof harness, received = sql`received_at`) {
  await sql`update webhook_events set next_attempt_at = now(), received_at = ${received} where status = 'pending'`.execute(
    target.db,
  )
  await target.apply()
}

t.test('a sale that arrives before its subscription is assigned to it, so that its refund ends the plan', async (t) => {
  for (const target of [harness, mapped])
    for (const isNamed of [true, false]) {
      const buyer = await newBuyer(target)
      const { accountId, ...unnamed } = buyer
      const sale = saleCompleted({ ...(isNamed ? buyer : unnamed), at: inDays(-1) })
      await target.deliver('paypal', sale)
      const active = { ...buyer, plan: 'P-PRO', until: inDays(30), at: inDays(-1) }
      await target.deliver('paypal', subscription('ACTIVATED', 'ACTIVE', active))
      await makeDue(target)
      t.match(await target.plan(accountId), { status: 'pro', days: 30 })
      const refund = saleRefunded({ sale: buyer.sale, amount: '19.00', total: '19.00' })
      t.match(await target.deliver('paypal', refund), { status: 'applied' })
      t.match(await target.plan(accountId), { status: 'free' })
    }
})

t.test('a change of the price that arrives after a later sale counts for the next one', async (t) => {
  const buyer = await newBuyer(mapped)
  const { accountId, subscription: subject } = buyer
  const state = (name: string, plan: string, at: number) =>
    subscription(name, 'ACTIVE', { ...buyer, plan, at: inDays(at), until: inDays(-30) })
  const sale = (id: string, at: number) => saleCompleted({ subscription: subject, sale: id, at: inDays(at) })
  await mapped.deliver('paypal', state('ACTIVATED', 'P-PRO', -60))
  await mapped.deliver('paypal', sale('8MC585209K74PRICE1', -20))
  t.match(await mapped.plan(accountId), { days: 14 + 31 })
  await mapped.deliver('paypal', state('UPDATED', 'P-YEAR', -25))
  await mapped.deliver('paypal', state('UPDATED', 'P-PRO', -40))
  t.match(await mapped.plan(accountId), { days: 14 + 31 })
  await mapped.deliver('paypal', sale('8MC585209K74PRICE2', 0))
  t.match(await mapped.plan(accountId), { days: 14 + 31 + 366 })
})

t.test('a sale without a period adds 31 days', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('paypal', saleCompleted({ ...buyer, subscription: '' }))
  t.match(await harness.plan(buyer.accountId), { days: 45 })
  await harness.deliver('paypal', capture('COMPLETED', { accountId: buyer.accountId, sale: 'CAPTURE00001' }))
  t.match(await harness.plan(buyer.accountId), { days: 76 })
})

t.test('a full refund ends the plan', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('paypal', subscription('ACTIVATED', 'ACTIVE', { ...buyer, until: inDays(30), at: inDays(-1) }))
  await harness.deliver('paypal', saleCompleted({ ...buyer, at: inDays(-1) }))
  t.match(await harness.deliver('paypal', saleRefunded({ sale: buyer.sale, amount: '5.00', total: '5.00' })), {
    status: 'ignored',
    reason: /part/,
  })
  t.match(await harness.plan(buyer.accountId), { status: 'pro' })
  t.match(await harness.deliver('paypal', saleRefunded({ sale: buyer.sale, amount: '14.00', total: '19.00' })), {
    status: 'applied',
  })
  t.match(await harness.plan(buyer.accountId), { status: 'free' })
})

t.test('a refund or dispute of another sale at the same price does not affect the plan', async (t) => {
  const buyer = await newBuyer(mapped)
  await mapped.deliver(
    'paypal',
    subscription('ACTIVATED', 'ACTIVE', { ...buyer, plan: 'P-PRO', until: inDays(30), at: inDays(-1) }),
  )
  await mapped.deliver('paypal', saleCompleted({ ...buyer, at: inDays(-1) }))
  const shirt = { accountId: buyer.accountId, sale: '8MC585209K74SHIRT' }
  t.match(await mapped.deliver('paypal', capture('COMPLETED', { ...shirt, at: inDays(-1) })), { status: 'ignored' })
  t.match(await mapped.deliver('paypal', capture('REFUNDED', shirt)), { status: 'ignored' })
  t.match(await mapped.deliver('paypal', disputeResolved('RESOLVED_BUYER_FAVOUR', shirt.sale)), { status: 'ignored' })
  t.match(await mapped.plan(buyer.accountId), { status: 'pro', days: 30 })
  t.match(await mapped.deliver('paypal', disputeResolved('RESOLVED_BUYER_FAVOUR', buyer.sale)), { status: 'applied' })
  t.match(await mapped.plan(buyer.accountId), { status: 'free' })
})

t.test('a refund in the newer format is assigned by its link', async (t) => {
  const buyer = await newBuyer()
  const sold = { accountId: buyer.accountId, sale: '8MC585209K7463XXX' }
  await harness.deliver('paypal', capture('COMPLETED', { ...sold, at: inDays(-1) }))
  await harness.deliver('paypal', capture('REFUNDED', { sale: sold.sale, amount: '4.00', total: '4.00' }))
  t.match(await harness.plan(buyer.accountId), { status: 'pro' })
  await harness.deliver('paypal', capture('REFUNDED', { sale: sold.sale }))
  t.match(await harness.plan(buyer.accountId), { status: 'free' })
})

t.test('a dispute won by the buyer ends the plan, one won by the seller does not', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('paypal', saleCompleted({ ...buyer, at: inDays(-1) }))
  await harness.deliver('paypal', disputeResolved('RESOLVED_SELLER_FAVOUR', buyer.sale))
  t.match(await harness.plan(buyer.accountId), { status: 'pro' })
  await harness.deliver('paypal', disputeResolved('RESOLVED_BUYER_FAVOUR', buyer.sale))
  t.match(await harness.plan(buyer.accountId), { status: 'free' })
})

t.test('cancellation keeps the plan until its end; suspension for failed payments ends it', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('paypal', subscription('ACTIVATED', 'ACTIVE', { ...buyer, until: inDays(30), at: inDays(-3) }))
  await harness.deliver('paypal', subscription('CANCELLED', 'CANCELLED', { ...buyer, at: inDays(-2) }))
  await harness.deliver('paypal', subscription('EXPIRED', 'EXPIRED', { ...buyer, at: inDays(-2) }))
  await harness.deliver('paypal', subscription('SUSPENDED', 'SUSPENDED', { ...buyer, at: inDays(-2) }))
  t.match(await harness.plan(buyer.accountId), { status: 'pro', days: 30 })
  await harness.deliver(
    'paypal',
    subscription('SUSPENDED', 'SUSPENDED', { ...buyer, more: { billing_info: { failed_payments_count: 3 } } }),
  )
  t.match(await harness.plan(buyer.accountId), { status: 'free' })
})

t.test('with a price list other plans buy nothing; sales of a known subscription count', async (t) => {
  const buyer = await newBuyer(mapped)
  t.match(await mapped.deliver('paypal', subscription('ACTIVATED', 'ACTIVE', { ...buyer, plan: 'P-OTHER' })), {
    status: 'ignored',
  })
  const other = await mapped.deliver('paypal', saleCompleted({ ...buyer, subscription: 'I-OTHER0001' }))
  t.match(other, { status: 'pending', reason: /subscription is not known yet/ })
  await makeDue(mapped, sql`received_at - interval '1 hour'`)
  t.match(await findEvent(mapped.db, other.id), { status: 'ignored', reason: /not a sale/ })
  t.match(await mapped.plan(buyer.accountId), { days: 14 })
  const { accountId, ...unnamed } = buyer
  const { email = '' } = (await findAccount(mapped.db, accountId)) ?? {}
  await mapped.deliver(
    'paypal',
    subscription('ACTIVATED', 'ACTIVE', { ...unnamed, plan: 'P-PRO', email, until: inDays(2), at: inDays(-28) }),
  )
  t.match(await mapped.plan(accountId), { days: 14 })
  t.match(await mapped.deliver('paypal', saleCompleted({ ...unnamed, sale: 'SALE00002' })), { status: 'applied' })
  t.match(await mapped.plan(accountId), { days: 45 })
})

t.test('events of other types and shapes are ignored', async (t) => {
  for (const event of [
    paypalEvent('CATALOG.PRODUCT.CREATED', 'product', {}),
    paypalEvent('PAYMENT.SALE.COMPLETED', 'sale', {}),
    paypalEvent('BILLING.SUBSCRIPTION.ACTIVATED', 'subscription', { status: 'APPROVAL_PENDING' }),
    { id: 'WH-1', type: 'PAYMENT.SALE.COMPLETED' },
  ])
    t.match(await harness.deliver('paypal', event), { status: 'ignored' })
})
