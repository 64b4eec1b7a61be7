import { join } from 'node:path'
import t from 'tap'
import { type Reply, startService } from '../support/service.ts'

// All faults of a request are reported at once: of path, query and body, of shape and meaning.

const folder = t.testdir({
  'pixels.json': JSON.stringify(
    Object.fromEntries(
      [
        ...Array.from({ length: 8 }, (_, i) => `vendor0${i + 1}pixel`),
        ...['vendor09', 'vendor10', 'vendor11', 'vendor12', 'vendor13'],
      ].map((type, i) => [type, { pattern: i === 0 ? '[0-9]+' : '[a-z]+', html: '<img src="https://example.com/">' }]),
    ),
  ),
})
const service = await startService(t, { PIXEL_TEMPLATES: join(folder, 'pixels.json') })
const client = await service.newClient()
const UNKNOWN = 9007199254740991

const faultsOf = ({ body }: Reply): { path: string; message: string }[] => body.errors ?? []
const pathsOf = (reply: Reply) => faultsOf(reply).map(({ path }) => path)

t.test(
  'a compressed body is refused; one with `identity` or a charset in place of it and a request without a body are not',
  async (t) => {
    const send = (encoding: string, body?: object) =>
      client.post('/api/channel/add', body, { headers: { 'content-encoding': encoding } })
    for (const encoding of ['gzip', 'br', 'X-Gzip', 'zstd', 'identity, gzip'])
      t.match(await send(encoding, { name: 'x' }), {
        status: 415,
        body: { code: 'unsupported_media_type', message: 'Send the body uncompressed, without Content-Encoding.' },
      })
    for (const encoding of ['identity', 'Identity', '', 'utf-8'])
      t.equal((await send(encoding, { name: 'x' })).status, 200)
    t.equal((await client.post('/api/account', undefined, { headers: { 'content-encoding': 'gzip' } })).status, 200)
  },
)

t.test('faults of path, query and body are reported together, in this order', async (t) => {
  const reply = await client.put('/api/qr/abc/update?strict=maybe', { type: 'none', background: 'red', name: 5 })
  t.equal(reply.status, 400)
  t.same(pathsOf(reply), ['path/id', 'query/strict', '/data', '/type', '/background', '/name'])
  t.match(reply.body, {
    code: 'invalid_request',
    message: 'path/id must be a whole number of at least 1, or an external id, such as ext_sku-4711.',
  })
  t.same(pathsOf(await client.get('/api/url/0/stats?from=yesterday&timezone=Nowhere/None&by=mood&interval=1')), [
    'path/id',
    'query/from',
    'query/interval',
    'query/timezone',
    'query/by',
  ])
})

t.test('faults of shape and meaning are reported together, in the order of the document', async (t) => {
  const link = 'https://example.com/'
  const reply = await client.post('/api/url/add', {
    deeplink: { apple: 5 },
    timetarget: [
      { from: '9', to: '17:00', days: [1], timezone: 'Nowhere/None', link },
      { from: '09:00', to: '17:00', days: [8], timezone: 'UTC', link: 'ftp://x' },
    ],
    geotarget: [
      { location: 'DE', link },
      { location: 'Atlantis', link: 'x' },
    ],
    metatitle: 5,
    expiry: '2001-01-01',
    domain: 'http://[',
    url: 'javascript:alert(1)',
  })
  t.equal(reply.status, 400)
  t.same(pathsOf(reply), [
    '/url',
    '/domain',
    '/expiry',
    '/timetarget/0/from',
    '/timetarget/0/timezone',
    '/timetarget/1/days/0',
    '/timetarget/1/link',
    '/metatitle',
    '/geotarget/1/location',
    '/geotarget/1/link',
    '/deeplink/apple',
  ])
  t.match(faultsOf(reply), [{}, {}, { message: 'must be in the future' }])
  t.same(pathsOf(await client.post('/api/key/add', { name: 5, expires: '2030-02-30' })), ['/name', '/expires'])
  t.same(pathsOf(await client.post('/api/domain/add', { domain: 'https://1.2.3.4', redirectroot: 'x' })), [
    '/domain',
    '/redirectroot',
  ])
  t.same(pathsOf(await client.post('/api/qr/add', { type: 'email', data: ['x', 5], logo: 'ftp://x', name: true })), [
    '/data/0',
    '/data/1',
    '/logo',
    '/name',
  ])
  t.same(pathsOf(await client.post('/api/pixel/add', { type: 'vendor01pixel', name: 5, tag: 'x' })), ['/name', '/tag'])
  t.same(
    pathsOf(await client.post(`/api/url/${UNKNOWN}/explain`, { country: 'Atlantis', agent: 5, time: '2030-02-30' })),
    ['/country', '/agent', '/time'],
  )
  t.same(pathsOf(await service.send('POST', '/login', { body: {} })), ['/email', '/password'])
})

