import t from 'tap'
import { inDays, openHarness } from '../support/payments/event-harness.ts'
import { adjustment, paddleEvent, subscription, transactionCompleted } from '../support/payments/paddle.ts'

const harness = await openHarness(t)
const mapped = await openHarness(t, { paddle: { pri_pro: { status: 'pro' } } })

let buyers = 0
async function newBuyer(target = harness) {
  const { id } = await target.newAccount()
  const n = String(++buyers).padStart(4, '0')
  return { accountId: id, customer: `ctm_${n}`, subscription: `sub_${n}`, transaction: `txn_${n}` }
}

t.test('a completed transaction or an active subscription extends the plan to the end of its period', async (t) => {
  const buyer = await newBuyer()
  t.match(await harness.deliver('paddle', transactionCompleted({ ...buyer, until: inDays(30) })), {
    status: 'applied',
    account_id: buyer.accountId,
  })
  t.match(await harness.plan(buyer.accountId), { status: 'pro', days: 30 })
  const other = await newBuyer()
  await harness.deliver('paddle', subscription('activated', 'active', { ...other, until: inDays(20) }))
  t.match(await harness.plan(other.accountId), { status: 'pro', days: 20 })
  const { accountId, ...unnamed } = other
  await harness.deliver('paddle', transactionCompleted({ ...unnamed, until: inDays(50) }))
  t.match(await harness.plan(accountId), { days: 50 }, 'the renewal is known by its customer and subscription')
})

t.test('a transaction reported as paid and as completed adds its days once', async (t) => {
  const buyer = { ...(await newBuyer()), subscription: null, until: null }
  await harness.deliver('paddle', transactionCompleted(buyer, 'paid'))
  await harness.deliver('paddle', transactionCompleted(buyer))
  t.match(await harness.plan(buyer.accountId), { days: 45 })
})

t.test('a scheduled cancellation ends the plan at its date; when canceled or paused it stays until then', async (t) => {
  const buyer = await newBuyer()
  const change = { scheduled_change: { action: 'cancel', effective_at: inDays(25).toISOString(), resume_at: null } }
  await harness.deliver('paddle', subscription('updated', 'active', { ...buyer, until: inDays(30), more: change }))
  t.match(await harness.plan(buyer.accountId), { status: 'pro', days: 25 })
  await harness.deliver('paddle', subscription('paused', 'paused', buyer))
  await harness.deliver('paddle', subscription('canceled', 'canceled', buyer))
  t.match(await harness.plan(buyer.accountId), { status: 'pro', days: 25 })
  await harness.deliver('paddle', subscription('updated', 'past_due', { ...buyer, until: inDays(60) }))
  t.match(await harness.plan(buyer.accountId), { days: 25 })
})

t.test(
  'an approved full refund or chargeback ends the plan; a partial, pending or rejected one does not',
  async (t) => {
    for (const [ends, change] of [
      [true, {}],
      [true, { action: 'chargeback', type: 'full' }],
      [false, { type: 'partial', amount: '500' }],
      [false, { status: 'pending_approval' }],
      [false, { status: 'rejected' }],
      [false, { action: 'credit' }],
      [false, { action: 'chargeback_reverse' }],
    ] as const) {
      const buyer = await newBuyer()
      await harness.deliver('paddle', transactionCompleted({ ...buyer, until: inDays(30), at: inDays(-1) }))
      await harness.deliver('paddle', adjustment('updated', { ...buyer, ...change }))
      t.match(await harness.plan(buyer.accountId), { status: ends ? 'free' : 'pro' }, JSON.stringify(change))
    }
  },
)

t.test('a full refund of one line item is a partial refund, also without an adjustment type', async (t) => {
  for (const type of ['partial', undefined])
    for (const [amount, status] of [
      ['500', 'pro'],
      ['1900', 'free'],
    ] as const) {
      const buyer = await newBuyer()
      await harness.deliver('paddle', transactionCompleted({ ...buyer, until: inDays(30), at: inDays(-1) }))
      const event = adjustment('updated', { ...buyer, amount })
      const data = { ...event.data, id: `adj_${buyer.transaction}`, type, items: [{ type: 'full', amount }] }
      await harness.deliver('paddle', { ...event, data })
      t.match(await harness.plan(buyer.accountId), { status }, `${type} ${amount}`)
    }
})

t.test('with a price list only its prices buy a plan', async (t) => {
  const buyer = await newBuyer(mapped)
  t.match(await mapped.deliver('paddle', transactionCompleted({ ...buyer, price: 'pri_shirt' })), { status: 'ignored' })
  t.match(await mapped.plan(buyer.accountId), { days: 14 })
  await mapped.deliver('paddle', transactionCompleted({ ...buyer, price: 'pri_pro', until: inDays(30) }))
  t.match(await mapped.plan(buyer.accountId), { days: 30 })
  t.match(
    await mapped.deliver(
      'paddle',
      adjustment('created', { ...buyer, subscription: 'sub_shirt', transaction: 'txn_shirt' }),
    ),
    { status: 'ignored' },
  )
  t.match(await mapped.plan(buyer.accountId), { status: 'pro' })
})

t.test('events of other types and shapes are ignored', async (t) => {
  for (const event of [
    paddleEvent('customer.created', {}),
    paddleEvent('transaction.completed', {}),
    { id: 'evt', type: 'subscription.activated' },
  ])
    t.match(await harness.deliver('paddle', event), { status: 'ignored' })
})
