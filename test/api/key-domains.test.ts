import t from 'tap'
import { documentOf } from '../support/document.ts'
import { addressOf, choicesOf, exampleOf, idParams, operationsOf } from '../support/operations.ts'
import { startService } from '../support/service.ts'

t.setTimeout(120_000)
const service = await startService(t)
const { baseHost } = service.services.config
const document = documentOf(service.app)
const UNKNOWN = 9007199254740991

const client = await service.newClient()
for (const host of ['in.example.com', 'out.example.com'])
  await client.post('/api/domain/add', { domain: `https://${host}` })

/** A key that is restricted to these domains. */
async function newKey(domains: string[], more: object = {}) {
  const { body } = await client.post('/api/key/add', { scope: 'admin', domains, ...more })
  const send: typeof service.send = (method, path, sent) => service.send(method, path, { key: body.apikey, ...sent })
  return { id: body.id as number, send }
}
const { id: keyId, send } = await newKey(['https://IN.example.com', 'in.example.com'])
const create = async (fields: object) => {
  const { status, body, text } = await client.post('/api/url/add', { url: 'https://example.com/same', ...fields })
  if (status !== 200) throw new Error(text)
  return body.id as number
}
const inside = await create({ domain: 'in.example.com', custom: 'one', externalid: 'inside' })
const outside = await create({ domain: 'out.example.com', custom: 'two', externalid: 'outside' })
const own = await create({ custom: 'three', externalid: 'own' })

const refused = { status: 403, body: { error: 1, code: 'domain_not_allowed' } }
const missing = { status: 404, body: { error: 1, code: 'not_found', message: 'Link not found.' } }

t.test('a key for domains can send the requests that keep to them, and no others', async (t) => {
  const allowed: string[] = []
  for (const operation of operationsOf(document).filter(({ isApi }) => isApi)) {
    const ids = Object.fromEntries(idParams(operation).map(({ name }) => [name, UNKNOWN]))
    const path = addressOf(operation, { ...ids, ...choicesOf(operation)[0] })
    const domain = 'in.example.com'
    const example = operation.body && { ...(exampleOf(document, operation.body) as object), domain }
    const body = operation.id === 'createLinks' ? { items: [{ url: 'https://example.com/page', domain }] } : example
    const reply = await send(operation.method, path, body ? { body } : {})
    if (reply.status !== 403 || reply.body.code !== 'domain_not_allowed') allowed.push(operation.id)
  }
  t.same(allowed, [
    'getAccount',
    'postAccount',
    'listLinks',
    'getLink',
    'createLink',
    'updateLink',
    'deleteLink',
    'drawLinkCode',
    'createLinks',
    'updateLinks',
    'deleteLinks',
    'getLinkStatistics',
    'getLinkAccess',
    'explainLink',
    'listVisits',
  ])
  t.match((await client.get('/api/keys')).body.data.keys[0], { id: keyId, domains: ['in.example.com'] })
  for (const subject of ['qr', 'bio']) t.match(await send('GET', `/api/visits?${subject}=1`), refused)
  for (const domains of [['other.example.com'], [], ['x y']])
    t.match(await client.post('/api/key/add', { domains }), { status: 400, body: { errors: [{ path: /^\/domains/ }] } })
})

t.test('links elsewhere are not listed, counted or found', async (t) => {
  for (const query of [
    '',
    'order=click',
    'q=example',
    'limit=1',
    'externalid=outside',
    'short=https://out.example.com/two',
    'short=three',
    'domain=out.example.com',
    `domain=${baseHost}`,
    'status=public&q=two',
  ]) {
    const { data } = (await send('GET', `/api/urls?${query}`)).body
    const found = data.urls.map(({ domain }: { domain: string }) => domain)
    if (
      data.result !== (query === 'limit=1' ? 3 : found.length) ||
      found.some((domain: string) => domain !== 'https://in.example.com')
    )
      t.fail(`${query} lists ${JSON.stringify(data)}`)
    if (/^(|order.*|q=.*|limit.*)$/.test(query) && found.length === 0) t.fail(`${query} lists nothing`)
  }
  for (const id of [outside, own, 'ext_outside', 'ext_own', UNKNOWN]) {
    t.match(await send('GET', `/api/url/${id}`), missing)
    t.match(await send('PUT', `/api/url/${id}/update`, { body: { title: 'Mine', domain: 'in.example.com' } }), missing)
    t.match(await send('DELETE', `/api/url/${id}/delete`), missing)
    t.match(await send('GET', `/api/url/${id}/stats`), missing)
    t.match(await send('GET', `/api/url/${id}/access`), missing)
    t.match(await send('POST', `/api/url/${id}/explain`, { body: {} }), missing)
    t.match(await send('GET', `/api/visits?link=${id}`), missing)
  }
  for (const path of ['', '/stats', '/access']) t.equal((await send('GET', `/api/url/ext_inside${path}`)).status, 200)
  t.equal((await send('GET', `/api/visits?link=${inside}`)).status, 200)
  t.equal((await client.get('/api/urls?q=same')).body.data.urls.length, 3, 'nothing was changed')
})

