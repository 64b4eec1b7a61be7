import { sql } from 'kysely'
import t from 'tap'
import { findAccount, updateAccount } from '../../db/queries/account.ts'
import { deleteAccountStep } from '../../db/queries/account-deletion.ts'
import { deleteAccount } from '../../db/queries/deleted-accounts.ts'
import { listGrants } from '../../db/queries/grants.ts'
import { runJobStep } from '../../db/queries/jobs.ts'
import { findEvent } from '../../db/queries/payment-events.ts'
import { inDays, openHarness } from '../support/payments/event-harness.ts'
import { adjustment, subscription as paddleSubscription, transactionCompleted } from '../support/payments/paddle.ts'
import { disputeResolved, subscription as paypalSubscription, saleCompleted } from '../support/payments/paypal.ts'
import { chargeSuccess } from '../support/payments/paystack.ts'
import {
  charge,
  checkoutCompleted,
  invoicePaid,
  invoicePaidBasil,
  paymentIntentSucceeded,
  stripeEvent,
  subscriptionEvent,
} from '../support/payments/stripe.ts'

// Effects of payments by others on an account: they may extend its plan, and can only end a trial.
const harness = await openHarness(t)
const mapped = await openHarness(t, {
  stripe: { price_pro_month: { status: 'pro' }, one_month: { status: 'pro', days: 31 } },
  paypal: { 'P-PRO': { status: 'pro' } },
  paystack: { PLN_pro: { status: 'pro' } },
})

let buyers = 0
async function newBuyer(target = harness, trialDays?: number) {
  const { id, email } = await target.newAccount(trialDays)
  const n = ++buyers
  const metadata = { account_id: String(id) }
  return { id, email, customer: `cus_${n}`, subscription: `sub_${n}`, payment: `p${n}`, metadata }
}

t.test("a refund of a payment with another account's e-mail address ends only that purchase", async (t) => {
  const victim = await newBuyer(mapped)
  await mapped.deliver('stripe', invoicePaidBasil({ ...victim, until: inDays(30), at: inDays(-5) }))
  const payer = { customer: 'cus_evil', subscription: 'sub_evil', payment: 'evil', email: victim.email }
  t.match(await mapped.deliver('stripe', invoicePaidBasil({ ...payer, until: inDays(60), at: inDays(-2) })), {
    status: 'applied',
    account_id: victim.id,
  })
  t.match(await mapped.plan(victim.id), { status: 'pro', days: 60 })
  await mapped.deliver('stripe', charge('refunded', { ...payer, refunded: 1900, at: inDays(-1) }))
  t.match(await mapped.plan(victim.id), { status: 'pro', days: 30 }, 'the own subscription stands')
  await mapped.deliver('stripe', invoicePaidBasil({ ...victim, payment: 'next', until: inDays(90) }))
  t.match(await mapped.plan(victim.id), { status: 'pro', days: 90 }, 'and goes on')
})

t.test('a trial is not ended by the refund of a payment that was assigned by e-mail', async (t) => {
  const victim = await newBuyer(mapped)
  const payer = { customer: 'cus_evil2', subscription: 'sub_evil2', payment: 'evil2', email: victim.email }
  await mapped.deliver('stripe', invoicePaid({ ...payer, until: inDays(60), at: inDays(-2) }))
  await mapped.deliver('stripe', charge('refunded', { ...payer, refunded: 1900, at: inDays(-1) }))
  t.match(await mapped.plan(victim.id), { status: 'pro', days: 14 })
})

