import t from 'tap'
import { settleEvents } from '../support/events.ts'
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
