import { join } from 'node:path'
import t from 'tap'
import { readConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/startup/open-store.ts'
import { commandLine } from '../support/command-line.ts'
import { inDays } from '../support/payments/event-harness.ts'
import { chargeSuccess, paystackHeaders } from '../support/payments/paystack.ts'
import { invoicePaid, stripeHeaders } from '../support/payments/stripe.ts'
import { ownDatabase, startServer } from '../support/process.ts'
import { registerAt } from '../support/process-client.ts'

t.setTimeout(240_000)

const database = await ownDatabase(t)
const folder = t.testdir({ 'paystack-key': 'sk_live_test\n' })
const settings = {
  ...database,
  STRIPE_WEBHOOK_SECRETS: 'whsec_test',
  PAYSTACK_SECRET_KEY_FILE: join(folder, 'paystack-key'),
}

const post = async (base: string, provider: string, event: object) => {
  const body = JSON.stringify(event)
  const headers = provider === 'stripe' ? stripeHeaders(body) : paystackHeaders(body)
  const response = await fetch(`${base}/webhook/${provider}`, { method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as { error: number; message: string } }
}

t.test('events that got a reply survive kill -9, are applied once after the restart, and are listed', async (t) => {
  const first = await startServer(t, settings)
  const { id, apikey } = await registerAt(first.base)
  t.equal((await first.printed(/Payment events from (.*) have no effect/))[1], 'paypal, paddle')

  const until = inDays(30)
  const sale = { accountId: id, customer: 'CUS_1', plan: null }
  t.match(await post(first.base, 'stripe', invoicePaid({ metadata: { account_id: String(id) }, until })), {
    status: 200,
    body: { error: 0 },
  })
  for (let i = 0; i < 5; i++)
    t.match(await post(first.base, 'paystack', chargeSuccess({ ...sale, reference: `r${i}`, id: i + 1 })), {
      status: 200,
    })
  first.child.kill('SIGKILL')
  await first.ended

  const second = await startServer(t, settings)
  const account = async () => {
    const response = await fetch(`${second.base}/api/account`, { headers: { authorization: `Bearer ${apikey}` } })
    return ((await response.json()) as { data: { status: string; expires: string } }).data
  }
  const wanted = new Date(until.getTime() + 5 * 31 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  for (let i = 0; i < 1200 && (await account()).expires !== wanted; i++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  t.match(await account(), { status: 'pro', expires: wanted }, 'the invoice once, and each of the five charges once')
  t.match(await post(second.base, 'paystack', chargeSuccess({ ...sale, reference: 'r0', id: 1 })), {
    body: { message: /before/ },
  })
  await post(second.base, 'stripe', { id: 'evt_\u202eodd', type: 'customer.created', note: '\u001b[31mred' })
  second.child.kill('SIGTERM')
  t.match(await second.ended, { code: 0 })

  const store = await openStore(readConfig(database), 'test', () => {})
  t.teardown(() => store.close())
  const waymark = commandLine(async () => store)
  const list = await waymark(['events', 'list', '--json'])
  t.match(list.json.events.length, 7)
  t.match(await waymark(['events', 'list', '--status', 'applied']), {
    code: 0,
    out: /paystack\s+charge.success\s+applied\s+\d+\s+pro until/,
  })
  const odd = list.json.events.find(({ type }: { type: string }) => type === 'customer.created')
  const shown = await waymark(['events', 'show', '--id', String(odd.id)])
  t.match(shown, { code: 0, out: /customer.created/ })
  t.notMatch(shown.out, '\u001b', 'nothing that steers a terminal')
  t.match((await waymark(['events', 'show', '--id', String(odd.id), '--json'])).json.event.body, {
    id: 'evt_\u202eodd',
  })
  t.match((await waymark(['events', 'retry', '--id', String(odd.id), '--json'])).json, {
    id: odd.id,
    status: 'ignored',
  })
  const applied = list.json.events.find(({ status }: { status: string }) => status === 'applied')
  t.match(await waymark(['events', 'retry', '--id', String(applied.id), '--json']), {
    code: 1,
    json: { code: 'already_applied' },
  })
  t.match(await waymark(['events', 'show', '99999', '--json']), { code: 1, json: { code: 'not_found' } })
  t.match((await waymark(['events', 'show', String(odd.id), '--json'])).json.event, { id: odd.id }, 'without --id')
  t.match((await waymark(['events', 'retry', String(odd.id), '--json'])).json, { status: 'ignored' })
  t.match((await waymark(['help', 'events', 'show'])).out, 'events show [options] [id]')
  for (const wrong of [
    ['events', 'list', '--status', 'lost'],
    ['events', 'show', '--id', 'x'],
    ['events', 'show', 'x'],
    ['events', 'show'],
    ['events', 'show', '1', '2'],
    ['events', 'show', '1', '--id', '1'],
    ['events', 'list', '1'],
  ])
    t.match(await waymark(wrong), { code: 2 }, wrong.join(' '))
})
