import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { services } = service

const works = async (key: string) => (await service.send('GET', '/api/account', { key })).status === 200

t.test('a key is shown once, listed without its secret, and deleted', async (t) => {
  const client = await service.newClient()
  const made = await client.post('/api/key/add', { name: 'CI', expires: '2040-01-01' })
  t.match(made, { headers: { 'cache-control': 'no-store' } })
  t.match(made, { status: 200, body: { error: 0, id: Number, apikey: /^wm_[0-9A-Za-z]{43}$/ } })
  t.ok(await works(made.body.apikey))
  const list = (await client.get('/api/keys')).body.data
  t.match(list, {
    result: 2,
    keys: [
      { name: 'CI', scope: 'write', expires: '2040-01-01 00:00:00' },
      { name: 'First key', scope: 'admin', listerror: null, expires: null },
    ],
  })
  t.equal(list.keys[0].prefix, made.body.apikey.slice(0, 9))
  t.notMatch(JSON.stringify(list), made.body.apikey)

  const deleted = await client.delete(`/api/key/${made.body.id}/delete`)
  t.same(deleted.body, { error: 0, message: 'API key has been deleted successfully.' })
  t.match(await service.send('GET', '/api/account', { key: made.body.apikey }), {
    status: 401,
    body: { code: 'key_revoked' },
  })
  t.equal((await client.get('/api/keys')).body.data.result, 1)
  t.equal((await client.delete(`/api/key/${made.body.id}/delete`)).status, 404, 'a deleted key is gone')
})

t.test('a key created without fields has scope write and does not expire; invalid fields are 400', async (t) => {
  const client = await service.newClient()
  for (const body of [{}, { name: null, scope: '', expires: null }])
    t.equal((await client.post('/api/key/add', body)).status, 200)
  t.equal((await (await service.newClient()).post('/api/key/add', { expires: '9999-12-31 23:59:59' })).status, 200)
  t.match((await client.get('/api/keys')).body.data.keys, [{ name: 'API key', scope: 'write', expires: null }])
  for (const wrong of [
    { scope: 'owner' },
    { scope: 1 },
    { listerror: 'number' },
    { expires: '2001-01-01' },
    { expires: '0000-01-01' },
    { expires: '2040-02-30' },
    { expires: 'soon' },
    { name: 'x'.repeat(256) },
    { name: 5 },
  ])
    t.match(
      await client.post('/api/key/add', wrong),
      { status: 400, body: { errors: [{ path: `/${Object.keys(wrong)[0]}` }] } },
      JSON.stringify(wrong),
    )
})

t.test('an expired key is 401 and is not listed', async (t) => {
  const client = await service.newClient()
  const { id, apikey } = (await client.post('/api/key/add', { expires: '2040-01-01' })).body
  t.ok(await works(apikey))
  await services.db
    .updateTable('api_keys')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  await services.changes.settle()
  t.match(await service.send('GET', '/api/account', { key: apikey }), {
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    body: { error: 1, code: 'key_expired' },
  })
  t.equal((await client.get('/api/keys')).body.data.result, 1)
  t.equal((await client.post(`/api/key/${id}/rotate`, {})).status, 404)
})

t.test('a rotated key has the same settings, and the old one expires at once or after the overlap', async (t) => {
  const client = await service.newClient()
  const first = (await client.post('/api/key/add', { name: 'CI', scope: 'read', expires: '2040-01-01' })).body
  const second = (await client.post(`/api/key/${first.id}/rotate`, { overlap: 3600 })).body
  t.ok((await works(first.apikey)) && (await works(second.apikey)), 'both work meanwhile')
  t.match((await client.get('/api/keys')).body.data.keys[0], {
    id: second.id,
    name: 'CI',
    scope: 'read',
    expires: '2040-01-01 00:00:00',
  })
  const third = (await client.post(`/api/key/${second.id}/rotate`)).body
  t.notOk(await works(second.apikey))
  t.ok(await works(third.apikey))
  t.equal((await client.post(`/api/key/${third.id}/rotate`, { overlap: -1 })).status, 400)
})

