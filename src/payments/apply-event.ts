import type { Database } from '../../db/open.ts'
import { lockAccountPlan, recordCustomer } from '../../db/queries/payment-accounts.ts'
import { hasEarlierEvent } from '../../db/queries/payment-events.ts'
import { recordPayment } from '../../db/queries/payments.ts'
import type { Provider } from '../../schemas/payments.ts'
import { HOUR_MS } from '../time/timestamps.ts'
import { readFacts, readOtherTime, updateAccountPlan } from './account-plan.ts'
import { endPlan } from './end-plan.ts'
import { type EffectResult, type EventContext, type PlanRules, RetryLater } from './event-context.ts'
import { type EventMatch, findSale, matchEvent, type SoldPlan } from './event-match.ts'
import { grantPlan } from './grant-plan.ts'
import { readPaddle } from './paddle.ts'
import { readPaypal } from './paypal.ts'
import { readPaystack } from './paystack.ts'
import type { ProviderEvent } from './provider-event.ts'
import { refundPlan } from './refund-plan.ts'
import { readStripe } from './stripe.ts'

// A payment that is delivered before its subscription waits this long for it. Then it counts as one for another product.
const SUBSCRIPTION_WAIT_MS = HOUR_MS

interface StoredEvent {
  id: number
  provider: Provider
  type: string
  body: string
  received_at: Date
}

interface EventOutcome {
  status: 'applied' | 'ignored'
  /** What the event changed, or why it changed nothing. */
  reason: string
  account_id: number | null
  /** Deleted at once. */
  body?: null
}

/** An earlier event of the account waits for its next attempt, and must be applied first. */
export class WaitsForEarlierEvent extends Error {
  readonly accountId: number
  constructor(accountId: number) {
    super('waits for an earlier event of its account')
    this.accountId = accountId
  }
}

/** An event could not be applied: later events of the account wait for its next attempt. */
export class ApplyError extends Error {
  readonly accountId: number
  constructor(accountId: number, cause: unknown) {
    super(`failed: ${String((cause as Error).message).slice(0, 200)}`, { cause })
    this.accountId = accountId
  }
}

const readers: Record<Provider, (type: string, body: unknown) => ProviderEvent> = {
  stripe: readStripe,
  paypal: readPaypal,
  paddle: readPaddle,
  paystack: readPaystack,
}

/**
 * Applies a stored event, in a transaction that also stores its outcome. Throws RetryLater, WaitsForEarlierEvent or
 * ApplyError.
 */
export async function applyEvent(db: Database, event: StoredEvent, rules: PlanRules): Promise<EventOutcome> {
  const { provider } = event
  const read = readers[provider](event.type, JSON.parse(event.body))
  // The clock of a provider may be fast: an event is never newer than its receipt.
  const at = read.at !== null && read.at < event.received_at ? read.at : event.received_at
  const sale = findSale(rules.plans, provider, read)
  const match = await matchEvent(db, provider, read, sale, rules.paymentsByEmail)
  const { accountId } = match
  // The body is deleted: it has the buyer's name and e-mail address, and no account will ever need it.
  if (match.isForgotten) return { status: 'ignored', reason: 'its account was deleted', account_id: null, body: null }
  if (accountId === null && read.effect === 'link') {
    await recordPayment(db, provider, read.refs, {})
    return { status: 'ignored', reason: ONLY_IDS, account_id: null }
  }
  const mayWait = read.ofSubscription && Date.now() - event.received_at.getTime() < SUBSCRIPTION_WAIT_MS
  if (accountId === null) return outcomeWithoutAccount(read, sale !== undefined || mayWait)
  if (await hasEarlierEvent(db, accountId, event.id)) throw new WaitsForEarlierEvent(accountId)
  try {
    return await applyToAccount(db, event, rules, { at, read, sale, match, accountId, mayWait })
  } catch (error) {
    throw error instanceof RetryLater ? error : new ApplyError(accountId, error)
  }
}

interface Found {
  at: Date
  read: ProviderEvent
  sale: SoldPlan | undefined
  match: EventMatch
  accountId: number
  mayWait: boolean
}

async function applyToAccount(db: Database, event: StoredEvent, rules: PlanRules, found: Found): Promise<EventOutcome> {
  const { at, read, sale, match, accountId, mayWait } = found
  const { provider } = event
  const account = await lockAccountPlan(db, accountId)
  // Deleted since it was found.
  if (!account) throw new RetryLater('its account was deleted')
  const subject = match.subject ?? read.refs[0] ?? `event ${event.id}`
  const facts = await readFacts(db, accountId)
  const own = facts.grants.find((grant) => grant.provider === provider && grant.subject === subject)
  const otherTime = await readOtherTime(db, account, rules)
  const context = {
    ...{ db, event: event.id, provider, details: read, at, account },
    ...{ otherTime, subject, mayWait, match, facts, own, rules },
  }
  const result = await takeEffect(context, sale)
  if (read.effect === 'grant' || read.effect === 'link' || read.effect === 'none') {
    await recordPayment(db, provider, read.refs, {
      account_id: accountId,
      customer: read.customer,
      subject: result.counts ? subject : null,
      amount: read.money?.amount ?? null,
      currency: read.money?.currency ?? null,
      paid_at: read.effect === 'grant' ? at : null,
    })
    // Later payments of the subscription may contain no other id.
    for (const name of result.counts ? [subject, ...read.names] : [])
      await recordPayment(db, provider, [name], { account_id: accountId, customer: read.customer, subject })
  }
  const change = await updateAccountPlan(context)
  const counts = result.counts || change !== undefined
  if (read.customer !== null && (match.isNamed || counts)) await recordCustomer(db, accountId, provider, read.customer)
  return { status: counts ? 'applied' : 'ignored', reason: change ?? result.reason, account_id: accountId }
}

const ONLY_IDS = 'contains only the ids of a payment; no change'

async function takeEffect(context: EventContext, sale: SoldPlan | undefined): Promise<EffectResult> {
  const { effect } = context.details
  if (effect === 'link') return { reason: ONLY_IDS, counts: false }
  if (effect === 'grant') return grantPlan(context, sale)
  if (effect === 'end') return endPlan(context, sale)
  if (effect === 'refund') return refundPlan(context, sale)
  if (effect === 'cancel') return { reason: 'canceled: the plan stays until it expires', counts: true }
  return { reason: 'events of this kind do not change plans', counts: false }
}

function outcomeWithoutAccount(read: ProviderEvent, mayBeSale: boolean): EventOutcome {
  if (read.effect === 'grant' && !mayBeSale && read.accountId === null)
    return { status: 'ignored', reason: 'names no account, and none of its prices is in plans.json', account_id: null }
  if (read.effect === 'none' || read.effect === 'cancel')
    return { status: 'ignored', reason: 'events of this kind do not change plans', account_id: null }
  throw new RetryLater(
    read.accountId === null
      ? 'no account is known for its customer or payment'
      : `there is no account ${read.accountId}`,
  )
}
