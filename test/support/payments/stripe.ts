import { createHmac } from 'node:crypto'

let serial = 0
const id = (prefix: string) => `${prefix}_1PGZ2x2eZvKYlo2C${String(++serial).padStart(6, '0')}`
export const seconds = (time: Date | number) => Math.floor(Number(time) / 1000)

export interface Sale {
  customer?: string
  subscription?: string
  price?: string
  /** End of the paid period. */
  until?: Date
  metadata?: Record<string, string>
  email?: string | null
  amount?: number
  /** When it happened. */
  at?: Date
  payment?: string
}

/** An event in Stripe's envelope. */
export function stripeEvent(type: string, object: object, at = new Date()) {
  return {
    id: id('evt'),
    object: 'event',
    api_version: '2024-06-20',
    created: seconds(at),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
}

/** API versions before 2025-03-31: the invoice has its subscription, charge and payment intent. */
export function invoicePaid(sale: Sale, type = 'invoice.payment_succeeded') {
  const { at = new Date(), until = new Date(Number(at) + 30 * 86_400_000), amount = 1900 } = sale
  const subscription = sale.subscription ?? 'sub_1PGZ2wSub'
  const payment = sale.payment ?? `auto${++serial}`
  return stripeEvent(
    type,
    {
      id: `in_${payment}`,
      object: 'invoice',
      amount_due: amount,
      amount_paid: amount,
      amount_remaining: 0,
      billing_reason: 'subscription_cycle',
      charge: `ch_${payment}`,
      collection_method: 'charge_automatically',
      created: seconds(at),
      currency: 'usd',
      customer: sale.customer ?? 'cus_Q6xYzA1',
      customer_email: sale.email === undefined ? 'buyer@example.com' : sale.email,
      lines: {
        object: 'list',
        data: [
          {
            id: id('il'),
            object: 'line_item',
            amount,
            currency: 'usd',
            description: '1 × Waymark Pro (at $19.00 / month)',
            metadata: {},
            period: { end: seconds(until), start: seconds(at) },
            plan: { id: sale.price ?? 'price_pro_month', object: 'plan', interval: 'month', product: 'prod_waymark' },
            price: {
              id: sale.price ?? 'price_pro_month',
              object: 'price',
              product: 'prod_waymark',
              unit_amount: amount,
            },
            proration: false,
            quantity: 1,
            subscription,
            type: 'subscription',
          },
        ],
        has_more: false,
        total_count: 1,
      },
      metadata: {},
      paid: true,
      payment_intent: `pi_${payment}`,
      // The previous period; the lines have the paid one.
      period_end: seconds(at),
      period_start: seconds(Number(at) - 30 * 86_400_000),
      status: 'paid',
      subscription,
      subscription_details: { metadata: sale.metadata ?? {} },
      total: amount,
    },
    at,
  )
}

/** API versions since 2025-03-31: most references have moved, charge and payment intent are missing. */
export function invoicePaidBasil(sale: Sale) {
  const old = invoicePaid(sale, 'invoice.paid')
  const {
    subscription,
    subscription_details,
    charge: _,
    payment_intent: __,
    paid: ___,
    ...object
  } = old.data.object as Record<string, never> & {
    lines: { data: Record<string, unknown>[] }
  }
  const lines = object.lines.data.map(({ price: _, plan: __, subscription: ___, ...line }) => ({
    ...line,
    parent: { type: 'subscription_item_details', subscription_item_details: { subscription, proration: false } },
    pricing: {
      type: 'price_details',
      price_details: { price: sale.price ?? 'price_pro_month', product: 'prod_waymark' },
    },
  }))
  const moved = {
    ...object,
    lines: { object: 'list', data: lines },
    parent: {
      type: 'subscription_details',
      subscription_details: {
        subscription,
        metadata: (subscription_details as unknown as { metadata: object }).metadata,
      },
    },
  }
  return { ...old, api_version: '2025-03-31.basil', data: { object: moved } }
}

/** The event with the payment of an invoice, in API versions since 2025-03-31. */
export function invoicePaymentPaid(sale: Sale) {
  const { payment = 'checkout1', amount = 1900, at = new Date() } = sale
  return stripeEvent(
    'invoice_payment.paid',
    {
      id: id('inpay'),
      object: 'invoice_payment',
      amount_paid: amount,
      amount_requested: amount,
      created: seconds(at),
      currency: 'usd',
      invoice: `in_${payment}`,
      is_default: true,
      livemode: false,
      payment: { type: 'payment_intent', payment_intent: `pi_${payment}` },
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: seconds(at) },
    },
    at,
  )
}

