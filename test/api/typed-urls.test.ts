import { sql } from 'kysely'
import t from 'tap'
import { settleEvents } from '../support/events.ts'
import { importFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'

// `startService` checks every reply against the document, whose `format: uri` is that of RFC 3986.

const service = await startService(t)
const client = await service.newClient()
await client.post('/api/domain/add', { domain: 'https://go.example.org' })

const URLS = ['https://example.com/a|b', 'https://exämple.com/ü', 'https://example.com/"{^`}']

/** A record with the URL in every field that takes one. */
const records = (url: string): Record<string, object> => ({
  url: {
    ...{ url, metaimage: url, startredirect: url, expirationredirect: url },
    ...{ start: '2098-01-01', expiry: '2099-01-01', deeplink: { apple: url, google: url } },
    geotarget: [{ location: 'DE', link: url }],
    devicetarget: [{ device: 'iphone', link: url }],
    languagetarget: [{ language: 'de', link: url }],
    timetarget: [{ days: [1], from: '08:00', to: '09:00', timezone: 'UTC', link: url }],
    splittarget: [{ link: url, weight: 1 }],
  },
  bio: {
    ...{ name: 'Ada', image: url },
    blocks: [
      { type: 'link', text: 'Map', url, image: url },
      { type: 'image', url, link: `${url}1` },
      { type: 'social', network: 'website', url },
      { type: 'product', name: 'Map', url: `${url}2`, image: url },
    ],
  },
  overlay: { type: 'message', name: 'Offer', link: url },
  splash: { name: 'Opening', image: url, link: url },
  qr: { type: 'link', data: url },
})
const contents = (url: string) => [
  { type: 'event', data: { title: 'Walk', start: '2030-01-01 10:00', url } },
  { type: 'app', data: { apple: url, google: url, other: url } },
]

t.test('every URL that an account may type comes back in replies that match the document', async (t) => {
  for (const url of URLS) {
    for (const [kind, fields] of Object.entries(records(url))) {
      const made = await client.post(`/api/${kind}/add`, fields)
      t.equal(made.status, 200, `${kind}: ${made.text}`)
      const { id } = made.body
      const read = await client.get(`/api/${kind}/${id}`)
      t.ok(read.text.includes(JSON.stringify(url).slice(1, -1)), `${kind}: ${read.text}`)
      if (kind === 'bio') {
        const { links } = (await client.get(`/api/bio/${id}/links`)).body
        t.match(links, [{ url }, { url: `${url}1` }, { url: `${url}2` }])
      }
      if (kind === 'url') await client.put(`/api/url/${id}/update`, { url: `${url}3` })
    }
    for (const content of contents(url)) {
      const { id } = (await client.post('/api/qr/add', content)).body
      t.equal((await client.get(`/api/qr/${id}`)).status, 200)
    }
    const [domain] = (await client.get('/api/domains')).body.data.domains
    await client.put(`/api/domain/${domain.id}/update`, { redirectroot: url, redirect404: url, brandlogo: url })
    t.match((await client.get(`/api/domain/${domain.id}`)).body.details, { redirectroot: url, redirect404: url })
    const hook = await client.post('/api/webhook/add', { url })
    t.match((await client.get(`/api/webhook/${hook.body.id}`)).body.details, { url })
  }
  for (const list of ['urls', 'bios', 'qr', 'domains', 'webhooks', 'channels'])
    t.equal((await client.get(`/api/${list}`)).status, 200)
  await settleEvents(service.services.db)
  const { events } = (await client.get('/api/events?limit=100&type=link.updated')).body.data
  t.strictSame(
    events.map(({ data }: { data: { longurl: string } }) => data.longurl),
    URLS.map((url) => `${url}3`).reverse(),
  )
})

// URL parsers take each of them, some with another host than the typed one.
const NO_HOST = [
  String.raw`https:///x https:////e.com/ https://\e.com/ https://. https://./x https://%2e/ https://。/`,
  'https://e..com https://.e.com https://e.com.. http://e。。com/ https://ada@e..com:8080/x',
  'https://-a.com https://a-.com/ https://a.-com https://www.-a.com./ https://-',
  `https://${'a.'.repeat(126)}eu`,
].flatMap((line) => line.split(' '))
const HOSTS = [
  'https://e.com./x https://intranet/x http://localhost:8080 https://münchen.example/ü https://みんな。example',
  'https://_dmarc.a_b.example https://-old-.blogs.example/ https://a--b.com https://xn--mnchen-3ya.example',
  'http://192.0.2.1/ http://0x7f.1/ http://[2001:db8::1]:8080/x http://[::ffff:192.0.2.1]/ https://1.e.com',
  'https://ada:secret@e.com/ https://e.com?.. https://e.com/..//- https://e.com#-..',
  `https://${'a.'.repeat(126)}e./`,
].flatMap((line) => line.split(' '))
const form = /^must be an http or https URL, such as /

t.test('a URL whose host cannot exist is refused wherever one is typed', async (t) => {
  const { id } = (await client.post('/api/url/add', { url: 'https://example.com/' })).body
  for (const url of NO_HOST) {
    for (const [kind, fields] of Object.entries(records(url))) {
      const reply = await client.post(`/api/${kind}/add`, fields)
      t.match(reply, { status: 400, body: { code: 'invalid_request' } }, `${kind} ${url}`)
      for (const { path, message } of reply.body.errors) t.match(message, form, `${kind} ${url} ${path}`)
    }
    const { errors } = (await client.post('/api/url/add', records(url)['url'])).body
    t.equal(errors.length, 11, 'every URL of a link is reported')
    t.match(await client.put(`/api/url/${id}/update`, { url }), { status: 400, body: { errors: [{ path: '/url' }] } })
    for (const content of contents(url)) t.equal((await client.post('/api/qr/add', content)).status, 400, url)
  }
  const csv = ['long_url', ...NO_HOST, 'https://e.com/'].join('\n')
  const { rows } = await importFile(service, client, 'csv', csv)
  t.strictSame(
    rows.map(({ outcome }) => outcome),
    [...NO_HOST.map(() => 'failed'), 'created'],
  )
  for (const { errors } of rows.slice(0, -1)) t.match(errors, [{ path: '/url', message: form }])
})

t.test('hosts in every form that browsers open are taken as they are', async (t) => {
  for (const url of HOSTS) {
    const made = await client.post('/api/url/add', { url })
    t.equal(made.status, 200, `${url} ${made.text}`)
    t.equal((await client.get(`/api/url/${made.body.id}`)).body.details.longurl, url)
    t.equal((await client.post('/api/qr/add', { type: 'link', data: url })).status, 200, url)
  }
})

t.test('a link from before this check is shown, changed and followed as before', async (t) => {
  const { id, shorturl } = (await client.post('/api/url/add', { url: 'https://example.com/' })).body
  const url = 'https://e..com/x'
  await service.services.db.updateTable('links').set({ url }).where('id', '=', id).execute()
  await service.services.changes.settle()
  t.equal((await client.get(`/api/url/${id}`)).body.details.longurl, url)
  t.equal((await client.put(`/api/url/${id}/update`, { metatitle: 'Old' })).status, 200)
  t.equal((await service.send('GET', new URL(shorturl).pathname)).headers['location'], url)
})

t.test('a QR code from before this check is shown, drawn and followed as before', async (t) => {
  const url = 'https://e..com/zz'
  const made = async (body: object) => {
    const { id, link } = (await client.post('/api/qr/add', body)).body
    return { id, code: String(new URL(link).pathname.split('/').at(-1)) }
  }
  const cases: [body: object, stored: object, location: string | undefined][] = [
    [{ type: 'link', data: 'https://example.com/' }, { link: url }, url],
    [
      { type: 'vcard', data: { fname: 'Ada', site: 'https://example.com/' } },
      { fname: 'Ada', site: 'https://foo-.com' },
      undefined,
    ],
    [
      { type: 'app', data: { apple: 'https://apps.example.com/', google: 'https://store.example.com/' } },
      { apple: 'https://apps.example.com/', google: 'https://-a.com/x' },
      undefined,
    ],
  ]
  for (const [body, stored, location] of cases) {
    const { id, code } = await made(body)
    const data = JSON.stringify(stored)
    await sql`update qr_codes set data = ${data}::text::jsonb where id = ${id}`.execute(service.services.db)
    await service.services.changes.settle()
    t.equal((await client.get(`/api/qr/${id}`)).status, 200, data)
    t.equal((await service.send('GET', `/qr/${code}`)).status, 200, data)
    const scan = await service.send('GET', `/q/${code}`)
    t.ok(scan.status < 400, `${data}: ${scan.status}`)
    if (location) t.equal(scan.headers['location'], location)
  }
})
