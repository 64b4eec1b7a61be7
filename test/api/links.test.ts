import t from 'tap'
import type { ListColumn } from '../../db/tables/links.ts'
import { startService } from '../support/service.ts'

const base = 'http://wm.localhost:3000'
const service = await startService(t, { BASE_URL: base })
const client = await service.newClient()
const other = await service.newClient()

const add = (body: object, owner = client) => owner.post('/api/url/add', { url: 'https://example.com/page', ...body })
const details = async (id: number) => (await client.get(`/api/url/${id}`)).body.details

t.test('the language of a target must be a known language', async (t) => {
  const owner = await service.newClient()
  const at = async (language: string) =>
    (await add({ languagetarget: [{ language, link: 'https://example.com/there' }] }, owner)).status
  for (const language of ['de', 'pt-BR', 'pt_BR', 'zh-Hant', 'German', 'portuguese', 'Lao', 'deu', 'zh_Hant_TW'])
    t.equal(await at(language), 200, language)
  for (const language of ['no such language', 'd', '*', 'de,en', '12']) t.equal(await at(language), 400, language)
})

t.test('the country of a target must be a known country', async (t) => {
  const owner = await service.newClient()
  const at = async (location: string) =>
    (await add({ geotarget: [{ location, link: 'https://example.com/there' }] }, owner)).status
  const names = [
    'Hong Kong',
    'Viet Nam',
    'Korea',
    'Korea, Republic of',
    'Palestine',
    'Ivory Coast',
    "Côte d'Ivoire",
    'Bosnia',
  ]
  for (const location of ['DE', 'de', 'Germany', 'XK', 'uk', 'Türkiye', ...names])
    t.equal(await at(location), 200, location)
  for (const location of ['ZZ', 'EU', 'UN', 'EZ', 'XA', 'QO', 'Unknown Region', 'European Union', 'Eurozone', 'XX'])
    t.equal(await at(location), 400, location)
})

t.test('a link gets an alias and can be listed, read, updated and deleted', async (t) => {
  const created = await client.post('/api/url/add', { url: 'https://example.com/page' })
  t.match(created, {
    status: 200,
    body: { error: 0, id: Number, shorturl: /^http:\/\/wm\.localhost:3000\/[A-Za-z0-9]{7}$/ },
  })
  const { id, shorturl } = created.body
  const record = {
    id,
    alias: shorturl.split('/').at(-1),
    shorturl,
    longurl: 'https://example.com/page',
    title: null,
    description: null,
    clicks: 0,
    uniqueclicks: 0,
    campaign: null,
    channel: null,
    domain: null,
    attached: true,
  }
  const list = await client.get('/api/urls')
  t.match(list.body, { error: '0', data: { result: 1, urls: [record] } })
  const read = await client.get(`/api/url/${id}`)
  t.match(read.body, {
    error: 0,
    details: { ...record, status: 'public', type: 'direct', haspassword: false },
    data: { clicks: 0 },
  })
  const updated = await client.put(`/api/url/${id}/update`, {
    url: 'https://example.org',
    custom: 'mine-1',
    metatitle: 'Mine',
  })
  t.strictSame(updated.body, { error: 0, id, short: `${base}/mine-1`, shorturl: `${base}/mine-1` })
  t.match(await details(id), { longurl: 'https://example.org', alias: 'mine-1', title: 'Mine' })
  t.strictSame((await client.delete(`/api/url/${id}/delete`)).body, {
    error: 0,
    message: 'Link has been deleted successfully.',
  })
  t.equal((await client.get(`/api/url/${id}`)).status, 404)
  t.equal((await add({ custom: 'mine-1' })).status, 200, 'its alias is free again')
})

