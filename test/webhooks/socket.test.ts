import { connect } from 'node:net'
import t from 'tap'
import { paddleHeaders } from '../support/payments/paddle.ts'
import { chargeSuccess, paystackHeaders } from '../support/payments/paystack.ts'
import { invoicePaid, stripeHeaders } from '../support/payments/stripe.ts'
import { startService } from '../support/service.ts'

t.setTimeout(240_000)

// Uses raw sockets to send requests that no HTTP library would send.
const { app, newClient } = await startService(t, {
  STRIPE_WEBHOOK_SECRETS: 'whsec_test',
  PADDLE_WEBHOOK_SECRETS: 'pdl_ntfset_test',
  PAYSTACK_SECRET_KEY: 'sk_live_test',
})
const base = await app.listen({ port: 0, host: '127.0.0.1' })
const client = await newClient()

/** Sends bytes and optionally ends the connection's sending side; resolves with the complete response. */
function exchange(text: string, { ends = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => {
      socket.write(text)
      if (ends) socket.end()
    })
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

const request = (provider: string, headers: [string, string][], body: string, length = Buffer.byteLength(body)) =>
  [
    `POST /webhook/${provider} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Content-Length: ${length}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
const post = async (provider: string, body: string, headers: Record<string, string>) =>
  statusOf(await exchange(request(provider, Object.entries(headers), body)))

const expires = async () => (await client.get('/api/account')).body.data.expires

t.test('a duplicated signature header is invalid', async (t) => {
  const body = JSON.stringify(invoicePaid({ metadata: { account_id: String(client.id) } }))
  const good = stripeHeaders(body)['stripe-signature'] ?? ''
  const forged = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
  const both = (name: string, first: string, second: string) =>
    request(
      'x',
      [
        [name, first],
        [name, second],
      ],
      body,
    ).replace('/webhook/x', '/webhook/')
  const at = (provider: string, text: string) => text.replace('/webhook/', `/webhook/${provider}`)
  t.equal(statusOf(await exchange(at('stripe', both('Stripe-Signature', forged, forged)))), 401)
  const paystack = paystackHeaders(body)['x-paystack-signature'] ?? ''
  t.equal(statusOf(await exchange(at('paystack', both('x-paystack-signature', '0'.repeat(128), paystack)))), 401)
  const other = JSON.stringify(invoicePaid({ metadata: { account_id: '2' } }))
  const swapped = request(
    'stripe',
    [
      ['Stripe-Signature', forged],
      ['Stripe-Signature', good],
    ],
    other,
  )
  t.equal(statusOf(await exchange(swapped)), 401, "another body's")
})

t.test('signatures of other lengths, of megabytes or not hexadecimal are refused without a crash', async (t) => {
  const body = '{"id":"evt_len","type":"x"}'
  const time = Math.floor(Date.now() / 1000)
  for (const length of [1, 2, 31, 63, 65, 66, 128, 4000])
    t.equal(
      await post('stripe', body, { 'stripe-signature': `t=${time},v1=${'a'.repeat(length)}` }),
      401,
      String(length),
    )
  const many = Array.from({ length: 500 }, () => `v1=${'b'.repeat(8)}`).join(',')
  t.equal(await post('stripe', body, { 'stripe-signature': `t=${time},${many}` }), 401, 'many')
  for (const value of [`t=${time},v1=é`, `t=${time},v1=${'١'.repeat(64)}`, `t=${time};h1=${'a'.repeat(64)}`])
    t.equal(await post('stripe', body, { 'stripe-signature': value }), 401, value.slice(0, 30))
  for (const [provider, name] of [
    ['stripe', 'stripe-signature'],
    ['paddle', 'paddle-signature'],
    ['paystack', 'x-paystack-signature'],
  ] as const)
    t.equal(await post(provider, body, { [name]: `t=${time},v1=${'a'.repeat(2_000_000)}` }), 431, `${name} of 2 MB`)
  t.equal(await post('paddle', body, paddleHeaders(body)), 200)
})

t.test('a truncated or endless body is not stored', async (t) => {
  const before = await expires()
  const body = JSON.stringify(invoicePaid({ metadata: { account_id: String(client.id) } }))
  const headers = Object.entries(stripeHeaders(body))
  const cut = await exchange(request('stripe', headers, body.slice(0, -20), Buffer.byteLength(body)), { ends: true })
  t.not(statusOf(cut), 200)
  t.equal(statusOf(await exchange(request('stripe', headers, body.slice(0, -20)))), 401, 'of the length it says')
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const chunked = `POST /webhook/stripe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`
  t.equal(statusOf(await exchange(`${chunked}${chunk.repeat(5)}0\r\n\r\n`)), 413, 'in pieces')
  t.equal(await expires(), before)
})

t.test('duplicate JSON keys use the last value, and special keys have no effect outside the event', async (t) => {
  const before = await expires()
  const twice = '{"id":"evt_first","type":"a","id":"evt_twice","type":"customer.created"}'
  t.equal(await post('stripe', twice, stripeHeaders(twice)), 200)
  t.equal(await post('stripe', twice, stripeHeaders(twice)), 200)
  const polluted = `{"id":"evt_proto","type":"invoice.paid","__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"data":{"__proto__":{"object":{"metadata":{"account_id":"${client.id}"}}}}}`
  t.equal(await post('stripe', polluted, stripeHeaders(polluted)), 200)
  const large = `{"id":"evt_large","type":"invoice.paid","created":9007199254740993,"data":{"object":{"id":"in_l","amount_paid":1e400,"currency":"usd","metadata":{"account_id":9007199254740993}}}}`
  t.equal(await post('stripe', large, stripeHeaders(large)), 200)
  const deep = `{"id":"evt_deep","type":"invoice.paid","data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`
  t.equal(await post('stripe', deep, stripeHeaders(deep)), 200)
  t.equal(Object.getOwnPropertyDescriptor(Object.prototype, 'admin'), undefined)
  t.equal(await expires(), before)
})

t.test('valid deliveries are never limited, also from an address that is limited for invalid ones', async (t) => {
  const bad = Array.from({ length: 80 }, (_, i) => post('stripe', `{"id":"evt_bad${i}","type":"x"}`, {}))
  t.ok((await Promise.all(bad)).includes(429), 'it is limited')
  const events = Array.from({ length: 120 }, (_, i) =>
    JSON.stringify({ ...chargeSuccess({ reference: `load${i}`, id: 1_000_000 + i, plan: null }), n: i }),
  )
  const statuses: number[] = []
  for (let i = 0; i < events.length; i += 40)
    statuses.push(
      ...(await Promise.all(
        events.slice(i, i + 40).map(async (body) => {
          const headers = paystackHeaders(body)
          const response = await fetch(`${base}/webhook/paystack`, { method: 'POST', body, headers })
          await response.arrayBuffer()
          return response.status
        }),
      )),
    )
  t.same([...new Set(statuses)], [200])
  t.equal(statuses.length, 120)
  t.equal(await post('stripe', '{"id":"evt_bad","type":"x"}', {}), 429, 'and still is')
})
