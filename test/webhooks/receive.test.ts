import t, { type Test } from 'tap'
import { createPaypalVerifier } from '../../src/payments/paypal-signature.ts'
import { paddleHeaders, transactionCompleted } from '../support/payments/paddle.ts'
import { subscription as paypalSubscription } from '../support/payments/paypal.ts'
import { chargeSuccess, paystackHeaders } from '../support/payments/paystack.ts'
import { invoicePaid, stripeHeaders } from '../support/payments/stripe.ts'
import { certificateHost, paypalHeaders, pem, testRoots } from '../support/paypal.ts'
import { type Reply, type Service, startService } from '../support/service.ts'

const providers = ['stripe', 'paypal', 'paddle', 'paystack'] as const
const settings = {
  STRIPE_WEBHOOK_SECRETS: 'whsec_old, whsec_test',
  PADDLE_WEBHOOK_SECRETS: 'pdl_ntfset_test',
  PAYSTACK_SECRET_KEY: 'sk_live_test',
  PAYPAL_WEBHOOK_ID: 'WH-ID-1',
}
const open = await startService(t)
const signed = await startService(t, settings, {
  verifyPaypal: createPaypalVerifier(certificateHost(pem('leaf', 'intermediate')), testRoots),
})

let serial = 0
const newIp = () => `198.51.100.${++serial % 250}`
const post = (service: Service, path: string, raw: string | Buffer, headers = {}, ip = newIp()) =>
  service.send('POST', path, { raw, headers, ip })
const headersFor = (provider: string, body: Buffer): Record<string, string> => {
  if (provider === 'stripe') return stripeHeaders(body)
  if (provider === 'paddle') return paddleHeaders(body)
  if (provider === 'paystack') return paystackHeaders(body)
  return paypalHeaders(body, { id: `b02ef980-9fce-11eb-b0ec-${String(++serial).padStart(12, '0')}` })
}
const sendSigned = (provider: string, event: object) => {
  const body = Buffer.from(JSON.stringify(event))
  return post(signed, `/webhook/${provider}`, body, headersFor(provider, body))
}
const stored = (service: Service) => service.services.db.selectFrom('webhook_events').selectAll().execute()
const unverified = (service: Service) => service.services.db.selectFrom('unverified_events').selectAll().execute()

