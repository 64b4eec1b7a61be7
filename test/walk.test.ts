import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { createAnswer } from '../db/queries/bio-answers.ts'
import { baseOperations } from '../src/contract.ts'
import { documentOf } from './support/document.ts'
import {
  addressOf,
  choicesOf,
  exampleOf,
  idParams,
  nounOf,
  type Operation,
  operationsOf,
} from './support/operations.ts'
import { type Client, type Reply, startService } from './support/service.ts'
import { someOf } from './support/variants.ts'

// Tests every operation of the published document, so that new resources are covered automatically.

const service = await startService(t)
const document = documentOf(service.app)
const operations = operationsOf(document)
const api = operations.filter(({ isApi }) => isApi)
const owner = await service.newClient()
const other = await service.newClient()
const UNKNOWN = 9007199254740991

/** Creates one of each resource, by the noun in its path. Each `…/<noun>/add` gets its required fields. */
async function createOneOfEach(client: Client): Promise<Record<string, number>> {
  const made: Record<string, number> = {}
  for (const operation of api.filter(({ template }) => template.endsWith('/add'))) {
    const body = exampleOf(document, operation.body ?? {}) as Record<string, unknown>
    // A domain can be added only once.
    if (operation.template === '/api/domain/add') body['domain'] = `https://go${client.id}.example.com`
    const { status, body: answer, text } = await client.post(operation.template, body)
    if (status !== 200) throw new Error(`${operation.id} refuses its own examples: ${text}`)
    made[operation.template.split('/')[2] ?? ''] = answer.id
  }
  const form = { form: 'form', answers: [], consent: null }
  made['answers'] = Number(await createAnswer(service.services.db, made['bio'] as number, form))
  const file = { raw: 'URL\nhttps://example.com/imported\n', headers: { 'content-type': 'text/csv' } }
  made['import'] = (await client.post('/api/import', undefined, file)).body.id
  made['job'] = made['import'] as number
  made['delivery'] = (await client.post(`/api/webhook/${made['webhook']}/test`)).body.delivery
  await service.services.deliveries.idle()
  return made
}

const owned = await createOneOfEach(owner)
const others = await createOneOfEach(other)

function idOf(
  things: Record<string, number>,
  operation: Operation,
  param: string,
  choice: Record<string, string>,
): number {
  const noun = nounOf(operation, param, choice['type'])
  const id = things[noun]
  if (id === undefined) throw new Error(`${operation.id}: nothing is known of {${param}} (${noun})`)
  return id
}

const bodyOf = (operation: Operation) => (operation.body ? { body: exampleOf(document, operation.body) } : {})

/** The URLs of an operation with an unknown id in each parameter. */
const unknownAddresses = (operation: Operation) =>
  choicesOf(operation).map((choice) =>
    addressOf(operation, { ...Object.fromEntries(idParams(operation).map(({ name }) => [name, UNKNOWN])), ...choice }),
  )
const anAddress = (operation: Operation) => unknownAddresses(operation)[0] ?? ''

function findReplyFault(reply: Reply, address: string): string | undefined {
  const { headers, status } = reply
  if (headers['api-version'] !== 'v1' || headers['app-version'] !== '7.3.1') return 'version headers'
  if (!headers['x-request-id']) return 'X-Request-Id'
  if (address.startsWith('/api')) {
    if (headers['x-ratelimit-limit'] !== '100000') return 'X-RateLimit-Limit'
    if (!/^\d+$/.test(headers['x-ratelimit-remaining'] ?? '')) return 'X-RateLimit-Remaining'
    const reset = Number(headers['x-ratelimit-reset'])
    if (!Number.isInteger(reset) || reset < Date.now() / 1000 || reset > Date.now() / 1000 + 61)
      return 'X-RateLimit-Reset'
  }
  if (status < 400) return undefined
  const { error, message, code, errors, ...rest } = reply.body ?? {}
  if (error !== 1 || typeof message !== 'string' || !/^[a-z0-9_]+$/.test(code ?? '')) return 'a failure body'
  if (Object.keys(rest).length > 0) return `only known keys, not ${Object.keys(rest)}`
  if (
    errors?.some(
      ({ path, message }: Record<string, unknown>) => typeof path !== 'string' || typeof message !== 'string',
    )
  )
    return 'errors of path and message'
  return undefined
}

