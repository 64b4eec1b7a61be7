import t from 'tap'
import { type EventHarness, inDays, openHarness } from '../support/payments/event-harness.ts'
import {
  charge,
  checkoutCompleted,
  disputeClosed,
  invoicePaid,
  invoicePaidBasil,
  paymentIntentSucceeded,
  stripeEvent,
  subscriptionEvent,
  subscriptionEventBasil,
} from '../support/payments/stripe.ts'

const harness = await openHarness(t)
const mapped = await openHarness(t, {
  stripe: {
    price_pro_month: { status: 'pro' },
    price_pro_year: { status: 'pro', days: 366 },
    price_none: { status: 'free' },
  },
})

let customers = 0
async function newBuyer(target: EventHarness = harness, trialDays?: number) {
  const account = await target.newAccount(trialDays)
  const n = ++customers
  return {
    ...account,
    customer: `cus_${n}`,
    subscription: `sub_${n}`,
    payment: `p${n}`,
    metadata: { account_id: String(account.id) },
  }
}

t.test("a paid invoice extends the plan to the end of its line items' periods", async (t) => {
  for (const invoice of [invoicePaid, invoicePaidBasil]) {
    const buyer = await newBuyer()
    t.match(await harness.deliver('stripe', invoice({ ...buyer, until: inDays(30) })), {
      status: 'applied',
      account_id: buyer.id,
    })
    t.match(await harness.plan(buyer.id), { status: 'pro', days: 30 })
  }
})

t.test('a renewal without an account id is assigned by customer and subscription', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('stripe', invoicePaid({ ...buyer, until: inDays(20) }))
  const { metadata: _, ...known } = buyer
  await harness.deliver('stripe', invoicePaid({ ...known, payment: `${buyer.payment}b`, until: inDays(50) }))
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 50 })
})

t.test('an active subscription extends the plan, which stays until its end after cancellation', async (t) => {
  for (const tell of [subscriptionEvent, subscriptionEventBasil]) {
    const buyer = await newBuyer()
    const until = inDays(25)
    await harness.deliver('stripe', tell('created', 'trialing', { ...buyer, until: inDays(20) }))
    await harness.deliver('stripe', tell('updated', 'active', { ...buyer, until }))
    t.match(await harness.plan(buyer.id), { status: 'pro', days: 25 })
    await harness.deliver(
      'stripe',
      tell('updated', 'active', { ...buyer, until, more: { cancel_at_period_end: true } }),
    )
    await harness.deliver('stripe', tell('deleted', 'canceled', { ...buyer, until }))
    t.match(await harness.plan(buyer.id), { status: 'pro', days: 25 })
  }
})

t.test('an unpaid subscription ends the plan at once, and a later payment restores it', async (t) => {
  const buyer = await newBuyer()
  const until = inDays(25)
  await harness.deliver('stripe', invoicePaid({ ...buyer, until, at: inDays(-5) }))
  await harness.deliver('stripe', subscriptionEvent('updated', 'past_due', { ...buyer, until, at: inDays(-4) }))
  t.match(await harness.plan(buyer.id), { status: 'pro' })
  await harness.deliver('stripe', subscriptionEvent('updated', 'unpaid', { ...buyer, until, at: inDays(-3) }))
  t.match(await harness.plan(buyer.id), { status: 'free' })
  await harness.deliver('stripe', subscriptionEvent('updated', 'active', { ...buyer, until, at: inDays(-2) }))
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 25 })
  const gone = { ...buyer, until, at: inDays(-1), more: { cancellation_details: { reason: 'payment_failed' } } }
  await harness.deliver('stripe', subscriptionEvent('deleted', 'canceled', gone))
  t.match(await harness.plan(buyer.id), { status: 'free' })
})

t.test('the events of one checkout add its time once, in any order', async (t) => {
  const events = (buyer: Awaited<ReturnType<typeof newBuyer>>) => [
    checkoutCompleted({ ...buyer, reference: String(buyer.id) }),
    paymentIntentSucceeded(buyer),
    charge('succeeded', buyer),
  ]
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const buyer = await newBuyer()
    const all = events(buyer)
    for (const i of order) await harness.deliver('stripe', all[i] ?? {})
    t.match(
      await harness.plan(buyer.id),
      { status: 'pro', days: 45 },
      `later of now and the trial's end, plus 31 days: ${order}`,
    )
  }
  const buyer = await newBuyer(harness, -3)
  for (const event of events(buyer)) await harness.deliver('stripe', event)
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 31 }, 'an account that had expired')
})