t.test('a key that was replaced cannot be rotated again, and its successor goes on', async (t) => {
  const client = await service.newClient()
  const first = (await client.post('/api/key/add', {})).body
  const rotate = (id: number, body: object) => client.post(`/api/key/${id}/rotate`, body)
  const replies = await Promise.all([1, 2, 3].map(() => rotate(first.id, { overlap: 3600 })))
  t.same(replies.map(({ status }) => status).toSorted(), [200, 409, 409])
  const second = replies.find(({ status }) => status === 200)?.body
  for (const body of [{ overlap: 3600 }, {}])
    t.match(await rotate(first.id, body), { status: 409, body: { error: 1, code: 'key_replaced' } })
  t.ok((await works(first.apikey)) && (await works(second.apikey)), 'both work as before')
  t.equal((await client.get('/api/keys')).body.data.result, 3)
  t.equal((await client.delete(`/api/key/${first.id}/delete`)).status, 200, 'it can be ended sooner')
  t.equal((await rotate(first.id, {})).status, 404)
  const third = (await rotate(second.id, { overlap: 60 })).body
  t.ok((await works(second.apikey)) && (await works(third.apikey)), 'the successor can be rotated')
})

t.test('a key can delete itself', async (t) => {
  const client = await service.newClient()
  const { id, apikey } = (await client.post('/api/key/add', { scope: 'admin' })).body
  t.equal((await service.send('DELETE', `/api/key/${id}/delete`, { key: apikey })).status, 200)
  t.notOk(await works(apikey))
})

t.test('an account has at most 25 active keys, also with concurrent requests', async (t) => {
  const client = await service.newClient()
  const replies = await Promise.all(Array.from({ length: 30 }, () => client.post('/api/key/add', {})))
  t.equal(replies.filter(({ status }) => status === 200).length, 24)
  t.match(
    replies.find(({ status }) => status !== 200),
    { status: 403, body: { error: 1, code: 'key_limit' } },
  )
  const { id } = replies.find(({ status }) => status === 200)?.body ?? {}
  await client.delete(`/api/key/${id}/delete`)
  t.equal((await client.post('/api/key/add', {})).status, 200, 'a place is free again')
})

t.test('at the key limit, rotating with an overlap is refused, rotating at once is not', async (t) => {
  const client = await service.newClient()
  const { id } = (await client.post('/api/key/add', {})).body
  for (let i = 0; i < 22; i++) await client.post('/api/key/add', {})
  const rotate = () => client.post(`/api/key/${id}/rotate`, { overlap: 3600 })
  const replies = await Promise.all([rotate(), rotate(), rotate()])
  t.same(replies.map(({ status }) => status).toSorted(), [200, 403, 403])
  t.match(
    replies.find(({ status }) => status === 403),
    { body: { error: 1, code: 'key_limit' } },
  )
  t.equal((await client.get('/api/keys')).body.data.result, 25)
  const last = (await client.get('/api/keys')).body.data.keys[0].id
  t.equal((await client.post(`/api/key/${last}/rotate`)).status, 200, 'the old key makes room')
  t.equal((await client.get('/api/keys')).body.data.result, 25)
  t.equal((await client.post('/api/key/999999/rotate', { overlap: 60 })).status, 404)
})

t.test('only an admin key can change the account and its keys', async (t) => {
  const client = await service.newClient()
  const { id } = (await client.post('/api/key/add', { name: 'Other' })).body
  for (const scope of ['read', 'write']) {
    const key = (await client.post('/api/key/add', { scope })).body.apikey
    const refused = { status: 403, body: { error: 1, code: scope === 'read' ? 'read_only_key' : 'admin_key_required' } }
    const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      service.send(method, path, { key, ...(body ? { body } : {}) })
    t.match(await send('POST', '/api/key/add', {}), refused)
    t.match(await send('POST', `/api/key/${id}/rotate`), refused)
    t.match(await send('PUT', `/api/key/${id}/update`, { name: 'Mine' }), refused)
    t.match(await send('DELETE', `/api/key/${id}/delete`), refused)
    t.match(await send('PUT', '/api/account/update', { email: `${scope}@example.com` }), refused)
    t.equal(
      (await send('POST', '/api/pixel/add', { type: 'vendor13', name: 'x', tag: 'x' })).status,
      scope === 'read' ? 403 : 200,
    )
    t.equal((await service.send('GET', '/api/keys', { key })).status, 200)
  }
})

