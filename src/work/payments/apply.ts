import type { Database } from '../../../db/open.ts'
import { holdAccountPlan, listGrants, noteCustomer, notePayments } from '../../../db/queries/payments.ts'
import type { Provider } from '../../../schemas/webhooks.ts'
import type { Effected, EventContext, PlanRules } from './context.ts'
import { endPlan } from './end.ts'
import { grantPlan } from './grant.ts'
import { readPaddle } from './paddle.ts'
import { readPaypal } from './paypal.ts'
import { readPaystack } from './paystack.ts'
import type { Reading } from './reading.ts'
import { type Bought, type Concerned, findConcerned, findSale } from './relation.ts'
import { readStripe } from './stripe.ts'

/** An event as it is stored. */
export interface StoredEvent {
  id: number
  provider: Provider
  type: string
  body: string
  received_at: Date
}

export interface EventOutcome {
  status: 'applied' | 'ignored'
  /** Why nothing changed, or what did. */
  reason: string
  account_id: number | null
}

/** What the event needs is not known yet; it is tried again. The message is for the operator. */
export class NotYet extends Error {}

/** Applying failed half-way: the account's later events wait until it has been tried again. */
export class Failed extends Error {
  readonly accountId: number
  constructor(accountId: number, cause: unknown) {
    super(`failed: ${String((cause as Error).message).slice(0, 200)}`, { cause })
    this.accountId = accountId
  }
}

const readers: Record<Provider, (type: string, body: unknown) => Reading> = {
  stripe: readStripe,
  paypal: readPaypal,
  paddle: readPaddle,
  paystack: readPaystack,
}

/** Applies a stored event, inside a transaction that also notes its outcome. Throws NotYet or Failed. */
export async function applyEvent(db: Database, event: StoredEvent, rules: PlanRules): Promise<EventOutcome> {
  const { provider } = event
  const read = readers[provider](event.type, JSON.parse(event.body))
  // A provider's clock that runs ahead must not make its event newer than what comes after.
  const at = read.at !== null && read.at < event.received_at ? read.at : event.received_at
  const sale = findSale(rules.plans, provider, read)
  const concerned = await findConcerned(db, provider, read, sale)
  const { accountId } = concerned
  if (accountId === null) return withoutAccount(read, sale !== undefined)
  try {
    return await applyToAccount(db, event, rules, { at, read, sale, concerned, accountId })
  } catch (error) {
    throw error instanceof NotYet ? error : new Failed(accountId, error)
  }
}

interface Found {
  at: Date
  read: Reading
  sale: Bought | undefined
  concerned: Concerned
  accountId: number
}

async function applyToAccount(db: Database, event: StoredEvent, rules: PlanRules, found: Found): Promise<EventOutcome> {
  const { at, read, sale, concerned, accountId } = found
  const { provider } = event
  const account = await holdAccountPlan(db, accountId)
  if (!account) throw new NotYet('The account was deleted just now.')
  const subject = concerned.subject ?? read.refs[0] ?? `event ${event.id}`
  const context = {
    db,
    provider,
    reading: read,
    at,
    account,
    subject,
    concerned,
    grants: await listGrants(db, accountId),
    rules,
  }
  const { reason, counts } = await takeEffect(context, sale)
  if (read.customer !== null && (concerned.isNamed || counts))
    await noteCustomer(db, accountId, provider, read.customer)
  const isPayment = read.effect === 'grant' || read.effect === 'none'
  if (isPayment) {
    const known = {
      subject: counts ? subject : null,
      amount: read.money?.amount ?? null,
      currency: read.money?.currency ?? null,
    }
    await notePayments(db, accountId, provider, read.refs, { ...known, granted: counts })
    // Later payments of a subscription may name nothing else.
    if (counts)
      await notePayments(db, accountId, provider, [subject], { subject, amount: null, currency: null, granted: false })
  }
  return { status: counts ? 'applied' : 'ignored', reason, account_id: accountId }
}

async function takeEffect(context: EventContext, sale: Bought | undefined): Promise<Effected> {
  const { effect } = context.reading
  if (effect === 'grant') return grantPlan(context, sale)
  if (effect === 'end') return endPlan(context, sale)
  if (effect === 'refund') return refundPlan(context, sale)
  if (effect === 'cancel') return { reason: 'canceled: the plan stays until it expires', counts: true }
  return { reason: 'an event of this kind changes no plan', counts: false }
}

async function refundPlan(context: EventContext, sale: Bought | undefined): Promise<Effected> {
  const { reading, concerned } = context
  const paid = concerned.payments.find(
    ({ amount, currency }) => amount !== null && currency === reading.money?.currency,
  )
  if (!reading.money || paid?.amount == null)
    throw new NotYet('the payment that was refunded is not known, so whether it was refunded in full')
  if (reading.money.amount + 1e-6 < paid.amount) return { reason: 'refunded in part: nothing changes', counts: false }
  return endPlan(context, sale)
}

function withoutAccount(read: Reading, isSale: boolean): EventOutcome {
  if (read.effect === 'grant' && !isSale && read.accountId === null)
    return { status: 'ignored', reason: 'names no account, and none of its prices is in plans.json', account_id: null }
  if (read.effect === 'none' || read.effect === 'cancel')
    return { status: 'ignored', reason: 'an event of this kind changes no plan', account_id: null }
  throw new NotYet(
    read.accountId === null
      ? 'no account is known for its customer or payment'
      : `there is no account ${read.accountId}`,
  )
}