t.test('links are created and moved on the domains alone', async (t) => {
  const { id: campaign } = (await client.post('/api/campaign/add', { name: 'Summer' })).body
  const url = 'https://example.com/new'
  const domain = 'in.example.com'
  for (const [body, path] of [
    [{ url }, '/domain'],
    [{ url, domain: 'out.example.com' }, '/domain'],
    [{ url, domain: 'unknown.example.com' }, '/domain'],
    [{ url, domain: `https://${baseHost}`, reuse: true }, '/domain'],
    [{ url, domain, campaign }, '/campaign'],
    [{ url, domain, campaign: UNKNOWN }, '/campaign'],
  ] as const) {
    t.match(await send('POST', '/api/url/add', { body }), { ...refused, body: { errors: [{ path }] } })
    t.match(await send('POST', '/api/url/bulk', { body: { items: [{ url, domain }, body] } }), {
      ...refused,
      body: { code: 'domain_not_allowed', errors: [{ path: `/items/1${path}` }] },
    })
    const { url: _, ...change } = body
    if (!('domain' in change)) continue
    const update = { ...change, reuse: undefined }
    t.match(await send('PUT', `/api/url/${inside}/update`, { body: update }), {
      ...refused,
      body: { errors: [{ path }] },
    })
    t.match(await send('POST', '/api/url/bulk/update', { body: { items: [{ id: inside, ...update }] } }), refused)
  }
  const made = (await send('POST', '/api/url/add', { body: { url, domain, aliases: ['more'] } })).body
  t.match(made, { error: 0, shorturl: /^https:\/\/in\.example\.com\// })
  const body = { url: 'https://example.com/same', domain, reuse: true }
  t.match((await send('POST', '/api/url/add', { body })).body, { id: inside }, 'reuse finds links on the domain')
  t.equal((await send('PUT', `/api/url/${made.id}/update`, { body: { title: 'Mine' } })).status, 200)
  t.equal((await send('DELETE', `/api/url/${made.id}/delete`)).status, 200)
})

t.test('a link is not taken out of its campaign, and null for a link without one changes nothing', async (t) => {
  const { id: campaign } = (await client.post('/api/campaign/add', { name: 'Winter' })).body
  const [member, single] = [
    await create({ domain: 'in.example.com', campaign }),
    await create({ domain: 'in.example.com' }),
  ]
  const path = `/api/url/${member}/update`
  for (const body of [{ campaign: null }, { campaign: '', title: 'Changed' }])
    t.match(await send('PUT', path, { body }), { ...refused, body: { errors: [{ path: '/campaign' }] } })
  const items = [
    { id: single, campaign: null },
    { id: member, campaign: null },
  ]
  t.match(await send('POST', '/api/url/bulk/update', { body: { items } }), {
    ...refused,
    body: { errors: [{ path: '/items/1/campaign' }] },
  })
  t.match((await send('POST', '/api/url/bulk/update', { body: { items, atomic: false } })).body, {
    failed: 1,
    results: [{ id: single }, { code: 'domain_not_allowed' }],
  })
  t.equal((await client.get(`/api/url/${member}`)).body.details.campaign, campaign)
  t.equal((await send('PUT', `/api/url/${single}/update`, { body: { campaign: null } })).status, 200)
  t.equal((await send('PUT', path, { body: { title: 'Changed' } })).status, 200)
  t.equal((await client.put(path, { campaign: null })).status, 200, 'another key may')
})

t.test('a link whose campaign is being deleted can be written back as it is shown', async (t) => {
  const { id: campaign } = (await client.post('/api/campaign/add', { name: 'Autumn' })).body
  const member = await create({ domain: 'in.example.com', campaign })
  // As it is until the job has run.
  await service.services.db.updateTable('campaigns').set({ account_id: null }).where('id', '=', campaign).execute()
  const { details } = (await send('GET', `/api/url/${member}`)).body
  t.equal(details.campaign, null)
  t.match(await send('PUT', `/api/url/${member}/update`, { body: { campaign: details.campaign } }), { status: 200 })
})

t.test('bulk requests find no links elsewhere', async (t) => {
  const unknown = { code: 'not_found', message: 'Link not found.' }
  const items = [
    { id: inside, title: 'Changed' },
    ...[outside, own, 'ext_outside'].map((id) => ({ id, title: 'Changed' })),
    { externalid: 'own', title: 'Changed' },
  ]
  const changed = await send('POST', '/api/url/bulk/update', { body: { items, atomic: false } })
  t.match(changed.body, { failed: 4, results: [{ id: inside }, unknown, unknown, unknown, unknown] })
  t.match(await send('POST', '/api/url/bulk/update', { body: { items } }), { status: 404 })
  const ids = [outside, own, 'ext_outside', 'ext_own']
  for (const dryRun of [true, false])
    t.match((await send('POST', '/api/url/bulk/delete', { body: { ids, atomic: false, dryRun } })).body, { failed: 4 })
  for (const id of [outside, own]) t.equal((await client.get(`/api/url/${id}`)).body.details.title, null)
})

t.test('a stored reply for another key is not replayed', async (t) => {
  const sent = { body: { url: 'https://example.com' }, headers: { 'idempotency-key': 'shared' } }
  t.equal((await client.post('/api/url/add', sent.body, { headers: sent.headers })).status, 200)
  t.match(await send('POST', '/api/url/add', sent), { status: 422, body: { code: 'idempotency_key_reused' } })
  const own = { body: { url: 'https://example.com', domain: 'in.example.com' }, headers: { 'idempotency-key': 'own' } }
  const first = await send('POST', '/api/url/add', own)
  t.match(await send('POST', '/api/url/add', own), { status: 200, body: first.body })
  const both = { ...own, headers: { 'idempotency-key': 'both' } }
  const hosts = ['in.example.com', 'out.example.com']
  const made = await (await newKey(hosts)).send('POST', '/api/url/add', both)
  const again = await (await newKey(hosts.toReversed())).send('POST', '/api/url/add', both)
  t.match(again, { status: 200, body: made.body, headers: { 'idempotent-replayed': 'true' } }, 'in any order')
})

t.test('tools keep to the domains too', async (t) => {
  const call = async (name: string, args: object) => {
    const headers = { accept: 'application/json, text/event-stream' }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    return (await send('POST', '/mcp', { headers, body })).text
  }
  t.notMatch(await call('find_links', { limit: 1000 }), /out\.example\.com|three/)
  t.match(await call('get_link', { id: outside }), /not_found/)
  t.match(await call('create_link', { url: 'https://example.com' }), /domain_not_allowed/)
  t.match(await call('list_campaigns', {}), /domain_not_allowed/)
})

t.test("a key for the service's own host; domains change and are deleted", async (t) => {
  const key = await newKey([baseHost], { permissions: { links: 'write' } })
  const listed = async () => {
    const { urls } = (await key.send('GET', '/api/urls')).body.data
    return new Set(urls.map(({ domain }: { domain: string | null }) => domain))
  }
  t.same(await listed(), new Set([null]))
  t.equal((await key.send('POST', '/api/url/add', { body: { url: 'https://example.com' } })).status, 200)
  t.match(await key.send('GET', `/api/url/${inside}`), missing)
  await client.put(`/api/key/${key.id}/update`, { domains: ['out.example.com'] })
  t.same(await listed(), new Set(['https://out.example.com']))
  const domains = (await client.get('/api/domains')).body.data.domains
  const { id } = domains.find(({ domain }: { domain: string }) => domain === 'https://out.example.com')
  await client.delete(`/api/domain/${id}/delete`)
  t.same(await listed(), new Set(), 'links of a deleted domain are on none')
  await service.services.jobs.idle()
  t.same(await listed(), new Set())
  t.match(await key.send('GET', `/api/url/${outside}`), missing)
  await client.put(`/api/key/${key.id}/update`, { domains: null })
  t.equal((await key.send('GET', `/api/url/${outside}`)).status, 200)
})