async function settled(service: Service): Promise<void> {
  for (let i = 0; i < 2400; i++) {
    const pending = await service.services.db
      .selectFrom('webhook_events')
      .select('id')
      .where('status', '=', 'pending')
      .execute()
    if (pending.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

function failed(t: Test, reply: Reply, status: number, code: string, name?: string) {
  t.match(reply, { status, body: { error: 1, code, message: String } }, name ?? `${status} ${code}`)
  t.match(reply.headers, { 'api-version': 'v1', 'app-version': '7.3.1' })
}

t.test('without a secret every receiver accepts an event with the two documented fields, without effect', async (t) => {
  for (const provider of providers) {
    const event = {
      id: 'evt_1',
      type: 'invoice.payment_succeeded',
      data: { object: { metadata: { account_id: '1' } } },
    }
    const reply = await open.send('POST', `/webhook/${provider}`, { body: event })
    t.match(reply, { status: 200, body: { error: 0, message: String } })
    t.match(reply.headers, { 'api-version': 'v1', 'app-version': '7.3.1' })
    t.equal(reply.headers['x-ratelimit-limit'], undefined)
    t.equal((await open.send('POST', `/webhook/${provider}`, { body: event })).status, 200, 'again')
  }
  t.same(await stored(open), [])
  const kept = await unverified(open)
  t.equal(kept.length, 4, 'each once')
  t.notMatch(JSON.stringify(kept), 'account_id', 'nothing of what it says is kept')
})

t.test('a body may be JSON or text, also with a trailing slash in the path, and nothing else', async (t) => {
  const event = JSON.stringify({ id: 'evt_types', type: 'x' })
  for (const [type, status] of [
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['text/plain', 200],
    ['text/xml', 415],
    ['application/octet-stream', 415],
    ['application/x-www-form-urlencoded', 415],
  ] as const)
    t.equal((await post(open, '/webhook/stripe/', event, { 'content-type': type })).status, status, type)
  for (const [encoding, status] of [
    ['identity', 200],
    ['gzip', 415],
  ] as const)
    t.equal((await post(open, '/webhook/stripe', event, { 'content-encoding': encoding })).status, status, encoding)
})

t.test('a body without id and type is 400, an unknown provider 404, a body that is too large 413', async (t) => {
  for (const provider of providers) {
    for (const raw of [
      '',
      '{',
      '[]',
      'null',
      '{}',
      '{"id":"a"}',
      '{"type":"a"}',
      '{"id":5,"type":"a"}',
      '{"id":"","type":""}',
      '\u0000',
    ])
      failed(t, await post(open, `/webhook/${provider}`, raw), 400, 'invalid_request', `${provider} ${raw}`)
    failed(t, await post(open, `/webhook/${provider}`, Buffer.from([0x7b, 0xff, 0x7d])), 400, 'invalid_request')
    failed(
      t,
      await post(open, `/webhook/${provider}`, `{"id":"a","type":"b","x":"${'x'.repeat(262_144)}"}`),
      413,
      'body_too_large',
    )
    failed(t, await post(signed, `/webhook/${provider}`, 'x'.repeat(300_000)), 413, 'body_too_large')
  }
  const large = JSON.stringify({ id: 'evt_large', type: 'b', x: '' })
  t.equal(
    (await post(open, '/webhook/stripe', large.replace('""', `"${'x'.repeat(262_144 - large.length)}"`))).status,
    200,
    '256 KiB',
  )
  for (const path of [
    '/webhook/square',
    '/webhook/Stripe',
    '/webhook/constructor',
    '/webhook/stripe%00',
    '/webhook/stripe/x',
  ])
    failed(t, await post(open, path, '{"id":"a","type":"b"}'), 404, 'not_found', path)
  failed(t, await post(open, '/webhook/square', 'x'.repeat(300_000)), 404, 'not_found', 'whatever its size')
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    failed(t, await open.send(method, '/webhook/stripe'), 404, 'not_found', method)
})

t.test('only the missing one of id and type is reported, and GET of a receiver is 404', async (t) => {
  for (const [path, body, missing] of [
    ['/webhook/stripe', { id: 'x' }, ['/type']],
    ['/webhook/stripe', { type: 'x' }, ['/id']],
    ['/webhook/paypal', { event_type: 'x' }, ['/id']],
    ['/webhook/stripe', {}, ['/id', '/type']],
  ] as const) {
    const reply = await post(open, path, JSON.stringify(body))
    t.same([reply.status, reply.body.errors.map((fault: { path: string }) => fault.path)], [400, missing])
  }
  for (const path of ['/webhook', '/webhook/'])
    for (const method of ['GET', 'POST'] as const)
      t.match(await open.send(method, path, { headers: { accept: 'text/html' }, isElsewhere: true }), {
        status: 404,
        body: { error: 1, code: 'not_found' },
      })
})

t.test('a signed event of each provider is stored, answered, and changes the plan', async (t) => {
  const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 40 * 86_400_000)
  const events = {
    stripe: (id: number) =>
      invoicePaid({ metadata: { account_id: String(id) }, customer: `cus_${id}`, subscription: `sub_${id}`, until }),
    paypal: (id: number) =>
      paypalSubscription('ACTIVATED', 'ACTIVE', {
        accountId: id,
        subscription: `I-BW452GLL000${id}`,
        payer: `P${id}`,
        until,
      }),
    paddle: (id: number) =>
      transactionCompleted({
        accountId: id,
        customer: `ctm_${id}`,
        subscription: `sub_${id}`,
        transaction: `txn_${id}`,
        until,
      }),
    paystack: (id: number) =>
      chargeSuccess({ accountId: id, customer: `CUS_${id}`, reference: `ref_${id}`, id, plan: null }),
  }
  for (const provider of providers) {
    const client = await signed.newClient()
    const before = (await client.get('/api/account')).body.data
    const event = events[provider](client.id)
    t.match(await sendSigned(provider, event), { status: 200, body: { error: 0, message: 'Event received.' } })
    t.match(
      await sendSigned(provider, event),
      { status: 200, body: { error: 0, message: /before/ } },
      'a second delivery',
    )
    await settled(signed)
    const after = (await client.get('/api/account')).body.data
    t.equal(after.status, 'pro', provider)
    if (provider === 'paystack') t.ok(after.expires > before.expires)
    else t.equal(after.expires, until.toISOString().slice(0, 19).replace('T', ' '), provider)
  }
  t.same(await unverified(signed), [])
  t.same(
    (await stored(signed)).map(({ status }) => status),
    ['applied', 'applied', 'applied', 'applied'],
  )
})

t.test("forged, changed, stale, unsigned and other providers' signatures are 401, and nothing is stored", async (t) => {
  const before = (await stored(signed)).length
  const body = Buffer.from(JSON.stringify(invoicePaid({ metadata: { account_id: '1' } })))
  const changed = Buffer.from(body.toString().replace('"account_id":"1"', '"account_id":"2"'))
  const reencoded = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2))
  const old = new Date(Date.now() - 3_600_000)
  const refusals: [string, string, Buffer, Record<string, string>][] = [
    ...providers.map((provider): [string, string, Buffer, Record<string, string>] => [
      `${provider} unsigned`,
      provider,
      body,
      {},
    ]),
    ...providers.flatMap((provider): [string, string, Buffer, Record<string, string>][] => [
      [`${provider} changed`, provider, changed, headersFor(provider, body)],
      [`${provider} cut`, provider, body.subarray(0, -1), headersFor(provider, body)],
      [`${provider} encoded again`, provider, reencoded, headersFor(provider, body)],
    ]),
    ...providers.flatMap((provider) =>
      providers
        .filter((other) => other !== provider)
        .map((other): [string, string, Buffer, Record<string, string>] => [
          `${other}'s at ${provider}`,
          provider,
          body,
          headersFor(other, body),
        ]),
    ),
    ['stripe stale', 'stripe', body, stripeHeaders(body, 'whsec_test', old)],
    ['paddle stale', 'paddle', body, paddleHeaders(body, 'pdl_ntfset_test', old)],
    ['stripe forged', 'stripe', body, stripeHeaders(body, 'whsec_guess')],
    ['paddle forged', 'paddle', body, paddleHeaders(body, 'guess')],
    ['paystack forged', 'paystack', body, paystackHeaders(body, 'guess')],
    ['paystack with another secret of ours', 'paystack', body, paystackHeaders(body, 'whsec_test')],
    ['paypal for another webhook', 'paypal', body, paypalHeaders(body, { webhookId: 'WH-ID-2' })],
    ['an empty key', 'stripe', body, stripeHeaders(body, '')],
  ]
  for (const [name, provider, raw, headers] of refusals)
    failed(t, await post(signed, `/webhook/${provider}`, raw, headers), 401, 'bad_signature', name)
  t.equal((await stored(signed)).length, before)
  t.same(await unverified(signed), [])
})