/** Sends a request and checks what every reply must have. */
async function ask(t: Test, method: Operation['method'], address: string, sent: Sent = {}): Promise<Reply> {
  const reply = await service.send(method, address, sent)
  const fault = findReplyFault(reply, address)
  if (fault) t.fail(`${method} ${address} ${reply.status} should have ${fault}`, { body: reply.text })
  return reply
}

t.test('the document has the operations of the contract', async (t) => {
  const known = new Set(operations.map(({ method, template }) => `${method} ${template}`))
  for (const base of baseOperations) t.ok(known.has(base), `${base} of the contract is there`)
  for (const { method, template, params } of operations)
    for (const { name } of params) t.ok(template.includes(`{${name}}`), `${method} ${template}`)
})

t.test('without a key, or with an unknown or malformed one, every operation of the API is 401', async (t) => {
  const authorizations = [undefined, 'Bearer wm_unknown', 'Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ']
  for (const [turn, operation] of api.entries())
    for (const authorization of someOf(authorizations, 3, turn)) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      const reply = await ask(t, operation.method, anAddress(operation), { ...bodyOf(operation), headers })
      if (reply.status !== 401 || reply.headers['www-authenticate'] !== 'Bearer')
        t.fail(`${operation.id} with ${authorization} answers ${reply.status}`)
    }
  const nowhere = await ask(t, 'GET', '/api/nowhere')
  t.equal(nowhere.status, 401, 'an unknown address too')
  t.equal((await ask(t, 'GET', '/api/nowhere', { key: owner.apikey })).status, 404)
  for (const address of ['/api', '/api/', '/api?x=1']) {
    t.equal((await ask(t, 'GET', address)).status, 401, address)
    t.equal((await ask(t, 'POST', address, { key: owner.apikey })).status, 404, address)
  }
  for (const root of ['/api', '/api/'])
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      t.equal((await ask(t, method, root)).status, 401, `${method} ${root}`)
      t.equal((await ask(t, method, root, { key: owner.apikey })).status, 404, `${method} ${root} with a key`)
    }
})

t.test('an unknown route of the API is 404 whatever the body is', async (t) => {
  const key = owner.apikey
  const bodies = [
    { raw: '<a/>', headers: { 'content-type': 'application/xml' } },
    { raw: '{', headers: { 'content-type': 'application/json' } },
    { raw: ' '.repeat(1024 * 1024 + 1), headers: { 'content-type': 'application/json' } },
  ]
  for (const sent of bodies)
    t.match(await ask(t, 'POST', '/api/nowhere', { key, ...sent }), { status: 404, body: { code: 'not_found' } })
})

t.test('an unknown id is 404, and an invalid one is 400', async (t) => {
  const withIds = api.filter((operation) => idParams(operation).length > 0)
  const invalid = ['0', '-1', 'abc', '1.5', '5abc', '9007199254740992', '1e3', '%00', '%20', '0x1']
  for (const [turn, operation] of withIds.entries()) {
    for (const address of unknownAddresses(operation)) {
      const reply = await ask(t, operation.method, address, { key: owner.apikey, ...bodyOf(operation) })
      if (reply.status !== 404 || reply.body.code !== 'not_found')
        t.fail(`${operation.method} ${address} answers ${reply.text}`)
    }
    for (const bad of someOf(invalid, 5, turn))
      for (const { name } of idParams(operation)) {
        const values = Object.fromEntries(idParams(operation).map((param) => [param.name, UNKNOWN]))
        const address = addressOf(operation, { ...values, ...choicesOf(operation)[0], [name]: bad })
        const reply = await ask(t, operation.method, address, { key: owner.apikey, ...bodyOf(operation) })
        if (reply.status !== 400) t.fail(`${operation.method} ${address} answers ${reply.status}`)
      }
  }
})