t.test('every field of a link is returned as it was sent', async (t) => {
  const [splash, overlay, pixel, channel, campaign] = await Promise.all([
    client.post('/api/splash/add', { name: 'Splash' }),
    client.post('/api/overlay/add', { type: 'message', name: 'Overlay', text: 'Hello' }),
    client.post('/api/pixel/add', { type: 'vendor01pixel', name: 'Pixel', tag: '1' }),
    client.post('/api/channel/add', { name: 'Channel' }),
    client.post('/api/campaign/add', { name: 'Campaign' }),
  ])
  const link = {
    status: 'private',
    type: String(splash.body.id),
    expirationredirect: 'https://example.com/over',
    clicklimit: 7,
    description: 'Two\nlines',
    metatitle: 'Title',
    metadescription: 'Text',
    metaimage: 'https://example.com/a.png',
    devicetarget: [{ device: 'android', link: 'https://example.com/android' }],
    languagetarget: [{ language: 'de', link: 'https://example.com/de' }],
    timetarget: [
      { from: '09:00', to: '17:00', days: [1, 2], timezone: 'Europe/Berlin', link: 'https://example.com/day' },
    ],
    splittarget: [{ link: 'https://example.com/b', weight: 3 }],
    pixels: [pixel.body.id],
    channel: channel.body.id,
    campaign: campaign.body.id,
    deeplink: { auto: false, apple: 'https://apps.apple.com/app/id1' },
    forward: true,
    publicstats: true,
  }
  const created = await add({
    ...link,
    password: 'open sesame',
    expiry: '2099-12-31',
    geotarget: [{ location: 'Germany', link: 'https://example.com/germany' }],
    parameters: [{ name: 'aff', value: '3' }, { device: 'x', link: 'y' }, 'junk', null],
  })
  t.equal(created.status, 200)
  t.match(await details(created.body.id), {
    ...link,
    haspassword: true,
    expiry: '2099-12-31 00:00:00',
    geotarget: [{ location: 'DE', link: 'https://example.com/germany' }],
    parameters: [{ name: 'aff', value: '3' }],
  })
  const cleared = Object.fromEntries(
    [
      'password',
      'expiry',
      'expirationredirect',
      'clicklimit',
      'description',
      'metatitle',
      'metadescription',
      'metaimage',
      'channel',
      'campaign',
      'deeplink',
    ].map((name) => [name, null]),
  )
  t.equal(
    (
      await client.put(`/api/url/${created.body.id}/update`, {
        ...cleared,
        status: null,
        geotarget: null,
        devicetarget: '',
        pixels: null,
        parameters: [],
        type: `overlay-${overlay.body.id}`,
      })
    ).status,
    200,
  )
  t.match(await details(created.body.id), {
    status: 'private',
    type: `overlay-${overlay.body.id}`,
    haspassword: false,
    expiry: null,
    clicklimit: null,
    title: null,
    geotarget: [{ location: 'DE', link: 'https://example.com/germany' }],
    parameters: [],
    pixels: link.pixels,
    channel: null,
    campaign: null,
    deeplink: null,
    devicetarget: link.devicetarget,
  })
  const lists = ['geotarget', 'devicetarget', 'languagetarget', 'timetarget', 'splittarget', 'parameters', 'pixels']
  const nulls = Object.fromEntries(lists.map((name) => [name, null]))
  const before = await details(created.body.id)
  t.equal((await client.put(`/api/url/${created.body.id}/update`, nulls)).status, 200)
  t.strictSame(await details(created.body.id), before, 'null in a list is as if it were not sent')
  const empty = Object.fromEntries(lists.map((name) => [name, []]))
  t.equal((await client.put(`/api/url/${created.body.id}/update`, empty)).status, 200)
  t.match(await details(created.body.id), empty)
})

