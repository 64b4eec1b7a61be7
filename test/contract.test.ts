import t from 'tap'
import { createAnswer } from '../db/queries/bio-answers.ts'
import { type Entry, entriesOf, firstExample, resolveResponse } from '../src/openapi/model.ts'
import { documentOf, operationFinder } from './support/document.ts'
import { type Sent, type Service, startService } from './support/service.ts'

// Produces every documented status of every operation at least once. (All tests check that no undocumented reply
// occurs.)

const service = await startService(t, { IMPORT_MAX_MB: '1' })
const document = documentOf(service.app)
const entries = entriesOf(document)
const operationAt = operationFinder(document)
const produced = new Set<string>()
const UNKNOWN = '9007199254740991'

async function ask(service: Service, method: string, path: string, sent: Sent = {}) {
  const reply = await service.send(method as Parameters<Service['send']>[0], path, sent)
  const operation = operationAt(method, path)?.operation
  if (operation) produced.add(`${operation.operationId} ${reply.status}`)
  return reply
}

const wants = (entry: Entry, status: number) => String(status) in entry.operation.responses
const isApi = ({ path }: Entry) => path.startsWith('/api/')
// A file has another type than JSON.
const bodyOf = ({ operation }: Entry): Sent => {
  const [[type = '', media] = []] = Object.entries(operation.requestBody?.content ?? {})
  const example = media && firstExample(media)
  if (example === undefined) return {}
  return type === 'application/json' ? { body: example } : { raw: String(example), headers: { 'content-type': type } }
}
const isCreate = ({ path }: Entry) => path.endsWith('/add') || path === '/api/import'

/** The resource that a parameter identifies. */
function nounOf(path: string, name: string): string {
  if (name === 'linkid' || name === 'itemid') return 'url'
  if (name !== 'id') return name.replace(/id$/, '')
  return path.split('/')[2] ?? ''
}

const fill = (path: string, ids: Record<string, number | string> | string) =>
  (path === '/api/visits' ? `${path}?link=${typeof ids === 'string' ? ids : ids['url']}` : path).replaceAll(
    /\{([a-z]+)\}/g,
    (_whole, name: string) => {
      if (name === 'type') return 'links'
      if (name === 'provider') return 'stripe'
      if (name === 'format') return 'svg'
      return typeof ids === 'string' ? ids : String(ids[nounOf(path, name)])
    },
  )

const somewhere = ({ path }: Entry) => fill(path, UNKNOWN)

t.test('the examples of the document produce every documented success', async (t) => {
  const client = await service.newClient()
  const ids: Record<string, number> = {}
  const run = async (entry: Entry) => {
    const { method, path } = entry
    const sent = { key: client.apikey, ...bodyOf(entry) }
    const reply = await ask(service, method, fill(path, ids), sent)
    t.equal(reply.status, 200, `${method} ${path}: ${reply.text.slice(0, 300)}`)
    if (wants(entry, 304)) {
      const headers = { 'if-none-match': String(reply.headers['etag']) }
      t.equal((await ask(service, method, fill(path, ids), { ...sent, headers })).status, 304, path)
    }
    if (method === 'POST' && /\/(add|rotate|import)$/.test(path)) ids[path.split('/')[2] ?? ''] = reply.body?.id
    if (path === '/api/import') ids['job'] = reply.body?.id
    if (path.endsWith('/test')) ids['delivery'] = reply.body?.delivery
    if (path === '/api/bio/add')
      ids['answer'] = Number(
        await createAnswer(service.services.db, reply.body?.id, { form: 'form', answers: [], consent: null }),
      )
  }
  const isEntry = ({ path }: Entry) => path === '/register' || path === '/login'
  for (const entry of entries.filter(isEntry)) await run(entry)
  const rest = entries.filter((entry) => !isEntry(entry))
  for (const entry of rest.filter(isCreate)) await run(entry)
  // The e-mail in the example belongs to the account registered above.
  const changes = rest.filter((entry) => entry.method !== 'DELETE' && !isCreate(entry))
  for (const entry of changes.filter(({ operation }) => operation.operationId !== 'updateAccount')) await run(entry)
  t.equal(
    (await ask(service, 'PUT', '/api/account/update', { key: client.apikey, body: { email: 'b@example.com' } })).status,
    200,
  )
  const isOfAccount = ({ operation }: Entry) => operation.operationId === 'deleteAccount'
  const deletions = rest.filter((entry) => entry.method === 'DELETE' && !isOfAccount(entry))
  // Items are removed from channels and campaigns before these are deleted.
  for (const isLast of [false, true])
    for (const entry of deletions.filter(({ path }) => path.endsWith('/delete') === isLast)) await run(entry)
  // The password in the example is of no account.
  const body = { password: 'correct horse battery' }
  t.equal((await ask(service, 'DELETE', '/api/account', { key: client.apikey, body })).status, 200)
})

