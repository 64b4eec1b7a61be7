import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t, { BASE_URL: 'http://wm.localhost:3000' })
const client = await service.newClient()
const { app, services } = service
type Method = 'GET' | 'HEAD' | 'POST'
const visit = (url: string, method: Method = 'GET', more: object = {}) =>
  app.inject({ url, method, ...more, headers: { host: 'wm.localhost:3000' } })
const add = (body: object) => client.post('/api/url/add', { url: 'https://example.com/to', ...body })
const update = (id: number, body: object) => client.put(`/api/url/${id}/update`, body)
const record = async (id: number) => (await client.get(`/api/url/${id}`)).body.details
const wire = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 19).replace('T', ' ')
const HOUR = 3_600_000
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as { port: number }
// Sends a path as it is; URL parsers would resolve its dots.
const sendRaw = (path: string) =>
  new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: wm.localhost:3000\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })

t.test('a link redirects with its status, and browsers keep permanent redirects for a short time', async (t) => {
  for (const [redirectstatus, cache] of [
    [301, 'private, max-age=90'],
    [302, 'private, no-store'],
    [307, 'private, no-store'],
    [308, 'private, max-age=90'],
  ] as const) {
    const { body } = await add({ custom: `s${redirectstatus}`, redirectstatus })
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await visit(`/s${redirectstatus}`, method)
      t.match(reply, {
        statusCode: redirectstatus,
        headers: { location: 'https://example.com/to', 'cache-control': cache },
      })
    }
    t.match(await record(body.id), { redirectstatus, clicks: 1 })
  }
  const { body } = await add({ custom: 'default' })
  t.equal((await record(body.id)).redirectstatus, 302)
  await update(body.id, { redirectstatus: 308 })
  t.equal((await visit('/default')).statusCode, 308)
  for (const change of [
    { clicklimit: 9 },
    { clicklimit: null, geotarget: [{ location: 'DE', link: 'https://example.com/de' }] },
  ]) {
    await update(body.id, change)
    t.match(await visit('/default'), { statusCode: 308, headers: { 'cache-control': 'private, no-store' } })
  }
  for (const redirectstatus of [300, 303, 304, 200, '301', 301.5])
    t.match(await add({ redirectstatus }), { status: 400, body: { errors: [{ path: '/redirectstatus' }] } })
})

t.test('a POST is redirected where the status keeps the method, whatever its body', async (t) => {
  const payload = { payload: 'a'.repeat(100_000), headers: { 'content-type': 'application/octet-stream' } }
  for (const redirectstatus of [307, 308] as const) {
    const { body } = await add({ custom: `p${redirectstatus}`, redirectstatus, pathforward: true })
    t.equal((await visit(`/p${redirectstatus}`, 'POST', payload)).statusCode, redirectstatus)
    t.equal((await visit(`/p${redirectstatus}/a/b`, 'POST', payload)).headers.location, 'https://example.com/to/a/b')
    t.equal((await record(body.id)).clicks, 2)
  }
  t.equal((await visit('/s302', 'POST')).statusCode, 404)
  await add({ custom: 'locked/up', redirectstatus: 307, password: 'open sesame' })
  const form = { payload: 'password=open+sesame', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const entered = await app.inject({
    url: '/locked/up',
    method: 'POST',
    payload: form.payload,
    headers: { host: 'wm.localhost:3000', ...form.headers },
  })
  t.match(entered, { statusCode: 303, headers: { location: '/locked/up' } })
  const cookies = [entered.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0])
  const headers = { host: 'wm.localhost:3000', cookie: cookies.join('; ') }
  t.equal((await app.inject({ url: '/locked/up', headers })).statusCode, 307)
  t.equal((await visit('/locked/up')).statusCode, 200, 'the form')
})

