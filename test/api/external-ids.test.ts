import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()
const url = 'https://example.com/page'

const kinds = [
  ['url', '/api/urls', 'urls', { url }, { description: 'changed' }],
  ['qr', '/api/qr', 'qrs', { type: 'link', data: url }, { data: `${url}/changed` }],
  ['bio', '/api/bios', 'bios', { name: 'Ada' }, { title: 'changed' }],
] as const

for (const [noun, list, collection, body, change] of kinds)
  t.test(`${noun}: an external id is unique, returned, found, and accepted in place of the id in paths`, async (t) => {
    const add = (externalid: unknown, owner = client) => owner.post(`/api/${noun}/add`, { ...body, externalid })
    const externalid = 'sku/47 Ü😀?#%'
    const path = `/api/${noun}/ext_${encodeURIComponent(externalid)}`
    t.equal((await client.get(path)).status, 404)
    t.equal((await client.put(`${path}/update`, change)).status, 404)
    const { id } = (await add(externalid)).body
    t.match(await add(externalid), {
      status: 409,
      body: { code: 'externalid_taken', errors: [{ path: '/externalid' }] },
    })
    t.equal((await add(externalid, other)).status, 200, 'each account has its own')
    t.match((await client.get(path)).body.details, { id, externalid })
    t.match((await client.get(`${list}?externalid=${encodeURIComponent(externalid)}`)).body.data, {
      result: 1,
      [collection]: [{ id, externalid }],
    })
    t.equal((await client.put(`${path}/update`, change)).status, 200)
    t.match(JSON.stringify((await client.get(`/api/${noun}/${id}`)).body.details), 'changed')
    const channel = (await client.post('/api/channel/add', { name: 'Mail' })).body.id
    const type = noun === 'url' ? 'links' : noun
    t.equal(
      (await client.post(`/api/channel/${channel}/assign/${type}/ext_${encodeURIComponent(externalid)}`)).status,
      200,
    )
    t.equal((await client.get(`/api/channel/${channel}`)).body.data.items[0].id, id)
    const second = (await add('second')).body.id
    const clash = await client.put(`/api/${noun}/${second}/update`, { ...change, externalid })
    t.match(clash, { status: 409, body: { code: 'externalid_taken' } })
    t.equal((await client.put(`/api/${noun}/${second}/update`, { ...change, externalid: null })).status, 200)
    t.equal((await client.get(`/api/${noun}/ext_second`)).status, 404)
    for (const bad of ['', 'x'.repeat(256), 'a\nb', 5]) {
      const { status } = await add(bad)
      t.equal(status, bad === '' ? 200 : 400, JSON.stringify(bad).slice(0, 20))
    }
    for (const bad of ['ext_', `ext_${'x'.repeat(256)}`, 'ext_%00', 'ext_%0A', 'EXT_second'])
      t.equal((await client.get(`/api/${noun}/${bad}`)).status, 400, bad)
    t.equal((await other.delete(`${path}/delete`)).status, 200)
    t.equal((await client.get(path)).status, 200)
    t.equal((await client.delete(`${path}/delete`)).status, 200)
  })

t.test('a type of item that is no type is refused, also with an external id', async (t) => {
  const channel = (await client.post('/api/channel/add', { name: 'Types' })).body.id
  for (const type of ['constructor', 'toString', '__proto__', 'page']) {
    const path = `/api/channel/${channel}/assign/${type}/ext_x`
    t.match(await client.post(path), { status: 400, body: { code: 'invalid_request' } }, type)
    t.match(await client.delete(path), { status: 400, body: { code: 'invalid_request' } }, type)
  }
})

t.test('many links are created and changed by external id', async (t) => {
  const owner = await service.newClient()
  const campaign = (await owner.post('/api/campaign/add', { name: 'Summer' })).body.id
  const items = ['a', 'b', 'a', 'c'].map((externalid) => ({ url, externalid }))
  t.match(await owner.post('/api/url/bulk', { items }), {
    status: 409,
    body: { errors: [{ path: '/items/2/externalid' }] },
  })
  const made = (await owner.post('/api/url/bulk', { items, atomic: false })).body
  t.match(made, { failed: 1, results: [{ id: Number }, {}, { code: 'externalid_taken' }, {}] })
  const [a, b] = made.results.map(({ id }: { id: number }) => id)
  const changes = [
    { externalid: 'a', url: `${url}/a` },
    { id: b, externalid: 'c' },
    { externalid: 'none', url },
    { url },
    { id: a, url },
    { id: made.results[3].id, externalid: 'd' },
  ]
  const changed = (await owner.post('/api/url/bulk/update', { items: changes, atomic: false })).body
  t.match(changed.results, [
    { id: a },
    { code: 'externalid_taken', errors: [{ path: '/items/1/externalid' }] },
    { code: 'not_found' },
    { code: 'invalid_request', errors: [{ path: '/items/3/id' }] },
    { code: 'invalid_request' },
    { id: made.results[3].id },
  ])
  t.match((await owner.get('/api/url/ext_a')).body.details, { id: a, longurl: `${url}/a`, externalid: 'a' })
  t.equal((await owner.get('/api/url/ext_d')).status, 200)
  t.equal((await owner.post(`/api/campaign/${campaign}/assign/ext_a`)).status, 200)
  t.equal((await owner.get(`/api/urls?campaign=${campaign}`)).body.data.result, 1)
})