t.test("a charged-back checkout with an account id ends that account's trial and nothing more", async (t) => {
  const [trial, set, paying] = [await newBuyer(), await newBuyer(harness, 1000), await newBuyer()]
  await harness.deliver('stripe', invoicePaid({ ...paying, until: inDays(30), at: inDays(-5) }))
  for (const [victim, plan] of [
    [trial, { status: 'free' }],
    [set, { status: 'pro', days: 1000 }],
    [paying, { status: 'pro', days: 30 }],
  ] as const) {
    const sale = { customer: 'ctm_evil', subscription: `sub_evil${victim.id}`, transaction: `txn_evil${victim.id}` }
    const bought = { ...sale, accountId: victim.id, until: inDays(60), at: inDays(-2) }
    await harness.deliver('paddle', transactionCompleted(bought))
    await harness.deliver('paddle', adjustment('created', { ...sale, action: 'chargeback', at: inDays(-1) }))
    t.match(await harness.plan(victim.id), plan)
  }
  const unpaid = await newBuyer()
  await harness.deliver('stripe', invoicePaid({ ...unpaid, until: inDays(5), at: inDays(-2) }))
  await harness.deliver('stripe', subscriptionEvent('updated', 'unpaid', { ...unpaid, metadata: {}, at: inDays(-1) }))
  t.match(await harness.plan(unpaid.id), { status: 'free' }, 'and so does one that is left unpaid')
})

t.test('an e-mail address assigns payments, but never events that end a plan', async (t) => {
  const victim = await newBuyer(mapped)
  const unpaid = { billing_info: { failed_payments_count: 3 } }
  const payer = { subscription: 'I-EVIL0001', payer: 'EVIL', plan: 'P-PRO', email: victim.email, more: unpaid }
  t.not((await mapped.deliver('paypal', paypalSubscription('SUSPENDED', 'SUSPENDED', payer))).status, 'applied')
  t.match(await mapped.plan(victim.id), { status: 'pro', days: 14 })
})

t.test('a subscription that was never paid does not end other time', async (t) => {
  for (const [status, days] of [
    ['incomplete_expired', 14],
    ['incomplete_expired', 1000],
    ['unpaid', 1000],
  ] as const) {
    const victim = await newBuyer(harness, days)
    await harness.deliver('stripe', subscriptionEvent('updated', status, { ...victim, customer: 'cus_x' }))
    t.match(await harness.plan(victim.id), { status: 'pro', days }, `${status} ${days}`)
  }
})

t.test('time set by an operator applies again when a later payment is refunded', async (t) => {
  const gifted = await newBuyer(harness, 1000)
  const sale = { accountId: gifted.id, customer: gifted.customer, reference: `gift${gifted.id}`, plan: null, id: 7 }
  await harness.deliver('paystack', chargeSuccess({ ...sale, at: inDays(-1) }))
  t.match(await harness.plan(gifted.id), { days: 1031 })
  const refund = { transaction_reference: sale.reference, refund_reference: '1', amount: '10000', currency: 'NGN' }
  await harness.deliver('paystack', { event: 'refund.processed', data: refund })
  t.match(await harness.plan(gifted.id), { status: 'pro', days: 1000 })
})

t.test('a period that arrives after a calculated one does not shorten a trial', async (t) => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const buyer = await newBuyer()
    const all = [
      checkoutCompleted({ ...buyer, mode: 'subscription', reference: String(buyer.id), at: inDays(-0.1) }),
      subscriptionEvent('created', 'active', { ...buyer, until: inDays(7), at: inDays(-0.1) }),
    ]
    for (const i of order) await harness.deliver('stripe', all[i] ?? {})
    t.match(await harness.plan(buyer.id), { status: 'pro', days: 14 }, String(order))
  }
})

t.test('saving or changing a card buys nothing; a free order buys what the price list says', async (t) => {
  const buyer = await newBuyer()
  const session = checkoutCompleted({ ...buyer, payment: 'setup', reference: String(buyer.id) })
  const setup = { ...session.data.object, mode: 'setup', payment_intent: null, payment_status: 'no_payment_required' }
  t.match(await harness.deliver('stripe', { ...session, data: { object: { ...setup, amount_total: null } } }), {
    status: 'ignored',
  })
  const change = transactionCompleted({ accountId: buyer.id, until: null, amount: '0', customer: 'ctm_c' })
  const data = { ...change.data, origin: 'subscription_payment_method_change' }
  t.match(await harness.deliver('paddle', { ...change, data }), { status: 'ignored' })
  t.match(await harness.deliver('stripe', paymentIntentSucceeded({ ...buyer, payment: 'zero', amount: 0 })), {
    status: 'ignored',
  })
  t.match(await harness.plan(buyer.id), { days: 14 })
  const other = await newBuyer(mapped)
  const free = { ...other, payment: 'free', amount: 0, metadata: { ...other.metadata, plan: 'one_month' } }
  await mapped.deliver('stripe', paymentIntentSucceeded(free))
  t.match(await mapped.plan(other.id), { days: 45 }, 'the operator gave a voucher for it')
})