t.test('a link starts at its time, without a change of the link', async (t) => {
  const { body } = await add({ custom: 'soon', start: wire(HOUR) })
  const early = await visit('/soon')
  t.match(early, { statusCode: 404, headers: { 'cache-control': 'private, no-store' } })
  t.match(early.payload, 'not active yet')
  t.match(await record(body.id), { start: /^\d{4}-/, startredirect: null, clicks: 0 })
  const { link } = (await client.get(`/api/url/${body.id}/access`)).body
  t.equal((await visit(new URL(link).pathname + new URL(link).search)).statusCode, 302, 'its owner may look')
  await update(body.id, { startredirect: 'https://example.com/soon' })
  t.match(await visit('/soon'), {
    statusCode: 302,
    headers: { location: 'https://example.com/soon', 'cache-control': 'private, no-store' },
  })
  const explained = await client.post(`/api/url/${body.id}/explain`, {})
  t.match(explained.body, { rule: 'start', action: 'early', destination: 'https://example.com/soon' })
  t.match((await client.post(`/api/url/${body.id}/explain`, { time: wire(2 * HOUR) })).body, { rule: 'default' })

  const { body: campaign } = await client.post('/api/campaign/add', { name: 'C', slug: 'starts' })
  const started = await add({ url: 'https://example.com/started', campaign: campaign.id })
  await update(body.id, { campaign: campaign.id })
  for (let i = 0; i < 8; i++) t.equal((await visit('/r/starts')).headers.location, 'https://example.com/started')
  t.equal((await add({ url: 'https://example.com/started', reuse: true })).body.id, started.body.id)
  t.not((await add({ url: 'https://example.com/to', reuse: true, start: wire(2 * HOUR) })).body.id, body.id)

  // The time passes while the link is cached; on a busy machine maybe before its first visit.
  const { body: next } = await add({ custom: 'next' })
  for (let ms = 2000, isEarly = false; !isEarly; ms *= 2) {
    const start = wire(ms)
    await update(next.id, { start })
    const { statusCode } = await visit('/next')
    isEarly = Date.now() < Date.parse(`${start}Z`)
    if (isEarly) t.equal(statusCode, 404)
    await sleep(Math.max(0, Date.parse(`${start}Z`) - Date.now() + 20))
    t.equal((await visit('/next')).statusCode, 302)
  }
  await update(body.id, { start: null })
  t.equal((await visit('/soon')).headers.location, 'https://example.com/to')
  t.equal((await add({ start: '2020-01-01' })).status, 200, 'it may be past')
  for (const start of ['2040-01-01', '2041-05-05 10:00']) {
    const refused = await add({ start, expiry: '2040-01-01' })
    t.match(refused, { status: 400, body: { errors: [{ path: '/start', message: /before the expiry/ }] } })
  }
  const { body: limited } = await add({ start: '2039-12-31', expiry: '2040-01-01' })
  for (const [change, path] of [
    [{ start: '2040-01-01' }, '/start'],
    [{ expiry: '2039-01-01' }, '/expiry'],
    [{ start: '2042-01-01', expiry: '2041-01-01' }, '/start'],
  ] as const) {
    t.match(await update(limited.id, change), { status: 400, body: { errors: [{ path }] } })
    const bulk = await client.post('/api/url/bulk/update', { items: [{ id: limited.id, ...change }] })
    t.match(bulk, { status: 400, body: { errors: [{ path: `/items/0${path}` }] } })
  }
  t.match(await record(limited.id), { start: '2039-12-31 00:00:00', expiry: '2040-01-01 00:00:00' })
  t.equal((await update(limited.id, { start: '2040-01-01', expiry: null })).status, 200)
  t.match(await add({ start: '2030-02-30' }), { status: 400, body: { errors: [{ path: '/start' }] } })
})

