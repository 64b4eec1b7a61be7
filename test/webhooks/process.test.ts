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
import { startService } from '../support/service.ts'

t.setTimeout(240_000)

const database = await ownDatabase(t)
const folder = t.testdir({ 'paystack-key': 'sk_live_test\n' })
const settings = {
  ...database,
  STRIPE_WEBHOOK_SECRETS: 'whsec_test',
  PAYSTACK_SECRET_KEY_FILE: join(folder, 'paystack-key'),
}

const requestWith = (event: object, sign: (body: string) => Record<string, string>) => {
  const raw = JSON.stringify(event)
  return { raw, headers: { 'content-type': 'application/json', ...sign(raw) } }
}

t.test('events that got a reply survive kill -9, are applied once after the restart, and are listed', async (t) => {
  const first = await startServer(t, settings)
  const { id, apikey } = await registerAt(first.base)
  t.equal((await first.printed(/Payment events from (.*) have no effect/))[1], 'paypal, paddle')

  const until = inDays(30)
  const sale = { accountId: id, customer: 'CUS_1', plan: null }
  const post = async (provider: string, { raw, headers }: ReturnType<typeof requestWith>) =>
    (await fetch(`${first.base}/webhook/${provider}`, { method: 'POST', body: raw, headers })).json()
  const invoice = invoicePaid({ metadata: { account_id: String(id) }, until })
  t.match(await post('stripe', requestWith(invoice, stripeHeaders)), { error: 0 })
  for (let i = 0; i < 5; i++) {
    const charge = chargeSuccess({ ...sale, reference: `r${i}`, id: i + 1 })
    t.match(await post('paystack', requestWith(charge, paystackHeaders)), { error: 0 })
  }
  first.child.kill('SIGKILL')
  await first.ended

  const store = await openStore(readConfig(database), 'test', () => {})
  const { send } = await startService(t, settings, {}, store)
  const account = async (): Promise<{ status: string; expires: string }> =>
    (await send('GET', '/api/account', { key: apikey })).body.data
  const wanted = new Date(until.getTime() + 5 * 31 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  for (let i = 0; i < 1200 && (await account()).expires !== wanted; i++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  t.match(await account(), { status: 'pro', expires: wanted }, 'the invoice once, and each of the five charges once')
  const again = requestWith(chargeSuccess({ ...sale, reference: 'r0', id: 1 }), paystackHeaders)
  t.match((await send('POST', '/webhook/paystack', again)).body, { message: /before/ })
  const strange = { id: 'evt_\u202eodd', type: 'customer.created', note: '\u001b[31mred' }
  await send('POST', '/webhook/stripe', requestWith(strange, stripeHeaders))

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
