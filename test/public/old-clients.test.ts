import t from 'tap'
import { readPicture } from '../../src/qr/reader.ts'
import { startService } from '../support/service.ts'

const base = 'http://wm.localhost:3000'
const service = await startService(t, { BASE_URL: base, LIST_ERROR: 'integer' })
const client = await service.newClient()
const { app, services } = service

const add = async (body: object) =>
  (await client.post('/api/url/add', { url: 'https://example.com/page', ...body })).body
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'wm.localhost:3000', ...headers } })

t.test('<short URL>/qr returns a QR code of the short URL in any size, without counting a visit', async (t) => {
  const { id, shorturl } = await add({ custom: 'autumn' })
  const picture = await get('/autumn/qr')
  t.match(picture, { statusCode: 200, headers: { 'content-type': 'image/png', 'api-version': 'v1' } })
  t.equal(await readPicture(picture.rawPayload), shorturl)
  for (const [size, width] of [
    ['150', 150],
    ['1000', 1000],
    ['5', 64],
    ['99999', 1024],
  ] as const) {
    const sized = await get(`/autumn/qr/${size}`)
    t.equal(sized.rawPayload.readUInt32BE(16), width, `${size} is ${width} pixels wide`)
    if (width >= 150) t.equal(await readPicture(sized.rawPayload), shorturl)
  }
  const svg = await get('/autumn/qr/150', { accept: 'image/svg+xml' })
  t.match(svg.headers, { 'content-type': 'image/svg+xml', vary: 'Accept' })
  const again = await get('/autumn/qr', { 'if-none-match': String(picture.headers['etag']) })
  t.equal(again.statusCode, 304)
  t.equal((await client.get(`/api/url/${id}`)).body.details.clicks, 0)
})

t.test('many requests for the QR code of a short URL draw it once, and hold up nothing', async (t) => {
  const custom = '🚀'.repeat(255)
  await add({ custom })
  const entries = () => {
    const { link_pictures, link_pictures_odd } = services.caches.metrics()
    return (link_pictures?.entries ?? 0) + (link_pictures_odd?.entries ?? 0)
  }
  const before = entries()
  const order: string[] = []
  const path = `/${encodeURIComponent(custom)}/qr`
  const pictures = Array.from({ length: 100 }, (_, i) => get(`${path}/${64 + (i % 50)}`))
  await Promise.all([
    ...pictures.map((picture) => picture.then(({ statusCode }) => order.push(`picture ${statusCode}`))),
    get('/autumn').then(({ statusCode }) => order.push(`redirect ${statusCode}`)),
  ])
  t.ok(order.indexOf('redirect 302') < 20, `the redirect was number ${order.indexOf('redirect 302')}`)
  t.strictSame([...new Set(order)].toSorted(), ['picture 200', 'redirect 302'])
  t.equal(entries() - before, 50)
})

t.test('the QR code of an alias that is too long when percent-encoded contains the alias itself', async (t) => {
  for (const custom of ['😀'.repeat(255), '👨‍👩‍👧‍👦'.repeat(36), `${'文/'.repeat(127)}x`]) {
    const { shorturl } = await add({ custom })
    const { pathname } = new URL(shorturl)
    const picture = await get(`${pathname}/qr/1024`)
    t.equal(picture.statusCode, 200)
    const read = (await readPicture(picture.rawPayload)) ?? ''
    t.equal(new URL(read).pathname, pathname, 'which browsers percent-encode')
    t.equal((await get(`${pathname}/ico`)).statusCode, 200)
    t.equal((await get(new URL(read).pathname)).headers.location, 'https://example.com/page')
  }
})

t.test('<short URL>/ico returns an icon without a request to the destination', async (t) => {
  await add({ custom: 'iconic', url: 'https://www.zebra.example/' })
  const icon = await get('/iconic/ico')
  t.match(icon, { statusCode: 200, headers: { 'content-type': 'image/svg+xml; charset=utf-8' } })
  t.match(icon.payload, '>Z</text>')
  await add({ custom: 'secret', url: 'https://zebra.example/', password: 'open sesame' })
  const locked = await get('/secret/ico')
  t.equal(locked.statusCode, 200)
  t.notMatch(locked.payload, '>Z</text>', 'where a link with a password leads is not shown')
})