t.test('a value of another type than its check expects is an ordinary fault', async (t) => {
  for (const odd of [{}, { toString: 'x' }, ['x'], 5, true]) {
    const link = { url: 'https://example.com/', custom: odd, domain: odd, expiry: odd }
    const timetarget = [{ from: '09:00', to: '17:00', days: [1], timezone: odd, link: 'https://example.com/' }]
    const geotarget = [{ location: odd, link: 'https://example.com/' }]
    const reply = await client.post('/api/url/add', { ...link, geotarget, timetarget })
    t.equal(reply.status, 400)
    t.same(
      new Set(pathsOf(reply)),
      new Set(['/custom', '/domain', '/expiry', '/geotarget/0/location', '/timetarget/0/timezone']),
    )
    t.same(pathsOf(await client.post('/api/domain/add', { domain: odd })), ['/domain'])
    t.same(pathsOf(await client.post('/api/qr/add', { type: 'text', data: 'x', logo: odd })), ['/logo'])
    t.same(pathsOf(await client.post('/api/pixel/add', { type: odd, name: 'x', tag: odd })), ['/type', '/tag'])
    t.same(pathsOf(await client.post('/api/key/add', { expires: odd })), ['/expires'])
    t.same(pathsOf(await client.post('/api/url/1/explain', { country: odd, time: odd })), ['/country', '/time'])
  }
})

t.test('hundreds of faults are all reported', async (t) => {
  const geotarget = Array.from({ length: 250 }, (_, i) => ({ location: `Atlantis ${i}`, link: i }))
  const faults = pathsOf(await client.post('/api/url/add', { geotarget }))
  t.equal(faults.length, 501)
  t.same([faults[0], faults[1], faults.at(-1)], ['/url', '/geotarget/0/location', '/geotarget/249/link'])
})

t.test('strings that cannot be stored are faults; beyond 2,000 the reply says that there are more', async (t) => {
  const raw = '{"name":"a\\u0000","tag":"\\ud800","other":["\\u0000"],"type":5}'
  const reply = await client.post('/api/pixel/add', undefined, { raw })
  t.same(pathsOf(reply), ['/type', '/name', '/tag', '/other/0'])
  t.match(faultsOf(reply)[1], { message: 'must not contain the character U+0000' })

  const nul = Array(1000).fill('\u0000')
  const many = await client.post('/api/pixel/add', {
    ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, nul])),
  })
  t.equal(many.status, 400)
  t.equal(faultsOf(many).length, 2001)
  t.match(faultsOf(many).at(-1), { path: '', message: /more/ })
  const wide = await client.post('/api/pixel/add', { name: 5, other: Array(2001).fill(0) })
  t.same(pathsOf(wide), ['/other'], 'what is too much for any body is told alone')
})

t.test('a reserved alias is reported as such, whatever its case and other faults', async (t) => {
  const { id } = (await client.post('/api/url/add', { url: 'https://example.com/' })).body
  const { id: bio } = (await client.post('/api/bio/add', { name: 'Ada' })).body
  for (const custom of ['robots.txt', 'favicon.ico', '.well-known', 'api', 'Docs']) {
    for (const [method, address, body] of [
      ['post', '/api/url/add', { url: 'https://example.com/' }],
      ['post', '/api/bio/add', { name: 'Ada' }],
      ['put', `/api/url/${id}/update`, {}],
      ['put', `/api/bio/${bio}/update`, {}],
    ] as const)
      t.match(
        await client[method](address, { ...body, custom }),
        { status: 400, body: { code: 'alias_reserved', errors: [{ path: '/custom', message: 'is reserved' }] } },
        `${address} ${custom}`,
      )
  }
  const both = await client.post('/api/url/add', { url: 5, custom: 'robots.txt' })
  t.match(both.body, { code: 'alias_reserved', errors: [{ path: '/url' }, { path: '/custom' }] })
  t.match(await client.post('/api/url/add', { url: 'https://example.com/', custom: 'a b' }), {
    status: 400,
    body: { code: 'invalid_request', errors: [{ path: '/custom' }] },
  })
})