t.test("another account's id is 404 in every parameter and field, and nothing is changed", async (t) => {
  const lists = api.filter(({ isList, params }) => isList && params.length === 0)
  const state = async () => {
    const replies = await Promise.all(lists.map(({ template }) => owner.get(template)))
    return replies.map(({ body }, i) => ({ list: lists[i]?.template, data: body.data }))
  }
  const withoutUse = (lists: object) =>
    JSON.parse(JSON.stringify(lists, (key, value) => (key === 'lastused' ? 0 : value)))
  const before = await state()
  for (const operation of api)
    for (const choice of choicesOf(operation))
      for (const { name: foreign } of idParams(operation)) {
        const ids = idParams(operation).map(({ name }) => [
          name,
          idOf(name === foreign ? owned : others, operation, name, choice),
        ])
        const address = addressOf(operation, { ...Object.fromEntries(ids), ...choice })
        const reply = await ask(t, operation.method, address, { key: other.apikey, ...bodyOf(operation) })
        if (reply.status !== 404) t.fail(`${operation.method} ${address} of another account answers ${reply.text}`)
      }
  t.same(withoutUse(await state()), withoutUse(before))
})

t.test('an empty body with a JSON content type counts as no body', async (t) => {
  for (const operation of api) {
    const address = anAddress(operation)
    const sent = { key: owner.apikey, raw: '', headers: { 'content-type': 'application/json' } }
    const { status } = await ask(t, operation.method, address, sent)
    const required = operation.body?.required ?? []
    const wanted = required.length > 0 ? [400] : idParams(operation).length > 0 ? [404] : [200, 400]
    if (!wanted.includes(status)) t.fail(`${operation.id} with an empty body answers ${status}`)
  }
})

t.test('a body that is not a JSON object is 400, of another type or compressed 415, too large 413', async (t) => {
  for (const [turn, operation] of operations.filter(({ method }) => method !== 'GET').entries()) {
    const key = owner.apikey
    const address = anAddress(operation)
    const expect = async (sent: Sent, wanted: number[]) => {
      const { status } = await ask(t, operation.method, address, { key, ...sent })
      if (!wanted.includes(status))
        t.fail(`${operation.id} answers ${status}, not ${wanted}, to ${JSON.stringify(sent).slice(0, 80)}`)
    }
    const isReceiver = address.startsWith('/webhook')
    const isFile = operation.id === 'importFile'
    const headers: Record<string, string> = isFile ? { 'content-type': 'text/csv' } : {}
    const notJson = ['{', '{"a":}', '{"a":1}}', '\u0000', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])]
    for (const raw of someOf(notJson, 3, turn)) await expect({ raw, headers }, [400])
    if (operation.body && !isReceiver)
      for (const raw of someOf(['[]', '"x"', '1', 'true', '[{}]'], 3, turn)) await expect({ raw }, [400])
    for (const type of [
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'image/png',
    ])
      await expect({ raw: 'a=1', headers: { 'content-type': type } }, isReceiver ? [400, 415] : [415])
    // Compressed, and said to be.
    for (const [encoding, raw] of [
      ['gzip', gzipSync('{"name":"x"}')],
      ['br', '{"name":"x"}'],
    ] as const)
      await expect({ raw, headers: { ...headers, 'content-encoding': encoding } }, [415])
    const limit = (address.includes('/bulk') ? 4 : 1) * 1024 * 1024
    // A file may be larger.
    if (!isFile) await expect({ raw: JSON.stringify({ name: 'x'.repeat(limit) }) }, [413])
  }
})

t.test('a read key is 403 for every write and nothing else', async (t) => {
  const reading = api.filter(({ isWrite }) => !isWrite)
  t.same(
    reading.filter(({ method }) => method !== 'GET').map(({ id }) => id),
    ['postAccount', 'explainLink'],
    'few POSTs change nothing',
  )
  const { apikey } = (await owner.post('/api/key/add', { scope: 'read' })).body
  for (const operation of api) {
    const { status } = await ask(t, operation.method, anAddress(operation), { key: apikey, ...bodyOf(operation) })
    if ((status === 403) !== operation.isWrite) t.fail(`${operation.id} answers ${status} to a read-only key`)
  }
})

