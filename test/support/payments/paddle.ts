import { createHmac } from 'node:crypto'

let serial = 0

export interface Sale {
  accountId?: number
  customer?: string
  subscription?: string | null
  transaction?: string
  price?: string
  until?: Date | null
  at?: Date
  amount?: string
  more?: object
}

const CUSTOMER = 'ctm_01hv6y1jedq4p1n0yqn5ba3ky4'
const SUBSCRIPTION = 'sub_01hv8x29kz0t586xy6zn1a62ny'
const PRICE = 'pri_01gsz8x8sawmvhz1pv30nge1ke'

export function paddleEvent(event_type: string, data: object, at = new Date()) {
  const tail = String(++serial).padStart(6, '0')
  return {
    event_id: `evt_01hv8x2acma2gz7he8kg${tail}`,
    event_type,
    occurred_at: at.toISOString(),
    notification_id: `ntf_01hv8x2af22vc5m5aaqc${tail}`,
    data,
  }
}

export function subscription(name: string, status: string, sale: Sale = {}) {
  const { at = new Date(), until = new Date(Number(at) + 30 * 86_400_000) } = sale
  const runs = status !== 'canceled' && status !== 'paused'
  return paddleEvent(
    `subscription.${name}`,
    {
      id: sale.subscription ?? SUBSCRIPTION,
      status,
      customer_id: sale.customer ?? CUSTOMER,
      currency_code: 'USD',
      collection_mode: 'automatic',
      current_billing_period: runs ? { starts_at: at.toISOString(), ends_at: until?.toISOString() } : null,
      next_billed_at: runs ? until?.toISOString() : null,
      scheduled_change: null,
      custom_data: sale.accountId === undefined ? null : { account_id: sale.accountId },
      items: [
        {
          price: { id: sale.price ?? PRICE, product_id: 'pro_01gsz4t5hdjse780zja8vvr7jg' },
          quantity: 1,
          status: 'active',
        },
      ],
      ...sale.more,
    },
    at,
  )
}

export function transactionCompleted(sale: Sale, name = 'completed') {
  const { at = new Date(), until = new Date(Number(at) + 30 * 86_400_000) } = sale
  return paddleEvent(
    `transaction.${name}`,
    {
      id: sale.transaction ?? 'txn_01hv8wptq8987qeep44cyrewp9',
      status: 'completed',
      customer_id: sale.customer ?? CUSTOMER,
      subscription_id: sale.subscription === undefined ? SUBSCRIPTION : sale.subscription,
      billing_period: until === null ? null : { starts_at: at.toISOString(), ends_at: until.toISOString() },
      currency_code: 'USD',
      custom_data: sale.accountId === undefined ? null : { account_id: String(sale.accountId) },
      details: {
        totals: {
          subtotal: '1583',
          tax: '317',
          total: '1900',
          grand_total: sale.amount ?? '1900',
          currency_code: 'USD',
        },
        line_items: [],
      },
      items: [{ price: { id: sale.price ?? PRICE, product_id: 'pro_01gsz4t5hdjse780zja8vvr7jg' }, quantity: 1 }],
    },
    at,
  )
}

export function adjustment(
  name: 'created' | 'updated',
  sale: Sale & { action?: string; status?: string; type?: string },
) {
  return paddleEvent(
    `adjustment.${name}`,
    {
      id: 'adj_01hvgf2s84dr6reszzg29zbvcm',
      action: sale.action ?? 'refund',
      transaction_id: sale.transaction ?? 'txn_01hv8wptq8987qeep44cyrewp9',
      subscription_id: sale.subscription === undefined ? SUBSCRIPTION : sale.subscription,
      customer_id: sale.customer ?? CUSTOMER,
      currency_code: 'USD',
      status: sale.status ?? 'approved',
      type: sale.type ?? 'full',
      items: [{ type: sale.type ?? 'full', amount: sale.amount ?? '1900' }],
      totals: { subtotal: '1583', tax: '317', total: sale.amount ?? '1900', currency_code: 'USD' },
    },
    sale.at,
  )
}

/** Paddle's signature header for a body. */
export function paddleHeaders(
  body: string | Buffer,
  secret = 'pdl_ntfset_test',
  at = new Date(),
): Record<string, string> {
  const time = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}:`).update(body).digest('hex')
  return { 'paddle-signature': `ts=${time};h1=${signature}` }
}
