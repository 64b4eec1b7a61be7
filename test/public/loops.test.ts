import t from 'tap'
import { importFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'

// Redirects that would lead back to themselves: refused where that is known, else ended when they are followed.

const settings = { BASE_URL: 'https://way.example', DOMAIN_CHECK: 'off' }
const service = await startService(t, settings)
const client = await service.newClient()
const created = async (path: string, body: object): Promise<number> => {
  const { status, body: reply } = await client.post(path, body)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(reply)}`)
  return reply.id
}
const link = (body: object) => created('/api/url/add', { url: 'https://dest.example/', ...body })
const add = (body: object) => client.post('/api/url/add', { url: 'https://dest.example/', ...body })
const domain = await created('/api/domain/add', { domain: 'https://go.example' })
await created('/api/domain/add', { domain: 'https://caseless.example', caseinsensitive: true })
await created('/api/domain/add', { domain: 'https://münchen.example' })

// Follows redirects like a browser, but only on hosts of this service.
async function follow(url: string, headers: Record<string, string> = {}, other = service) {
  for (let redirects = 0, at = url; ; redirects++) {
    const { host, pathname, search } = new URL(at)
    const reply = await other.send('GET', pathname + search, { headers: { host, ...headers }, isElsewhere: true })
    const { location } = reply.headers
    if (location === undefined || location.includes('dest.example')) return { ...reply, redirects }
    if (redirects > 10) return { ...reply, status: 0, redirects }
    at = new URL(location, at).href
  }
}
const clicksOf = async (id: number) => (await client.get(`/api/url/${id}`)).body.details.clicks

t.test('a new link to its own address is refused in every spelling, with its field', async (t) => {
  const cases: [object, string][] = [
    [{ custom: 'self', url: 'https://way.example/self' }, '/url'],
    [{ custom: 'self', url: 'http://WAY.example./self/?utm=1#x' }, '/url'],
    [{ custom: 'self', url: 'https://user@way.example/x/../%73elf' }, '/url'],
    [{ custom: 'grüße', url: 'https://way.example/gr%C3%BC%C3%9Fe' }, '/url'],
    [{ custom: 'self', aliases: ['also'], url: 'https://way.example/also' }, '/url'],
    [{ custom: 'self', domain: 'https://go.example', url: 'http://go.example/self' }, '/url'],
    [{ custom: 'Self', domain: 'https://caseless.example', url: 'https://caseless.example/sELF' }, '/url'],
    [{ custom: 'self', domain: 'https://münchen.example', url: 'https://xn--mnchen-3ya.example/self' }, '/url'],
    [{ custom: 'self', domain: 'https://xn--mnchen-3ya.example', url: 'https://MÜNCHEN.example/self' }, '/url'],
    [{ custom: 'self', start: '2031-01-01', startredirect: 'https://way.example/self' }, '/startredirect'],
    [{ custom: 'self', expirationredirect: 'https://way.example/self' }, '/expirationredirect'],
    [{ custom: 'self', geotarget: [{ location: 'DE', link: 'https://way.example/self' }] }, '/geotarget/0/link'],
    [{ custom: 'self', devicetarget: [{ device: 'ios', link: 'https://way.example/self' }] }, '/devicetarget/0/link'],
    [
      { custom: 'self', languagetarget: [{ language: 'de', link: 'https://way.example/self' }] },
      '/languagetarget/0/link',
    ],
    [{ custom: 'self', splittarget: [{ weight: 1, link: 'https://way.example/self' }] }, '/splittarget/0/link'],
  ]
  for (const [body, path] of cases) {
    const expected = { code: 'invalid_request', errors: [{ path, message: /address of the link itself/ }] }
    t.match(await add(body), { status: 400, body: expected }, JSON.stringify(body))
    const bulk = await client.post('/api/url/bulk', {
      atomic: false,
      items: [{ url: 'https://dest.example/', ...body }],
    })
    t.match(bulk.body, { failed: 1, results: [{ errors: [{ path: `/items/0${path}` }] }] })
  }
})

t.test('a link to another address of the service is accepted', async (t) => {
  for (const url of [
    'https://way.example/other',
    'https://way.example/SELF-1',
    'https://go.example/self-1',
    'https://way.example:8443/self-1',
    'https://way.example/self-1/deeper',
    'https://way.example/self-1+',
    'https://way.example/',
  ]) {
    const reply = await add({ custom: 'self-1', url })
    t.equal(reply.status, 200, url)
    await client.delete(`/api/url/${reply.body.id}/delete`)
  }
})

t.test('an update that would make a link lead to itself is refused, one request or many', async (t) => {
  const id = await link({ custom: 'first', aliases: ['second'], url: 'https://go.example/third' })
  const update = (body: object) => client.put(`/api/url/${id}/update`, body)
  const refusals: [object, string][] = [
    [{ url: 'https://way.example/first' }, '/url'],
    [{ url: 'https://way.example/second' }, '/url'],
    [{ custom: 'fourth', url: 'https://way.example/fourth' }, '/url'],
    [{ custom: 'third', domain: 'https://go.example' }, '/custom'],
    [{ aliases: ['third'], domain: 'https://go.example' }, '/aliases'],
    [{ custom: 'fourth', keepalias: true, url: 'https://way.example/first' }, '/url'],
  ]
  for (const [body, path] of refusals) {
    t.match(await update(body), { status: 400, body: { errors: [{ path }] } }, JSON.stringify(body))
    const bulk = await client.post('/api/url/bulk/update', { atomic: false, items: [{ id, ...body }] })
    t.match(bulk.body, { failed: 1, results: [{ errors: [{ path: `/items/0${path}` }] }] })
  }
  t.equal((await update({ custom: 'fourth', url: 'https://way.example/first' })).status, 200, 'it has left that alias')
  t.equal((await update({ description: 'unchanged' })).status, 200)
  await update({ url: 'https://way.example/moving', custom: 'staying' })
  const other = await link({ custom: 'moving' })
  const swapped = await client.post('/api/url/bulk/update', {
    atomic: true,
    items: [
      { id, custom: 'moving', url: 'https://way.example/staying' },
      { id: other, custom: 'staying' },
    ],
  })
  t.match(swapped, { status: 200, body: { failed: 0 } }, 'what counts is the state after the request')
})

t.test('an import refuses links to themselves, also those that replace a link', async (t) => {
  await link({ custom: 'kept', aliases: ['kept-too'] })
  const csv =
    'URL,Alias\nhttps://way.example/mine,mine\nhttps://way.example/kept-too,kept\nhttps://dest.example/1,fine\n'
  const { details, rows } = await importFile(service, client, 'csv', csv, '&conflicts=replace')
  t.match(details, { created: 1, failed: 2 })
  for (const row of [2, 3])
    t.match(
      rows.find((one) => one.row === row)?.errors,
      [{ path: '/url', message: /address of the link itself/ }],
      String(row),
    )
  t.equal((await follow('https://way.example/kept')).headers.location, 'https://dest.example/')
})

t.test('the redirects of a domain to themselves are refused', async (t) => {
  const update = (body: object) => client.put(`/api/domain/${domain}/update`, body)
  const bare = 'http://GO.example/?x'
  t.match(await update({ redirectroot: bare }), { status: 400, body: { errors: [{ path: '/redirectroot' }] } })
  const lost = { redirect404: 'https://go.example/nowhere' }
  t.match(await update(lost), { status: 400, body: { errors: [{ path: '/redirect404' }] } })
  for (const body of [{ redirectroot: 'https://new.example/' }, { redirect404: 'https://new.example/x' }])
    t.equal((await client.post('/api/domain/add', { domain: 'https://new.example', ...body })).status, 400)
  await link({ custom: 'nowhere', domain: 'https://go.example' })
  t.equal((await update({ ...lost, redirectroot: 'https://go.example/nowhere' })).status, 200)
  t.equal((await follow('https://go.example/unknown')).headers.location, 'https://dest.example/')
  t.equal((await follow('https://go.example/')).headers.location, 'https://dest.example/')
  await update({ redirect404: null, redirectroot: null })
})

t.test('a loop over several links, hosts, a rotator and a code ends with 508, and is not counted', async (t) => {
  const a = await link({ custom: 'a', url: 'https://go.example/b' })
  const b = await link({ custom: 'b', domain: 'https://go.example', url: 'https://way.example/c', type: 'splash' })
  await client.put(`/api/url/${b}/update`, { type: 'direct' })
  const campaign = await created('/api/campaign/add', { name: 'Round', slug: 'round' })
  const c = await link({ custom: 'c', url: 'https://way.example/d', campaign })
  t.match(await follow('https://way.example/a'), { status: 404 }, 'it ends while a part is missing')
  const d = await link({ custom: 'd', url: 'https://way.example/a' })
  const first = await follow('https://way.example/a', { accept: 'text/html' })
  t.match(first, { status: 508, headers: { 'content-type': /html/, 'cache-control': /no-store/ } })
  t.match(first.text, /leads back to itself/)
  t.ok(first.redirects <= 4, `after ${first.redirects} redirects`)
  await client.put(`/api/url/${d}/update`, { url: 'https://user:word@WAY.example/a' })
  t.match(await follow('https://way.example/a'), { status: 508 }, 'also with userinfo')
  const before = await Promise.all([a, b, c, d].map(clicksOf))
  const again = await follow('https://go.example/b', { accept: 'application/json' })
  t.match(again, { status: 508, redirects: 0, body: { error: 1, code: 'redirect_loop' } })
  t.same(await Promise.all([a, b, c, d].map(clicksOf)), before)
  await client.put(`/api/url/${d}/update`, { url: 'https://way.example/r/round' })
  t.match(await follow('https://way.example/r/round'), { status: 508 })
  const { body: code } = await client.post('/api/qr/add', { type: 'link', data: 'https://way.example/c' })
  const { details } = (await client.get(`/api/qr/${code.id}`)).body
  const scan = details.link.replace('/qr/', '/q/')
  await client.put(`/api/url/${d}/update`, { url: scan })
  t.match(await follow(scan), { status: 508 })
  await client.put(`/api/url/${d}/update`, { url: 'https://dest.example/end' })
  t.match(await follow('https://way.example/a'), { status: 302, headers: { location: 'https://dest.example/end' } })
})

t.test(
  'a loop over a link of a bio page ends there with 508, and is not counted; the page itself is none',
  async (t) => {
    const url = 'https://way.example/round-bio'
    const blocks = [{ type: 'link', text: 'On', url }]
    const bio = await created('/api/bio/add', { name: 'Round', custom: 'page', blocks })
    const linkOfBio = async () => (await client.get(`/api/bio/${bio}/links`)).body.links[0]
    const followed = `https://way.example/page?go=${(await linkOfBio()).key}`
    const id = await link({ custom: 'round-bio', url: followed })
    t.match(await follow(url), { status: 508, redirects: 1 })
    const before = await clicksOf(id)
    t.match(await follow(followed), { status: 508, redirects: 0 })
    t.equal(await clicksOf(id), before)
    t.match(await linkOfBio(), { clicks: 0 })
    await client.put(`/api/url/${id}/update`, { url: 'https://way.example/page' })
    t.match(await follow(followed), { status: 200, redirects: 2 })
  },
)

