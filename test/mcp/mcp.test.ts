import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import t from 'tap'
import { readPicture } from '../../src/qr/reader.ts'
import { type Client, startService } from '../support/service.ts'

// The official client, over a real socket, in both versions of the protocol.

const service = await startService(t)
const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
const url = new URL('/mcp', address.replace('127.0.0.1', 'localhost'))
const account = await service.newClient()

interface Result {
  isError?: boolean
  content: { type: string; text?: string; data?: string; mimeType?: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: the tests state what they expect.
  structuredContent?: any
}

async function connect(key: string, mode: 'legacy' | { pin: string } = { pin: '2026-07-28' }) {
  const client = new McpClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  t.teardown(() => client.close())
  const call = async (name: string, args: object = {}) =>
    (await client.callTool({ name, arguments: args as Record<string, unknown> })) as Result
  return { client, call }
}

const message = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) })
const accept = { accept: 'application/json, text/event-stream' }
const post = (client: Client, body: unknown, headers: Record<string, string> = {}) =>
  client.post('/mcp', body, { headers: { ...accept, ...headers }, isElsewhere: true })
const toolCall = (name: string, args: unknown) => message('tools/call', { name, arguments: args })
/** The message in a reply of the older version, which is an event stream. */
const eventOf = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null')

for (const [version, mode] of [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const)
  t.test(`an agent works with links, codes and campaigns (${version})`, async (t) => {
    const { client, call } = await connect(account.apikey, mode)
    t.equal(client.getNegotiatedProtocolVersion(), version)
    t.equal(client.getServerVersion()?.name, 'waymark')
    // The client validates structured results against the schemas that it lists.
    const { tools } = await client.listTools()
    t.equal(tools.length, 13)
    const campaign = (await call('create_campaign', { name: 'Summer' })).structuredContent
    t.ok(
      (await call('list_campaigns')).structuredContent.data.campaigns.some(
        ({ id }: { id: number }) => id === campaign.id,
      ),
    )
    const created = await call('create_link', {
      url: 'https://example.com/old',
      custom: `agent-${version}`,
      campaign: campaign.id,
      geotarget: [{ location: 'Japan', link: 'https://example.com/jp' }],
    })
    const { id, shorturl } = created.structuredContent
    t.same(JSON.parse(created.content[0]?.text ?? ''), created.structuredContent)
    const found = (await call('find_links', { short: shorturl })).structuredContent.data.urls
    t.match(found, [{ id, longurl: 'https://example.com/old' }])
    t.notOk((await call('update_link', { id, url: 'https://example.com/new' })).isError)
    const { structuredContent: read } = await call('get_link', { id })
    t.equal(read.details.longurl, 'https://example.com/new')
    const { structuredContent: explained } = await call('explain_link', { id, country: 'JP' })
    t.match(JSON.stringify(explained), /example\.com\/jp/)
    const { structuredContent: counted } = await call('get_link_statistics', { id, by: 'country' })
    t.equal(counted.data.by, 'country')

    const code = await call('create_qr_code', { type: 'text', data: 'Hello, agent' })
    const shown = await call('get_qr_code', { id: code.structuredContent.id })
    for (const { content } of [code, shown]) {
      t.match(content[1], { type: 'image', mimeType: 'image/png' })
      t.equal(await readPicture(Buffer.from(content[1]?.data ?? '', 'base64')), 'Hello, agent')
    }

    const before = (await call('find_links')).structuredContent.data.result
    const check = await call('check_import', { csv: 'Long URL,Short code\nhttps://example.com/a,from-csv\nnope,x\n' })
    await service.services.jobs.idle()
    const { details } = (await call('get_import', { id: check.structuredContent.id })).structuredContent
    t.match(details, { dryrun: true, created: 1, failed: 1 })
    t.equal((await call('find_links')).structuredContent.data.result, before)

    t.notOk((await call('delete_link', { id })).isError)
    t.match(await call('get_link', { id }), { isError: true, content: [{ text: /\(not_found\)$/ }] })
    await t.rejects(call('drop_tables'), /no tool/)
  })

t.test('a failed call has the same message as the API', async (t) => {
  const { call } = await connect(account.apikey)
  const invalid = await call('create_link', { url: 'nope', custom: 'a b' })
  t.ok(invalid.isError)
  t.match(invalid.content[0]?.text, /^url must be .*\(invalid_request\)\n- \/url: .*\n- \/custom: /)
  for (const id of ['..', '.', '', '1/../2', 'ext_none', null, {}, [1], -1, 2 ** 60]) {
    const { isError, content } = await call('delete_link', { id })
    t.ok(isError)
    t.match(content[0]?.text, /\((not_found|invalid_request)\)/, JSON.stringify(id))
  }
  const { apikey } = (await account.post('/api/key/add', { name: 'agent', scope: 'read' })).body
  const reader = await connect(apikey)
  t.match(await reader.call('create_link', { url: 'https://example.com/' }), {
    isError: true,
    content: [{ text: /\(read_only_key\)/ }],
  })
  t.notOk((await reader.call('find_links')).isError)
  const stranger = await connect((await service.newClient()).apikey)
  const { id } = (await account.post('/api/url/add', { url: 'https://example.com/' })).body
  t.match(await stranger.call('get_link', { id }), { isError: true, content: [{ text: /\(not_found\)/ }] })
})

t.test('a result matches the document and has a maximum size', async (t) => {
  const client = await service.newClient()
  await client.put('/api/account/update', { listerror: 'integer' })
  const { call } = await connect(client.apikey)
  t.equal((await call('find_links')).structuredContent.error, '0')
  const items = Array.from({ length: 100 }, (_, i) => ({ url: `https://example.com/${i}?${'x'.repeat(3000)}` }))
  t.equal((await client.post('/api/url/bulk', { items })).status, 200)
  const large = await call('find_links', { limit: 100 })
  t.match(large, { isError: true, content: [{ text: /lower `limit`/ }] })
  t.equal((await call('find_links', { limit: 10 })).structuredContent.data.urls.length, 10)
})

t.test('a request needs a key, its own site and one message', async (t) => {
  const hello = message('ping')
  const none = await service.send('POST', '/mcp', { body: hello, headers: accept, isElsewhere: true })
  t.match([none.status, none.headers['www-authenticate'], none.body.code], [401, 'Bearer', 'key_missing'])
  t.equal(
    (
      await post(
        { ...account, post: (path, body, sent) => service.send('POST', path, { ...sent, body, key: 'wm_x' }) },
        hello,
      )
    ).status,
    401,
  )
  t.match(eventOf((await post(account, hello)).text), { id: 1, result: {} })
  for (const method of ['GET', 'DELETE'] as const)
    t.equal(
      (await service.send(method, '/mcp', { key: account.apikey, headers: accept, isElsewhere: true })).status,
      405,
    )
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'garbage'])
    t.equal((await post(account, hello, { origin })).status, 403, origin)
  for (const origin of ['http://localhost:6274', 'http://127.0.0.1:3000'])
    t.equal((await post(account, hello, { origin })).status, 200, origin)
  const batch = await post(account, [hello, hello])
  t.match([batch.status, batch.body.error.code], [400, -32600])
  t.equal((await post(account, hello, { 'content-type': 'text/plain' })).status, 415)
  t.equal((await post(account, toolCall('find_links', { q: 'x'.repeat(1_100_000) }))).status, 413)
  t.equal((await post(account, hello, { accept: 'text/html' })).status, 406)
  t.equal((await post(account, message('subscriptions/listen'))).status < 500, true)
})