t.test("checkout and invoice of a subscription set the invoice's period, in either order", async (t) => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const buyer = await newBuyer()
    const all = [
      checkoutCompleted({ ...buyer, mode: 'subscription', reference: String(buyer.id) }),
      invoicePaid({ ...buyer, until: inDays(30) }),
    ]
    for (const i of order) await harness.deliver('stripe', all[i] ?? {})
    t.match(await harness.plan(buyer.id), { status: 'pro', days: 30 })
  }
})

t.test('a full refund ends the plan at once, a partial one does not', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('stripe', invoicePaid({ ...buyer, until: inDays(30), at: inDays(-1) }))
  t.match(await harness.deliver('stripe', charge('refunded', { ...buyer, metadata: {}, refunded: 900 })), {
    status: 'ignored',
  })
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 30 })
  t.match(await harness.deliver('stripe', charge('refunded', { ...buyer, metadata: {}, refunded: 1900 })), {
    status: 'applied',
  })
  t.match(await harness.plan(buyer.id), { status: 'free' })
})

t.test('refunded time is not restored by an event of the still active subscription', async (t) => {
  const buyer = await newBuyer()
  const until = inDays(30)
  await harness.deliver('stripe', invoicePaid({ ...buyer, until, at: inDays(-3) }))
  await harness.deliver('stripe', charge('refunded', { ...buyer, refunded: 1900, at: inDays(-2) }))
  await harness.deliver(
    'stripe',
    subscriptionEvent('updated', 'active', { ...buyer, until, at: inDays(-1), more: { cancel_at_period_end: true } }),
  )
  t.match(await harness.plan(buyer.id), { status: 'free' })
  await harness.deliver('stripe', invoicePaid({ ...buyer, payment: `${buyer.payment}b`, until: inDays(60) }))
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 60 }, 'another payment does bring it')
})

t.test('… nor if that event arrives before the refund', async (t) => {
  const buyer = await newBuyer()
  const until = inDays(30)
  await harness.deliver('stripe', invoicePaid({ ...buyer, until, at: inDays(-3) }))
  await harness.deliver('stripe', subscriptionEvent('updated', 'active', { ...buyer, until, at: inDays(-1) }))
  await harness.deliver('stripe', charge('refunded', { ...buyer, refunded: 1900, at: inDays(-2) }))
  t.match(await harness.plan(buyer.id), { status: 'free' })
})

t.test('… nor if the payment event arrives last', async (t) => {
  for (const at of [-3, -40]) {
    const buyer = await newBuyer()
    const until = inDays(30)
    // In the second round an older payment of the subscription is already stored.
    if (at === -40)
      await harness.deliver(
        'stripe',
        invoicePaid({ ...buyer, payment: `${buyer.payment}a`, until: inDays(-1), at: inDays(at) }),
      )
    const { metadata: _, ...unnamed } = buyer
    await harness.deliver(
      'stripe',
      charge('refunded', { ...(at === -40 ? unnamed : buyer), refunded: 1900, at: inDays(-1) }),
    )
    await harness.deliver('stripe', subscriptionEvent('updated', 'active', { ...buyer, until, at: inDays(-0.5) }))
    await harness.deliver('stripe', invoicePaid({ ...buyer, until, at: inDays(-2) }))
    t.match(await harness.plan(buyer.id), { status: 'free' })
    await harness.deliver('stripe', subscriptionEvent('updated', 'active', { ...buyer, until, at: inDays(-0.2) }))
    t.match(await harness.plan(buyer.id), { status: 'free' })
  }
})