t.test('an external id is accepted wherever a request has the id of a link, code or page', async (t) => {
  const owner = await service.newClient()
  const [sku, spaced, gone] = ['sku/1 ü', 'sku 2', 'sku-3'] as const
  const add = async (externalid: string) => (await owner.post('/api/url/add', { url, externalid })).body.id as number
  const ids = { [sku]: await add(sku), [spaced]: await add(spaced) }
  await other.post('/api/url/add', { url, externalid: gone })
  const code = (await owner.post('/api/qr/add', { type: 'text', data: 'hello', externalid: sku })).body.id
  const page = (await owner.post('/api/bio/add', { name: 'Ada', externalid: sku })).body.id
  for (const name of ['link', 'qr', 'bio']) {
    const visits = `/api/visits?${name}=ext_`
    t.match(await owner.get(visits + encodeURIComponent(sku)), { status: 200, body: { data: { visits: [] } } }, name)
    t.equal((await owner.get(visits + gone)).status, 404, 'of another account')
    t.match(await owner.get(visits), { status: 400, body: { errors: [{ path: `query/${name}` }] } })
  }
  t.equal((await owner.get(`/api/qr/ext_${encodeURIComponent(sku)}`)).body.details.id, code)
  t.equal((await owner.get(`/api/bio/ext_${encodeURIComponent(sku)}`)).body.details.id, page)

  const items = [
    { id: `ext_${sku}`, url: `${url}/changed`, externalid: 'renamed' },
    { id: `ext_${gone}`, url },
    { id: 'ext_', url },
    { id: ids[sku], url },
  ]
  const updated = (await owner.post('/api/url/bulk/update', { items, atomic: false })).body
  t.match(updated.results, [
    { id: ids[sku] },
    { code: 'not_found' },
    { code: 'invalid_request', errors: [{ path: '/items/2/id' }] },
    { code: 'invalid_request', message: /item before/ },
  ])
  t.equal((await owner.get('/api/url/ext_renamed')).body.details.longurl, `${url}/changed`)

  const deletion = { ids: ['ext_renamed', `ext_${gone}`, ids[spaced], `ext_${spaced}`, 'ext_\n'], atomic: false }
  const key = { headers: { 'idempotency-key': 'external-1' } }
  const removed = await owner.post('/api/url/bulk/delete', deletion, key)
  t.match(removed.body.results, [
    { id: ids[sku] },
    { code: 'not_found' },
    { id: ids[spaced] },
    { code: 'not_found' },
    { code: 'invalid_request', errors: [{ path: '/ids/4' }] },
  ])
  t.same((await owner.post('/api/url/bulk/delete', deletion, key)).body, removed.body, 'replayed')
  t.equal((await other.get(`/api/url/ext_${gone}`)).status, 200)
})

t.test('of simultaneous bulk requests for one external id, one fails and names the item', async (t) => {
  const both = async (path: string, itemsOf: (externalid: string) => object[], index: number) => {
    for (let round = 0; round < 4; round++) {
      const bodies = [1, 2].map(() => ({ items: itemsOf(`${path}-${round}`) }))
      const replies = await Promise.all(bodies.map((body) => client.post(path, body)))
      t.same(replies.map(({ status }) => status).sort(), [200, 409], path)
      t.match(replies.find(({ status }) => status === 409)?.body, {
        code: 'externalid_taken',
        errors: [{ path: `/items/${index}/externalid`, code: 'externalid_taken' }],
      })
    }
  }
  const more = Array.from({ length: 50 }, () => ({ url }))
  await both('/api/url/bulk', (externalid) => [...more, { url, externalid }, ...more], 50)
  const { body } = await client.post('/api/url/bulk', { items: more })
  const ids = body.results.map(({ id }: { id: number }) => id) as number[]
  let next = 0
  await both(
    '/api/url/bulk/update',
    (externalid) => [
      { id: ids[next++], status: 'private' },
      { id: ids[next++], externalid },
    ],
    1,
  )
  await both(
    '/api/qr/bulk',
    (externalid) => [
      { type: 'link', data: url },
      { type: 'link', data: url, externalid },
    ],
    1,
  )
})

t.test('of simultaneous requests for one external id, one succeeds', async (t) => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => client.post('/api/url/add', { url, externalid: 'once' })),
  )
  t.same(replies.map(({ status }) => status).sort(), [200, ...Array.from({ length: 7 }, () => 409)])
})
