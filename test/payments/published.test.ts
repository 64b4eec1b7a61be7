import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import type { SafeFetch } from '../../src/net/safe-fetch.ts'
import { createPaypalVerifier } from '../../src/payments/paypal-signature.ts'
import { verifyPaddle, verifyStripe } from '../../src/payments/signatures.ts'

// Signatures that the providers' developers published, with their sources. Paystack has published none with secret,
// body and signature; its scheme is tested with signatures made by openssl in signatures.test.ts.

t.test("Stripe's: stripe-dotnet, EventUtilityTest with event_test_signature.json", async (t) => {
  const event = {
    id: 'evt_123',
    object: 'event',
    account: 'acct_123',
    api_version: '2017-05-25',
    created: 1533204620,
    data: {
      object: {
        id: 'cus_123',
        object: 'customer',
        created: 123456789,
        email: 'test@stripe.com',
        livemode: false,
        metadata: {},
      },
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: 'req_123', idempotency_key: 'idempotency-key-123' },
    type: 'customer.created',
  }
  const body = Buffer.from(`${JSON.stringify(event, null, 2)}\n`)
  const value =
    't=1533204620,v1=2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7,v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef'
  const verify = (body: Buffer, after: number) =>
    verifyStripe(
      {
        headers: { 'stripe-signature': value },
        body,
        address: '192.0.2.1',
        now: new Date((1533204620 + after) * 1000),
      },
      ['webhook_secret'],
    )
  t.ok(verify(body, 100))
  t.notOk(verify(body, 400), 'too old')
  t.notOk(verify(Buffer.concat([body, Buffer.from('this_changes_the_json')]), 100))
})

t.test("Paddle's: paddle-node-sdk, webhooks-validator.node.test, and paddle-php-sdk, VerifierTest", async (t) => {
  const verify = (body: string, value: string, secrets: string[]) => {
    const now = new Date(Number(value.match(/ts=(\d+)/)?.[1]) * 1000)
    const delivery = { headers: { 'paddle-signature': value }, body: Buffer.from(body), now, address: '192.0.2.1' }
    return verifyPaddle(delivery, secrets)
  }
  const first = 'ts=1698796800;h1=a300428748dce5c70e4da19bffd60769591ea969c99dea3105d0ec9612cf43f9'
  t.ok(verify('{"data": ["1", "2"]}', first, ['VALID_SECRET']))
  t.notOk(verify('{ "data": [ "1", "2" ]}', first, ['VALID_SECRET']), 'more space')
  t.notOk(verify('{"data": ["1", "2"]}', first, ['INVALID_VALID_SECRET']))
  const twice =
    'ts=1698796800;h1=28981e941fae76e53db32f3d2a83cb69db41476595e84e1970a1b5d98f62b261;h1=28981e941fae76e53db32f3d2a83cb69db41476595e84e1970a1b5d98f62b261;h2=RANDOM_HASH'
  t.ok(verify('{"data": "value"}', twice, ['VALID_SECRET']), 'while a secret is rolled')
  const dummy = 'ts=1696195954;h1=dummy;h1=d96299976a6eb066f484d7fde011ac56fc32b38fc9940bc419d6e537fdc6ef02'
  const secrets = [
    'TjIG2BXbm83HPXqNfziwe506sBEdqL/4',
    'vB/yIOnTOCWIvpBadM5jzBZPHc7OmdSo',
    'WvRO0eL4Bj9rgYYIBZY6wZhG4EHy9jzh',
  ]
  t.ok(
    verify(
      'hello-world',
      dummy,
      secrets.map((tail) => `pdl_ntf_01hbpjmytsa32fhr36nqgc3kgb_${tail}`),
    ),
  )
})

t.test("PayPal's: the SDKs for Python and Node, certificate and chain included", async (t) => {
  const read = (name: string) => readFileSync(new URL(`../fixtures/paypal/published/${name}`, import.meta.url))
  const url = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77'
  const issuer = 'http://cacerts.digicert.com/DigiCertSHA2ExtendedValidationServerCA.crt'
  const asked: string[] = []
  const fetch: SafeFetch = async (url) => {
    asked.push(url)
    const body = url === issuer ? new X509Certificate(read('issuer.pem')).raw : read('certificate.pem')
    return { status: 200, ok: true, headers: {}, body, url, hops: [url] }
  }
  const headers = {
    'paypal-transmission-id': 'dfb3be50-fd74-11e4-8bf3-77339302725b',
    'paypal-transmission-time': '2015-05-18T15:45:13Z',
    'paypal-transmission-sig':
      'thy4/U002quzxFavHPwbfJGcc46E8rc5jzgyeafWm5mICTBdY/8rl7WJpn8JA0GKA+oDTPsSruqusw+XXg5RLAP7ip53Euh9Xu3UbUhQFX7UgwzE2FeYoY6lyRMiiiQLzy9BvHfIzNIVhPad4KnC339dr6y2l+mN8ALgI4GCdIh3/SoJO5wE64Bh/ueWtt8EVuvsvXfda2Le5a2TrOI9vLEzsm9GS79hAR/5oLexNz8UiZr045Mr5ObroH4w4oNfmkTaDk9Rj0G19uvISs5QzgmBpauKr7Nw++JI0pr/v5mFctQkoWJSGfBGzPRXawrvIIVHQ9Wer48GR2g9ZiApWg==',
    'paypal-cert-url': url,
    'paypal-auth-algo': 'SHA256withRSA',
  }
  const body = read('body.txt')
  const verify = (changed: object = {}, webhookId = '4JH86294D6297924G', roots = [read('root.pem')]) =>
    createPaypalVerifier(fetch, () => roots.map((pem) => new X509Certificate(pem)))(
      { headers, body, address: '192.0.2.1', now: new Date('2015-05-18T15:45:20Z'), ...changed },
      [webhookId],
    )
  t.equal(await verify(), 'good')
  t.same(asked, [url, issuer], 'the issuer from where the certificate says')
  t.equal(await verify({ body: Buffer.concat([body, Buffer.from(' ')]) }), 'bad')
  t.equal(await verify({}, '4JH86294D6297924H'), 'bad', 'another webhook')
  t.equal(await verify({ now: new Date() }), 'bad', 'today')
  t.equal(await verify({}, undefined, []), 'bad', 'without its root')
})
