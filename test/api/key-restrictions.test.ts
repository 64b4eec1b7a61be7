import t, { type Test } from 'tap'
import { type Access, resources } from '../../schemas/key-restrictions.ts'
import { entriesOf } from '../../src/openapi/model.ts'
import { documentOf } from '../support/document.ts'
import { addressOf, choicesOf, exampleOf, idParams, type Operation, operationsOf } from '../support/operations.ts'
import { type Client, startService } from '../support/service.ts'

t.setTimeout(120_000)
const service = await startService(t)
const document = documentOf(service.app)
const client = await service.newClient()
const api = operationsOf(document).filter(({ isApi }) => isApi)
const permissionOf = new Map(
  entriesOf(document).map(({ operation }) => [operation.operationId, String(operation['x-permission'])]),
)
const names = Object.values(resources)
const UNKNOWN = 9007199254740991

/** A restricted key of the client; `limit` changes what it is restricted to. */
async function newKey(restrictions: object, owner: Client = client) {
  const { body } = await owner.post('/api/key/add', { scope: 'admin', ...restrictions })
  const send: typeof service.send = (method, path, sent) => service.send(method, path, { key: body.apikey, ...sent })
  const limit = async (change: object) => {
    const { status, text } = await owner.put(`/api/key/${body.id}/update`, change)
    if (status !== 200) throw new Error(text)
  }
  return { id: body.id as number, send, limit }
}

/** Sends the example of an operation, with ids that do not exist. */
function tryOut({ send }: Awaited<ReturnType<typeof newKey>>, operation: Operation) {
  const ids = Object.fromEntries(idParams(operation).map(({ name }) => [name, UNKNOWN]))
  const path = addressOf(operation, { ...ids, ...choicesOf(operation)[0] })
  return send(operation.method, path, operation.body ? { body: exampleOf(document, operation.body) } : {})
}

const refused = { status: 403, body: { error: 1, code: 'permission_required' } }

t.test('every operation is refused without its permission, and with it alone is not', async (t) => {
  const key = await newKey({})
  for (const resource of names) {
    const own = api.filter(({ id }) => permissionOf.get(id)?.startsWith(`${resource}: `))
    if (own.length === 0) t.fail(`${resource} has no operations`)
    const expectRefused = async (what: string, isRefused: (access: Access) => boolean) => {
      for (const operation of own) {
        const access = permissionOf.get(operation.id)?.split(': ')[1] as Access
        const { status, body } = await tryOut(key, operation)
        if ((body?.code === 'permission_required') !== isRefused(access) || (isRefused(access) && status !== 403))
          t.fail(`${operation.id} with ${what} answers ${status} ${body?.code}`)
      }
    }
    const others = names.filter((name) => name !== resource).map((name) => [name, 'write'])
    await key.limit({ permissions: Object.fromEntries(others) })
    await expectRefused(`everything but ${resource}`, () => true)
    for (const access of ['read', 'create', 'write'] as const) {
      await key.limit({ permissions: { [resource]: access } })
      await expectRefused(`${resource}: ${access}`, (needed) => access !== 'write' && needed !== access)
    }
  }
  t.same(
    api.filter(({ id }) => !/^[a-z]+: (read|create|write)$/.test(permissionOf.get(id) ?? '')).map(({ id }) => id),
    [],
    'the document says what each needs',
  )
  t.same(
    api
      .filter(({ id, method }) => method === 'GET' && permissionOf.get(id)?.endsWith(': read') !== true)
      .map(({ id }) => id),
    ['getLinkAccess'],
    'each other GET reads',
  )
  t.same(
    api.filter(({ id }) => permissionOf.get(id)?.endsWith(': create')).map(({ id }) => id),
    [...new Set(api.filter(({ id }) => /^create(?!Import)/.test(id)).map(({ id }) => id))],
    'what creates needs no more',
  )
})