t.test('a key that expires can create and rotate only keys that expire no later', async (t) => {
  const client = await service.newClient()
  const made = (await client.post('/api/key/add', { scope: 'admin', expires: '2040-01-01' })).body
  const send = (path: string, body?: object) =>
    service.send('POST', path, { key: made.apikey, ...(body ? { body } : {}) })
  const refused = { status: 403, body: { code: 'key_outlives_maker' } }
  t.match(await send('/api/key/add', { expires: '2040-01-02' }), refused)
  t.equal((await send('/api/key/add', { name: 'Sooner', expires: '2039-12-31' })).status, 200)
  t.equal((await send('/api/key/add', { name: 'As long' })).status, 200)
  t.match((await client.get('/api/keys')).body.data.keys, [
    { name: 'As long', expires: '2040-01-01 00:00:00' },
    { name: 'Sooner', expires: '2039-12-31 00:00:00' },
  ])
  const first = (await client.get('/api/keys')).body.data.keys.find(
    ({ name }: { name: string }) => name === 'First key',
  )
  t.match(await send(`/api/key/${first.id}/rotate`), refused)
  t.ok(await works(client.apikey), 'the key without an end goes on working')
  t.equal((await send(`/api/key/${made.id}/rotate`)).status, 200)
})

t.test('the document has error of lists as the string, and says where lists are otherwise', async (t) => {
  const { schemas } = (await service.send('GET', '/openapi.json')).body.components
  for (const list of ['PixelList', 'EventList', 'VisitList'])
    t.match(schemas[list].properties.error, {
      enum: ['0'],
      description: /0, and the list does not match this document/,
    })
  for (const one of ['Key', 'NewKey', 'KeyChange'])
    t.match(schemas[one].properties.listerror.description, /such lists do not match this document/)
})

t.test('listerror changes the type of error in lists for one key only', async (t) => {
  const client = await service.newClient()
  const { id, apikey } = (await client.post('/api/key/add', { listerror: 'integer' })).body
  // The document has only the string.
  const errorOf = async (key: string) =>
    (await service.send('GET', '/api/pixels', { key, isElsewhere: true })).text.slice(0, 12)
  t.equal(await errorOf(apikey), '{"error":0,"')
  t.equal(await errorOf(client.apikey), '{"error":"0"')
  t.match((await client.get('/api/keys')).body.data.keys, [{ id, listerror: 'integer' }, { listerror: null }])

  const update = (body: object) => client.put(`/api/key/${id}/update`, body)
  t.same((await update({ name: 'Old client', listerror: 'string' })).body, {
    error: 0,
    message: 'API key has been updated successfully.',
  })
  t.equal(await errorOf(apikey), '{"error":"0"')
  t.match((await client.get('/api/keys')).body.data.keys[0], { name: 'Old client', listerror: 'string' })
  t.equal((await update({ listerror: null })).status, 200, 'null: as the server is set')
  t.match((await client.get('/api/keys')).body.data.keys[0], { name: 'Old client', listerror: null })
  t.equal((await update({})).status, 200)
  t.equal((await update({ listerror: 'number' })).status, 400)
  t.equal((await (await service.newClient()).put(`/api/key/${id}/update`, { name: 'x' })).status, 404)

  const old = await startService(t, { LIST_ERROR: 'integer' })
  const other = await old.newClient()
  const strict = (await other.post('/api/key/add', { listerror: 'string' })).body.apikey
  const textOf = async (key: string) =>
    (await old.send('GET', '/api/pixels', { key, isElsewhere: true })).text.slice(0, 12)
  t.equal(await textOf(other.apikey), '{"error":0,"')
  t.equal(await textOf(strict), '{"error":"0"')
})
