import {
  account,
  at,
  FULL_REFUND,
  ids,
  latest,
  money,
  type ProviderEvent,
  providerEvent,
  text,
  time,
} from './provider-event.ts'

function common(data: unknown) {
  return {
    accountId: account(data, 'metadata.account_id') ?? account(parsed(at(data, 'metadata')), 'account_id'),
    customer: text(data, 'customer.customer_code', 'customer.id'),
    email: text(data, 'customer.email'),
  }
}

// Some client libraries of Paystack send the metadata as a JSON string.
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const plansOf = (data: unknown) => ids([data], 'plan.plan_code', 'plan', 'plan_object.plan_code')

// A charge does not contain its subscription, but both contain the customer and the plan.
function subjectOf(data: unknown): string | null {
  const customer = text(data, 'customer.customer_code')
  const plan = plansOf(data)[0]
  return customer !== null && plan !== undefined ? `${customer} ${plan}` : null
}

function charge(data: unknown): ProviderEvent {
  return providerEvent({
    ...common(data),
    effect: text(data, 'status') === 'success' ? 'grant' : 'none',
    at: time(data, 'paid_at', 'paidAt', 'created_at', 'createdAt'),
    subject: subjectOf(data) ?? text(data, 'reference', 'id'),
    refs: [text(data, 'reference'), text(data, 'id')],
    purchases: [{ plans: plansOf(data), until: null }],
    money: money(data, 'amount', 'currency'),
  })
}

function subscriptionCreated(data: unknown): ProviderEvent {
  return providerEvent({
    ...common(data),
    effect: text(data, 'status') === 'active' ? 'grant' : 'none',
    at: time(data, 'created_at', 'createdAt'),
    subject: subjectOf(data) ?? text(data, 'subscription_code'),
    names: [text(data, 'subscription_code')],
    purchases: [{ plans: plansOf(data), until: time(data, 'next_payment_date') }],
  })
}

function invoice(data: unknown): ProviderEvent {
  const paidAt = time(data, 'paid_at', 'transaction.paid_at')
  const until = latest([time(data, 'period_end'), time(data, 'subscription.next_payment_date')])
  return providerEvent({
    ...common(data),
    effect: text(data, 'status') === 'success' ? 'grant' : 'none',
    at: paidAt,
    names: [text(data, 'subscription.subscription_code')],
    refs: [text(data, 'transaction.reference')],
    purchases: [{ plans: plansOf(data), until: paidAt && until && until < paidAt ? null : until }],
    money: money(data, 'transaction.amount', 'transaction.currency'),
  })
}

function canceled(data: unknown): ProviderEvent {
  return providerEvent({
    ...common(data),
    effect: 'cancel',
    subject: subjectOf(data),
    names: [text(data, 'subscription_code')],
  })
}

function refund(data: unknown): ProviderEvent {
  return providerEvent({
    ...common(data),
    effect: 'refund',
    refs: [text(data, 'transaction_reference', 'transaction.reference')],
    money: money(data, 'amount', 'currency'),
    refunded: { extent: 'part', id: text(data, 'refund_reference', 'id') },
  })
}

function dispute(data: unknown): ProviderEvent {
  return providerEvent({
    ...common(data),
    effect: ['merchant-accepted', 'auto-accepted'].includes(text(data, 'resolution') ?? '') ? 'refund' : 'none',
    at: time(data, 'resolvedAt', 'resolved_at'),
    refs: [text(data, 'transaction.reference'), text(data, 'transaction.id')],
    refunded: FULL_REFUND,
  })
}

const events: Record<string, (data: unknown) => ProviderEvent> = {
  'charge.success': charge,
  'subscription.create': subscriptionCreated,
  'invoice.update': invoice,
  'subscription.not_renew': canceled,
  'subscription.disable': canceled,
  'refund.processed': refund,
  'charge.dispute.resolve': dispute,
}

/** Reads a Paystack event (paystack.com/docs/payments/webhooks). Most have no time of the event. */
export function readPaystack(type: string, body: unknown): ProviderEvent {
  const read = Object.hasOwn(events, type) ? events[type] : undefined
  return read?.(at(body, 'data')) ?? providerEvent({})
}