t.test('a branded domain does not serve it', async (t) => {
  t.equal((await account.post('/api/domain/add', { domain: 'https://go.example.com' })).status, 200)
  const reply = await post(account, message('ping'), { host: 'go.example.com' })
  t.equal(reply.status, 404)
})

t.test('a call counts as one request', async (t) => {
  const limited = await startService(t, { RATE_LIMIT_PER_MINUTE: '5' })
  const client = await limited.newClient()
  const replies = []
  for (let i = 0; i < 6; i++)
    replies.push(
      await client.post('/mcp', toolCall('create_qr_code', { type: 'text', data: 'a' }), {
        headers: accept,
        isElsewhere: true,
      }),
    )
  t.same(
    replies.map(({ status, headers }) => [status, headers['x-ratelimit-remaining']]),
    [4, 3, 2, 1, 0, 0].map((left, i) => [i < 5 ? 200 : 429, String(left)]),
  )
  t.ok(replies[5]?.headers['retry-after'])
  t.equal((await client.get('/api/account')).status, 429, 'the limit is that of the API')
})

t.test('nothing that is sent is an error of the service', async (t) => {
  const names = (await (await connect(account.apikey)).client.listTools()).tools.map(({ name }) => name)
  const id = fc.oneof(fc.integer(), fc.string(), fc.constant(null))
  const params = fc.record({
    name: fc.constantFrom(...names),
    arguments: fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())),
  })
  const call = fc.record({ jsonrpc: fc.constant('2.0'), id, method: fc.constant('tools/call'), params })
  const method = fc.constantFrom('initialize', 'ping', 'tools/list', 'server/discover', 'subscriptions/listen', 'x')
  const other = fc.record(
    { jsonrpc: fc.constant('2.0'), id, method, params: fc.jsonValue() },
    { requiredKeys: ['jsonrpc', 'method'] },
  )
  const modern = { 'mcp-protocol-version': '2026-07-28' }
  await fc.assert(
    fc.asyncProperty(fc.oneof(call, other, fc.jsonValue()), fc.constantFrom({}, modern), async (body, headers) => {
      const { status, text } = await post(account, body, headers)
      if (status >= 500 || text.includes('(internal_error)')) throw new Error(`${status} ${text}`)
    }),
    { numRuns: 300 },
  )
  const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_link","arguments":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`
  for (const raw of [deep, '', '{', '"x"', 'null', `[${'[],'.repeat(1000)}[]]`])
    t.ok(
      (await service.send('POST', '/mcp', { key: account.apikey, raw, headers: accept, isElsewhere: true })).status <
        500,
    )
})