export function subscriptionEvent(type: string, status: string, sale: Sale & { more?: object } = {}) {
  const { at = new Date(), until = new Date(Number(at) + 30 * 86_400_000) } = sale
  return stripeEvent(
    `customer.subscription.${type}`,
    {
      id: sale.subscription ?? 'sub_1PGZ2wSub',
      object: 'subscription',
      cancel_at: null,
      cancel_at_period_end: false,
      cancellation_details: { comment: null, feedback: null, reason: null },
      current_period_end: seconds(until),
      current_period_start: seconds(at),
      customer: sale.customer ?? 'cus_Q6xYzA1',
      items: {
        object: 'list',
        data: [{ id: id('si'), price: { id: sale.price ?? 'price_pro_month', product: 'prod_waymark' } }],
      },
      metadata: sale.metadata ?? {},
      status,
      ...sale.more,
    },
    at,
  )
}

/** API versions since 2025-03-31: only the items have the period. */
export function subscriptionEventBasil(type: string, status: string, sale: Sale & { more?: object } = {}) {
  const old = subscriptionEvent(type, status, sale)
  const { current_period_end, current_period_start, items, ...object } = old.data.object as Record<string, never> & {
    items: { data: object[] }
  }
  const data = items.data.map((item) => ({ ...item, current_period_end, current_period_start }))
  return {
    ...old,
    api_version: '2025-03-31.basil',
    data: { object: { ...object, items: { object: 'list', data, has_more: false, total_count: 1 } } },
  }
}

export function checkoutCompleted(sale: Sale & { mode?: 'payment' | 'subscription'; reference?: string }) {
  const payment = sale.payment ?? 'checkout1'
  return stripeEvent(
    'checkout.session.completed',
    {
      id: id('cs_test'),
      object: 'checkout.session',
      amount_total: sale.amount ?? 1900,
      client_reference_id: sale.reference ?? null,
      currency: 'usd',
      customer: sale.customer ?? 'cus_Q6xYzA1',
      customer_details: { email: sale.email ?? 'buyer@example.com', name: 'A Buyer' },
      invoice: sale.mode === 'subscription' ? `in_${payment}` : null,
      metadata: sale.metadata ?? {},
      mode: sale.mode ?? 'payment',
      payment_intent: sale.mode === 'subscription' ? null : `pi_${payment}`,
      payment_status: 'paid',
      status: 'complete',
      subscription: sale.mode === 'subscription' ? (sale.subscription ?? 'sub_1PGZ2wSub') : null,
    },
    sale.at,
  )
}

export function charge(
  type: 'succeeded' | 'refunded',
  sale: Sale & { refunded?: number; invoice?: string | null } = {},
) {
  const { amount = 1900, refunded = 0, payment = 'checkout1' } = sale
  return stripeEvent(
    `charge.${type}`,
    {
      id: `ch_${payment}`,
      object: 'charge',
      amount,
      amount_captured: amount,
      amount_refunded: refunded,
      billing_details: { email: sale.email ?? null, name: 'A Buyer' },
      currency: 'usd',
      customer: sale.customer ?? 'cus_Q6xYzA1',
      invoice: sale.invoice ?? null,
      metadata: sale.metadata ?? {},
      paid: true,
      payment_intent: `pi_${payment}`,
      refunded: refunded >= amount,
      status: 'succeeded',
    },
    sale.at,
  )
}

export function paymentIntentSucceeded(sale: Sale) {
  const { amount = 1900, payment = 'checkout1' } = sale
  return stripeEvent(
    'payment_intent.succeeded',
    {
      id: `pi_${payment}`,
      object: 'payment_intent',
      amount,
      amount_received: amount,
      currency: 'usd',
      customer: sale.customer ?? 'cus_Q6xYzA1',
      invoice: null,
      latest_charge: `ch_${payment}`,
      metadata: sale.metadata ?? {},
      status: 'succeeded',
    },
    sale.at,
  )
}

export function disputeClosed(status: 'lost' | 'won', payment: string, at?: Date) {
  return stripeEvent(
    'charge.dispute.closed',
    {
      id: id('dp'),
      object: 'dispute',
      amount: 1900,
      charge: `ch_${payment}`,
      currency: 'usd',
      evidence: {},
      metadata: {},
      payment_intent: `pi_${payment}`,
      reason: 'fraudulent',
      status,
    },
    at,
  )
}

/** Stripe's signature header for a body. */
export function stripeHeaders(body: string | Buffer, secret = 'whsec_test', at = new Date()): Record<string, string> {
  const time = seconds(at)
  const signature = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return { 'stripe-signature': `t=${time},v1=${signature},v0=${'f'.repeat(64)}` }
}
