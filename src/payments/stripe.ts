import {
  account,
  at,
  FULL_REFUND,
  idOf,
  ids,
  latest,
  list,
  money,
  type ProviderEvent,
  type Purchase,
  providerEvent,
  text,
  time,
} from './provider-event.ts'

const ACCOUNT = [
  'metadata.account_id',
  'client_reference_id',
  'subscription_details.metadata.account_id',
  'parent.subscription_details.metadata.account_id',
]
const EMAIL = ['customer_email', 'customer_details.email', 'billing_details.email', 'receipt_email']
const PRICE = [
  'price.id',
  'price',
  'price.product',
  'plan.id',
  'plan.product',
  'pricing.price_details.price',
  'pricing.price_details.product',
]

function common(object: unknown) {
  const lines = list(object, 'lines.data')
  return {
    accountId:
      account(object, ...ACCOUNT) ?? lines.map((line) => account(line, 'metadata.account_id')).find(Boolean) ?? null,
    customer: idOf(object, 'customer'),
    email: text(object, ...EMAIL),
  }
}

// The paid period is in the lines: `period_end` of the invoice is the end of the previous period.
function invoicePaid(object: unknown): ProviderEvent {
  const lines = list(object, 'lines.data')
  const subscription =
    idOf(object, 'subscription', 'parent.subscription_details.subscription') ??
    ids(lines, 'subscription', 'parent.subscription_item_details.subscription')[0] ??
    null
  const paidBy = ids(list(object, 'payments.data'), 'payment.payment_intent', 'payment.charge')
  const purchases: Purchase[] = lines.map((line) => {
    const from = time(line, 'period.start')
    const until = time(line, 'period.end')
    return { plans: ids([line], ...PRICE), until: from && until && until > from ? until : null }
  })
  return providerEvent({
    ...common(object),
    effect: 'grant',
    subject: subscription ?? idOf(object, 'payment_intent', 'id'),
    refs: [idOf(object, 'id'), idOf(object, 'charge'), idOf(object, 'payment_intent'), ...paidBy],
    purchases: purchases.length > 0 ? purchases : oneOff(object),
    money: money(object, 'amount_paid', 'currency'),
  })
}

// Since API version 2025-03-31 only this event contains the charge that paid an invoice.
function invoicePayment(object: unknown): ProviderEvent {
  const payment = at(object, 'payment')
  return providerEvent({
    effect: 'link',
    refs: [idOf(object, 'invoice'), idOf(payment, 'payment_intent', 'charge')],
  })
}

// The events of one-off sales contain no prices, except in their metadata.
function oneOff(object: unknown): Purchase[] {
  return [{ plans: ids([object], 'metadata.plan', 'metadata.price'), until: null }]
}

function subscription(object: unknown): ProviderEvent {
  const status = text(object, 'status')
  const known = { ...common(object), subject: idOf(object, 'id') }
  // A subscription whose first payment failed (incomplete_expired) has granted nothing that could end.
  const isFailure = status === 'canceled' && text(object, 'cancellation_details.reason') === 'payment_failed'
  const unpaid = status === 'unpaid' || isFailure
  if (unpaid) return providerEvent({ ...known, effect: 'end', purchases: subscriptionItems(object) })
  if (status === 'active' || status === 'trialing')
    return providerEvent({ ...known, effect: 'grant', purchases: subscriptionItems(object) })
  return providerEvent({ ...known, effect: status === 'canceled' || status === 'paused' ? 'cancel' : 'none' })
}

function subscriptionItems(object: unknown): Purchase[] {
  const cancelAt = time(object, 'cancel_at')
  const items = list(object, 'items.data')
  // Without items, the fields of the subscription itself are used.
  return (items.length > 0 ? items : [object]).map((item) => {
    const end = time(item, 'current_period_end') ?? time(object, 'current_period_end')
    return { plans: ids([item], ...PRICE), until: cancelAt && end && cancelAt < end ? cancelAt : end }
  })
}

function checkout(object: unknown): ProviderEvent {
  // In the mode `setup` a card is saved and nothing is bought.
  const paid =
    ['paid', 'no_payment_required'].includes(text(object, 'payment_status') ?? '') && text(object, 'mode') !== 'setup'
  return providerEvent({
    ...common(object),
    effect: paid ? 'grant' : 'none',
    subject: idOf(object, 'subscription', 'payment_intent', 'id'),
    refs: [idOf(object, 'payment_intent'), idOf(object, 'invoice')],
    purchases: oneOff(object),
    money: money(object, 'amount_total', 'currency'),
  })
}

function paymentIntent(object: unknown): ProviderEvent {
  return providerEvent({
    ...common(object),
    // The event of the invoice contains the same payment, with its period.
    effect: idOf(object, 'invoice') === null ? 'grant' : 'none',
    subject: idOf(object, 'id'),
    refs: [idOf(object, 'id'), idOf(object, 'latest_charge'), idOf(object, 'invoice')],
    purchases: oneOff(object),
    money: money(object, 'amount_received', 'currency') ?? money(object, 'amount', 'currency'),
  })
}

function chargeRefs(object: unknown) {
  return [idOf(object, 'id'), idOf(object, 'payment_intent'), idOf(object, 'invoice')]
}

function charge(object: unknown): ProviderEvent {
  return providerEvent({
    ...common(object),
    effect: idOf(object, 'invoice') === null ? 'grant' : 'none',
    subject: idOf(object, 'payment_intent', 'id'),
    refs: chargeRefs(object),
    purchases: oneOff(object),
    money: money(object, 'amount', 'currency'),
  })
}

function refund(object: unknown): ProviderEvent {
  const total = at(object, 'amount')
  const refunded = at(object, 'amount_refunded')
  const isFull =
    typeof total === 'number' && typeof refunded === 'number' ? refunded >= total : at(object, 'refunded') === true
  return providerEvent({
    ...common(object),
    effect: isFull ? 'refund' : 'none',
    refs: chargeRefs(object),
    purchases: oneOff(object),
    money: money(object, 'amount', 'currency'),
    refunded: FULL_REFUND,
  })
}

function dispute(object: unknown): ProviderEvent {
  return providerEvent({
    ...common(object),
    effect: text(object, 'status') === 'lost' ? 'refund' : 'none',
    refs: [idOf(object, 'charge'), idOf(object, 'payment_intent')],
    purchases: oneOff(object),
    money: money(object, 'amount', 'currency'),
    refunded: FULL_REFUND,
  })
}

const events: Record<string, (object: unknown) => ProviderEvent> = {
  'invoice.paid': invoicePaid,
  'invoice.payment_succeeded': invoicePaid,
  'invoice_payment.paid': invoicePayment,
  'customer.subscription.created': subscription,
  'customer.subscription.updated': subscription,
  'customer.subscription.resumed': subscription,
  'customer.subscription.paused': subscription,
  'customer.subscription.deleted': subscription,
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'payment_intent.succeeded': paymentIntent,
  'charge.succeeded': charge,
  'charge.refunded': refund,
  'charge.dispute.closed': dispute,
}

/** Reads a Stripe event (docs.stripe.com/api/events/types), of API versions before and after 2025-03-31. */
export function readStripe(type: string, body: unknown): ProviderEvent {
  const read = Object.hasOwn(events, type) ? events[type] : undefined
  const known = read?.(at(body, 'data.object')) ?? providerEvent({})
  return { ...known, at: latest([time(body, 'created')]) }
}