t.test('parameters are stored as documented, and invalid ones are left out', async (t) => {
  const good = [
    { name: 'a', value: 'x'.repeat(2048) },
    { name: 'n'.repeat(255), value: '' },
    { name: 'wide', value: '\u{1F3D4}'.repeat(2048) },
  ]
  const bad = [
    { name: 'a', value: 'x'.repeat(2049) },
    { name: 'n'.repeat(256), value: '' },
    { name: '', value: 'x' },
    { name: 'a\u0007', value: 'x' },
    { name: 'a', value: 'x\ny' },
    { name: 'a', value: true },
    { name: 'a' },
    7,
    [],
  ]
  const { id } = (await add({ parameters: [...bad, ...good, { name: 'count', value: 3, more: 1 }] })).body
  t.strictSame((await details(id)).parameters, [...good, { name: 'count', value: '3' }])
})

t.test('invalid input is 400 before an unknown link is 404', async (t) => {
  for (const body of [{ expiry: '2001-01-01' }, { custom: 'api' }, { domain: 'nobody.example' }])
    t.equal((await client.put('/api/url/999999/update', body)).status, 400, JSON.stringify(body))
  t.equal((await client.put('/api/url/999999/update', { metatitle: 'x' })).status, 404)
  t.equal((await client.get('/api/url/999999/stats?from=2026-02-30')).status, 400)
  t.equal((await client.post('/api/url/999999/explain', { country: 'Atlantis' })).status, 400)
  t.equal((await client.put('/api/bio/999999/update', { domain: 'https://nobody.example' })).status, 400)
  t.equal((await client.put('/api/bio/999999/update', { title: 'x' })).status, 404)
})

t.test('a custom alias is unique and case-sensitive; of two concurrent requests one is 409', async (t) => {
  const replies = await Promise.all([
    add({ custom: 'Race' }),
    add({ custom: 'Race' }, other),
    add({ custom: 'race' }, other),
  ])
  t.same(replies.map((reply) => reply.status).sort(), [200, 200, 409])
  const conflict = replies.find((reply) => reply.status === 409)
  t.match(conflict?.body, { error: 1, code: 'alias_taken', errors: [{ path: '/custom' }] })
  const { id } = (await add({ custom: 'mover' })).body
  t.equal((await client.put(`/api/url/${id}/update`, { custom: 'race', url: 'https://lost.example.com' })).status, 409)
  t.match(await details(id), { alias: 'mover', longurl: 'https://example.com/page' }, 'a conflict changes nothing')
  t.equal((await client.put(`/api/url/${id}/update`, { custom: 'mover' })).status, 200, 'its own alias is no conflict')
})

t.test('reserved and malformed aliases are refused', async (t) => {
  for (const custom of ['api', 'API', 'docs', 'webhook', 'register', 'livez'])
    t.match(await add({ custom }), { status: 400, body: { code: 'alias_reserved' } }, custom)
  for (const custom of ['a'.repeat(256), 'a b', '../x', 'a//b'])
    t.match(
      await add({ custom }),
      { status: 400, body: { code: 'invalid_request', errors: [{ path: '/custom' }] } },
      custom,
    )
})

t.test('only http and https URLs are shortened', async (t) => {
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'example.com',
    'http://',
    'https:// x',
    '',
    null,
    5,
    `https://example.com/${'a'.repeat(8192)}`,
  ])
    t.match(await add({ url }), { status: 400, body: { errors: [{ path: '/url' }] } }, String(url).slice(0, 40))
})

t.test('resources that a link refers to must belong to the same account', async (t) => {
  const pixel = (await other.post('/api/pixel/add', { type: 'vendor09', name: 'x', tag: '1' })).body.id
  const channel = (await other.post('/api/channel/add', { name: 'x' })).body.id
  const campaign = (await other.post('/api/campaign/add', { name: 'x' })).body.id
  const domain = 'https://other.example.com'
  await other.post('/api/domain/add', { domain })
  const reply = await add({
    pixels: [pixel],
    channel,
    campaign,
    domain,
    type: 'overlay-999',
    geotarget: [{ location: 'Nowhere', link: 'https://a.example' }],
    expiry: '2001-01-01',
  })
  t.equal(reply.status, 400)
  t.same(
    new Set(reply.body.errors.map((fault: { path: string }) => fault.path)),
    new Set(['/pixels/0', '/channel', '/campaign', '/domain', '/type', '/geotarget/0/location', '/expiry']),
  )
})

