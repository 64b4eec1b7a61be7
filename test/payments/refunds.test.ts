import t from 'tap'
import { inDays, openHarness } from '../support/payments/event-harness.ts'
import { permutations } from '../support/payments/orders.ts'
import { adjustment, transactionCompleted } from '../support/payments/paddle.ts'
import { capture, saleCompleted, saleRefunded } from '../support/payments/paypal.ts'
import { chargeSuccess, disputeResolve, refundProcessed } from '../support/payments/paystack.ts'
import { charge, disputeClosed, invoicePaid, invoicePaidBasil, invoicePaymentPaid } from '../support/payments/stripe.ts'

const harness = await openHarness(t)

let buyers = 0
async function newBuyer(trialDays?: number) {
  const { id } = await harness.newAccount(trialDays)
  const n = ++buyers
  const metadata = { account_id: String(id) }
  return { id, accountId: id, customer: `cus_${n}`, subscription: `sub_${n}`, payment: `p${n}`, metadata, n }
}
type Buyer = Awaited<ReturnType<typeof newBuyer>>

// A payment and partial refunds that add up to the whole.
const stories: Record<string, [provider: 'paypal' | 'paddle' | 'paystack', tell: (buyer: Buyer) => object[]]> = {
  paddle: [
    'paddle',
    ({ accountId, customer, subscription, n }) => {
      const sale = { customer, subscription, transaction: `txn_${n}` }
      const part = (amount: string, at: number) => {
        const event = adjustment('updated', { ...sale, type: 'partial', amount, at: inDays(at) })
        return { ...event, data: { ...event.data, id: `adj_${n}_${amount}` } }
      }
      return [
        transactionCompleted({ ...sale, accountId, until: inDays(30), at: inDays(-9) }),
        part('500', -3),
        part('1400', -2),
      ]
    },
  ],
  paystack: [
    'paystack',
    ({ accountId, customer, n }) => {
      const part = (amount: number) => {
        const event = refundProcessed({ reference: `ref_${n}`, amount })
        return { ...event, data: { ...event.data, refund_reference: `rf_${n}_${amount}` } }
      }
      return [
        chargeSuccess({ accountId, customer, reference: `ref_${n}`, id: 5000 + n, plan: null, at: inDays(-1) }),
        part(4000),
        part(6000),
      ]
    },
  ],
  'paypal without a running total': [
    'paypal',
    ({ accountId, n }) => {
      const sale = `8MC585209K74${String(n).padStart(4, '0')}`
      return [
        saleCompleted({ accountId, subscription: '', sale, at: inDays(-3) }),
        saleRefunded({ sale, amount: '5.00', at: inDays(-2) }),
        saleRefunded({ sale, amount: '14.00', at: inDays(-1) }),
      ]
    },
  ],
  'paypal with a running total': [
    'paypal',
    ({ accountId, n }) => {
      const sale = `9MC585209K74${String(n).padStart(4, '0')}`
      return [
        capture('COMPLETED', { accountId, sale, at: inDays(-3) }),
        capture('REFUNDED', { sale, amount: '5.00', total: '5.00', at: inDays(-2) }),
        capture('REFUNDED', { sale, amount: '14.00', total: '19.00', at: inDays(-1) }),
      ]
    },
  ],
}

for (const [name, [provider, tell]] of Object.entries(stories))
  t.test(`partial refunds that add up to the whole end the plan once, in any order: ${name}`, async (t) => {
    for (const order of permutations([0, 1, 2])) {
      const buyer = await newBuyer()
      const events = tell(buyer)
      const ids = []
      for (const i of order) ids.push((await harness.deliver(provider, events[i] ?? {})).id)
      // Every event is delivered twice.
      for (const event of events) await harness.deliver(provider, event)
      for (let i = 0; i < 3; i++) await harness.retryAll()
      t.match(await harness.plan(buyer.id), { status: 'free' }, order.join(''))
      const outcomes = await harness.db.selectFrom('webhook_events').select('reason').where('id', 'in', ids).execute()
      t.equal(outcomes.filter(({ reason }) => /^ended/.test(reason ?? '')).length, 1, 'ended once')
    }
    const buyer = await newBuyer()
    const events = tell(buyer)
    await harness.deliver(provider, events[0] ?? {})
    await harness.deliver(provider, events[1] ?? {})
    await harness.retryAll()
    t.match(await harness.plan(buyer.id), { status: 'pro' }, 'a part alone does not')
  })

t.test('an adjustment reported as created and as updated counts once', async (t) => {
  const buyer = await newBuyer()
  const sale = { customer: buyer.customer, subscription: buyer.subscription, transaction: `txn_twice` }
  await harness.deliver(
    'paddle',
    transactionCompleted({ ...sale, accountId: buyer.id, until: inDays(30), at: inDays(-9) }),
  )
  for (const name of ['created', 'updated'] as const)
    await harness.deliver('paddle', adjustment(name, { ...sale, type: 'partial', amount: '1000' }))
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 30 })
})

