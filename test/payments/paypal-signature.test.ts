import t from 'tap'
import { FetchError } from '../../src/net/fetch-error.ts'
import type { SafeFetch } from '../../src/net/safe-fetch.ts'
import { chainIsTrusted, readCertificates, trustedRoots } from '../../src/payments/certificates.ts'
import { createPaypalVerifier } from '../../src/payments/paypal-signature.ts'
import { CERTIFICATE_URL, certificateHost, paypalHeaders, pem, testRoots } from '../support/paypal.ts'

const body = Buffer.from('{"id":"evt_1","type":"invoice.paid","note":"café"}')
const chain = pem('leaf', 'intermediate')
const address = '192.0.2.1'

const verifyWith = (text: string, sent: object = {}, webhookIds = ['WH-ID-1']) =>
  createPaypalVerifier(certificateHost(text), testRoots)(
    { headers: paypalHeaders(body), body, now: new Date(), address, ...sent },
    webhookIds,
  )

t.test('a signature created with openssl by the documented scheme is valid', async (t) => {
  // printf '<id>|<time>|WH-ID-1|2554837091' | openssl dgst -sha256 -sign leaf.key
  const headers = {
    'paypal-transmission-id': 'b02ef980-9fce-11eb-b0ec-5bc241fbaaf3',
    'paypal-transmission-time': '2023-11-14T22:13:20Z',
    'paypal-transmission-sig':
      'gBLOhQIIonlzmz45ldBUSZvXR+u3g/hot62ZzQ231f9ShVRwmO1xJojkr7VyZQZAo9CJexbUq2gH0e9cUQKSzjzhSxyT+nWRpJFf4O+KL7PXTVYaLTEpsBfC5nqUy2hbsH6lxgdn30h+P9ECmE82m3KS5uPJaCwJzmyF8joM9dkYvpNpKbE9S7ka17UdRBlzNYGg7NNoM/JzX95wlTU+u0MwTZ1wrNPL6rllti8Zs2uy2p+FRGOlnH1uVF3zSX0B9PGMUR1oJh9btQp3xfcWjQfMo3Ej+Fps3EC4jwWRRf+P9eCKfUujhFKBJj02rQhJ2ULf/JCoV9HigEbsKpfl/Q==',
    'paypal-cert-url': CERTIFICATE_URL,
    'paypal-auth-algo': 'SHA256withRSA',
  }
  const now = new Date('2023-11-14T22:15:00Z')
  t.equal(await verifyWith(chain, { headers, now }), 'good')
  t.equal(await verifyWith(chain, { headers }), 'bad', 'too old by now')
})

t.test('a delivery signed for a configured webhook with a PayPal certificate is valid', async (t) => {
  t.equal(await verifyWith(chain), 'good')
  t.equal(await verifyWith(chain, {}, ['OTHER', 'WH-ID-1']), 'good')
  t.equal(await verifyWith(pem('leaf', 'root', 'intermediate')), 'good', 'whatever the order of the others')
  t.equal(
    await verifyWith(chain, { headers: paypalHeaders(body, { url: CERTIFICATE_URL.replace('api.', 'api.sandbox.') }) }),
    'good',
  )
})

t.test('a changed body, webhook, time, id or signature is invalid', async (t) => {
  const headers = paypalHeaders(body)
  t.equal(await verifyWith(chain, { body: Buffer.concat([body, Buffer.from(' ')]) }), 'bad')
  t.equal(await verifyWith(chain, {}, ['WH-ID-2']), 'bad')
  t.equal(await verifyWith(chain, {}, []), 'bad')
  for (const [name, value] of [
    ['paypal-transmission-time', new Date(Date.now() - 1000).toISOString()],
    ['paypal-transmission-time', 'yesterday'],
    ['paypal-transmission-id', 'c02ef980-9fce-11eb-b0ec-5bc241fbaaf3'],
    ['paypal-transmission-id', 'a|b'],
    ['paypal-transmission-sig', Buffer.alloc(256).toString('base64')],
    ['paypal-transmission-sig', 'nonsense'],
    ['paypal-auth-algo', 'none'],
    ['paypal-auth-algo', 'SHA1withRSA'],
  ] as const)
    t.equal(await verifyWith(chain, { headers: { ...headers, [name]: value } }), 'bad', `${name} ${value}`)
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...rest } = headers
    t.equal(await verifyWith(chain, { headers: rest }), 'bad', `without ${name}`)
  }
})