t.test('the icon does not show a destination to which visits do not get now', async (t) => {
  const icon = async (alias: string) => (await get(`/${alias}/ico`)).payload
  const link = { url: 'https://zebra.example/' }
  await add({ ...link, custom: 'early', start: '2100-01-01' })
  await add({ ...link, custom: 'early-elsewhere', start: '2100-01-01', startredirect: 'https://example.com/soon' })
  await add({ ...link, custom: 'started', start: '2020-01-01' })
  const { id } = await add({ ...link, custom: 'over' })
  await add({ ...link, custom: 'few', clicklimit: 1 })
  for (const alias of ['started', 'over', 'few']) t.match(await icon(alias), '>Z</text>', alias)
  await services.db
    .updateTable('links')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await services.changes.settle()
  t.equal((await get('/few')).statusCode, 302)
  for (const alias of ['early', 'early-elsewhere', 'over', 'few'])
    t.match(await icon(alias), '>W</text>', `${alias} has the icon of the host of its short URL`)
})

t.test('private and unknown links have no pictures; reserved aliases and their pages keep working', async (t) => {
  await add({ custom: 'hidden-one', status: 'private' })
  for (const path of ['/hidden-one/qr', '/hidden-one/ico', '/no-such-link/qr', '/no-such-link/ico', '/autumn/qr/big'])
    t.equal((await get(path)).statusCode, 404, path)
  t.equal((await get('/qr/qr')).statusCode, 404)
  t.equal((await get('/api/qr')).statusCode, 401)
  t.equal((await get('/docs')).statusCode < 400, true)
  t.equal((await client.post('/api/url/add', { url: 'https://example.com', custom: 'ico' })).status, 200, 'a free word')
})

t.test('on a branded domain the pictures are of its own links', async (t) => {
  await services.db
    .insertInto('domains')
    .values({ account_id: client.id, scheme: 'https', host: 'go.example.com' })
    .execute()
  await services.changes.settle()
  await add({ custom: 'autumn', domain: 'https://go.example.com' })
  const picture = await get('/autumn/qr', { host: 'go.example.com' })
  t.equal(await readPicture(picture.rawPayload), 'https://go.example.com/autumn')
  t.equal((await get('/iconic/ico', { host: 'go.example.com' })).statusCode, 404)
})

t.test('the complete flow of a browser extension: key, list, link, faults', async (t) => {
  const origin = 'chrome-extension://abcdefghijklmnop'
  // The extension parses the body as JSON and treats `error` as a boolean.
  const call = async (method: 'GET' | 'POST', path: string, scheme: string, key: string, body?: object) => {
    const asked = 'authorization,content-type,x-requested-with'
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: path,
      headers: {
        host: 'wm.localhost:3000',
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': asked,
      },
    })
    t.equal(preflight.statusCode, 204)
    t.match(preflight.headers, { 'access-control-allow-origin': '*' })
    const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase()
    for (const header of asked.split(',')) t.match(allowed, header)
    const reply = await app.inject({
      method,
      url: path,
      headers: {
        host: 'wm.localhost:3000',
        origin,
        authorization: `${scheme} ${key}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    t.equal(reply.headers['access-control-allow-origin'], '*', `${path} can be read by the extension`)
    return reply.json()
  }
  for (const scheme of ['Token', 'Bearer', 'token']) {
    for (const method of ['GET', 'POST'] as const) {
      const account = await call(method, '/api/account', scheme, client.apikey)
      t.notOk(account.error)
      t.match(account.data, { id: client.id, username: client.username })
    }
    const made = await call('POST', '/api/url/add', scheme, client.apikey, {
      url: 'https://example.com/a',
      custom: '',
      domain: '',
      password: '',
      expiry: '',
      description: '',
    })
    t.notOk(made.error)
    t.match(made.shorturl, /^http:\/\/wm\.localhost:3000\/\w{7}$/)
    const list = await call('GET', '/api/urls?limit=10&page=1&order=date', scheme, client.apikey)
    t.notOk(list.error, 'a string "0" would count as an error there')
    t.match(list.data.urls[0], { shorturl: made.shorturl, longurl: 'https://example.com/a', clicks: 0, date: String })
    t.equal((await get(`${new URL(made.shorturl).pathname}/ico`)).statusCode, 200)
  }
  const taken = await call('POST', '/api/url/add', 'Token', client.apikey, {
    url: 'https://example.com',
    custom: 'autumn',
  })
  t.match(taken, { error: 1, message: String })
  const wrong = await call('GET', '/api/urls?limit=10', 'Token', 'no-such-key')
  t.match(wrong, { error: 1, message: String })
})