t.test('what follows the alias is passed on to the path of the destination', async (t) => {
  const { body } = await add({ custom: 'fwd', url: 'https://example.com/base/?own=1#part', pathforward: true })
  await add({ custom: 'fwd/inner', url: 'https://example.com/inner' })
  await add({ custom: 'fwd/deep/er', url: 'https://deep.example', pathforward: true })
  await add({ custom: 'plain', url: 'https://example.com/plain' })
  for (const [path, location] of [
    ['/fwd', 'https://example.com/base/?own=1#part'],
    ['/fwd/', 'https://example.com/base/?own=1#part'],
    ['/fwd/a/', 'https://example.com/base/a/?own=1#part'],
    ['/fwd/a/?x=1/', 'https://example.com/base/a/?own=1&x=1/#part'],
    ['/fwd/+', 'https://example.com/base/+?own=1#part'],
    ['/fwd/%2B', 'https://example.com/base/%2B?own=1#part'],
    ['/fwd/a+', 'https://example.com/base/a+?own=1#part'],
    ['/fwd/a/b', 'https://example.com/base/a/b?own=1#part'],
    ['/fwd/a/b?x=1&y', 'https://example.com/base/a/b?own=1&x=1&y#part'],
    ['/fwd/a%20b/%E6%97%A5;v=1/~x', 'https://example.com/base/a%20b/%E6%97%A5;v=1/~x?own=1#part'],
    ['/fwd/@evil.example', 'https://example.com/base/@evil.example?own=1#part'],
    ['/fwd/https:evil', 'https://example.com/base/https:evil?own=1#part'],
    ['/fwd/inner', 'https://example.com/inner'],
    ['/fwd/inner/x', 'https://example.com/base/inner/x?own=1#part'],
    ['/fwd/deep', 'https://example.com/base/deep?own=1#part'],
    ['/fwd/deep/er/x', 'https://deep.example/x'],
    ['/fwd/c++', 'https://example.com/base/c++?own=1#part'],
    ['/fwd/some/qr', 'https://example.com/base/some/qr?own=1#part'],
    [`/fwd/${'x'.repeat(5000)}`, `https://example.com/base/${'x'.repeat(5000)}?own=1#part`],
  ] as const)
    t.equal((await visit(path)).headers.location, location, path.slice(0, 60))
  for (const path of [
    '..',
    '../x',
    'a/../b',
    '%2e%2e',
    '%2E%2e/x',
    '.%2e/x',
    'a//b',
    '/evil.example',
    '%2F',
    'a%2fb',
    '%5c',
    'a%5Cb',
    '%00',
    '.',
    '%0a',
    'a/%2e',
  ])
    t.match(await sendRaw(`/fwd/${path}`), /^HTTP\/1.1 404 /, path)
  t.match(await sendRaw('http://wm.localhost:3000/fwd/x'), /\r\nlocation: https:\/\/example\.com\/base\/x/i)
  for (const path of ['/plain/x', '/fwdx/y', '/nothing/at/all', '/fwd+/x'])
    t.equal((await visit(path)).statusCode, 404, path)
  t.match(await visit('/fwd/qr'), { statusCode: 200, headers: { 'content-type': 'image/png' } })
  t.ok((await record(body.id)).clicks > 8, 'counted on the link')

  t.equal((await visit('/fwd/late')).headers.location, 'https://example.com/base/late?own=1#part')
  await add({ custom: 'fwd/late', url: 'https://example.com/late' })
  t.equal((await visit('/fwd/late')).headers.location, 'https://example.com/late', 'a new alias wins at once')
  t.equal((await visit('/plain/late')).statusCode, 404)
  const { id } = (await client.get('/api/urls?short=plain')).body.data.urls[0]
  await update(id, { pathforward: true })
  t.equal((await visit('/plain/late')).headers.location, 'https://example.com/plain/late', 'an absence is forgotten')
  await update(id, { custom: 'plain2' })
  t.equal((await visit('/plain/late')).statusCode, 404)
  t.equal((await visit('/plain2/late')).statusCode, 302)
  await update(id, { pathforward: false })
  t.equal((await visit('/plain2/late')).statusCode, 404)
  t.match((await client.post(`/api/url/${body.id}/explain`, { path: '/a/b', query: 'x=1' })).body, {
    destination: 'https://example.com/base/a/b?own=1&x=1#part',
  })
})