t.test("a zero invoice grants the subscription's trial period", async (t) => {
  const buyer = await newBuyer(harness, -1)
  await harness.deliver('stripe', invoicePaid({ ...buyer, amount: 0, until: inDays(7) }))
  t.match(await harness.plan(buyer.id), { status: 'pro', days: 7 })
})

t.test("a checkout with the customer id of another account does not redirect that customer's renewals", async (t) => {
  const victim = await newBuyer()
  const sale = { customer: victim.customer, subscription: victim.subscription }
  await harness.deliver(
    'paddle',
    transactionCompleted({ ...sale, accountId: victim.id, transaction: 'txn_v', until: inDays(10) }),
  )
  const thief = await newBuyer()
  const cheap = { customer: victim.customer, subscription: 'sub_thief', transaction: 'txn_t', accountId: thief.id }
  await harness.deliver('paddle', transactionCompleted({ ...cheap, until: inDays(20) }))
  await harness.deliver('paddle', transactionCompleted({ ...sale, transaction: 'txn_v2', until: inDays(40) }))
  await harness.deliver('paddle', paddleSubscription('updated', 'active', { ...sale, until: inDays(41) }))
  t.match(await harness.plan(victim.id), { days: 41 })
  t.match(await harness.plan(thief.id), { days: 20 })
})

t.test('payment ids of another account do not merge the two payments', async (t) => {
  const [first, second] = [await newBuyer(), await newBuyer()]
  const same = { customer: 'cus_same', payment: 'same' }
  await harness.deliver('stripe', invoicePaid({ ...first, ...same, until: inDays(30), at: inDays(-3) }))
  await harness.deliver('stripe', invoicePaid({ ...second, ...same, until: inDays(40), at: inDays(-2) }))
  t.match([await harness.plan(first.id), await harness.plan(second.id)], [{ days: 30 }, { days: 40 }])
  await harness.deliver('stripe', charge('refunded', { ...second, ...same, refunded: 1900, at: inDays(-1) }))
  t.match([await harness.plan(first.id), await harness.plan(second.id)], [{ days: 30 }, { status: 'free' }])
})

t.test('a dispute of an unknown payment ends no plan of the account that it names', async (t) => {
  for (const target of [harness, mapped]) {
    const victim = await newBuyer(target)
    const sale = { accountId: victim.id, subscription: `I-VICTIM${victim.id}`, plan: 'P-PRO', at: inDays(-3) }
    await target.deliver('paypal', paypalSubscription('ACTIVATED', 'ACTIVE', { ...sale, until: inDays(30) }))
    await target.deliver('paypal', saleCompleted({ ...sale, sale: `SEEN${victim.id}0001` }))
    const event = disputeResolved('RESOLVED_BUYER_FAVOUR', 'NEVERSEEN001')
    const transaction = { seller_transaction_id: 'NEVERSEEN001', custom: String(victim.id) }
    const resource = { ...event.resource, disputed_transactions: [transaction] }
    t.match(await target.deliver('paypal', { ...event, resource }), { status: 'ignored', account_id: victim.id })
    t.match(await target.plan(victim.id), { status: 'pro', days: 30 })
  }
})