t.test('a key that may only create links sees its own replies, also replayed, and nothing else', async (t) => {
  const other = await service.newClient()
  await other.post('/api/url/add', { url: 'https://example.com/old', custom: 'secret' })
  const { send } = await newKey({ scope: 'write', permissions: { links: 'create' } }, other)
  const headers = { 'idempotency-key': 'one' }
  const create = () => send('POST', '/api/url/add', { body: { url: 'https://example.com/new' }, headers })
  const first = await create()
  t.match(first, { status: 200, body: { id: Number, shorturl: String } })
  t.match(await create(), { status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
  const items = [{ url: 'https://example.com/1' }, { url: 'https://example.com/2' }]
  t.match(await send('POST', '/api/url/bulk', { body: { items } }), { status: 200, body: { results: { length: 2 } } })
  const body = { url: 'https://example.com/old', reuse: true }
  t.match(await send('POST', '/api/url/add', { body }), refused, 'reuse shows a link that there is')
  t.match(await send('POST', '/api/url/bulk', { body: { items: [...items, body] } }), refused)
  t.match(await send('GET', `/api/url/${first.body.id}`), refused)
  t.match(await send('PUT', `/api/url/${first.body.id}/update`, { body: { title: 'x' } }), refused)
  t.match(await send('GET', '/api/url/ext_none'), refused, 'whether an externalid exists is not shown')
  t.equal((await other.get('/api/urls')).body.data.result, 4)
})

t.test('a stored reply is not replayed for a key with other permissions', async (t) => {
  const body = { url: 'https://example.com/reused', reuse: true }
  const sent = { body, headers: { 'idempotency-key': 'reused' } }
  const other = await service.newClient()
  t.equal((await other.post('/api/url/add', body, { headers: sent.headers })).status, 200)
  const { send } = await newKey({ permissions: { links: 'create' } }, other)
  const reused = { status: 422, body: { code: 'idempotency_key_reused', id: undefined } }
  t.match(await send('POST', '/api/url/add', sent), reused)
  const own = { body, headers: { 'idempotency-key': 'own' } }
  const writer = await newKey({ permissions: { links: 'write', qr: 'read' } }, other)
  const first = await writer.send('POST', '/api/url/add', own)
  t.equal(first.status, 200)
  t.match(await send('POST', '/api/url/add', own), reused)
  const same = await newKey({ permissions: { qr: 'read', links: 'write' } }, other)
  const again = await same.send('POST', '/api/url/add', own)
  t.match(again, { status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } }, 'the same in any order')
})

t.test('statistics alone neither open a link nor show its destinations', async (t) => {
  const { id } = (await client.post('/api/url/add', { url: 'https://example.com', status: 'private' })).body
  const key = await newKey({ scope: 'read' })
  const statuses = async () => {
    const replies = [
      await key.send('GET', `/api/url/${id}/stats`),
      await key.send('POST', `/api/url/${id}/explain`, { body: {} }),
      await key.send('GET', `/api/url/${id}/access`),
    ]
    return replies.map(({ status }) => status)
  }
  t.same(await statuses(), [200, 200, 200], 'without restrictions')
  for (const [permissions, expected] of [
    [{ statistics: 'write' }, [200, 403, 403]],
    [{ links: 'read' }, [403, 200, 403]],
    [{ links: 'write' }, [403, 200, 200]],
  ]) {
    await key.limit({ permissions })
    t.same(await statuses(), expected, JSON.stringify(permissions))
  }
})

t.test('the permissions of a key hold within its scope', async (t) => {
  const { send } = await newKey({ scope: 'read', permissions: { pixels: 'write' } })
  t.equal((await send('GET', '/api/pixels')).status, 200)
  t.match(await send('DELETE', '/api/pixel/1/delete'), { status: 403, body: { code: 'read_only_key' } })
})

t.test('restrictions are listed, changed, lifted and kept by a rotation', async (t) => {
  const other = await service.newClient()
  const restrictions = {
    permissions: { links: 'create', qr: 'read' },
    ips: ['10.1.2.3/8', '10.0.0.0/8', '::FFFF:192.0.2.1'],
  }
  const { id, send, limit } = await newKey({ scope: 'write', ...restrictions }, other)
  const shown = async () => (await other.get('/api/keys')).body.data.keys[0]
  t.match(await shown(), { permissions: { links: 'create', qr: 'read' }, ips: ['10.0.0.0/8', '192.0.2.1'] })
  t.match((await other.get('/api/keys')).body.data.keys[1], { permissions: null, ips: null }, 'other keys have none')
  const { id: rotated } = (await other.post(`/api/key/${id}/rotate`, { overlap: 60 })).body
  t.match(await shown(), { id: rotated, permissions: { qr: 'read' }, ips: ['10.0.0.0/8', '192.0.2.1'] })
  t.equal((await send('GET', '/api/qr')).status, 403)
  t.equal((await send('GET', '/api/qr', { ip: '10.9.9.9' })).status, 200)
  await limit({ name: 'Open', permissions: null, ips: null })
  t.equal((await send('GET', '/api/urls')).status, 200)
  await limit({ permissions: { qr: 'read' } })
  t.match(await send('GET', '/api/urls'), refused)
  const update = (body: object) => other.put(`/api/key/${id}/update`, body)
  for (const [wrong, path] of [
    [{ permissions: {} }, '/permissions'],
    [{ permissions: { linkz: 'read' } }, '/permissions'],
    [{ permissions: { links: 'admin' } }, '/permissions/links'],
    [{ permissions: ['links'] }, '/permissions'],
    ...['permissions', 'ips', 'domains'].map((name) => [{ [name]: '' }, `/${name}`]),
    [{ ips: [] }, '/ips'],
    [{ ips: Array(51).fill('192.0.2.1') }, '/ips'],
    [{ ips: ['192.0.2.1', 'example.com'] }, '/ips/1'],
    ...[
      '127.1',
      '0x7f.0.0.1',
      '010.0.0.1',
      '192.0.2.1/33',
      '::1/129',
      'fe80::1%eth0',
      '1.2.3.4/',
      '/8',
      '1.2.3.4/8/8',
    ].map((ip) => [{ ips: [ip] }, '/ips/0']),
  ] as [object, string][])
    for (const reply of [await update(wrong), await other.post('/api/key/add', wrong)])
      t.match(reply, { status: 400, body: { errors: [{ path }] } }, JSON.stringify(wrong))
})

t.test('a key works from its addresses alone, also the tools that it calls', async (t) => {
  const { send, limit } = await newKey({ ips: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'] })
  const expect = async (t: Test, ip: string, status: number) =>
    t.match(await send('GET', '/api/account', { ip }), {
      status,
      body: status === 200 ? { error: 0 } : { error: 1, code: 'ip_not_allowed', message: `${ip}.` },
    })
  for (const ip of ['192.0.2.255', '::ffff:192.0.2.1', '2001:db8:1::1', '198.51.100.7']) await expect(t, ip, 200)
  for (const ip of ['192.0.3.0', '::ffff:192.0.3.1', '2001:db9::', '198.51.100.8', '::192.0.2.1'])
    await expect(t, ip, 403)
  const call = (ip: string) =>
    send('POST', '/mcp', {
      ip,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_campaigns', arguments: {} } },
    })
  t.match(await call('203.0.113.1'), { status: 403, body: { code: 'ip_not_allowed' } })
  const answered = await call('192.0.2.1')
  t.equal(answered.status, 200)
  t.match(answered.text, '"error":"0"')
  await limit({ permissions: { links: 'write' } })
  t.match((await call('192.0.2.1')).text, /no permission to read campaigns.*permission_required/)
  await limit({ permissions: null, ips: ['203.0.113.0/24'] })
  t.equal((await call('192.0.2.1')).status, 403, 'at once')
  t.equal((await call('203.0.113.1')).status, 200)
})

t.test('a restricted key makes and changes no key that can do more', async (t) => {
  const other = await service.newClient()
  const [{ id: first }] = (await other.get('/api/keys')).body.data.keys
  const maker = {
    permissions: { keys: 'write', links: 'create', account: 'write' },
    ips: ['127.0.0.0/8', '192.0.2.0/24'],
  }
  const { id, send } = await newKey(maker, other)
  const exceeds = { status: 403, body: { code: 'key_exceeds_maker' } }
  const add = (body: object) => send('POST', '/api/key/add', { body })
  for (const more of [
    { permissions: { links: 'write' } },
    { permissions: { links: 'read' } },
    { permissions: { links: 'create', qr: 'read' } },
    { ips: ['127.0.0.1', '192.0.0.0/16'] },
    { ips: ['::/0'] },
  ])
    t.match(await add(more), exceeds, JSON.stringify(more))
  const less = (await add({ permissions: { keys: 'read' }, ips: ['192.0.2.7'] })).body
  t.equal((await add({})).status, 200, 'by default as restricted as itself')
  t.match((await other.get('/api/keys')).body.data.keys, [maker, { permissions: { keys: 'read' }, ips: ['192.0.2.7'] }])
  for (const body of [{ permissions: null }, { ips: null }, { permissions: { keys: 'write', links: 'write' } }])
    for (const target of [id, less.id])
      t.match(await send('PUT', `/api/key/${target}/update`, { body }), exceeds, JSON.stringify(body))
  t.match(await send('PUT', `/api/key/${first}/update`, { body: { name: 'Mine' } }), exceeds)
  t.match(await send('PUT', `/api/key/${first}/update`, { body: maker }), exceeds, 'nor to restrict it')
  t.match(await send('POST', `/api/key/${first}/rotate`), exceeds)
  t.match(await send('DELETE', `/api/key/${first}/delete`), exceeds)
  t.equal((await send('PUT', `/api/key/${less.id}/update`, { body: { permissions: { keys: 'write' } } })).status, 200)
  t.equal((await send('DELETE', `/api/key/${less.id}/delete`)).status, 200)
  t.match(await send('PUT', '/api/account/update', { body: { password: 'another horse battery' } }), {
    status: 403,
    body: { code: 'password_required' },
  })
  t.match(await send('PUT', `/api/key/${id}/update`, { body: { ips: ['192.0.2.0/24'] } }), {
    status: 400,
    body: { errors: [{ path: '/ips', message: /must contain 127\.0\.0\.1/ }] },
  })
  t.equal((await send('PUT', `/api/key/${id}/update`, { body: { ips: ['127.0.0.1'] } })).status, 200)
  t.equal((await send('POST', `/api/key/${id}/rotate`)).status, 200)
})

t.test('a key that expires lifts no restrictions of one that goes on', async (t) => {
  const other = await service.newClient()
  const { id } = await newKey({ permissions: { links: 'read' } }, other)
  const { send } = await newKey({ expires: '2040-01-01' }, other)
  const update = (body: object) => send('PUT', `/api/key/${id}/update`, { body })
  t.match(await update({ permissions: null }), { status: 403, body: { code: 'key_outlives_maker' } })
  t.equal((await update({ name: 'Reader' })).status, 200)
})