t.test('a lost dispute ends the plan at once, a won one does not', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('stripe', invoicePaid({ ...buyer, until: inDays(30), at: inDays(-1) }))
  await harness.deliver('stripe', disputeClosed('won', buyer.payment))
  t.match(await harness.plan(buyer.id), { status: 'pro' })
  t.match(await harness.deliver('stripe', disputeClosed('lost', buyer.payment)), {
    status: 'applied',
    account_id: buyer.id,
  })
  t.match(await harness.plan(buyer.id), { status: 'free' })
})

t.test('if the invoice has no charge id, the amount decides whether a refund is of the plan', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('stripe', invoicePaidBasil({ ...buyer, until: inDays(30), at: inDays(-1) }))
  const { metadata: _, ...unnamed } = buyer
  t.match(
    await harness.deliver('stripe', charge('refunded', { ...unnamed, payment: 'shirt', amount: 2500, refunded: 2500 })),
    { status: 'ignored' },
  )
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 30 })
  t.match(await harness.deliver('stripe', charge('refunded', { ...unnamed, payment: 'plan', refunded: 1900 })), {
    status: 'applied',
  })
  t.match(await harness.plan(buyer.id), { status: 'free' })
})

t.test('an older event never overrides a newer one', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('stripe', invoicePaid({ ...buyer, payment: 'r2', until: inDays(60), at: inDays(-1) }))
  t.match(
    await harness.deliver('stripe', invoicePaid({ ...buyer, payment: 'r1', until: inDays(30), at: inDays(-31) })),
    {
      status: 'applied',
      reason: /older/,
    },
  )
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 60 })
  t.match(await harness.deliver('stripe', subscriptionEvent('updated', 'unpaid', { ...buyer, at: inDays(-2) })), {
    reason: /older/,
  })
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 60 })

  const other = await newBuyer()
  await harness.deliver('stripe', charge('refunded', { ...other, refunded: 1900, at: inDays(-1) }))
  t.match(await harness.plan(other.id), { status: 'free' }, 'a refund that arrives first counts')
  await harness.deliver('stripe', invoicePaid({ ...other, until: inDays(30), at: inDays(-2) }))
  t.match(await harness.plan(other.id), { status: 'free' }, 'and the payment it was of does not come after it')
})

t.test('a downgrade shortens the time of the same subscription and no other time', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver(
    'stripe',
    subscriptionEvent('updated', 'active', { ...buyer, until: inDays(365), at: inDays(-2) }),
  )
  await harness.deliver(
    'stripe',
    subscriptionEvent('updated', 'active', { ...buyer, until: inDays(30), at: inDays(-1) }),
  )
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 30 })
  const gifted = await newBuyer(harness, 1000)
  await harness.deliver('stripe', invoicePaid({ ...gifted, until: inDays(30), at: inDays(-1) }))
  t.match(await harness.plan(gifted.id), { days: 1000 })
  await harness.deliver('stripe', charge('refunded', { ...gifted, refunded: 1900 }))
  t.match(await harness.plan(gifted.id), { status: 'pro', days: 1000 })
})

t.test('when one of two subscriptions ends, the time of the other stays', async (t) => {
  const buyer = await newBuyer()
  await harness.deliver('stripe', invoicePaid({ ...buyer, until: inDays(40), at: inDays(-2) }))
  const second = { ...buyer, subscription: `${buyer.subscription}b`, payment: `${buyer.payment}b` }
  await harness.deliver('stripe', invoicePaid({ ...second, until: inDays(80), at: inDays(-2) }))
  t.match(await harness.plan(buyer.id), { days: 80 })
  await harness.deliver('stripe', charge('refunded', { ...second, refunded: 1900 }))
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 40 })
})

t.test('without a price list a sale without an account id buys nothing', async (t) => {
  const account = await harness.newAccount()
  const sale = { customer: 'cus_stranger', subscription: 'sub_stranger', email: account.email }
  t.match(await harness.deliver('stripe', invoicePaid(sale)), { status: 'ignored', account_id: null })
  t.match(await harness.plan(account.id), { status: 'pro', days: 14 })
  const known = await newBuyer()
  await harness.deliver('stripe', invoicePaid({ ...known, until: inDays(30) }))
  const { metadata: _, ...unnamed } = known
  t.match(
    await harness.deliver(
      'stripe',
      invoicePaid({ ...unnamed, subscription: 'sub_shirts', payment: 's1', until: inDays(300) }),
    ),
    { status: 'ignored' },
  )
  t.match(await harness.plan(known.id), { days: 30 })
})