t.test('an expiry must be a valid date in the future', async (t) => {
  for (const expiry of ['0000-01-01', '0001-01-01', '2001-01-01', '2099-02-30', 'tomorrow', '2099-13-01', 4102444800])
    t.match(await add({ expiry }), { status: 400, body: { errors: [{ path: '/expiry' }] } }, String(expiry))
  const far = (await add({ expiry: '9999-12-31 23:59:59' })).body
  t.match(await details(far.id), { expiry: '9999-12-31 23:59:59' })
})

t.test('control characters in texts and time zones that the database does not know are 400', async (t) => {
  for (const text of ['a\u0007b', 'a\u007fb', 'a\u0085b', 'a\u009fb'])
    for (const field of ['description', 'metatitle', 'password', 'metaimage', 'domain']) {
      const value = field === 'metaimage' ? `https://example.com/${text}` : text
      t.match(await add({ [field]: value }), { status: 400, body: { errors: [{ path: `/${field}` }] } }, field)
    }
  const window = { from: '09:00', to: '17:00', days: [1], link: 'https://example.com/open' }
  for (const timezone of ['+02:00', 'SystemV/PST8PDT', 'Mars/Olympus'])
    t.match(await add({ timetarget: [{ ...window, timezone }] }), {
      status: 400,
      body: { errors: [{ path: '/timetarget/0/timezone' }] },
    })
  t.equal((await add({ timetarget: [{ ...window, timezone: 'Europe/Kyiv' }] })).status, 200)
})

t.test('a link of a deleted domain is detached until it gets another domain', async (t) => {
  const domain = 'https://brand.example.com'
  const domainId = (await client.post('/api/domain/add', { domain })).body.id
  const created = await add({ domain: 'brand.example.com', custom: 'same' })
  t.equal(created.body.shorturl, `${domain}/same`)
  t.equal((await add({ custom: 'same' })).status, 200, 'aliases are unique per domain')
  t.equal((await add({ domain, custom: 'same' })).status, 409)
  const { id } = created.body
  await client.delete(`/api/domain/${domainId}/delete`)
  t.match(await details(id), { domain: null, attached: false, alias: 'same', shorturl: `${domain}/same` })
  const unserved = { status: 404, body: { code: 'not_found', message: /its domain was deleted/ } }
  t.match(await client.get(`/api/url/${id}/access`), unserved)
  t.match(await client.post(`/api/url/${id}/explain`, {}), unserved)
  t.match(await client.get(`/api/url/${id}/qr.svg`), unserved)
  t.equal((await client.put(`/api/url/${id}/update`, { custom: 'same-2' })).status, 200)
  t.match(await details(id), { attached: false, alias: 'same-2', shorturl: `${domain}/same-2` })
  const byShort = async (short: string) =>
    (await client.get(`/api/urls?short=${encodeURIComponent(short)}`)).body.data.urls.map(
      (url: { id: number }) => url.id,
    )
  t.strictSame(await byShort(`${domain}/same-2`), [id])
  t.strictSame(await byShort(`${base}/same-2`), [], 'it is not at our own address')
  t.equal((await client.put(`/api/url/${id}/update`, { domain: 'wm.localhost' })).status, 200)
  t.match(await details(id), { domain: null, attached: true, alias: 'same-2', shorturl: `${base}/same-2` })
})

t.test('the same URL creates a second link, except with reuse', async (t) => {
  const url = 'https://example.com/reused'
  const [first, second] = [await add({ url }), await add({ url })]
  t.not(first.body.id, second.body.id)
  t.equal((await add({ url, reuse: true })).body.id, second.body.id)
  t.not((await add({ url, reuse: true }, other)).body.id, second.body.id, "never another account's")
  const custom = 'reused-here'
  const { id } = (await add({ url, custom })).body
  t.equal((await add({ url, custom, reuse: true })).body.id, id)
  t.not((await add({ url, custom: 'reused-there', reuse: true })).body.id, id, 'another alias is another link')
  t.equal((await add({ url, custom: 'same-2', reuse: true })).status, 409)
})

