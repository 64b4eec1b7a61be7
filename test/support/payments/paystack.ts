import { createHmac } from 'node:crypto'

export interface Sale {
  accountId?: number
  customer?: string
  email?: string
  plan?: string | null
  subscription?: string
  reference?: string
  id?: number
  amount?: number
  until?: Date
  at?: Date
  /** Some client libraries send metadata as a string. */
  asText?: boolean
}

const customerOf = (sale: Sale) => ({
  id: 68324,
  first_name: 'BoJack',
  last_name: 'Horseman',
  email: sale.email ?? 'bojack@horsinaround.com',
  customer_code: sale.customer ?? 'CUS_qo38as2hpsgk2r0',
  metadata: null,
  risk_action: 'default',
})
const planOf = (plan: string | null | undefined) =>
  plan === null
    ? {}
    : { id: 1, name: 'Pro', plan_code: plan ?? 'PLN_gx2wn530m0i3w3m', interval: 'monthly', amount: 5000 }

export function chargeSuccess(sale: Sale) {
  const metadata = sale.accountId === undefined ? 0 : { account_id: sale.accountId }
  return {
    event: 'charge.success',
    data: {
      id: sale.id ?? 302961,
      domain: 'live',
      status: 'success',
      reference: sale.reference ?? 'qTPrJoy9Bx',
      amount: sale.amount ?? 10000,
      gateway_response: 'Approved by Financial Institution',
      paid_at: (sale.at ?? new Date()).toISOString(),
      created_at: (sale.at ?? new Date()).toISOString(),
      channel: 'card',
      currency: 'NGN',
      metadata: sale.asText ? JSON.stringify(metadata) : metadata,
      customer: customerOf(sale),
      plan: planOf(sale.plan),
    },
  }
}

export function subscriptionCreate(sale: Sale) {
  const { at = new Date(), until = new Date(Number(at) + 30 * 86_400_000) } = sale
  return {
    event: 'subscription.create',
    data: {
      domain: 'live',
      status: 'active',
      subscription_code: sale.subscription ?? 'SUB_vsyqdmlzble3uii',
      amount: 50000,
      cron_expression: '0 0 28 * *',
      next_payment_date: until.toISOString(),
      open_invoice: null,
      createdAt: at.toISOString(),
      plan: planOf(sale.plan),
      customer: customerOf(sale),
      created_at: at.toISOString(),
    },
  }
}

export function invoiceUpdate(sale: Sale) {
  const { at = new Date(), until = new Date(Number(at) + 30 * 86_400_000) } = sale
  return {
    event: 'invoice.update',
    data: {
      domain: 'live',
      invoice_code: 'INV_kmhuaaur5c9ruh2',
      amount: 50000,
      period_start: at.toISOString(),
      period_end: until.toISOString(),
      status: 'success',
      paid: true,
      paid_at: at.toISOString(),
      subscription: {
        status: 'active',
        subscription_code: sale.subscription ?? 'SUB_vsyqdmlzble3uii',
        amount: 50000,
        next_payment_date: until.toISOString(),
        open_invoice: null,
      },
      customer: customerOf(sale),
      transaction: {
        reference: sale.reference ?? '9cfbae6e-bbf3-5b41-8aef-d72c1a17650g',
        status: 'success',
        amount: sale.amount ?? 50000,
        currency: 'NGN',
      },
      created_at: at.toISOString(),
    },
  }
}

export function refundProcessed(sale: Sale) {
  return {
    event: 'refund.processed',
    data: {
      status: 'processed',
      transaction_reference: sale.reference ?? 'qTPrJoy9Bx',
      refund_reference: '132013318360',
      amount: String(sale.amount ?? 10000),
      currency: 'NGN',
      processor: 'mpgs_zen',
      customer: { first_name: 'BoJack', last_name: 'Horseman', email: 'bojack@horsinaround.com' },
      integration: 123456,
      domain: 'live',
    },
  }
}

export function disputeResolve(sale: Sale & { resolution: string }) {
  return {
    event: 'charge.dispute.resolve',
    data: {
      id: 358950,
      refund_amount: sale.amount ?? 10000,
      currency: 'NGN',
      status: 'resolved',
      resolution: sale.resolution,
      domain: 'live',
      transaction: {
        id: sale.id ?? 302961,
        reference: sale.reference ?? 'qTPrJoy9Bx',
        amount: sale.amount ?? 10000,
        currency: 'NGN',
      },
      customer: customerOf(sale),
      resolvedAt: (sale.at ?? new Date()).toISOString(),
    },
  }
}

/** Paystack's signature header for a body. */
export function paystackHeaders(body: string | Buffer, secret = 'sk_live_test'): Record<string, string> {
  return { 'x-paystack-signature': createHmac('sha512', secret).update(body).digest('hex') }
}