t.test('a delivery that is too old or in the future is invalid', async (t) => {
  const at = (ms: number) => ({ headers: paypalHeaders(body, { time: new Date(Date.now() + ms).toISOString() }) })
  t.equal(await verifyWith(chain, at(-3 * 86_400_000)), 'good')
  t.equal(await verifyWith(chain, at(-5 * 86_400_000)), 'bad')
  t.equal(await verifyWith(chain, at(600_000)), 'bad')
})

t.test('a certificate without a trusted chain, expired or with another name is invalid', async (t) => {
  for (const [name, text] of Object.entries({
    'no intermediate': pem('leaf'),
    'forged root': pem('forged', 'other-root'),
    'forged root beside the real chain': pem('forged', 'other-root', 'intermediate', 'root'),
    'an issuer that is no authority': pem('by-not-a-ca', 'not-a-ca', 'intermediate'),
    'another name': pem('wrong-name', 'intermediate'),
    expired: pem('expired', 'intermediate'),
    'the issuer itself': pem('intermediate', 'root'),
  }))
    t.equal(await verifyWith(text), 'bad', name)
  const withSystemRoots = createPaypalVerifier(certificateHost(chain))
  t.equal(
    await withSystemRoots({ headers: paypalHeaders(body), body, now: new Date(), address }, ['WH-ID-1']),
    'bad',
    'not a root of Node',
  )
})

t.test('a certificate URL of another host is never fetched', async (t) => {
  const host = certificateHost(chain)
  const verify = createPaypalVerifier(host, testRoots)
  for (const url of [
    '',
    'nonsense',
    CERTIFICATE_URL.replace('https', 'http'),
    CERTIFICATE_URL.replace('api.paypal.com', 'evil.com'),
    CERTIFICATE_URL.replace('api.paypal.com', 'api.paypal.com.evil.com'),
    CERTIFICATE_URL.replace('api.paypal.com', 'evilpaypal.com'),
    CERTIFICATE_URL.replace('api.paypal.com', 'api.paypal.com:8443'),
    CERTIFICATE_URL.replace('api.paypal.com', 'me@api.paypal.com'),
    CERTIFICATE_URL.replace('api.paypal.com', 'api.paypal.com@evil.com'),
    CERTIFICATE_URL.replace('api.paypal.com', 'www.paypal.com'),
    'https://api.paypal.com/v1/oauth2/token',
    'https://api.paypal.com/v1/notifications/certs/../../oauth2',
    `${CERTIFICATE_URL}?a=b`,
    'https://169.254.169.254/v1/notifications/certs/CERT-1',
  ])
    t.equal(
      await verify({ headers: paypalHeaders(body, { url }), body, now: new Date(), address }, ['WH-ID-1']),
      'bad',
      url,
    )
  t.same(host.asked, [])
})

t.test('a certificate is fetched once, also with concurrent deliveries', async (t) => {
  const host = certificateHost(chain)
  const verify = createPaypalVerifier(host, testRoots)
  const send = () => verify({ headers: paypalHeaders(body), body, now: new Date(), address }, ['WH-ID-1'])
  t.same(await Promise.all(Array.from({ length: 20 }, send)), Array(20).fill('good'))
  t.equal(await send(), 'good')
  t.equal(host.asked.length, 1)
})

// A host that serves only the real certificate and counts the requests.
function startHost() {
  const asked: string[] = []
  const verify = createPaypalVerifier(async (url) => {
    asked.push(url)
    const isReal = url === CERTIFICATE_URL
    return {
      status: isReal ? 200 : 404,
      ok: isReal,
      headers: {},
      body: Buffer.from(isReal ? chain : 'none'),
      url,
      hops: [url],
    }
  }, testRoots)
  const send = (url: string, from = address, now = new Date()) =>
    verify({ headers: paypalHeaders(body, { url, time: now.toISOString() }), body, now, address: from }, ['WH-ID-1'])
  return { asked, send }
}

t.test('invented certificate URLs from one address cause few fetches and do not block those of others', async (t) => {
  const { asked, send } = startHost()
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, i) => send(`${CERTIFICATE_URL}${i}`, '198.51.100.7')),
  )
  t.notOk(replies.includes('good'))
  t.equal(asked.length, 3)
  t.equal(await send(CERTIFICATE_URL), 'good', 'the first real delivery, right after them')
  for (let i = 0; i < 50; i++) t.not(await send(`${CERTIFICATE_URL}-${i}`, '198.51.100.7'), 'good')
  t.equal(asked.length, 4)
})