t.test('a link that does not redirect every visitor to the URL is not reused', async (t) => {
  const url = 'https://example.com/guarded'
  const link = 'https://example.com/other'
  const lists: Record<ListColumn, object[]> = {
    geotarget: [{ location: 'DE', link }],
    devicetarget: [{ device: 'android', link }],
    languagetarget: [{ language: 'de', link }],
    timetarget: [{ from: '09:00', to: '17:00', days: [1], timezone: 'UTC', link }],
    splittarget: [{ weight: 1, link }],
    parameters: [{ name: 'aff', value: '3' }],
  }
  for (const guard of [
    { status: 'private' },
    { password: 'open sesame' },
    { expiry: '2099-01-01' },
    { clicklimit: 1 },
    { type: 'frame' },
    ...Object.entries(lists).map(([name, items]) => ({ [name]: items })),
    { deeplink: { apple: 'https://apps.apple.com/app/id1' } },
  ]) {
    const { id } = (await add({ url, ...guard })).body
    const again = await add({ url, reuse: true })
    t.not(again.body.id, id, JSON.stringify(guard))
    const asked = await add({ url, ...guard, reuse: true })
    t.equal(asked.body.id === id, !('password' in guard), `${JSON.stringify(guard)} asked for`)
    t.equal((await add({ url, reuse: true })).body.id, again.body.id)
    await client.delete(`/api/url/${again.body.id}/delete`)
  }
  const { id } = (await add({ url, clicklimit: 1 })).body
  await service.services.db.updateTable('links').set({ clicks: 1 }).where('id', '=', id).execute()
  t.not((await add({ url, clicklimit: 1, reuse: true })).body.id, id, 'used up')
})

t.test('with reuse, a link has all that is asked for', async (t) => {
  const url = 'https://example.com/asked'
  const plain = (await add({ url })).body.id
  const made = async (kind: string, fields: object) => (await client.post(`/api/${kind}/add`, fields)).body.id
  const campaign = await made('campaign', { name: 'Asked' })
  const channel = await made('channel', { name: 'Asked' })
  const pixel = await made('pixel', { type: 'vendor01pixel', name: 'Asked', tag: '1' })
  for (const more of [
    ...[{ campaign }, { channel }, { pixels: [pixel] }, { forward: true }, { redirectstatus: 308 }],
    ...[{ externalid: 'asked' }, { expirationredirect: 'https://example.com/over' }],
  ]) {
    const reply = await add({ url, ...more, reuse: true })
    t.equal(reply.status, 200, reply.text)
    t.not(reply.body.id, plain, JSON.stringify(more))
    t.equal((await add({ url, ...more, reuse: true })).body.id, reply.body.id, JSON.stringify(more))
    t.equal((await add({ url, reuse: true })).body.id, reply.body.id, 'asks for less')
    await client.delete(`/api/url/${reply.body.id}/delete`)
  }
  const explicit = { status: 'public', type: 'direct', geotarget: [], description: '', expiry: null }
  t.equal((await add({ url, ...explicit, reuse: true })).body.id, plain, 'as by default')
  const texts = { description: 'Asked', metatitle: 'Asked', publicstats: true }
  t.equal((await add({ url, ...texts, reuse: true })).body.id, plain, 'texts do not change where visitors get')
  const password = 'open sesame'
  const items = [{}, { password }, { password }, { status: 'private' }, { status: 'private' }, {}]
  const { results } = (
    await client.post('/api/url/bulk', { items: items.map((item) => ({ url, ...item, reuse: true })) })
  ).body
  const ids = results.map(({ id }: { id: number }) => id)
  t.strictSame([ids[0], ids[5]], [plain, plain])
  t.equal(ids[3], ids[4])
  t.equal(new Set(ids).size, 4)
})

