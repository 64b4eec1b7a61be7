import t from 'tap'
import type { Provider } from '../../schemas/payments.ts'
import { inDays, openHarness } from '../support/payments/event-harness.ts'
import { permutations } from '../support/payments/orders.ts'
import * as paddle from '../support/payments/paddle.ts'
import * as paypal from '../support/payments/paypal.ts'
import * as paystack from '../support/payments/paystack.ts'
import * as stripe from '../support/payments/stripe.ts'
import { someOf } from '../support/variants.ts'

// Short histories of purchases and refunds: whatever the order of arrival, the account ends with the same plan.
const sells = await openHarness(t)
const priced = await openHarness(t, {
  stripe: { price_pro_month: { status: 'pro' }, one_month: { status: 'pro', days: 31 } },
  paddle: { pri_pro: { status: 'pro' } },
  paystack: { PLN_pro: { status: 'pro' } },
})

interface Buyer {
  n: number
  accountId: number
  customer: string
  metadata: Record<string, string>
}
interface History {
  /** The days of the plan at the end; 0: free. */
  ends: number
  trialDays?: number
  isPriced?: boolean
  provider?: Provider
  /** The events in the order in which they happened. */
  events: (buyer: Buyer) => object[]
}

const EXPIRED = -1
const refunded = (buyer: Buyer, payment: string, amount: number, at: number) =>
  stripe.charge('refunded', { ...buyer, metadata: {}, payment, amount, refunded: amount, at: inDays(at) })
const oneOff = (buyer: Buyer, payment: string, at: number, amount = 500) =>
  stripe.paymentIntentSucceeded({ ...buyer, payment, amount, at: inDays(at) })
/** The invoice of a subscription with the same name. */
const invoice = (buyer: Buyer, name: string, at: number, until: number, amount = 2000) =>
  stripe.invoicePaid({
    ...buyer,
    subscription: `sub_${name}`,
    payment: name,
    amount,
    at: inDays(at),
    until: inDays(until),
  })
const basil = (buyer: Buyer, name: string, at: number, until: number, amount = 2000) =>
  stripe.invoicePaidBasil({
    ...buyer,
    ...{ subscription: `sub_${name}`, payment: name, amount, at: inDays(at), until: inDays(until) },
  })
const state = (buyer: Buyer, name: string, status: string, at: number, until: number) =>
  stripe.subscriptionEvent('updated', status, {
    ...buyer,
    ...{ subscription: `sub_${name}`, at: inDays(at), until: inDays(until) },
  })

