import { createHmac } from 'node:crypto'
import t from 'tap'
import { readEnvelope } from '../../src/payments/envelope.ts'
import { verifyPaddle, verifyPaystack, verifyStripe } from '../../src/payments/signatures.ts'

// These signatures were made with `openssl dgst -hmac`. Those published by the providers are in published.test.ts.
const body = Buffer.from('{"id":"evt_1","type":"invoice.paid","note":"café"}')
const now = new Date(1_700_000_000_000)
const STRIPE = 'b832deb448232621ba1e9af85bf420b159e4c650d15d6f7a8a2cf6f79106f31b'
const PADDLE = '2a15ce590d2c4f33055a7e48bfd7fe87c599253f5c9048f8d98292a13c89d4e4'
const PAYSTACK =
  '39f284ce7304424bf9018521ea230d2cfeab6f5923bc68380261941db5f006c3360b85e894c0749acc7673eee29f7a3a8436c8160acc6fcbc96aef848e83963c'

const stripe = (value: string, secrets = ['whsec_test_secret'], changed: object = {}) =>
  verifyStripe({ headers: { 'stripe-signature': value }, body, now, address: '192.0.2.1', ...changed }, secrets)
const paddle = (value: string, secrets = ['pdl_ntfset_test'], changed: object = {}) =>
  verifyPaddle({ headers: { 'paddle-signature': value }, body, now, address: '192.0.2.1', ...changed }, secrets)
const paystack = (value: string, secrets = ['sk_test_secret'], changed: object = {}) =>
  verifyPaystack({ headers: { 'x-paystack-signature': value }, body, now, address: '192.0.2.1', ...changed }, secrets)

t.test('a signature by the documented scheme is valid', async (t) => {
  t.ok(stripe(`t=1700000000,v1=${STRIPE},v0=${'0'.repeat(64)}`))
  t.ok(paddle(`ts=1700000000;h1=${PADDLE}`))
  t.ok(paystack(PAYSTACK))
  t.ok(paystack(PAYSTACK.toUpperCase()))
})

t.test('during rotation any of several secrets and signatures is valid', async (t) => {
  t.ok(stripe(`t=1700000000,v1=${'a'.repeat(64)},v1=${STRIPE}`, ['whsec_old', 'whsec_test_secret']))
  t.ok(paddle(`ts=1700000000;h1=${'a'.repeat(64)};h1=${PADDLE}`, ['old', 'pdl_ntfset_test']))
  t.ok(paystack(PAYSTACK, ['sk_old', 'sk_test_secret']))
})

t.test('another secret, another body or a re-encoded body is invalid', async (t) => {
  const reencoded = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))
  const latin1 = Buffer.from(body.toString(), 'latin1')
  for (const changed of [
    reencoded,
    latin1,
    body.subarray(0, -1),
    Buffer.alloc(0),
    Buffer.concat([body, Buffer.from('\n')]),
  ]) {
    t.notOk(stripe(`t=1700000000,v1=${STRIPE}`, undefined, { body: changed }))
    t.notOk(paddle(`ts=1700000000;h1=${PADDLE}`, undefined, { body: changed }))
    t.notOk(paystack(PAYSTACK, undefined, { body: changed }))
  }
  t.notOk(stripe(`t=1700000000,v1=${STRIPE}`, ['whsec_other']))
  t.notOk(paddle(`ts=1700000000;h1=${PADDLE}`, ['other']))
  t.notOk(paystack(PAYSTACK, ['sk_other']))
  t.notOk(stripe(`t=1700000000,v1=${STRIPE}`, []))
})

t.test('a missing, truncated, padded or malformed header is invalid', async (t) => {
  const half = STRIPE.slice(0, 32)
  for (const value of [
    '',
    ',',
    't=',
    `v1=${STRIPE}`,
    't=1700000000',
    't=1700000000,v1=',
    `t=1700000000,v1=${half}`,
    `t=1700000000,v0=${STRIPE}`,
    `t=1700000000,v1=${STRIPE}00`,
    `t=1700000000,v1=zz${STRIPE.slice(2)}`,
    `t=1e9,v1=${STRIPE}`,
    `t= ,v1=${STRIPE}`,
    `t=NaN,v1=${STRIPE}`,
    STRIPE,
  ])
    t.notOk(stripe(value), value)
  for (const value of ['', `ts=1700000000,h1=${PADDLE}`, `ts=1700000000;h1=${half}`, `h1=${PADDLE}`])
    t.notOk(paddle(value), value)
  for (const value of ['', PAYSTACK.slice(2), `${PAYSTACK}00`, 'x']) t.notOk(paystack(value), value)
  t.notOk(verifyStripe({ headers: {}, body, now, address: '192.0.2.1' }, ['whsec_test_secret']))
  t.notOk(
    verifyStripe({ headers: { 'stripe-signature': [`t=1700000000,v1=${STRIPE}`] }, body, now, address: '192.0.2.1' }, [
      'whsec_test_secret',
    ]),
  )
})