t.test('every documented failure of key, id, body and limit can be produced', async () => {
  const client = await service.newClient()
  const elsewhere = (await client.post('/api/key/add', { ips: ['192.0.2.1'] })).body.apikey
  const poor = await startService(t, { RATE_LIMIT_PER_MINUTE: '1' })
  const tooLargeBody = Buffer.alloc(1024 * 1024 + 1, ' ')
  const tooLargeBulk = Buffer.alloc(4 * 1024 * 1024 + 1, ' ')
  for (const entry of entries) {
    const { method } = entry
    const key = client.apikey
    const path = somewhere(entry)
    if (isApi(entry)) {
      await ask(service, method, path, bodyOf(entry))
      await ask(service, method, path, { key, ...bodyOf(entry) })
      if (wants(entry, 403)) await ask(service, method, path, { key: elsewhere, ...bodyOf(entry) })
      // The first request in a minute is not one too many.
      if ((await ask(poor, method, path, bodyOf(entry))).status !== 429) await ask(poor, method, path, bodyOf(entry))
    }
    if (wants(entry, 400)) {
      if (method !== 'GET') await ask(service, method, path, { key, ...bodyOf(entry), raw: '{' })
      else await ask(service, method, `${fill(entry.path, '0')}?limit=0&format=none&interval=none`, { key })
    }
    const tooLarge = path.includes('/bulk') ? tooLargeBulk : tooLargeBody
    if (wants(entry, 413)) await ask(service, method, path, { key, raw: tooLarge })
    if (entry.operation.operationId === 'updateLinks')
      await ask(service, method, path, { key, body: { items: [{ id: 1 }] } })
    if (entry.operation.operationId === 'deleteLinks') await ask(service, method, path, { key, body: { ids: [1] } })
    if (wants(entry, 415))
      await ask(service, method, path, { key, raw: '<a/>', headers: { 'content-type': 'application/xml' } })
    service.services.lifecycle.closing = true
    try {
      await ask(service, method, path, { key, ...bodyOf(entry) })
    } finally {
      service.services.lifecycle.closing = false
    }
  }
})

t.test('every documented 409 can be produced', async (t) => {
  const { apikey: key, ...client } = await service.newClient()
  const clash = async (create: string, update: string, fields: object, own: object = {}) => {
    t.equal((await client.post(create, { ...own, ...fields })).status, 200, create)
    t.equal((await ask(service, 'POST', create, { key, body: { ...own, ...fields } })).status, 409, create)
    if (update === '') return
    const { id } = (await client.post(create, own)).body
    const reply = await ask(service, 'PUT', update.replace('{id}', id), { key, body: { ...own, ...fields } })
    t.equal(reply.status, 409, update)
  }
  await clash('/api/url/add', '/api/url/{id}/update', { custom: 'taken-link' }, { url: 'https://example.com' })
  const both = [
    { url: 'https://example.com', custom: 'twice' },
    { url: 'https://example.com', custom: 'twice' },
  ]
  t.equal((await ask(service, 'POST', '/api/url/bulk', { key, body: { items: both } })).status, 409)
  const { id } = (await client.post('/api/url/add', { url: 'https://example.com' })).body
  const move = { items: [{ id, custom: 'taken-link' }] }
  t.equal((await ask(service, 'POST', '/api/url/bulk/update', { key, body: move })).status, 409)
  await clash('/api/bio/add', '/api/bio/{id}/update', { custom: 'taken-bio' }, { name: 'Ada' })
  await clash('/api/campaign/add', '/api/campaign/{id}/update', { slug: 'taken' }, { name: 'Summer' })
  await clash('/api/domain/add', '', { domain: 'https://taken.example.com' })
  const account = { email: 'taken@example.com', username: 'taken', password: 'correct horse battery' }
  await ask(service, 'POST', '/register', { body: account })
  t.equal((await ask(service, 'POST', '/register', { body: account })).status, 409)
  t.equal((await ask(service, 'PUT', '/api/account/update', { key, body: { email: account.email } })).status, 409)
})