t.test('a refund of an older payment keeps the time paid by a newer one of the subscription', async (t) => {
  const tell = (buyer: Buyer) => [
    invoicePaid({ ...buyer, payment: `${buyer.payment}old`, at: inDays(-40), until: inDays(-10) }),
    invoicePaid({ ...buyer, at: inDays(-10), until: inDays(20) }),
    charge('refunded', { ...buyer, metadata: {}, payment: `${buyer.payment}old`, refunded: 1900, at: inDays(-5) }),
  ]
  for (const order of permutations([0, 1, 2])) {
    const buyer = await newBuyer()
    const events = tell(buyer)
    for (const i of order) await harness.deliver('stripe', events[i] ?? {})
    t.match(await harness.plan(buyer.id), { status: 'pro', days: 20 }, order.join(''))
    await harness.deliver('stripe', charge('refunded', { ...buyer, refunded: 1900, at: inDays(-4) }))
    t.match(await harness.plan(buyer.id), { status: 'free' }, 'and of both, none')
  }
})

t.test('a refund of one of several payments subtracts its days', async (t) => {
  const paystack = async () => {
    const buyer = await newBuyer()
    const sale = (i: number) => ({ customer: buyer.customer, reference: `add_${buyer.n}_${i}`, id: buyer.n * 100 + i })
    for (let i = 0; i < 3; i++)
      await harness.deliver('paystack', chargeSuccess({ ...sale(i), accountId: buyer.id, plan: null }))
    return { id: buyer.id, back: (i: number) => harness.deliver('paystack', refundProcessed(sale(i))) }
  }
  const paypal = async () => {
    const { n, id } = await newBuyer()
    const sale = (i: number) => ({ subscription: `I-ADD${n}`, sale: `ADD${String(n).padStart(6, '0')}${i}` })
    for (let i = 0; i < 3; i++) await harness.deliver('paypal', saleCompleted({ ...sale(i), accountId: id }))
    return { id, back: (i: number) => harness.deliver('paypal', saleRefunded(sale(i))) }
  }
  for (const [name, pay] of Object.entries({ paystack, paypal }))
    for (const order of permutations([0, 1, 2])) {
      const { id, back } = await pay()
      t.match(await harness.plan(id), { days: 14 + 3 * 31 })
      await back(order[0] ?? 0)
      t.match(await harness.plan(id), { status: 'pro', days: 14 + 2 * 31 }, `${name} ${order}`)
      await back(order[1] ?? 0)
      t.match(await harness.plan(id), { status: 'pro', days: 14 + 31 }, `${name} ${order}`)
      await back(order[2] ?? 0)
      t.match(await harness.plan(id), { status: 'free' }, `${name} ${order}`)
    }
})

t.test('days added after a subscription do not stay when the subscription is refunded', async (t) => {
  const buyer = await newBuyer(-1)
  await harness.deliver('stripe', invoicePaid({ ...buyer, until: inDays(30), at: inDays(-1) }))
  const one = { accountId: buyer.id, customer: 'CUS_top', reference: `top_${buyer.n}`, id: buyer.n, plan: null }
  await harness.deliver('paystack', chargeSuccess(one))
  t.match(await harness.plan(buyer.id), { days: 61 })
  await harness.deliver('stripe', charge('refunded', { ...buyer, refunded: 1900 }))
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 31 })
})

t.test('a payment and its refund in the same second, received in reverse order, end as free', async (t) => {
  const at = inDays(-1)
  const buyer = await newBuyer()
  await harness.deliver('stripe', charge('refunded', { ...buyer, refunded: 1900, at }))
  await harness.deliver('stripe', invoicePaid({ ...buyer, until: inDays(30), at }))
  t.match(await harness.plan(buyer.id), { status: 'free' })
})

t.test('if the invoice has no charge id, the payment event assigns the refund', async (t) => {
  for (const order of permutations([0, 1, 2])) {
    const buyer = await newBuyer()
    const { metadata: _, customer: __, ...unnamed } = buyer
    const events = [
      invoicePaidBasil({ ...buyer, until: inDays(30), at: inDays(-3) }),
      invoicePaymentPaid({ ...buyer, at: inDays(-3) }),
      // Another amount than invoiced, as if a part was paid from a balance.
      charge('refunded', { ...unnamed, customer: buyer.customer, amount: 1500, refunded: 1500, at: inDays(-1) }),
    ]
    for (const i of order) await harness.deliver('stripe', events[i] ?? {})
    for (let i = 0; i < 3; i++) await harness.retryAll()
    t.match(await harness.plan(buyer.id), { status: 'free' }, order.join(''))
  }
  const buyer = await newBuyer()
  await harness.deliver('stripe', invoicePaidBasil({ ...buyer, until: inDays(30), at: inDays(-3) }))
  await harness.deliver('stripe', invoicePaymentPaid({ ...buyer, at: inDays(-3) }))
  await harness.deliver('stripe', disputeClosed('lost', buyer.payment))
  t.match(await harness.plan(buyer.id), { status: 'free' }, 'a dispute, which names no customer')
})

t.test('a payment whose lost dispute arrived first grants nothing', async (t) => {
  const buyer = await newBuyer()
  const sale = { customer: buyer.customer, reference: `lost_${buyer.n}`, id: 9000 + buyer.n }
  await harness.deliver(
    'paystack',
    chargeSuccess({ ...sale, reference: 'before', id: 8999, accountId: buyer.id, plan: null }),
  )
  const lost = disputeResolve({ ...sale, amount: 777, resolution: 'merchant-accepted' })
  await harness.deliver('paystack', { ...lost, data: { ...lost.data, id: 70_000 + buyer.n } })
  t.match(await harness.plan(buyer.id), { days: 45 })
  await harness.deliver('paystack', chargeSuccess({ ...sale, accountId: buyer.id, plan: null, amount: 777 }))
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 45 })
})