const histories: Record<string, History> = {
  'a subscription by a stranger takes no days from what was bought before it': {
    ...{ ends: 31, trialDays: EXPIRED, isPriced: true, provider: 'paddle' },
    events: ({ n, accountId, customer }) => {
      const own = { accountId, customer, transaction: `txn_v${n}`, price: 'pri_pro', subscription: null, until: null }
      const other = { customer: `ctm_s${n}`, transaction: `txn_s${n}`, price: 'pri_pro', subscription: `sub_s${n}` }
      return [
        paddle.transactionCompleted({ ...own, at: inDays(-3) }),
        paddle.transactionCompleted({ ...other, accountId, until: inDays(30), at: inDays(-2) }),
        paddle.adjustment('updated', { ...other, at: inDays(-1) }),
      ]
    },
  },
  'a refunded subscription takes no days from a one-off bought before it': {
    ...{ ends: 31, trialDays: EXPIRED },
    events: (b) => [oneOff(b, `o${b.n}`, -3), invoice(b, `s${b.n}`, -2, 30), refunded(b, `s${b.n}`, 2000, -1)],
  },
  'an unpaid subscription takes no days from a one-off bought before it': {
    ends: 45,
    events: (b) => [oneOff(b, `o${b.n}`, -3), invoice(b, `s${b.n}`, -2, 30), state(b, `s${b.n}`, 'unpaid', -1, 30)],
  },
  'days that were added to a refunded subscription start earlier': {
    ...{ ends: 31, trialDays: EXPIRED },
    events: (b) => [invoice(b, `s${b.n}`, -3, 27), oneOff(b, `o${b.n}`, -2), refunded(b, `s${b.n}`, 2000, -1)],
  },
  'a renewal does not move days that were added before it': {
    ...{ ends: 20 + 31, trialDays: EXPIRED },
    events: (b) => {
      const renewal = { ...b, subscription: `sub_s${b.n}`, payment: `r${b.n}` }
      return [
        invoice(b, `s${b.n}`, -10, 20),
        oneOff(b, `o${b.n}`, -5),
        stripe.invoicePaid({ ...renewal, at: inDays(-1), until: inDays(49) }),
      ]
    },
  },
  'a refunded one-off does not end a subscription': {
    ...{ ends: 25, trialDays: EXPIRED },
    events: (b) => [
      invoice(b, `s${b.n}`, -5, 25),
      oneOff(b, `o${b.n}`, -3),
      stripe.charge('refunded', { ...b, payment: `o${b.n}`, amount: 500, refunded: 500, at: inDays(-1) }),
      state(b, `s${b.n}`, 'active', -0.5, 25),
    ],
  },
  'the middle one of three one-offs is refunded': {
    ...{ ends: 62, trialDays: EXPIRED },
    events: (b) => [
      ...['a', 'b', 'c'].map((name, i) => oneOff(b, `${name}${b.n}`, i - 5)),
      stripe.charge('refunded', { ...b, payment: `b${b.n}`, amount: 500, refunded: 500, at: inDays(-1) }),
    ],
  },
  'a refund of an older transaction does not end its subscription': {
    ...{ ends: 25, trialDays: EXPIRED, provider: 'paddle' },
    events: ({ n, accountId, customer }) => {
      const sale = { accountId, customer, subscription: `sub_${n}` }
      const older = { ...sale, transaction: `txn_old${n}` }
      return [
        paddle.transactionCompleted({ ...older, at: inDays(-35), until: inDays(-5) }),
        paddle.transactionCompleted({ ...sale, transaction: `txn_new${n}`, at: inDays(-5), until: inDays(25) }),
        paddle.adjustment('updated', { ...older, at: inDays(-2) }),
        paddle.subscription('updated', 'active', { ...sale, at: inDays(-1), until: inDays(25) }),
      ]
    },
  },
  'a refund of the newest transaction ends its subscription': {
    ...{ ends: 0, provider: 'paddle' },
    events: ({ n, accountId, customer }) => {
      const sale = { accountId, customer, subscription: `sub_${n}`, transaction: `txn_${n}` }
      return [
        paddle.subscription('activated', 'active', { ...sale, at: inDays(-5), until: inDays(25) }),
        paddle.transactionCompleted({ ...sale, at: inDays(-4.9), until: inDays(25) }),
        paddle.adjustment('updated', { ...sale, at: inDays(-2) }),
        paddle.subscription('updated', 'active', { ...sale, at: inDays(-1), until: inDays(25) }),
      ]
    },
  },
  'a shorter reported period moves what was added to the calculated one': {
    ...{ ends: 20 + 31, provider: 'paypal' },
    events: (b) => paypalSubscription(b),
  },
  '… and the refund of that subscription moves it again': {
    ...{ ends: 14 + 31, provider: 'paypal' },
    events: (b) => [...paypalSubscription(b), paypal.saleRefunded({ ...paypalSale(b), at: inDays(-1) })],
  },
  'a refunded subscription of Paystack leaves the one-off': {
    ...{ ends: 14 + 31, provider: 'paystack' },
    events: ({ n, accountId, customer }) => {
      const sale = { accountId, customer, reference: `s${n}`, id: 10_000 + 2 * n }
      return [
        paystack.chargeSuccess({ ...sale, at: inDays(-3) }),
        paystack.subscriptionCreate({ ...sale, subscription: `SUB_${n}`, at: inDays(-2.9), until: inDays(25) }),
        paystack.chargeSuccess({ ...sale, plan: null, reference: `o${n}`, id: 10_001 + 2 * n, at: inDays(-2) }),
        paystack.refundProcessed(sale),
      ]
    },
  },
  'a refunded subscription of Paystack with an invoice ends': {
    ...{ ends: 0, isPriced: true, provider: 'paystack' },
    events: ({ n, accountId, customer }) => {
      const sale = {
        accountId,
        customer,
        plan: 'PLN_pro',
        reference: `i${n}`,
        id: 20_000 + n,
        subscription: `SUB_I${n}`,
      }
      const reported = { ...sale, at: inDays(-2.9), until: inDays(27) }
      return [
        paystack.chargeSuccess({ ...sale, at: inDays(-3) }),
        paystack.subscriptionCreate(reported),
        paystack.invoiceUpdate(reported),
        paystack.refundProcessed(sale),
      ]
    },
  },
  'a refund of one subscription does not end another one with an unknown charge': {
    ...{ ends: 27, trialDays: EXPIRED },
    events: (b) => [invoice(b, `a${b.n}`, -5, 25), basil(b, `b${b.n}`, -3, 27, 3000), refunded(b, `a${b.n}`, 2000, -1)],
  },
  'the event of the payment corrects an assumed refund': {
    ...{ ends: 26, trialDays: EXPIRED },
    events: (b) => [
      basil(b, `a${b.n}`, -5, 25),
      basil(b, `b${b.n}`, -4, 26),
      refunded(b, `a${b.n}`, 2000, -2),
      ...['a', 'b'].map((name) =>
        stripe.invoicePaymentPaid({ payment: `${name}${b.n}`, amount: 2000, at: inDays(-4) }),
      ),
    ],
  },
  'without that event, the amount decides': {
    ...{ ends: 25, trialDays: EXPIRED },
    events: (b) => [basil(b, `a${b.n}`, -5, 25), basil(b, `b${b.n}`, -4, 26, 3000), refunded(b, `x${b.n}`, 3000, -2)],
  },
  'a refund of an unrelated sale does not end a subscription': {
    ...{ ends: 27, trialDays: EXPIRED },
    events: (b) => [
      state(b, `s${b.n}`, 'active', -3, 27),
      basil(b, `s${b.n}`, -2.9, 27),
      refunded(b, `shirt${b.n}`, 500, -1),
    ],
  },
  'a named refund of an unknown payment ends a subscription without payments': {
    ends: 0,
    events: (b) => [
      state(b, `s${b.n}`, 'active', -3, 27),
      stripe.charge('refunded', { ...b, payment: `x${b.n}`, refunded: 1900, at: inDays(-1) }),
    ],
  },
  'a named refund of a guest does not end the subscription of a customer': {
    ...{ ends: 27, trialDays: EXPIRED },
    events: (b) => {
      const refund = stripe.charge('refunded', { ...b, payment: `g${b.n}`, refunded: 1900, at: inDays(-1) })
      return [
        state(b, `s${b.n}`, 'active', -3, 27),
        { ...refund, data: { object: { ...refund.data.object, customer: null } } },
      ]
    },
  },
  'a refund ends the trial': {
    ...{ ends: 0, isPriced: true },
    events: (b) => {
      const sale = { ...b, metadata: { ...b.metadata, plan: 'one_month' } }
      return [oneOff(sale, `o${b.n}`, -2), stripe.charge('refunded', { ...sale, payment: `o${b.n}`, refunded: 1900 })]
    },
  },
  'a refund does not end the trial while another purchase covers the account': {
    ends: 14 + 31,
    events: (b) => [oneOff(b, `a${b.n}`, -3), oneOff(b, `b${b.n}`, -2), refunded(b, `a${b.n}`, 500, -1)],
  },
  '… but it does before the other purchase': {
    ends: 31,
    events: (b) => [oneOff(b, `a${b.n}`, -3), refunded(b, `a${b.n}`, 500, -2), oneOff(b, `b${b.n}`, -1)],
  },
  'an unpaid subscription is paid again': {
    ...{ ends: 25 },
    events: (b) => [
      invoice(b, `s${b.n}`, -5, 25),
      state(b, `s${b.n}`, 'unpaid', -3, 25),
      state(b, `s${b.n}`, 'active', -2, 25),
    ],
  },
  'an unpaid subscription ends, also if its last period is reported late': {
    ends: 0,
    events: (b) => [
      state(b, `s${b.n}`, 'active', -6, 24),
      invoice(b, `s${b.n}`, -5, 25),
      state(b, `s${b.n}`, 'unpaid', -3, 25),
    ],
  },
}