t.test('an unsigned event cannot occupy the id of a signed one', async (t) => {
  const both = await startService(t, { STRIPE_WEBHOOK_SECRETS: 'whsec_test' })
  const client = await both.newClient()
  const event = invoicePaid({ metadata: { account_id: String(client.id) }, customer: 'cus_1', subscription: 'sub_1' })
  await both.services.db
    .insertInto('unverified_events')
    .values({ provider: 'stripe', event_id: event.id, type: event.type, body_hash: 'a'.repeat(64) })
    .execute()
  const body = Buffer.from(JSON.stringify(event))
  t.match(await post(both, '/webhook/stripe', body, stripeHeaders(body)), { body: { message: 'Event received.' } })
  t.equal(
    (await post(both, '/webhook/paddle', JSON.stringify({ id: event.id, type: 'x' }))).status,
    200,
    'the same id at another provider',
  )
})

t.test('twenty concurrent deliveries of one event are stored once', async (t) => {
  const client = await signed.newClient()
  const event = chargeSuccess({ accountId: client.id, customer: 'CUS_same', reference: 'same', id: 555, plan: null })
  const replies = await Promise.all(Array.from({ length: 20 }, () => sendSigned('paystack', event)))
  t.same([...new Set(replies.map(({ status }) => status))], [200])
  t.equal(replies.filter(({ body }) => body.message === 'Event received.').length, 1)
  await settled(signed)
  const { expires } = (await client.get('/api/account')).body.data
  const days = (Date.parse(`${expires}Z`) - Date.now()) / 86_400_000
  t.ok(days > 44.9 && days < 45.1, 'bought once')
})

