import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t, { BASE_URL: 'http://wm.localhost:3000' })
const client = await service.newClient()
const { app, services } = service
const get = (url: string, host = 'wm.localhost:3000') => app.inject({ url, headers: { host } })
const add = (body: object) => client.post('/api/url/add', { url: 'https://example.com/to', ...body })
const domain = async (host: string, more: object = {}) => {
  const { id } = await services.db
    .insertInto('domains')
    .values({ account_id: client.id, scheme: 'https', host, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  await services.changes.settle()
  return id
}

t.test(
  'aliases of any script, emoji and inner slashes are stored in NFC, printed percent-encoded and found in every form',
  async (t) => {
    for (const [custom, printed] of [
      ['x', 'x'],
      ['v1.2~beta_3', 'v1.2~beta_3'],
      ['größe', 'gr%C3%B6%C3%9Fe'],
      ['gro\u0308ssen', 'gr%C3%B6ssen'],
      ['日本語/東京', '%E6%97%A5%E6%9C%AC%E8%AA%9E/%E6%9D%B1%E4%BA%AC'],
      ['नमस्ते', encodeURIComponent('नमस्ते')],
      ['👨‍👩‍👧', encodeURIComponent('👨‍👩‍👧')],
      ['🏴󠁧󠁢󠁥󠁮󠁧󠁿-❤️-1️⃣', encodeURIComponent('🏴󠁧󠁢󠁥󠁮󠁧󠁿-❤-1⃣')],
      ['二〇二六年-Ⅳ', encodeURIComponent('二〇二六年-Ⅳ')],
      ...['🤷‍♂', '👩‍⚕', '👨‍❤‍👨', '🏳‍🌈', '☝🏽'].map((emoji) => [emoji, encodeURIComponent(emoji)] as const),
      ['guide/2026/start', 'guide/2026/start'],
      ['😀'.repeat(255), encodeURIComponent('😀'.repeat(255))],
    ] as const) {
      const { status, body } = await add({ custom })
      t.equal(status, 200, custom)
      t.equal(body.shorturl, `http://wm.localhost:3000/${printed}`)
      const { alias } = (await client.get(`/api/url/${body.id}`)).body.details
      t.equal(alias, decodeURIComponent(printed))
      const lower = printed.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())
      const decomposed = custom.normalize('NFD').split('/').map(encodeURIComponent).join('/')
      for (const path of [printed, lower, decomposed, `${printed}/`, `${printed}?a=b`])
        t.equal((await get(`/${path}`)).headers.location, 'https://example.com/to', path)
      t.equal((await client.get(`/api/urls?short=${encodeURIComponent(body.shorturl)}`)).body.data.urls[0]?.id, body.id)
    }
    await add({ custom: '❤️-🤷‍♂️' })
    for (const form of ['❤️-🤷‍♂️', '❤-🤷‍♂', '❤︎-🤷‍♂️']) {
      t.equal((await get(`/${encodeURIComponent(form)}`)).headers.location, 'https://example.com/to')
      t.equal((await add({ custom: form })).status, 409, 'one alias in every presentation')
    }
    t.equal((await get('/guide%2F2026/start')).statusCode, 404, 'an encoded slash is none')
    t.equal((await get('/guide/2026')).statusCode, 404)
    t.equal((await get('/X')).statusCode, 404, 'case matters')
  },
)

t.test('hostile aliases are refused with the expected form', async (t) => {
  for (const custom of [
    ...[
      'a b',
      'a\u0007b',
      'a\u202eb',
      'a\u200bb',
      'a\u200db',
      'a\u00adb',
      'a\ufeffb',
      '\u3164',
      '\u0301a',
      'a\ufe0f',
      'a\u034fb',
    ],
    ...[
      '/a',
      'a/',
      'a//b',
      '.',
      '..',
      'a/../b',
      'a/./b',
      'a%2Fb',
      'a%00',
      'a\\b',
      'a+',
      'a?b',
      'a#b',
      'a:b',
      '#️⃣',
      'a'.repeat(256),
    ],
  ]) {
    const { status, body } = await add({ custom })
    t.equal(status, 400, JSON.stringify(custom).slice(0, 40))
    t.equal(body.errors[0].path, '/custom')
    t.match(body.errors[0].message, /must (be 1 to 255 letters, digits|have at most 255)/)
  }
  for (const custom of ['\ud800', 'a\u0000']) t.equal((await add({ custom })).status, 400)
})

t.test('what the service itself answers is reserved: less on a branded domain', async (t) => {
  await domain('go.example.com')
  for (const custom of [
    'api',
    'API/x',
    'qr',
    'qr/abc',
    'q/x',
    'docs',
    'docs/x',
    'robots.txt',
    '.well-known/x',
    'login',
    'openapi.json',
  ])
    t.match(await add({ custom }), { status: 400, body: { code: 'alias_reserved' } }, custom)
  for (const custom of ['a/qr', 'a/b/qr/300', 'a/ico']) t.match(await add({ custom }), { status: 400 }, custom)
  for (const custom of ['api', 'qr/abc', 'q/x', 'robots.txt', 'favicon.ico', '.well-known/x', 'login', 'a/ico'])
    t.match(await add({ custom, domain: 'go.example.com' }), { status: 400 }, `${custom} on the domain`)
  for (const custom of ['docs', 'docs/start', 'developers', 'readyz']) {
    const { status, body } = await add({ custom, domain: 'go.example.com' })
    t.equal(status, 200, custom)
    t.equal((await get(`/${custom}`, 'go.example.com')).statusCode, 302, custom)
    const moved = await client.put(`/api/url/${body.id}/update`, { domain: 'http://wm.localhost:3000' })
    t.match(moved, { status: 400, body: { code: 'alias_reserved' } }, 'it cannot move to the own host')
  }
  t.equal((await get('/docs')).statusCode < 400, true)
  t.equal((await get('/api/urls', 'go.example.com')).statusCode, 404, 'no API there')
})

t.test(
  'files that crawlers request from the root are reserved on the own host; a link that has one keeps it',
  async (t) => {
    const names = [
      'ads.txt',
      'app-ads.txt',
      'Sitemap.xml',
      'sitemap_index.xml',
      'security.txt',
      'favicon.png',
      'apple-touch-icon-precomposed.png',
      'google0123456789abcdef.html',
      'ads.txt/x',
    ]
    for (const custom of names)
      t.match(await add({ custom }), { status: 400, body: { code: 'alias_reserved' } }, custom)
    t.match(await add({ aliases: ['ads.txt'] }), { status: 400, body: { code: 'alias_reserved' } })
    t.equal((await add({ custom: 'ads.txts' })).status, 200)
    t.equal((await add({ custom: 'ads.txt', domain: 'go.example.com' })).status, 200, 'a domain is its owner’s')

    const { id } = (await add({ pathforward: true })).body
    await services.db.updateTable('aliases').set({ alias: 'sellers.json' }).where('link_id', '=', id).execute()
    for (const change of [{ custom: 'sellers.json', description: 'kept' }, { aliases: ['old-sellers'] }]) {
      const changed = await client.put(`/api/url/${id}/update`, change)
      t.equal(changed.status, 200, JSON.stringify(changed.body))
    }
    t.equal((await client.post('/api/url/bulk/update', { items: [{ id, custom: 'sellers.json' }] })).status, 200)
    for (const path of ['/sellers.json', '/sellers.json/deep', '/old-sellers'])
      t.equal((await get(path)).statusCode, 302, path)
    t.equal((await get('/sellers.json/qr')).statusCode, 200)
  },
)

t.test('a domain that ignores case finds aliases in any case; enabling it reports conflicting aliases', async (t) => {
  const id = await domain('case.example.com')
  const on = { domain: 'case.example.com' }
  const first = await add({ custom: 'Größe', url: 'https://example.com/1', ...on })
  await add({ custom: 'gRÖßE', url: 'https://example.com/2', ...on })
  await add({ custom: 'Docs/Über', ...on })
  const refused = await client.put(`/api/domain/${id}/update`, { caseinsensitive: true })
  t.match(refused, { status: 409, body: { code: 'alias_taken', errors: [{ path: '/caseinsensitive' }] } })
  t.match(refused.body.message, /gRÖßE, Größe|Größe, gRÖßE/)
  t.equal((await get('/GRÖSSE', 'case.example.com')).statusCode, 404)
  await client.delete(`/api/url/${first.body.id}/delete`)
  t.equal((await client.put(`/api/domain/${id}/update`, { caseinsensitive: true })).status, 200)
  t.equal((await client.get(`/api/domain/${id}`)).body.details.caseinsensitive, true)
  for (const path of ['/gRÖßE', '/GRÖßE', '/größe'])
    t.equal((await get(encodeURI(path), 'case.example.com')).headers.location, 'https://example.com/2', path)
  t.equal((await get(encodeURI('/DOCS/über'), 'case.example.com')).statusCode, 302)
  t.match(await add({ custom: 'GRÖßE', ...on }), { status: 409 })
  t.equal((await get('/New', 'case.example.com')).statusCode, 404)
  const made = await add({ custom: 'nEW', ...on })
  t.equal((await get('/New', 'case.example.com')).statusCode, 302, 'an absence is forgotten')
  await client.put(`/api/url/${made.body.id}/update`, { url: 'https://example.com/changed' })
  t.equal((await get('/NEW', 'case.example.com')).headers.location, 'https://example.com/changed')
  await client.put(`/api/domain/${id}/update`, { caseinsensitive: false })
  t.equal((await get('/NEW', 'case.example.com')).statusCode, 404)
  t.equal((await get('/nEW', 'case.example.com')).statusCode, 302)
  t.equal((await add({ custom: 'New', ...on })).status, 200)
})

t.test('further aliases lead to their link, are kept when it is renamed, and are freed', async (t) => {
  const { body } = await add({ custom: 'main', aliases: ['second', 'third/one', 'main'] })
  const record = async () => (await client.get(`/api/url/${body.id}`)).body.details
  t.same((await record()).aliases, ['second', 'third/one'])
  for (const path of ['/main', '/second', '/third/one']) t.equal((await get(path)).statusCode, 302, path)
  t.equal((await record()).clicks, 3, 'counted on the link')
  t.match(await add({ custom: 'second' }), { status: 409, body: { errors: [{ path: '/custom' }] } })
  t.match(await add({ custom: 'other', aliases: ['free', 'main'] }), {
    status: 409,
    body: { errors: [{ path: '/aliases/1' }] },
  })
  t.equal((await get('/other')).statusCode, 404, 'nothing half-done')
  t.equal((await client.post('/api/bio/add', { name: 'A', custom: 'second' })).status, 409, 'one space with bio pages')
  t.match(await add({ custom: 'other', aliases: ['api'] }), { status: 400, body: { errors: [{ path: '/aliases/0' }] } })

  const renamed = await client.put(`/api/url/${body.id}/update`, { custom: 'renamed', keepalias: true })
  t.equal(renamed.body.shorturl, 'http://wm.localhost:3000/renamed')
  t.same((await record()).aliases, ['second', 'third/one', 'main'])
  t.equal((await get('/main')).statusCode, 302)
  await client.put(`/api/url/${body.id}/update`, { custom: 'second' })
  t.same(await record().then(({ alias, aliases }) => [alias, aliases]), ['second', ['third/one', 'main']])
  t.equal((await get('/renamed')).statusCode, 404, 'without keepalias the previous one is free')
  await client.put(`/api/url/${body.id}/update`, { aliases: ['fresh'] })
  t.equal((await get('/main')).statusCode, 404)
  t.equal((await get('/fresh')).statusCode, 302)
  t.equal((await client.get('/api/urls?short=fresh')).body.data.urls[0]?.id, body.id)
  t.equal((await add({ custom: 'main' })).status, 200)

  await domain('moved.example.com')
  await client.put(`/api/url/${body.id}/update`, { domain: 'moved.example.com' })
  t.equal((await get('/fresh')).statusCode, 404)
  t.equal((await get('/fresh', 'moved.example.com')).statusCode, 302, 'they move with the link')
  const many = await client.put(`/api/url/${body.id}/update`, {
    aliases: Array.from({ length: 20 }, (_, i) => `n${i}`),
  })
  t.equal(many.status, 200)
  const over = await client.put(`/api/url/${body.id}/update`, { custom: 'another', keepalias: true })
  t.match(over, { status: 400, body: { errors: [{ path: '/keepalias' }] } })
  t.equal((await client.delete(`/api/url/${body.id}/delete`)).status, 200)
  t.equal((await get('/n3', 'moved.example.com')).statusCode, 404)
  t.equal((await add({ custom: 'n3', domain: 'moved.example.com' })).status, 200)
})

t.test('bio pages have aliases of any form', async (t) => {
  const { body } = await client.post('/api/bio/add', { name: 'Ada', custom: '人/ada' })
  t.equal(body.link, 'http://wm.localhost:3000/%E4%BA%BA/ada')
  t.match(await get('/%E4%BA%BA/ada'), { statusCode: 200 })
  t.equal((await get('/%E4%BA%BA/ada+')).statusCode, 404)
})

t.test('statistics and pictures of a link are below its whole alias', async (t) => {
  await add({ custom: 'deep/link', publicstats: true })
  t.match(await get('/deep/link/qr'), { statusCode: 200, headers: { 'content-type': 'image/png' } })
  t.match(await get('/deep/link/qr/200'), { statusCode: 200 })
  t.match(await get('/deep/link/ico'), { statusCode: 200 })
  for (const plus of ['+', '%2B', '%2b'])
    t.match(await get(`/deep/link${plus}`), { statusCode: 200, headers: { 'content-type': /html/ } }, plus)
  t.equal((await get('/deep/qr')).statusCode, 404)
})

t.test("on a branded domain forms and unknown paths below the service's own work as elsewhere", async (t) => {
  const host = 'forms.example.com'
  await domain(host, { redirect404: 'https://example.com/lost' })
  await add({ custom: 'docs/secret', password: 'open sesame', domain: host })
  t.match(await get('/docs/secret', host), { statusCode: 200, payload: /password/ })
  const submit = (path: string, method: 'POST' | 'PUT' = 'POST') =>
    app.inject({
      url: path,
      method,
      payload: 'password=open+sesame',
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    })
  t.match(await submit('/docs/secret'), { statusCode: 303, headers: { location: '/docs/secret' } })
  for (const path of ['/docs', '/docs/x', '/api/urls', '/openapi.yaml', '/livez'])
    t.equal((await get(path, host)).headers.location, 'https://example.com/lost', path)
  t.equal((await submit('/api/url/add')).headers.location, 'https://example.com/lost')
  t.equal((await submit('/%61pi/x')).headers.location, 'https://example.com/lost', 'in any form of the path')
  t.equal((await submit('/login')).headers.location, 'https://example.com/lost')
  t.equal((await submit('/docs/secret', 'PUT')).headers.location, 'https://example.com/lost')
  t.equal((await get('/openapi.yaml')).statusCode, 200, 'the own host is as it was')
  t.equal((await get('/some/path')).statusCode, 404)
})

t.test(
  'an alias that only the service has is free on a branded domain, in an update that names the domain too',
  async (t) => {
    await domain('reserved.brand.example')
    await domain('other.brand.example')
    const host = 'https://reserved.brand.example'
    const { body } = await add({ domain: host })
    const update = (change: object) => client.put(`/api/url/${body.id}/update`, change)
    for (const custom of ['docs', 'openapi.yaml', 'ads.txt', 'developers/x', 'livez']) {
      for (const change of [{ custom }, { custom, domain: host }, { custom, domain: 'reserved.brand.example' }])
        t.match(await update(change), { status: 200, body: { shorturl: `${host}/${custom}` } }, JSON.stringify(change))
      const items = [{ id: body.id, custom, domain: host }]
      t.match((await client.post('/api/url/bulk/update', { items })).body, {
        results: [{ shorturl: `${host}/${custom}` }],
      })
      t.equal((await add({ custom: `${custom}/new`, domain: host })).status, 200)
      t.match(await client.put(`/api/url/${body.id}/update`, { custom, aliases: [`${custom}/more`], domain: host }), {
        status: 200,
      })
      await update({ aliases: [] })
    }
    t.match(await update({ domain: 'http://wm.localhost:3000', custom: 'docs' }), {
      status: 400,
      body: { errors: [{ path: '/custom', message: 'is reserved' }] },
    })
  },
)

t.test('the failure of an alias that moves with its link names what was sent', async (t) => {
  await domain('from.brand.example')
  const to = 'https://to.brand.example'
  await domain('to.brand.example')
  await add({ custom: 'main', domain: to })
  await add({ custom: 'further', domain: to })
  const { id } = (await add({ custom: 'main', aliases: ['own-1'], domain: 'from.brand.example' })).body
  const other = (await add({ custom: 'free', aliases: ['further'], domain: 'from.brand.example' })).body.id
  const update = (one: number, change: object) => client.put(`/api/url/${one}/update`, change)
  const named = (alias: string) => ({
    status: 409,
    body: {
      code: 'alias_taken',
      errors: [{ path: '/domain', message: `The alias ${alias} moves with it and is taken there.` }],
    },
  })
  t.match(await update(id, { domain: to }), named('main'))
  t.match(await update(other, { domain: to }), named('further'))
  t.match(await update(other, { domain: to, custom: 'free-2' }), named('further'))
  t.match(await update(id, { domain: to, custom: 'further' }), { status: 409, body: { errors: [{ path: '/custom' }] } })
  t.match(await update(id, { domain: to, custom: 'new', aliases: ['further'] }), {
    status: 409,
    body: { errors: [{ path: '/aliases/0' }] },
  })
  const { body } = await client.post('/api/url/bulk/update', {
    atomic: false,
    items: [
      { id, domain: to },
      { id: other, domain: to },
    ],
  })
  t.match(body.results, [{ errors: named('main').body.errors }, { errors: named('further').body.errors }])
  await update(id, { custom: 'docs', aliases: [] })
  t.match(await update(id, { domain: 'wm.localhost' }), {
    status: 400,
    body: { code: 'alias_reserved', errors: [{ path: '/domain', message: /the alias docs, which moves with it/ }] },
  })
})