t.test('a certificate that was valid is fetched again regardless of other requests', async (t) => {
  const { asked, send } = startHost()
  t.equal(await send(CERTIFICATE_URL), 'good')
  for (let i = 0; i < 100; i++) await send(`${CERTIFICATE_URL}${i}`, `198.51.100.${i}`)
  t.equal(asked.length, 30, 'unknown ones are limited in all')
  const later = new Date(Date.now() + 13 * 3_600_000)
  t.equal(await send(CERTIFICATE_URL, address, later), 'good')
  t.equal(asked.filter((url) => url === CERTIFICATE_URL).length, 2)
})

t.test('an outage of PayPal does not count against the address of valid deliveries', async (t) => {
  let isUp = false
  const host = certificateHost(chain)
  const verify = createPaypalVerifier(
    (url, options) => (isUp ? host(url, options) : Promise.reject(new FetchError('fetch_timeout'))),
    testRoots,
  )
  const send = () => verify({ headers: paypalHeaders(body), body, now: new Date(), address }, ['WH-ID-1'])
  for (let i = 0; i < 10; i++) t.equal(await send(), 'unknown')
  isUp = true
  t.equal(await send(), 'good')
})

t.test('while PayPal is unreachable the result is undecided, and the next delivery tries again', async (t) => {
  for (const failing of [
    certificateHost('', 503),
    certificateHost('', 429),
    () => Promise.reject(new FetchError('fetch_timeout')),
  ]) {
    let isUp = false
    const host = certificateHost(chain)
    const verify = createPaypalVerifier(
      (url, options) => (isUp ? host(url, options) : failing(url, options)),
      testRoots,
    )
    const send = () => verify({ headers: paypalHeaders(body), body, now: new Date(), address }, ['WH-ID-1'])
    t.equal(await send(), 'unknown')
    isUp = true
    t.equal(await send(), 'good')
  }
  for (const text of [
    '',
    'hello',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    pem('root').repeat(10),
  ])
    t.equal(await verifyWith(text), 'unknown', 'an answer that is no certificate')
})

t.test('a valid certificate is used until it expires if it cannot be fetched again', async (t) => {
  let isUp = true
  const host = certificateHost(chain)
  const verify = createPaypalVerifier(
    (url, options) => (isUp ? host(url, options) : Promise.reject(new FetchError('fetch_timeout'))),
    testRoots,
  )
  const send = (now: Date) =>
    verify({ headers: paypalHeaders(body, { time: now.toISOString() }), body, now, address }, ['WH-ID-1'])
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  t.equal(await send(later(0)), 'good')
  isUp = false
  t.equal(await send(later(13)), 'good')
  t.equal(await send(later(24 * 365 * 200)), 'unknown', 'but not forever')
  isUp = true
  t.equal(await send(later(14)), 'good')
  t.equal(host.asked.length, 2, 'asked for again when its time is over')
})

t.test('a missing issuer is fetched from the URL in the certificate', async (t) => {
  const asked: string[] = []
  const verifyThrough = (issuer: Buffer, status = 200) => {
    const fetch: SafeFetch = async (url) => {
      asked.push(url)
      const isIssuer = url === 'http://cacerts.example.com/intermediate.crt'
      const sent = isIssuer ? status : 200
      return {
        status: sent,
        ok: sent === 200,
        headers: {},
        body: isIssuer ? issuer : Buffer.from(pem('leaf-aia')),
        url,
        hops: [url],
      }
    }
    return createPaypalVerifier(fetch, testRoots)({ headers: paypalHeaders(body), body, now: new Date(), address }, [
      'WH-ID-1',
    ])
  }
  const [intermediate] = readCertificates(pem('intermediate')) ?? []
  t.equal(await verifyThrough(intermediate?.raw ?? Buffer.alloc(0)), 'good', 'as bytes')
  t.equal(await verifyThrough(Buffer.from(pem('intermediate'))), 'good', 'as text')
  t.equal(asked.length, 4)
  t.equal(await verifyThrough(Buffer.from(pem('other-root'))), 'bad', 'another issuer')
  t.equal(await verifyThrough(Buffer.from(pem('not-a-ca'))), 'bad')
  t.equal(await verifyThrough(Buffer.alloc(0), 503), 'unknown')
  t.equal(await verifyThrough(Buffer.from('nonsense')), 'unknown')
})

t.test('a chain to a current root of Node is accepted', async (t) => {
  const roots = trustedRoots()
  t.ok(roots.length > 50)
  const [root] = roots.filter((root) => root.ca && new Date(root.validTo) > new Date())
  t.ok(root && chainIsTrusted([root], roots, new Date()))
})