t.test('a loop that only some visitors get ends for them alone', async (t) => {
  await link({ custom: 'de', url: 'https://way.example/en', languagetarget: [] })
  await link({ custom: 'en', languagetarget: [{ language: 'de', link: 'https://way.example/de' }] })
  t.match(await follow('https://way.example/de', { 'accept-language': 'de' }), { status: 508 })
  t.match(await follow('https://way.example/de', { 'accept-language': 'fr' }), { status: 302 })
})

t.test('links with a click limit keep their clicks in a loop', async (t) => {
  const id = await link({ custom: 'few', clicklimit: 1, url: 'https://way.example/back' })
  await link({ custom: 'back', url: 'https://way.example/few' })
  await follow('https://way.example/back')
  t.match(await follow('https://way.example/few'), { status: 508 })
  await client.put(`/api/url/${id}/update`, { clicklimit: 2 })
  t.match(await follow('https://way.example/few'), { status: 508 })
})

t.test('paths that are forwarded round and round end', async (t) => {
  await link({ custom: 'up', pathforward: true, url: 'https://way.example/down/x' })
  await link({ custom: 'down', pathforward: true, url: 'https://way.example/up/y' })
  t.match(await follow('https://way.example/up/1'), { status: 508 })
})

t.test('redirects of domains to each other end: the bare domain with 508, unknown paths with 404', async (t) => {
  const one = await created('/api/domain/add', { domain: 'https://one.example', redirectroot: 'https://two.example/' })
  await created('/api/domain/add', {
    domain: 'https://two.example',
    redirectroot: 'https://one.example/',
    redirect404: 'https://one.example/lost',
  })
  t.match(await follow('https://one.example/'), { status: 508 })
  t.equal((await client.put(`/api/domain/${one}/update`, { redirect404: 'https://two.example/lost' })).status, 200)
  t.match(await follow('https://two.example/unknown'), { status: 404 })
})