t.test('explain with a path has the result of a visit with that path', async (t) => {
  const url = 'https://example.com/base?own=1#part'
  const forwards = (await add({ url, custom: 'größe/tell', pathforward: true })).body.id
  const plain = (await add({ url, custom: 'tell-plain' })).body.id
  const explain = async (id: number, path: string) => (await client.post(`/api/url/${id}/explain`, { path })).body
  for (const path of [
    ...[
      'a',
      'a/',
      'a/b',
      'a//b',
      '/',
      'a/..',
      '.',
      '%2e',
      'a%2Fb',
      'a%5Cb',
      '%',
      '%zz',
      'x+',
      '+',
      'a/qr',
      'größe',
      '',
    ],
    ...['a%20b', '%C3%A4', '%ff', 'a:b;c=d', 'qr', 'qr/', 'ico', 'qr/300', 'qr/x', 'QR'],
  ])
    for (const [id, alias] of [
      [forwards, 'gr%C3%B6%C3%9Fe/tell'],
      [plain, 'tell-plain'],
    ] as const) {
      const sent = path.replace(/^\//, '').replaceAll('größe', encodeURIComponent('größe'))
      // As it is: inject resolves dots.
      const reply = await sendRaw(`/${alias}/${sent}`)
      const statusCode = Number(/^HTTP\/1.1 (\d+)/.exec(reply)?.[1])
      const location = /\r\nlocation: (\S+)/i.exec(reply)?.[1]
      const { action, destination, rule, steps } = await explain(id, path)
      t.equal(destination ?? undefined, location, `${alias}/${path}`)
      t.equal(action === 'redirect', statusCode === 302, `${alias}/${path} ${action} ${statusCode}`)
      t.equal(rule === 'path', steps[0].rule === 'path' && steps[0].matched)
    }
  t.match(await explain(plain, 'a'), { action: 'hidden', rule: 'path', steps: [{ why: /does not forward/ }] })
})

t.test('explain knows the longer aliases of other links and pages that answer a path', async (t) => {
  const domain = 'https://deep.example'
  await client.post('/api/domain/add', { domain, caseinsensitive: true })
  const idOf = async (body: object) => (await add({ domain, ...body })).body.id
  const top = await idOf({ custom: 'top', url: 'https://example.com/top', pathforward: true })
  const plain = await idOf({ custom: 'top/plain', url: 'https://example.com/plain', aliases: ['top/further'] })
  const inner = await idOf({ custom: 'top/inner', url: 'https://example.com/inner', pathforward: true })
  await client.post('/api/bio/add', { name: 'Bio', custom: 'top/bio', domain, published: true })
  const headers = { host: 'deep.example' }
  const paths = [
    '',
    'x',
    'plain',
    'PLAIN',
    'plain/x',
    'plain+',
    'plain/qr',
    'plain/x/qr',
    'further',
    'inner',
    'Inner/x',
  ]
  for (const path of [...paths, 'inner/qr', 'inner/qr/x', 'inner+', 'bio', 'bio/x', 'x/qr', 'x+', 'qr', '%70lain'])
    for (const [id, alias] of [
      [top, 'top'],
      [inner, 'top/inner'],
      [plain, 'top/plain'],
    ] as const) {
      const { statusCode, headers: sent } = await app.inject({ url: `/${alias}${path && '/'}${path}`, headers })
      const { body } = await client.post(`/api/url/${id}/explain`, { path })
      const isOwn =
        statusCode === 302 && String(sent.location).startsWith(`https://example.com/${alias.replace('top/', '')}`)
      t.equal(body.destination ?? undefined, isOwn ? sent.location : undefined, `${alias}/${path}`)
      t.equal(body.rule === 'path', !isOwn, `${alias}/${path}`)
    }
  const { body } = await client.post(`/api/url/${top}/explain`, { path: 'plain' })
  t.match(body, { action: 'hidden', rule: 'path', destination: null, steps: [{ why: /^Another link or page/ }] })
})

t.test('URLs of 8,192 characters are accepted everywhere and found by search', async (t) => {
  const long = `https://example.com/${'x'.repeat(8172)}`
  const { body } = await add({
    url: long,
    startredirect: long,
    expirationredirect: long,
    geotarget: [{ location: 'DE', link: long }],
    custom: 'long',
  })
  t.equal((await visit('/long')).headers.location, long)
  t.match(await record(body.id), { longurl: long, startredirect: long, expirationredirect: long })
  const first = await add({ url: `${long.slice(0, -1)}y`, reuse: true })
  t.equal((await add({ url: `${long.slice(0, -1)}y`, reuse: true })).body.id, first.body.id)
  t.match(await add({ url: `${long}x` }), { status: 400, body: { errors: [{ path: '/url' }] } })
  const refused = await add({ url: `https://example.com/${'é'.repeat(2040)}` })
  t.match(refused, { status: 400, body: { errors: [{ path: '/url', message: /percent-encoded/ }] } })
  t.match(await update(body.id, { startredirect: `https://example.com/x${'é'.repeat(2040)}` }), {
    status: 400,
    body: { errors: [{ path: '/startredirect', message: /percent-encoded/ }] },
  })
  t.equal((await add({ url: `https://example.com/${'é'.repeat(2028)}` })).status, 200, 'as before')
  t.equal((await add({ url: `https://example.com/${'z'.repeat(2100)}${'é'.repeat(1000)}` })).status, 200)
  t.equal((await client.get(`/api/urls?q=${'x'.repeat(200)}`)).body.data.result, 2)
  const id = await services.db
    .insertInto('domains')
    .values({ account_id: client.id, scheme: 'https', host: 'long.example.com' })
    .returning('id')
    .executeTakeFirstOrThrow()
  t.equal((await client.put(`/api/domain/${id.id}/update`, { redirectroot: long, redirect404: long })).status, 200)
  t.equal((await client.post('/api/splash/add', { name: 'S', link: long })).status, 200)
  t.equal((await client.post('/api/overlay/add', { name: 'O', type: 'message', text: 'x', link: long })).status, 200)
  const blocks = [{ type: 'link', text: 'L', url: long }]
  t.equal((await client.post('/api/bio/add', { name: 'B', blocks })).status, 200)
  t.equal((await client.post('/api/qr/add', { type: 'link', data: long })).status, 200)
})

t.test('only a link that has what is asked for is reused', async (t) => {
  const url = 'https://example.com/reuse'
  const plain = (await add({ url })).body.id
  t.equal((await add({ url, reuse: true })).body.id, plain)
  const asked = {
    url,
    reuse: true,
    redirectstatus: 301,
    pathforward: true,
    aliases: ['reuse/one'],
    start: '2020-01-01',
  }
  const fitting = (await add(asked)).body.id
  t.not(fitting, plain)
  t.match(await record(fitting), { redirectstatus: 301, pathforward: true, aliases: ['reuse/one'] })
  t.equal((await add(asked)).body.id, fitting)
  const bulk = await client.post('/api/url/bulk', {
    items: [{ url, reuse: true, redirectstatus: 308 }, { url, reuse: true, redirectstatus: 308 }, asked],
  })
  const [first, second, third] = bulk.body.results.map(({ id }: { id: number }) => id)
  t.equal(first, second)
  t.not(first, fitting)
  t.equal(third, fitting)
})

t.test('paths that a link forwards are known with its alias, until another alias is below it', async (t) => {
  const host = 'wm.localhost:3000'
  const { body } = await add({ custom: 'whole', pathforward: true })
  t.equal((await visit('/whole')).statusCode, 302)
  // An address that has looked up too much that is unknown gets only what is cached.
  const from = (url: string) => app.inject({ url, headers: { host }, remoteAddress: '192.0.2.77' })
  await Promise.all(Array.from({ length: 150 }, (_, i) => from(`/unknown-${i}`)))
  t.equal((await from('/unknown-last')).statusCode, 429)
  // On a busy machine, notifications of a change may arrive late: the next visit of another address looks it up again.
  const served = async (path: string) => {
    for (let tries = 1; ; tries++) {
      await visit('/whole')
      const reply = await from(path)
      if (reply.statusCode !== 429 || tries === 50) return reply
      await sleep(100)
    }
  }
  for (const path of ['/whole/brand/new', '/whole/x', '/whole/y/'])
    t.equal((await served(path)).headers.location, `https://example.com/to${path.slice(6)}`)
  const below = (await add({ custom: 'whole/docs/one', url: 'https://example.com/docs' })).body.id
  t.equal((await visit('/whole/docs/one')).headers.location, 'https://example.com/docs', 'the longer alias wins')
  t.equal((await visit('/whole/docs/two')).headers.location, 'https://example.com/to/docs/two')
  t.equal((await visit('/whole')).statusCode, 302)
  t.equal((await visit('/whole/docs/one')).headers.location, 'https://example.com/docs')
  await client.delete(`/api/url/${below}/delete`)
  t.equal((await visit('/whole/docs/one')).headers.location, 'https://example.com/to/docs/one')
  t.equal((await served('/whole/docs/three')).headers.location, 'https://example.com/to/docs/three')
  await update(body.id, { pathforward: false })
  t.equal((await visit('/whole/docs/one')).statusCode, 404)
})