t.test("an account id is read only as an integer and only from the seller's metadata", async (t) => {
  const buyer = await newBuyer()
  const n = String(buyer.id)
  for (const account_id of [
    `${n}abc`,
    ` ${n}`,
    `0${n}`,
    `+${n}`,
    `-${n}`,
    `${n}.0`,
    `${n}e0`,
    `0x${n}`,
    [buyer.id],
    { id: n },
    true,
    null,
  ])
    t.match(
      await harness.deliver(
        'stripe',
        stripeEvent('payment_intent.succeeded', {
          id: `pi_form${++buyers}`,
          amount: 1900,
          currency: 'usd',
          metadata: { account_id },
        }),
      ),
      { status: 'ignored' },
      JSON.stringify(account_id),
    )
  const body = JSON.stringify(paymentIntentSucceeded({ customer: 'cus_p', payment: 'proto' }))
  const polluted = JSON.parse(body.replace('"metadata":{}', `"metadata":{"__proto__":{"account_id":"${n}"}}`))
  t.match(await harness.deliver('stripe', polluted), { status: 'ignored' }, '__proto__')
  const elsewhere = paymentIntentSucceeded({ customer: 'cus_e', payment: 'elsewhere' })
  const object = {
    ...elsewhere.data.object,
    account_id: n,
    charges: { data: [{ metadata: { account_id: n } }] },
    shipping: { metadata: { account_id: n } },
  }
  t.match(
    await harness.deliver('stripe', { ...elsewhere, account_id: n, metadata: { account_id: n }, data: { object } }),
    {
      status: 'ignored',
    },
  )
  t.match(await harness.plan(buyer.id), { days: 14 })
})

t.test("without PAYMENTS_BY_EMAIL no payment is assigned by the payer's e-mail", async (t) => {
  const careful = await openHarness(t, { stripe: { price_pro_month: { status: 'pro' } } }, false)
  const owner = await newBuyer(careful)
  const payer = { customer: 'cus_mail', subscription: 'sub_mail', payment: 'mail', email: owner.email }
  const outcome = await careful.deliver('stripe', invoicePaid({ ...payer, until: inDays(60) }))
  t.match(outcome, { status: 'pending', account_id: null })
  t.match(await careful.plan(owner.id), { status: 'pro', days: 14 })
  await careful.deliver('stripe', invoicePaid({ ...owner, until: inDays(30) }))
  t.match(await careful.plan(owner.id), { status: 'pro', days: 30 }, 'one that names the account does')
})

t.test('later payments and refunds of a deleted account go to nobody', async (t) => {
  const { db } = mapped
  const buyer = await newBuyer(mapped)
  const { metadata, ...unnamed } = buyer
  await mapped.deliver('stripe', invoicePaidBasil({ ...buyer, until: inDays(30), at: inDays(-5) }))
  // It names an id that no account got, or that of another installation.
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('accounts', 'id'))::text as id`.execute(db)
  const foreign = { customer: 'cus_foreign', subscription: 'sub_foreign', payment: 'foreign', email: `x${buyer.email}` }
  const named = { ...foreign, metadata: { account_id: rows[0]?.id ?? '' }, until: inDays(30) }
  const unknown = await mapped.deliver('stripe', invoicePaidBasil(named))
  t.match(unknown, { status: 'pending', account_id: null }, 'its account may come yet')
  const waiting = await mapped.store('stripe', invoicePaidBasil({ ...buyer, payment: 'waits', until: inDays(40) }))
  await deleteAccount(db, buyer.id)
  const heir = await newBuyer(mapped)
  await updateAccount(db, heir.id, { email: buyer.email })
  const plan = await mapped.plan(heir.id)
  const isIgnored = async (event: object) => {
    const { id, ...outcome } = await mapped.deliver('stripe', event)
    t.match(outcome, { status: 'ignored', reason: 'its account was deleted', account_id: null })
    t.match(await findEvent(db, id), { body: null }, 'nobody can do anything with it')
  }
  const arrive = async (n: number) => {
    await isIgnored(invoicePaidBasil({ ...unnamed, payment: `next${n}`, until: inDays(60), at: inDays(0) }))
    await isIgnored(invoicePaidBasil({ subscription: `sub_new${n}`, payment: `new${n}`, metadata, until: inDays(60) }))
    await isIgnored(subscriptionEvent('deleted', 'canceled', { ...unnamed, until: inDays(30), at: inDays(0) }))
  }
  await arrive(1)
  t.match(await findEvent(db, waiting), { status: 'ignored', body: null })
  while ((await runJobStep(db, { delete_account: deleteAccountStep })) !== undefined) {}
  t.equal(await findAccount(db, buyer.id), undefined)
  await arrive(2)
  t.match(await findEvent(db, unknown.id), { status: 'pending', body: String })
  t.strictSame(await mapped.plan(heir.id), plan, 'who has the e-mail address now gets nothing')
  t.strictSame(await listGrants(db, heir.id), [])
})
