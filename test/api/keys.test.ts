import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { parts } = service

const works = async (key: string) => (await service.send('GET', '/api/account', { key })).status === 200

t.test('a key is shown once, listed without its secret, and deleted', async (t) => {
  const client = await service.newClient()
  const made = await client.post('/api/key/add', { name: 'CI', expires: '2040-01-01' })
  t.match(made, { status: 200, body: { error: 0, id: Number, apikey: /^wm_[0-9A-Za-z]{43}$/ } })
  t.ok(await works(made.body.apikey))
  const list = (await client.get('/api/keys')).body.data
  t.match(list, {
    result: 2,
    keys: [
      { name: 'CI', scope: 'write', expires: '2040-01-01 00:00:00' },
      { name: 'First key', expires: null },
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

t.test('a key without fields may write and never expires; wrong fields are 400', async (t) => {
  const client = await service.newClient()
  for (const body of [{}, { name: null, scope: '', expires: null }])
    t.equal((await client.post('/api/key/add', body)).status, 200)
  t.equal((await (await service.newClient()).post('/api/key/add', { expires: '9999-12-31 23:59:59' })).status, 200)
  t.match((await client.get('/api/keys')).body.data.keys, [{ name: 'API key', scope: 'write', expires: null }])
  for (const wrong of [
    { scope: 'admin' },
    { scope: 1 },
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
  await parts.db
    .updateTable('api_keys')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  await parts.changes.settle()
  t.match(await service.send('GET', '/api/account', { key: apikey }), {
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    body: { error: 1, code: 'key_expired' },
  })
  t.equal((await client.get('/api/keys')).body.data.result, 1)
  t.equal((await client.post(`/api/key/${id}/rotate`, {})).status, 404)
})

t.test('rotating gives a key of the same kind, and the old one ends now or after the overlap', async (t) => {
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

t.test('a key may delete itself', async (t) => {
  const client = await service.newClient()
  const { id, apikey } = (await client.post('/api/key/add', {})).body
  t.equal((await service.send('DELETE', `/api/key/${id}/delete`, { key: apikey })).status, 200)
  t.notOk(await works(apikey))
})

t.test('an account has at most 25 live keys, also when it asks for many at once', async (t) => {
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

t.test('rotating with an overlap needs a place for the new key, rotating at once does not', async (t) => {
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
  t.equal((await client.post(`/api/key/${id}/rotate`)).status, 200, 'the old key makes room')
  t.equal((await client.get('/api/keys')).body.data.result, 25)
  t.equal((await client.post('/api/key/999999/rotate', { overlap: 60 })).status, 404)
})