t.test('a timestamp may be five minutes in the past or future, but no more', async (t) => {
  const at = (seconds: number) => ({ now: new Date(now.getTime() + seconds * 1000) })
  for (const seconds of [0, 300, -300])
    t.ok(stripe(`t=1700000000,v1=${STRIPE}`, undefined, at(seconds)), String(seconds))
  for (const seconds of [301, -301, 86_400]) {
    t.notOk(stripe(`t=1700000000,v1=${STRIPE}`, undefined, at(seconds)), String(seconds))
    t.notOk(paddle(`ts=1700000000;h1=${PADDLE}`, undefined, at(seconds)), String(seconds))
  }
  t.notOk(stripe(`t=1700000300,v1=${STRIPE}`, undefined, at(301)), 'a newer time than the one signed')
})

t.test('a binary body is signed like any other', async (t) => {
  const binary = Buffer.from([0, 255, 128, 10, 13])
  const signature = createHmac('sha512', 'sk_test_secret').update(binary).digest('hex')
  t.ok(paystack(signature, undefined, { body: binary }))
})

t.test("id and type are read by the document's field names, else by the provider's", async (t) => {
  const read = (provider: Parameters<typeof readEnvelope>[0], event: unknown) => {
    const { id, type } = readEnvelope(provider, Buffer.from(JSON.stringify(event))) ?? {}
    return id === undefined ? undefined : [id, type]
  }
  for (const provider of ['stripe', 'paypal', 'paddle', 'paystack'] as const)
    t.same(read(provider, { id: 'evt_1', type: 'x.y', event_id: 'no', event: 'no', event_type: 'no' }), [
      'evt_1',
      'x.y',
    ])
  t.same(read('paypal', { id: 'WH-1', event_type: 'A.B' }), ['WH-1', 'A.B'])
  t.same(read('paddle', { event_id: 'evt_1', event_type: 'a.b' }), ['evt_1', 'a.b'])
  t.same(read('paystack', { event: 'charge.success', data: { id: 302961 } }), [
    'charge.success:302961',
    'charge.success',
  ])
  t.match(read('paystack', { event: 'refund.processed', data: {} }), [/^[0-9a-f]{64}$/, 'refund.processed'])
  t.equal(read('stripe', { event_id: 'evt_1', event_type: 'a.b' }), undefined, "another provider's names")
})

t.test('a body without id and type, or that is not a JSON object, is refused', async (t) => {
  const bodies = [
    '',
    ' ',
    'null',
    '[]',
    '[{"id":"a","type":"b"}]',
    '"a"',
    '1',
    '{',
    '{"id":"a"}',
    '{"type":"b"}',
    '{"id":1,"type":"b"}',
    '{"id":"","type":"b"}',
    '{"id":"a","type":null}',
    '{"id":"a\\u0000","type":"b"}',
    '{"id":"a","type":"\\ud800"}',
    `{"id":"${'a'.repeat(256)}","type":"b"}`,
    '{"__proto__":{"id":"a","type":"b"}}',
  ]
  for (const provider of ['stripe', 'paypal', 'paddle', 'paystack'] as const)
    for (const text of bodies)
      t.equal(readEnvelope(provider, Buffer.from(text)), undefined, `${provider} ${text.slice(0, 40)}`)
  t.equal(readEnvelope('stripe', Buffer.from('{"id":"\xff","type":"b"}', 'latin1')), undefined, 'no UTF-8')
  t.ok(
    readEnvelope('stripe', Buffer.from('\ufeff{"id":"a","type":"b"}'))?.text.startsWith('{'),
    'a byte order mark is dropped',
  )
  t.equal(readEnvelope('stripe', Buffer.from('['.repeat(200_000))), undefined, 'deep nesting')
})
