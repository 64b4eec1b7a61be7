import {
  account,
  at,
  FULL_REFUND,
  ids,
  list,
  money,
  type ProviderEvent,
  providerEvent,
  text,
  time,
} from './provider-event.ts'

const PRICE = ['price.id', 'price_id', 'price.product_id', 'product.id']

function common(data: unknown) {
  return {
    accountId: account(data, 'custom_data.account_id'),
    customer: text(data, 'customer_id'),
    email: text(data, 'customer.email'),
  }
}

function subscription(data: unknown): ProviderEvent {
  const status = text(data, 'status')
  const runs = status === 'active' || status === 'trialing'
  const end = time(data, 'current_billing_period.ends_at', 'next_billed_at')
  const change = at(data, 'scheduled_change.action') === 'cancel' ? time(data, 'scheduled_change.effective_at') : null
  return providerEvent({
    ...common(data),
    effect: runs ? 'grant' : status === 'canceled' || status === 'paused' ? 'cancel' : 'none',
    subject: text(data, 'id'),
    purchases: [{ plans: ids(list(data, 'items'), ...PRICE), until: change && end && change < end ? change : end }],
  })
}

function transaction(data: unknown): ProviderEvent {
  const items = [...list(data, 'items'), ...list(data, 'details.line_items')]
  return providerEvent({
    ...common(data),
    // Changing the card also creates a transaction, without a payment.
    effect: at(data, 'origin') === 'subscription_payment_method_change' ? 'none' : 'grant',
    subject: text(data, 'subscription_id', 'id'),
    refs: [text(data, 'id')],
    purchases: [{ plans: ids(items, ...PRICE), until: time(data, 'billing_period.ends_at') }],
    money:
      money(data, 'details.totals.grand_total', 'currency_code') ??
      money(data, 'details.totals.total', 'currency_code'),
  })
}

function adjustment(data: unknown): ProviderEvent {
  const action = text(data, 'action')
  // The type of an item is not used: 'full' is a full refund of one item, and the transaction may have others.
  const isFull = at(data, 'type') === 'full'
  const isBack = text(data, 'status') === 'approved' && (action === 'chargeback' || action === 'refund')
  return providerEvent({
    ...common(data),
    effect: isBack ? 'refund' : 'none',
    subject: text(data, 'subscription_id'),
    refs: isBack ? [text(data, 'transaction_id')] : [],
    money: money(data, 'totals.total', 'currency_code'),
    refunded: action === 'chargeback' || isFull ? FULL_REFUND : { extent: 'part', id: text(data, 'id') },
  })
}

const events: Record<string, (data: unknown) => ProviderEvent> = {
  'subscription.created': subscription,
  'subscription.activated': subscription,
  'subscription.updated': subscription,
  'subscription.resumed': subscription,
  'subscription.trialing': subscription,
  'subscription.paused': subscription,
  'subscription.canceled': subscription,
  'transaction.paid': transaction,
  'transaction.completed': transaction,
  'adjustment.created': adjustment,
  'adjustment.updated': adjustment,
}

/** Reads a Paddle Billing event (developer.paddle.com/webhooks/overview). */
export function readPaddle(type: string, body: unknown): ProviderEvent {
  const read = Object.hasOwn(events, type) ? events[type] : undefined
  const known = read?.(at(body, 'data')) ?? providerEvent({})
  return { ...known, at: time(body, 'occurred_at') }
}