t.test('every documented failure of idempotency keys can be produced', async (t) => {
  const client = await service.newClient()
  for (const entry of entries.filter((entry) => wants(entry, 422))) {
    const name = entry.operation.operationId
    const body = bodyOf(entry)
    const sent = { key: client.apikey, ...body, headers: { ...body.headers, 'idempotency-key': name } }
    const send = (query = '') => ask(service, entry.method, somewhere(entry) + query, sent)
    await send()
    t.equal((await send('?other=1')).body.code, 'idempotency_key_reused', name)
    const unanswered = { status: null, body: null }
    await service.services.db.updateTable('idempotency_keys').set(unanswered).where('key', '=', name).execute()
    t.equal((await send()).body.code, 'idempotency_in_progress', name)
  }
})

t.test('registration and login fail as documented', async (t) => {
  const strict = await startService(t, { BASE_URL: 'https://wm.example.com', STRIPE_WEBHOOK_SECRETS: 'whsec_test' })
  const account = { email: 'way@example.com', username: 'way', password: 'correct horse battery' }
  const wrong = { body: { username: (await service.newClient()).username, password: 'wrong' } }
  t.equal((await ask(service, 'POST', '/login', wrong)).status, 401)
  const { id, username } = await service.newClient()
  await service.services.db.insertInto('bans').values({ account_id: id, source: 'command' }).execute()
  await service.services.changes.settle()
  const suspended = { username, password: 'correct horse battery' }
  t.equal((await ask(service, 'POST', '/login', { body: suspended })).status, 403)
  for (let i = 0; i < 9; i++) await ask(service, 'POST', '/login', wrong)
  const late = await Promise.all(Array.from({ length: 5 }, () => ask(service, 'POST', '/login', wrong)))
  t.ok(late.some(({ status }) => status === 429))
  t.equal((await ask(strict, 'POST', '/register', { body: account })).status, 403)
  for (let i = 0; i < 20; i++) await ask(strict, 'POST', '/register', { body: account })
  t.equal((await ask(strict, 'POST', '/register', { body: account })).status, 429)
  const event = { body: { id: 'evt_1', type: 'invoice.payment_succeeded' } }
  t.equal((await ask(strict, 'POST', '/webhook/stripe', event)).status, 401)
  t.equal((await ask(strict, 'POST', '/webhook/nobody', event)).status, 404)
  const untyped = { raw: '{}', headers: { 'content-type': 'nonsense' } }
  t.equal((await ask(strict, 'POST', '/webhook/stripe', untyped)).status, 415)
  let last = 0
  for (let i = 0; i < 200 && last !== 429; i++) last = (await ask(strict, 'POST', '/webhook/stripe', event)).status
  t.equal(last, 429)
})

t.test('a URL with characters that a URI may not have is returned as it was sent', async (t) => {
  const client = await service.newClient()
  const image = 'https://müller.example/ü?a={b}|c'
  const { id } = (await client.post('/api/splash/add', { name: 'Hut', image })).body
  const reply = await client.get(`/api/splash/${id}`)
  t.match(reply, { status: 200, body: { details: { image } } })
})

t.test('every documented status was produced by a test', async (t) => {
  for (const { operation } of entries)
    for (const [status, response] of Object.entries(operation.responses))
      if (status !== 'default' && !produced.has(`${operation.operationId} ${status}`))
        t.fail(`${operation.operationId} ${status}: ${resolveResponse(document, response).description}`)
})
