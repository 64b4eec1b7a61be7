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

function common(resource: unknown) {
  const unit = list(resource, 'purchase_units')[0]
  return {
    accountId: account(resource, 'custom_id', 'custom') ?? account(unit, 'custom_id'),
    customer: text(resource, 'subscriber.payer_id', 'payer.payer_id', 'payer.payer_info.payer_id'),
    email: text(resource, 'subscriber.email_address', 'payer.email_address', 'payer.payer_info.email'),
  }
}

function subscription(resource: unknown): ProviderEvent {
  const known = { ...common(resource), subject: text(resource, 'id') }
  if (text(resource, 'status', 'state')?.toUpperCase() !== 'ACTIVE') return providerEvent(known)
  const until = time(resource, 'billing_info.next_billing_time', 'agreement_details.next_billing_date')
  return providerEvent({
    ...known,
    effect: 'grant',
    purchases: [{ plans: ids([resource], 'plan_id', 'plan.id'), until }],
  })
}

function canceled(resource: unknown): ProviderEvent {
  return providerEvent({ ...common(resource), effect: 'cancel', subject: text(resource, 'id') })
}

function suspended(resource: unknown): ProviderEvent {
  const failed = Number(at(resource, 'billing_info.failed_payments_count') ?? 0) > 0
  return providerEvent({
    ...common(resource),
    effect: failed ? 'end' : 'cancel',
    subject: text(resource, 'id'),
    purchases: [{ plans: ids([resource], 'plan_id'), until: null }],
  })
}

// `billing_agreement_id` is the subscription of a sale, whose events contain the period.
function payment(resource: unknown): ProviderEvent {
  return providerEvent({
    ...common(resource),
    effect: text(resource, 'state', 'status')?.toUpperCase() === 'COMPLETED' ? 'grant' : 'none',
    subject: text(resource, 'billing_agreement_id', 'supplementary_data.related_ids.order_id', 'id'),
    refs: [text(resource, 'id')],
    purchases: [{ plans: [], until: null }],
    ofSubscription: text(resource, 'billing_agreement_id') !== null,
    money:
      money(resource, 'amount.total', 'amount.currency') ?? money(resource, 'amount.value', 'amount.currency_code'),
  })
}

// A refund event contains the refunded amount, which is compared with the stored payment.
function refund(resource: unknown): ProviderEvent {
  const total =
    money(resource, 'total_refunded_amount.value', 'total_refunded_amount.currency') ??
    money(
      resource,
      'seller_payable_breakdown.total_refunded_amount.value',
      'seller_payable_breakdown.total_refunded_amount.currency_code',
    )
  const part =
    money(resource, 'amount.total', 'amount.currency') ?? money(resource, 'amount.value', 'amount.currency_code')
  return providerEvent({
    ...common(resource),
    effect: 'refund',
    refs: paymentRefs(resource),
    money: total ?? part,
    refunded: { extent: total ? 'total' : 'part', id: text(resource, 'id') },
  })
}

function reversed(resource: unknown): ProviderEvent {
  return providerEvent({
    ...refund(resource),
    refs: [...paymentRefs(resource), text(resource, 'id')],
    refunded: FULL_REFUND,
  })
}

function paymentRefs(resource: unknown): (string | null)[] {
  const links = list(resource, 'links').map(
    (link) => text(link, 'href')?.match(/\/(?:captures|sale)\/([A-Z0-9]{8,40})(?:$|\?)/)?.[1],
  )
  return [text(resource, 'sale_id'), text(resource, 'capture_id'), ...links.map((id) => id ?? null)]
}

function dispute(resource: unknown): ProviderEvent {
  const lost = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'].includes(text(resource, 'dispute_outcome.outcome_code') ?? '')
  const transactions = list(resource, 'disputed_transactions')
  return providerEvent({
    accountId: transactions.map((one) => account(one, 'custom')).find(Boolean) ?? null,
    effect: lost ? 'refund' : 'none',
    // Each transaction is a separate payment.
    refs: lost ? ids(transactions, 'seller_transaction_id') : [],
    refunded: FULL_REFUND,
  })
}

const events: Record<string, (resource: unknown) => ProviderEvent> = {
  'BILLING.SUBSCRIPTION.ACTIVATED': subscription,
  'BILLING.SUBSCRIPTION.RE-ACTIVATED': subscription,
  'BILLING.SUBSCRIPTION.UPDATED': subscription,
  'BILLING.SUBSCRIPTION.CANCELLED': canceled,
  'BILLING.SUBSCRIPTION.EXPIRED': canceled,
  'BILLING.SUBSCRIPTION.SUSPENDED': suspended,
  'PAYMENT.SALE.COMPLETED': payment,
  'PAYMENT.SALE.REFUNDED': refund,
  'PAYMENT.SALE.REVERSED': reversed,
  'PAYMENT.CAPTURE.COMPLETED': payment,
  'PAYMENT.CAPTURE.REFUNDED': refund,
  'PAYMENT.CAPTURE.REVERSED': reversed,
  'CUSTOMER.DISPUTE.RESOLVED': dispute,
}

/** Reads a PayPal event (developer.paypal.com/api/rest/webhooks/event-names). */
export function readPaypal(type: string, body: unknown): ProviderEvent {
  const read = Object.hasOwn(events, type) ? events[type] : undefined
  const known = read?.(at(body, 'resource')) ?? providerEvent({})
  return { ...known, at: time(body, 'create_time') }
}