t.test('a PayPal transmission id is accepted for one event only, whatever the body', async (t) => {
  const id = 'c02ef980-9fce-11eb-b0ec-5bc241fbaaf3'
  const first = Buffer.from(JSON.stringify({ id: 'WH-FIRST', event_type: 'X', resource: {} }))
  t.equal((await post(signed, '/webhook/paypal', first, paypalHeaders(first, { id }))).status, 200)
  t.match(await post(signed, '/webhook/paypal', first, paypalHeaders(first, { id })), {
    status: 200,
    body: { message: /before/ },
  })
  // Passes the signature check, like a body with the same checksum.
  const second = Buffer.from(JSON.stringify({ id: 'WH-SECOND', event_type: 'X', resource: {} }))
  failed(t, await post(signed, '/webhook/paypal', second, paypalHeaders(second, { id })), 401, 'bad_signature')
})

t.test('while the certificate cannot be fetched the reply is 503, so that PayPal retries', async (t) => {
  const away = await startService(t, settings, {
    verifyPaypal: createPaypalVerifier(certificateHost('', 503), testRoots),
  })
  const body = Buffer.from(JSON.stringify({ id: 'WH-1', event_type: 'X' }))
  const reply = await post(away, '/webhook/paypal', body, paypalHeaders(body))
  failed(t, reply, 503, 'certificate_away')
  t.equal(reply.headers['retry-after'], '60')
})

t.test('invalid and unsigned deliveries are limited per address, signed ones never', async (t) => {
  for (const [service, status] of [
    [signed, 401],
    [open, 200],
  ] as const) {
    const statuses = []
    for (let i = 0; i < 62; i++)
      statuses.push(
        (await post(service, '/webhook/stripe', JSON.stringify({ id: `evt_${i}`, type: 'x' }), {}, '203.0.113.9'))
          .status,
      )
    t.same(statuses, [...Array(60).fill(status), 429, 429])
  }
  const body = Buffer.from(JSON.stringify({ id: 'evt_good', type: 'x' }))
  t.equal((await post(signed, '/webhook/stripe', body, stripeHeaders(body), '203.0.113.9')).status, 200)
  const limited = await post(signed, '/webhook/stripe', body, {}, '203.0.113.9')
  failed(t, limited, 429, 'rate_limited')
  t.match(limited.headers['retry-after'], /^\d+$/)
  for (let i = 0; i < 100; i++) {
    const many = Buffer.from(JSON.stringify({ id: `evt_many_${i}`, type: 'x' }))
    const reply = await post(signed, '/webhook/stripe', many, stripeHeaders(many), '203.0.113.10')
    if (reply.status !== 200) t.fail(`signed delivery ${i}: ${reply.status}`)
  }
})

t.test('only the newest thousand unverified events of a provider are kept', async (t) => {
  const { db } = open.services
  const rows = Array.from({ length: 1005 }, (_, i) => ({
    provider: 'paddle' as const,
    event_id: `fill_${i}`,
    type: 'x',
    body_hash: 'a'.repeat(64),
  }))
  await db.insertInto('unverified_events').values(rows).execute()
  t.equal((await post(open, '/webhook/paddle', '{"id":"newest","type":"x"}')).status, 200)
  const kept = (await unverified(open)).filter(({ provider }) => provider === 'paddle')
  t.equal(kept.length, 1000)
  t.ok(kept.some(({ event_id }) => event_id === 'newest'))
  t.ok(
    (await unverified(open)).some(({ provider }) => provider === 'stripe'),
    "another provider's stay",
  )
})