t.test('for an unknown id, faults that do not depend on the record are 400, else 404', async (t) => {
  const put = async (address: string, body: object) => {
    const reply = await client.put(address, body)
    return [reply.status, ...pathsOf(reply)]
  }
  const pixel = `/api/pixel/${UNKNOWN}/update`
  t.same(await put(pixel, { tag: 5 }), [400, '/tag'])
  t.same(await put(pixel, { tag: 'FITS NONE' }), [400, '/tag'])
  t.same(await put(pixel, { tag: '123' }), [404])
  t.same(await put(pixel, { tag: 'abc' }), [404])
  const qr = `/api/qr/${UNKNOWN}/update`
  for (const data of [
    {},
    { subject: 'x' },
    { link: 'x' },
    [true],
    [null, 'x'],
    { ssid: 'x', encryption: 'none' },
    '\t\u0001',
  ])
    t.same((await put(qr, { data }))[0], 400, JSON.stringify(data))
  t.same(await put(qr, { data: { type: 'link' }, logo: 'data:image/png;base64,AAAA' }), [400, '/data', '/logo'])
  t.same(await put(qr, { data: 'x', type: 'link' }), [400, '/data'])
  t.same(await put(qr, { data: 'x', type: 'text', static: false }), [400, '/static'])
  for (const data of ['x', { link: 'https://example.com/' }, ['x'], { ssid: 'x', encryption: 'WPA' }, { fname: 'Ada' }])
    t.same(await put(qr, { data }), [404], JSON.stringify(data))
  t.same(await put(`/api/url/${UNKNOWN}/update`, { expiry: '2001-01-01' }), [400, '/expiry'])
  t.same((await put(`/api/url/${UNKNOWN}/update`, { expiry: '2090-01-01' }))[0], 404)

  const { id } = (await client.post('/api/pixel/add', { type: 'vendor01pixel', name: 'a', tag: '1' })).body
  t.same(await put(`/api/pixel/${id}/update`, { tag: 'abc' }), [400, '/tag'], 'the tag of another type')
})

t.test("faults of a union are reported for the variant that the value's type selects", async (t) => {
  const qr = async (data: unknown) => faultsOf(await client.post('/api/qr/add', { type: 'text', data }))
  t.same(await qr(5), [{ path: '/data', message: 'must be text, an object or a list' }])
  t.same(await qr([5]), [{ path: '/data/0', message: 'must be text' }])
  t.same(await qr([]), [{ path: '/data', message: 'must have at least 1 item' }])
  const link = async (body: object) =>
    faultsOf(await client.post('/api/url/add', { url: 'https://a.example', ...body }))
  t.same(await link({ type: true }), [
    { path: '/type', message: 'must be text or a whole number from 1 to 9007199254740991' },
  ])
  t.same(await link({ type: 0 }), [{ path: '/type', message: 'must be a whole number from 1 to 9007199254740991' }])
  t.same(await link({ metatitle: 5 }), [
    { path: '/metatitle', message: 'must be text: one line without control characters, such as Summer sale' },
  ])
})

t.test('faults that need a database query are reported with the others', async (t) => {
  const link = { url: 5, pixels: [1, 999], campaign: 999, type: 'overlay-999', domain: 'https://nobody.example' }
  t.same(pathsOf(await client.post('/api/url/add', link)), ['/url', '/domain', '/type', '/pixels/1', '/campaign'])
  t.same(pathsOf(await client.post('/api/url/add', { ...link, url: 'https://example.com/' })), [
    '/domain',
    '/type',
    '/pixels/1',
    '/campaign',
  ])
  t.same(pathsOf(await client.post('/api/bio/add', { domain: 'https://nobody.example' })), ['/name', '/domain'])
  const { id } = (await client.post('/api/qr/add', { type: 'email', data: 'ada@example.com' })).body
  const change = { data: { email: 'ada', subject: 5 }, logo: 'nowhere.png' }
  t.same(pathsOf(await client.put(`/api/qr/${id}/update`, change)), ['/data/email', '/data/subject', '/logo'])
  t.same(pathsOf(await client.put(`/api/qr/${id}/update`, { ...change, name: 5 })), [
    '/data/email',
    '/data/subject',
    '/logo',
    '/name',
  ])
  t.same(pathsOf(await client.put(`/api/qr/${id}/update`, { data: '+1555', type: 'none' })), ['/type'])
  t.same(pathsOf(await client.put('/api/pixel/1/update', { name: 5, tag: 'abc' })), ['/name', '/tag'])
})

t.test('a domain that does not point to the service is reported with the other faults', async (t) => {
  const found = { ok: false, expected: ['A 192.0.2.1'], found: [] }
  const checked = await startService(t, { DOMAIN_CHECK: 'on' }, { checkDomain: async () => found })
  const owner = await checked.newClient()
  const reply = await owner.post('/api/domain/add', { domain: 'https://go.example.com', redirect404: 'x' })
  t.same(pathsOf(reply), ['/domain', '/redirect404'])
  t.match(faultsOf(reply)[0]?.message, /does not point/)
})