t.test('every list has its envelope, and pagination works at the bounds', async (t) => {
  for (const operation of api.filter(({ isList }) => isList)) {
    const choice = choicesOf(operation)[0] ?? {}
    const ids = idParams(operation).map(({ name }) => [name, idOf(owned, operation, name, choice)])
    const address = addressOf(operation, { ...Object.fromEntries(ids), ...choice })
    const list = async (query: string) => ask(t, 'GET', `${address}${query}`, { key: owner.apikey })
    const plain = (await list('')).body
    t.match(plain, { error: '0', data: { perpage: 15, currentpage: 1 } }, address)
    const { result, maxpage, nextpage } = plain.data
    t.equal(maxpage, Math.max(1, Math.ceil(result / 15)), `${address} maxpage`)
    t.equal(nextpage, Math.min(2, maxpage), `${address} nextpage`)
    t.equal(Object.keys(plain.data).length, 7, `${address} has five numbers, a cursor and a collection`)
    for (const bad of [
      'limit=0',
      'limit=-1',
      'limit=abc',
      'limit=1.5',
      'page=0',
      'page=-1',
      'page=abc',
      'limit=1&limit=2',
      'page=%00',
      'page=9007199254740993',
    ])
      t.equal((await list(`?${bad}`)).status, 400, `${address}?${bad}`)
    t.match((await list('?limit=&page=')).body.data, { perpage: 15, currentpage: 1 })
    for (const above of ['1001', '5000', '99999999999999999999'])
      t.match((await list(`?limit=${above}`)).body.data, { perpage: 1000 })
    t.match((await list('?limit=1000&page=1&unknown=x')).body.data, { perpage: 1000, result })
    const past = (await list('?limit=1&page=9007199254740991')).body
    t.match(past.data, {
      result,
      currentpage: 9007199254740991,
      maxpage: Math.max(1, result),
      nextpage: Math.max(1, result),
    })
    t.same(Object.values(past.data).find(Array.isArray), [], `${address} past the end`)
  }
})

t.test('a preflight needs no key and no quota, and HEAD replies as GET', async (t) => {
  for (const operation of api) {
    const reply = await service.send('OPTIONS', anAddress(operation))
    if (
      reply.status !== 204 ||
      reply.headers['access-control-allow-origin'] !== '*' ||
      reply.headers['x-ratelimit-limit']
    )
      t.fail(`OPTIONS ${operation.template} answers ${reply.status}`)
  }
  for (const operation of api.filter(({ method }) => method === 'GET')) {
    const reply = await service.send('HEAD', anAddress(operation), { key: owner.apikey })
    // Visits need a query.
    const expected = operation.id === 'listVisits' ? 400 : idParams(operation).length > 0 ? 404 : 200
    t.equal(reply.status, expected, `HEAD ${operation.template}`)
    t.equal(reply.text, '')
  }
})

t.test('replies outside the API have the version headers too', async (t) => {
  const addresses = [
    '/',
    '/nowhere',
    '/livez',
    '/readyz',
    '/docs',
    '/openapi.yaml',
    '/openapi.json',
    '/favicon.ico',
    '/robots.txt',
  ]
  addresses.push(
    '/qr/none',
    '/q/none',
    '/r/none',
    '/u/none/1',
    '/avatar/1.svg',
    '/developers/postman-collection.json',
    '/webhook/none',
    '/%',
  )
  for (const address of addresses) {
    const { status, headers } = await service.send('GET', address)
    t.match(headers, { 'api-version': 'v1', 'app-version': '7.3.1' }, `${address} (${status})`)
    t.ok(status < 500, `${address} answers ${status}`)
  }
  for (const method of ['PATCH', 'DELETE', 'POST', 'PUT'] as const) {
    const { status, headers } = await service.send(method, '/nowhere')
    t.match(headers, { 'api-version': 'v1', 'app-version': '7.3.1' })
    t.equal(status, 404, method)
  }
})

type Sent = NonNullable<Parameters<typeof service.send>[2]>

t.test('LIST_ERROR=integer makes error 0 in lists, and changes no other reply', async (t) => {
  const old = await startService(t, { LIST_ERROR: 'integer' })
  const client = await old.newClient()
  for (const { template } of api.filter(({ isList, template }) => isList && !template.includes('{'))) {
    // Bypasses the reply check, because the document has only the string.
    const { payload } = await old.app.inject({ url: template, headers: { authorization: `Bearer ${client.apikey}` } })
    t.match(payload, /^\{"error":0,"data":/, template)
  }
  const quoted = await client.post('/api/channel/add', { name: '"error":"0"' })
  t.match(quoted.body, { error: 0, name: '"error":"0"' })
})