t.test('with a price list only its prices buy a plan; then the e-mail also assigns the account', async (t) => {
  const buyer = await newBuyer(mapped)
  for (const price of ['price_shirt', 'price_none'])
    t.match(await mapped.deliver('stripe', invoicePaid({ ...buyer, payment: price, price, until: inDays(300) })), {
      status: 'ignored',
    })
  t.match(
    await mapped.deliver('stripe', checkoutCompleted({ ...buyer, payment: 'other', reference: String(buyer.id) })),
    {
      status: 'ignored',
    },
  )
  t.match(await mapped.plan(buyer.id), { days: 14 })
  const sale = { customer: 'cus_mail', subscription: 'sub_mail', email: buyer.email.toUpperCase(), until: inDays(30) }
  t.match(await mapped.deliver('stripe', invoicePaid(sale)), { status: 'applied', account_id: buyer.id })
  t.match(await mapped.plan(buyer.id), { days: 30 })
  const oneOff = { ...buyer, payment: 'year', metadata: { ...buyer.metadata, plan: 'price_pro_year' } }
  await mapped.deliver('stripe', paymentIntentSucceeded(oneOff))
  t.match(await mapped.plan(buyer.id), { days: 396 }, 'the days that the map says')
})

t.test('a sale of an unknown account waits and counts once the account is known', async (t) => {
  const sale = { customer: 'cus_early', subscription: 'sub_early', email: 'later@example.com', until: inDays(30) }
  const early = await mapped.deliver('stripe', invoicePaid(sale))
  t.match(early, { status: 'pending', reason: /no account/ })
  const { id } = await mapped.newAccount()
  await mapped.db.updateTable('accounts').set({ email: 'later@example.com' }).where('id', '=', id).execute()
  await mapped.db
    .updateTable('webhook_events')
    .set({ next_attempt_at: new Date() })
    .where('id', '=', early.id)
    .execute()
  await mapped.apply()
  t.match(await mapped.plan(id), { status: 'pro', days: 30 })
})

t.test('events of other types and shapes and without an account are stored and ignored', async (t) => {
  const buyer = await newBuyer()
  for (const event of [
    stripeEvent('customer.created', { id: buyer.customer, metadata: buyer.metadata }),
    stripeEvent('constructor', {}),
    stripeEvent('invoice.paid', {}),
    { id: 'evt_bare', type: 'invoice.payment_succeeded' },
    { id: 'evt_null', type: 'invoice.payment_succeeded', created: 'x', data: null },
    { id: 'evt_list', type: 'charge.refunded', data: { object: [1, 2] } },
  ])
    t.match(await harness.deliver('stripe', event), { status: 'ignored' }, JSON.stringify(event).slice(0, 60))
  t.match(await harness.plan(buyer.id), { days: 14 })
})

t.test('subscriptions without items use their own period; invoices without lines add the default days', async (t) => {
  const buyer = await newBuyer()
  const bare = { items: { data: [] }, current_period_end: Math.floor(inDays(33).getTime() / 1000) }
  await harness.deliver('stripe', subscriptionEvent('updated', 'active', { ...buyer, more: bare }))
  t.match(await harness.plan(buyer.id), { days: 33 })
  const other = await newBuyer()
  const object = { id: 'in_bare', customer: other.customer, metadata: other.metadata, period_end: 1_700_000_000 }
  await harness.deliver('stripe', stripeEvent('invoice.payment_succeeded', object))
  t.match(await harness.plan(other.id), { days: 45 })
})

t.test('an account id that does not exist assigns nothing', async (t) => {
  for (const account_id of ['999999', '0', '-1', '1e3', '9007199254740993', '1; drop table accounts', '01'])
    t.not(
      (
        await harness.deliver(
          'stripe',
          invoicePaid({ customer: `cus_x${account_id}`, subscription: `sub_x${account_id}`, metadata: { account_id } }),
        )
      ).status,
      'applied',
    )
})
