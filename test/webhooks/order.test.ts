import t from 'tap'
import { inDays, openHarness } from '../support/payments/event-harness.ts'
import { adjustment, subscription as paddleSubscription, transactionCompleted } from '../support/payments/paddle.ts'
import { subscription as paypalSubscription, saleCompleted, saleRefunded } from '../support/payments/paypal.ts'
import {
  charge,
  checkoutCompleted,
  invoicePaid,
  invoicePaidBasil,
  subscriptionEvent,
} from '../support/payments/stripe.ts'
import { someOf } from '../support/variants.ts'

t.setTimeout(240_000)

const harness = await openHarness(t, {
  paypal: {
    '*': { status: 'pro' },
    'P-5ML4271244454362WXNWU5NQ': { status: 'pro' },
    'P-YEAR': { status: 'pro', days: 366 },
  },
})

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))
}

interface Buyer {
  id: number
  customer: string
  subscription: string
  payment: string
  metadata: Record<string, string>
}

type Story = [
  provider: 'stripe' | 'paypal' | 'paddle',
  end: object,
  events: (buyer: Buyer) => object[],
  /** Delivered before the others, whose order varies. */
  first?: (buyer: Buyer) => object,
]

const free = { status: 'free' }
// Computed when a story begins, because others take a while.
const running = () => ({ at: inDays(-4), until: inDays(20) })

const yearly = ({ id }: Buyer) => ({
  accountId: id,
  subscription: `I-BW452GLL${id}`,
  payer: `PAYER${id}`,
  plan: 'P-YEAR',
})

const stories: Record<string, Story> = {
  'subscribed, paid, canceled at the end, ended': [
    'stripe',
    { status: 'pro', days: 25 },
    (buyer) => {
      const until = inDays(25)
      return [
        subscriptionEvent('created', 'active', { ...buyer, at: inDays(-5), until }),
        invoicePaid({ ...buyer, at: inDays(-5), until }),
        subscriptionEvent('updated', 'active', {
          ...buyer,
          at: inDays(-3),
          until,
          more: { cancel_at_period_end: true },
        }),
        subscriptionEvent('deleted', 'canceled', { ...buyer, at: inDays(-1), until }),
      ]
    },
  ],
  'checked out, paid, subscribed': [
    'stripe',
    { status: 'pro', days: 20 },
    (buyer) => [
      checkoutCompleted({ ...buyer, mode: 'subscription', reference: String(buyer.id), at: inDays(-4) }),
      invoicePaid({ ...buyer, payment: `${buyer.payment}i`, ...running() }),
      subscriptionEvent('created', 'active', { ...buyer, ...running() }),
    ],
  ],
  'paid, refunded, still called active': [
    'stripe',
    free,
    (buyer) => [
      invoicePaid({ ...buyer, at: inDays(-10), until: inDays(20) }),
      charge('refunded', { ...buyer, metadata: {}, refunded: 1900, at: inDays(-5) }),
      subscriptionEvent('updated', 'active', { ...buyer, ...running() }),
    ],
  ],
  'paid, refunded, still called active, where the invoice does not name its charge': [
    'stripe',
    free,
    (buyer) => [
      invoicePaidBasil({ ...buyer, at: inDays(-10), until: inDays(20) }),
      charge('refunded', { ...buyer, metadata: {}, refunded: 1900, at: inDays(-5) }),
      subscriptionEvent('updated', 'active', { ...buyer, ...running() }),
    ],
  ],
  'paid, renewed, the renewal refunded': [
    'stripe',
    free,
    (buyer) => [
      invoicePaid({ ...buyer, payment: `${buyer.payment}a`, at: inDays(-40), until: inDays(-10) }),
      invoicePaid({ ...buyer, at: inDays(-10), until: inDays(20) }),
      charge('refunded', { ...buyer, refunded: 1900, at: inDays(-5) }),
      subscriptionEvent('updated', 'active', { ...buyer, ...running() }),
    ],
  ],
  'paid, refunded, paid again': [
    'stripe',
    { status: 'pro', days: 29 },
    (buyer) => [
      invoicePaid({ ...buyer, payment: `${buyer.payment}a`, at: inDays(-10), until: inDays(20) }),
      charge('refunded', { ...buyer, payment: `${buyer.payment}a`, refunded: 1900, at: inDays(-5) }),
      invoicePaid({ ...buyer, payment: `${buyer.payment}b`, at: inDays(-1), until: inDays(29) }),
    ],
  ],
  'a subscription at PayPal, its sale, the sale refunded': [
    'paypal',
    free,
    ({ id }) => {
      const sale = { accountId: id, subscription: `I-BW452GLL${id}`, payer: `PAYER${id}`, sale: `44P499886K05${id}` }
      return [
        paypalSubscription('ACTIVATED', 'ACTIVE', { ...sale, at: inDays(-2), until: inDays(28) }),
        saleCompleted({ ...sale, at: inDays(-2) }),
        saleRefunded({ sale: sale.sale, at: inDays(-1) }),
      ]
    },
  ],
  'a yearly subscription at PayPal, updated, renewed by a sale without its price, canceled': [
    'paypal',
    // The trial, and the days of the price.
    { status: 'pro', days: 14 + 366 },
    (buyer) => [
      paypalSubscription('UPDATED', 'ACTIVE', { ...yearly(buyer), at: inDays(-100), until: inDays(0) }),
      saleCompleted({ subscription: yearly(buyer).subscription, at: inDays(-0.01) }),
      paypalSubscription('CANCELLED', 'CANCELLED', { ...yearly(buyer), at: inDays(-0.001) }),
    ],
    (buyer) => paypalSubscription('ACTIVATED', 'ACTIVE', { ...yearly(buyer), at: inDays(-365), until: inDays(0) }),
  ],
  'a subscription at Paddle, its transaction, refunded, still called active': [
    'paddle',
    free,
    ({ id }) => {
      const sale = { accountId: id, customer: `ctm_${id}`, subscription: `sub_${id}`, transaction: `txn_${id}` }
      return [
        transactionCompleted({ ...sale, at: inDays(-10), until: inDays(20) }),
        paddleSubscription('activated', 'active', { ...sale, at: inDays(-10), until: inDays(20) }),
        adjustment('updated', { ...sale, at: inDays(-5) }),
        paddleSubscription('updated', 'active', { ...sale, ...running() }),
      ]
    },
  ],
}

/** Makes all postponed events due. */
async function waitOver(): Promise<void> {
  await harness.db
    .updateTable('webhook_events')
    .set({ next_attempt_at: new Date() })
    .where('status', '=', 'pending')
    .execute()
  await harness.apply()
}

let buyers = 0
async function newBuyer(): Promise<Buyer> {
  const { id } = await harness.newAccount()
  const n = ++buyers
  return { id, customer: `cus_${n}`, subscription: `sub_${n}`, payment: `p${n}`, metadata: { account_id: String(id) } }
}

let turn = 0
for (const [name, [provider, end, tell, first]] of Object.entries(stories)) {
  t.test(`events in any order: ${name}`, async (t) => {
    const { length } = tell(await newBuyer())
    for (const order of someOf(permutations([...Array(length).keys()]), 3, ++turn)) {
      const buyer = await newBuyer()
      const events = tell(buyer)
      if (first) await harness.deliver(provider, first(buyer))
      for (const i of order) await harness.deliver(provider, events[i] ?? {})
      await waitOver()
      await waitOver()
      t.match(await harness.plan(buyer.id), end, order.join(''))
    }
  })
}
