import t from 'tap'
import { inDays, openHarness } from '../support/payments/event-harness.ts'
import {
  chargeSuccess,
  disputeResolve,
  invoiceUpdate,
  refundProcessed,
  subscriptionCreate,
} from '../support/payments/paystack.ts'

const harness = await openHarness(t)
const mapped = await openHarness(t, {
  paystack: { PLN_pro: { status: 'pro' }, PLN_year: { status: 'pro', days: 366 } },
})

let buyers = 0
async function newBuyer(target = harness) {
  const account = await target.newAccount()
  const n = ++buyers
  return {
    accountId: account.id,
    email: account.email,
    customer: `CUS_${n}`,
    subscription: `SUB_${n}`,
    reference: `ref${n}`,
    id: 1000 + n,
  }
}

t.test('a successful charge adds 31 days; metadata may be an object or a string', async (t) => {
  for (const asText of [false, true]) {
    const buyer = await newBuyer()
    t.match(await harness.deliver('paystack', chargeSuccess({ ...buyer, plan: null, asText })), {
      status: 'applied',
      account_id: buyer.accountId,
    })
    t.match(await harness.plan(buyer.accountId), { status: 'pro', days: 45 })
  }
})

t.test('charge, subscription and invoice of one plan set its period, in any order', async (t) => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const buyer = await newBuyer(mapped)
    const sale = { ...buyer, plan: 'PLN_pro', until: inDays(30) }
    const events = [chargeSuccess(sale), subscriptionCreate(sale)]
    for (const i of order) await mapped.deliver('paystack', events[i] ?? {})
    t.match(await mapped.plan(buyer.accountId), { status: 'pro', days: 30 }, String(order))
    await mapped.deliver('paystack', invoiceUpdate({ ...sale, reference: `${sale.reference}b`, until: inDays(60) }))
    t.match(await mapped.plan(buyer.accountId), { days: 60 }, 'the renewal')
  }
})

t.test('a canceled subscription keeps the plan until its end', async (t) => {
  const sale = { ...(await newBuyer(mapped)), plan: 'PLN_pro', until: inDays(30) }
  await mapped.deliver('paystack', subscriptionCreate(sale))
  for (const event of ['subscription.not_renew', 'subscription.disable'])
    t.match(
      await mapped.deliver('paystack', {
        event,
        data: { ...subscriptionCreate(sale).data, id: 4192, status: 'non-renewing' },
      }),
      { status: 'applied' },
    )
  t.match(await mapped.plan(sale.accountId), { status: 'pro', days: 30 })
})

t.test('a full refund or an accepted dispute ends the plan', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('paystack', chargeSuccess({ ...buyer, plan: null, at: inDays(-1) }))
  t.match(await harness.deliver('paystack', refundProcessed({ ...buyer, amount: 4000 })), {
    status: 'ignored',
    reason: /part/,
  })
  t.match(await harness.deliver('paystack', disputeResolve({ ...buyer, resolution: 'declined' })), {
    status: 'ignored',
  })
  t.match(await harness.plan(buyer.accountId), { status: 'pro' })
  t.match(await harness.deliver('paystack', refundProcessed(buyer)), { status: 'applied' })
  t.match(await harness.plan(buyer.accountId), { status: 'free' })
  const other = await newBuyer()
  await harness.deliver('paystack', chargeSuccess({ ...other, plan: null, at: inDays(-1) }))
  await harness.deliver('paystack', { ...disputeResolve({ ...other, resolution: 'merchant-accepted' }) })
  t.match(
    await harness.plan(other.accountId),
    { status: 'pro' },
    'a dispute with an id that was used before is the same event',
  )
  const lost = disputeResolve({ ...other, resolution: 'merchant-accepted' })
  await harness.deliver('paystack', { ...lost, data: { ...lost.data, id: 358951 } })
  t.match(await harness.plan(other.accountId), { status: 'free' })
})

t.test('a refund of an unknown payment waits and is never assigned by guess', async (t) => {
  const early = await harness.deliver('paystack', refundProcessed({ reference: 'not-yet' }))
  t.match(early, { status: 'pending', reason: /no account/ })
})

t.test('with a price list a charge without a plan buys nothing', async (t) => {
  const buyer = await newBuyer(mapped)
  t.match(await mapped.deliver('paystack', chargeSuccess({ ...buyer, plan: null })), { status: 'ignored' })
  t.match(await mapped.deliver('paystack', chargeSuccess({ ...buyer, plan: 'PLN_shirt', reference: 'x', id: 9 })), {
    status: 'ignored',
  })
  await mapped.deliver('paystack', chargeSuccess({ ...buyer, plan: 'PLN_year', reference: 'y', id: 10 }))
  t.match(await mapped.plan(buyer.accountId), { days: 380 })
})
