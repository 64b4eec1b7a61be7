let serial = 0

export interface Sale {
  accountId?: number
  subscription?: string
  plan?: string
  payer?: string
  email?: string
  until?: Date
  at?: Date
  sale?: string
  amount?: string
  more?: object
}

const tail = () => String(++serial).padStart(8, '0')

export function paypalEvent(event_type: string, resource_type: string, resource: object, at = new Date()) {
  const id = `WH-77687562XN25889J8-8Y6T55435R66168${tail()}`
  return {
    id,
    event_version: '1.0',
    create_time: at.toISOString(),
    resource_type,
    resource_version: '2.0',
    event_type,
    summary: 'A billing agreement was activated.',
    resource,
    links: [{ href: `https://api.paypal.com/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' }],
  }
}

export function subscription(name: string, status: string, sale: Sale = {}) {
  const { at = new Date(), until = new Date(Number(at) + 30 * 86_400_000) } = sale
  return paypalEvent(
    `BILLING.SUBSCRIPTION.${name}`,
    'subscription',
    {
      id: sale.subscription ?? 'I-BW452GLLEP1G',
      plan_id: sale.plan ?? 'P-5ML4271244454362WXNWU5NQ',
      status,
      quantity: '1',
      ...(sale.accountId === undefined ? {} : { custom_id: String(sale.accountId) }),
      subscriber: {
        email_address: sale.email ?? 'customer@example.com',
        payer_id: sale.payer ?? 'YY9WRWVMNRFRC',
        name: { given_name: 'John', surname: 'Doe' },
      },
      start_time: at.toISOString(),
      billing_info: {
        outstanding_balance: { currency_code: 'USD', value: '0.0' },
        cycle_executions: [
          { tenure_type: 'REGULAR', sequence: 1, cycles_completed: 1, cycles_remaining: 11, total_cycles: 12 },
        ],
        last_payment: { amount: { currency_code: 'USD', value: '19.0' }, time: at.toISOString() },
        next_billing_time: until.toISOString(),
        failed_payments_count: 0,
      },
      ...sale.more,
    },
    at,
  )
}

export function saleCompleted(sale: Sale) {
  return paypalEvent(
    'PAYMENT.SALE.COMPLETED',
    'sale',
    {
      id: sale.sale ?? `44P499886K0${tail()}`,
      ...(sale.subscription === '' ? {} : { billing_agreement_id: sale.subscription ?? 'I-BW452GLLEP1G' }),
      ...(sale.accountId === undefined ? {} : { custom: String(sale.accountId) }),
      amount: { total: sale.amount ?? '19.00', currency: 'USD', details: { subtotal: sale.amount ?? '19.00' } },
      payment_mode: 'INSTANT_TRANSFER',
      state: 'completed',
      protection_eligibility: 'ELIGIBLE',
      transaction_fee: { currency: 'USD', value: '0.72' },
    },
    sale.at,
  )
}

export function saleRefunded(sale: Sale & { total?: string }) {
  return paypalEvent(
    'PAYMENT.SALE.REFUNDED',
    'refund',
    {
      id: `6YX43824R44${tail()}`,
      sale_id: sale.sale,
      amount: { total: `-${sale.amount ?? '19.00'}`, currency: 'USD' },
      ...(sale.total === undefined ? {} : { total_refunded_amount: { value: sale.total, currency: 'USD' } }),
      state: 'completed',
      reason_code: 'REFUND',
    },
    sale.at,
  )
}

/** A sale in the newer format, whose references are in its links. */
export function capture(name: 'COMPLETED' | 'REFUNDED', sale: Sale & { total?: string }) {
  const value = sale.amount ?? '19.00'
  const captureId = sale.sale ?? '8MC585209K746392H'
  const refund = {
    id: `1JU08902781${tail()}`,
    seller_payable_breakdown: {
      gross_amount: { currency_code: 'USD', value },
      total_refunded_amount: { currency_code: 'USD', value: sale.total ?? value },
    },
    links: [{ href: `https://api.paypal.com/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' }],
  }
  return paypalEvent(
    `PAYMENT.CAPTURE.${name}`,
    name === 'REFUNDED' ? 'refund' : 'capture',
    {
      ...(name === 'REFUNDED' ? refund : { id: captureId }),
      amount: { currency_code: 'USD', value },
      status: 'COMPLETED',
      ...(sale.accountId === undefined ? {} : { custom_id: String(sale.accountId) }),
    },
    sale.at,
  )
}

export function disputeResolved(outcome_code: string, sale: string, at?: Date) {
  return paypalEvent(
    'CUSTOMER.DISPUTE.RESOLVED',
    'dispute',
    {
      dispute_id: 'PP-000-003-648-191',
      disputed_transactions: [{ seller_transaction_id: sale, seller: { merchant_id: 'RD465XN5VS364' }, items: [] }],
      reason: 'UNAUTHORISED',
      status: 'RESOLVED',
      dispute_amount: { currency_code: 'USD', value: '19.00' },
      dispute_outcome: { outcome_code },
    },
    at,
  )
}