t.test('a bulk with reuse makes and finds the links that single requests do', async (t) => {
  const made = async (kind: string, fields: object) => (await client.post(`/api/${kind}/add`, fields)).body.id
  const campaign = await made('campaign', { name: 'Both' })
  const pixel = async (name: string) => made('pixel', { type: 'vendor01pixel', name, tag: '1' })
  const pixels = [await pixel('One'), await pixel('Two')]
  const asks = [
    ...[{}, { forward: false }, { forward: true }, { redirectstatus: 302 }, { redirectstatus: 308, forward: false }],
    ...[{ campaign }, { campaign, status: 'private' }, { status: 'private' }, { clicklimit: 5 }],
    ...[{ clicklimit: 5, campaign }, { pixels }, { pixels: pixels.toReversed() }, { pixels: pixels.slice(1) }],
    ...[{ start: '2020-01-01' }, { start: '2090-01-01' }, { expiry: '2090-01-01' }, { metatitle: 'A' }],
  ]
  for (const [i, one] of asks.entries())
    for (const [j, other] of asks.entries()) {
      const url = (way: string) => `https://example.com/${way}/${i}/${j}`
      const single = []
      for (const ask of [one, other]) single.push((await add({ url: url('single'), ...ask, reuse: true })).body.id)
      const items = [one, other].map((ask) => ({ url: url('bulk'), ...ask, reuse: true }))
      const ids = async () =>
        (await client.post('/api/url/bulk', { items })).body.results.map(({ id }: { id: number }) => id)
      const bulk = await ids()
      const named = `${JSON.stringify(one)} ${JSON.stringify(other)}`
      t.equal(new Set(bulk).size, new Set(single).size, named)
    }
})

t.test('links can be searched, found by short URL and sorted', async (t) => {
  const lone = await service.newClient()
  for (const custom of ['find-one', 'find_two', 'findXtwo']) await add({ custom, metatitle: `Title ${custom}` }, lone)
  const aliases = async (query: string) =>
    (await lone.get(`/api/urls?${query}`)).body.data.urls.map((row: { alias: string }) => row.alias)
  t.same(await aliases('q=find_two'), ['find_two'], 'a wildcard is a letter')
  t.same(await aliases('q=TITLE'), ['findXtwo', 'find_two', 'find-one'])
  t.same(await aliases(`short=${encodeURIComponent(`${base}/find-one`)}`), ['find-one'])
  t.same(await aliases('q=one%20%20title'), ['find-one'], 'every word, in any order')
  t.same(await aliases('q=one%20two'), [])
  t.same(await aliases('q=%20'), ['findXtwo', 'find_two', 'find-one'])
  t.same(await aliases('short=find-one'), ['find-one'])
  await lone.post('/api/domain/add', { domain: 'https://finder.example.com' })
  await add({ custom: 'find-one', domain: 'finder.example.com' }, lone)
  t.equal((await aliases(`short=${encodeURIComponent(`${base}/find-one`)}`)).length, 1, 'not those of branded domains')
  t.equal((await aliases('short=https://finder.example.com/find-one')).length, 1)
  t.equal((await aliases('short=find-one')).length, 2)
  t.same(await aliases('short=https://elsewhere.example/find-one'), [])
  t.same(await aliases('order=click&limit=1'), ['find-one'])
  t.equal((await lone.get('/api/urls?order=size')).status, 400)
})

t.test("another account's link is 404", async (t) => {
  const { id } = (await add({})).body
  t.equal((await other.get(`/api/url/${id}`)).status, 404)
  t.equal((await other.put(`/api/url/${id}/update`, { url: 'https://evil.example' })).status, 404)
  t.equal((await other.delete(`/api/url/${id}/delete`)).status, 404)
})