function paypalSale({ n, accountId }: Buyer) {
  return { accountId, subscription: `I-ORDER${n}`, sale: `ORDERSALE${n}` }
}

function paypalSubscription(buyer: Buyer): object[] {
  const sale = paypalSale(buyer)
  return [
    paypal.subscription('ACTIVATED', 'ACTIVE', { ...sale, at: inDays(-3), until: inDays(20) }),
    paypal.saleCompleted({ ...sale, at: inDays(-2.9) }),
    paypal.capture('COMPLETED', { ...sale, sale: `ORDERONCE${buyer.n}`, at: inDays(-2) }),
  ]
}

const SAMPLE = 3
let buyers = 0
for (const [turn, [name, history]] of Object.entries(histories).entries())
  t.test(`in any order: ${name}`, async (t) => {
    const { ends, events, provider = 'stripe', trialDays = 14 } = history
    const harness = history.isPriced ? priced : sells
    const orders = permutations(events({ n: 0, accountId: 0, customer: '', metadata: {} }).map((_, i) => i))
    // Of four or five events a sample is tried also on a server.
    const step = orders.length > 24 ? 31 : orders.length > 6 ? 7 : 1
    const tried = orders.filter((_, i) => (i + turn) % step === 0)
    for (const order of someOf(tried, Math.min(SAMPLE, tried.length), turn)) {
      const { id } = await harness.newAccount(trialDays)
      const n = 1000 + ++buyers
      const all = events({ n, accountId: id, customer: `cus_${n}`, metadata: { account_id: String(id) } })
      for (const i of order) await harness.store(provider, all[i] ?? {})
      await harness.apply()
      for (let i = 0; i < 3; i++) await harness.retryAll()
      t.match(await harness.plan(id), ends === 0 ? { status: 'free' } : { status: 'pro', days: ends }, order.join(''))
    }
  })

t.test('a subscription whose first payment failed ends no trial', async (t) => {
  const { id } = await sells.newAccount()
  const metadata = { account_id: String(id) }
  const more = { cancellation_details: { reason: 'payment_failed' } }
  const sale = { customer: `cus_f${id}`, subscription: `sub_f${id}`, metadata, more }
  await sells.deliver('stripe', stripe.subscriptionEvent('updated', 'incomplete_expired', sale))
  t.match(await sells.plan(id), { status: 'pro', days: 14 })
})
