import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { createClient, iterate, verifyWebhook, WaymarkError, WebhookVerificationError } from '../sdk/src/client.ts'
import { newWebhookSecret, signedHeaders } from '../src/deliveries/signature.ts'
import { entriesOf } from '../src/openapi/model.ts'
import { documentOf } from './support/document.ts'
import { startService } from './support/service.ts'

// Uses the real rate limiter but skips the waits. (tools/contract waits.)

async function listen(t: Test, settings: Record<string, string> = {}) {
  const service = await startService(t, settings)
  const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { apikey: apiKey } = await service.newClient()
  const waits: number[] = []
  const sleep = async (milliseconds: number) => void waits.push(milliseconds)
  return { service, waits, baseUrl, client: createClient({ baseUrl, apiKey, sleep }), sleep }
}

t.test('the client has a method for every operation of the document', async (t) => {
  const { service, client } = await listen(t)
  const wanted = entriesOf(documentOf(service.app)).map(({ operation }) => operation.operationId)
  t.same(Object.keys(client).sort(), wanted.sort())
  t.equal(JSON.parse(readFileSync('sdk/package.json', 'utf8')).version, documentOf(service.app).info.version)
})

t.test('the client can create, read, update and delete, and throws failures', async (t) => {
  const { client } = await listen(t)
  const { id } = await client.createLink({ body: { url: 'https://example.com/summer' } })
  t.equal((await client.getLink({ path: { id } })).details.longurl, 'https://example.com/summer')
  await client.updateLink({ path: { id }, body: { description: 'Autumn' } })
  t.equal((await client.listLinks({ query: { limit: 1 } })).data.urls[0]?.description, 'Autumn')
  await client.deleteLink({ path: { id } })
  const refused = await client.getLink({ path: { id } }).catch((error: unknown) => error)
  t.ok(refused instanceof WaymarkError)
  t.match(refused, { status: 404, code: 'not_found', requestId: /./ })
  const invalid = await client.createLink({ body: { url: 'nowhere' } }).catch((error: unknown) => error)
  t.match(invalid, { status: 400, errors: [{ path: '/url' }] })
})

t.test('pictures and exports are files, and their failures are thrown like others', async (t) => {
  const { client } = await listen(t)
  const { id } = await client.createLink({ body: { url: 'https://example.com/summer' } })
  const picture = await client.drawLinkCode({ path: { id, format: 'svg' } })
  t.match(picture.type, 'image/svg+xml')
  t.match(await picture.text(), /^<svg|^<\?xml/)
  t.match(await (await client.exportAccount()).text(), /"kind":"export"/)
  const refused = await client.drawLinkCode({ path: { id: id + 1, format: 'svg' } }).catch((error: unknown) => error)
  t.match(refused, { status: 404, code: 'not_found' })
})

t.test('files are sent as they are, with their media type', async (t) => {
  const { client } = await listen(t)
  const file = new Blob(['Long URL,Short code\nhttps://example.com/a,from-file\n'], { type: 'text/csv' })
  t.match(await client.importFile({ body: file, query: { dryrun: true } }), { error: 0, id: Number })
  const odd = await client.importFile({ body: new Blob(['x'], { type: 'text/html' }) }).catch((error: unknown) => error)
  t.match(odd, { status: 415 })
})

t.test('the client waits for the reset, then retries with backoff: 5 attempts, 500 ms doubling', async (t) => {
  const { client, waits } = await listen(t, { RATE_LIMIT_PER_MINUTE: '2' })
  await client.getAccount()
  await client.getAccount()
  t.same(waits, [])
  const refused = await client.getAccount().catch((error: unknown) => error)
  t.match(refused, { status: 429, code: 'rate_limited' })
  const [first = 0, ...rest] = waits
  t.ok(first > 0 && first <= 61_250, `first waits for the reset: ${first}`)
  // Four waits between five attempts, each the time asked for and more; the wait before an attempt may stand between
  // them.
  const backoffs = rest.filter((wait) => wait > 0)
  t.ok(backoffs.length >= 4, `${backoffs}`)
  t.ok(
    backoffs.every((wait) => wait <= 61_000 + 4000 + 250),
    `${backoffs}`,
  )
})

t.test('lost connections are retried, except for POST', async (t) => {
  const { baseUrl, sleep, waits } = await listen(t)
  let calls = 0
  const broken: typeof fetch = async () => {
    calls++
    throw new TypeError('fetch failed')
  }
  const client = createClient({ baseUrl, apiKey: 'wm_x', fetch: broken, sleep })
  await t.rejects(client.getAccount(), /fetch failed/)
  t.equal(calls, 5)
  waits.forEach((wait, i) => {
    t.ok(wait >= 500 * 2 ** i && wait < 500 * 2 ** i + 250, `${wait}`)
  })
  calls = 0
  await t.rejects(client.createKey({ body: {} }), /fetch failed/)
  t.equal(calls, 1)
  calls = 0
  await t.rejects(client.createKey({ body: {} }, { idempotencyKey: 'once' }), /fetch failed/)
  t.equal(calls, 5)
})

t.test('a POST with an idempotency key whose reply is lost is repeated, and creates one record', async (t) => {
  const { service, baseUrl, sleep } = await listen(t)
  const { apikey: apiKey } = await service.newClient()
  let calls = 0
  const losing: typeof fetch = async (...args) => {
    const response = await fetch(...args)
    if (++calls < 3) throw new TypeError('fetch failed')
    return response
  }
  const client = createClient({ baseUrl, apiKey, fetch: losing, sleep })
  const idempotencyKey = crypto.randomUUID()
  const { id } = await client.createChannel({ body: { name: 'Once' } }, { idempotencyKey })
  t.equal(calls, 3)
  t.equal((await client.createChannel({ body: { name: 'Once' } }, { idempotencyKey })).id, id)
  t.equal((await client.listChannels()).data.result, 1)
  const reused = await client
    .createChannel({ body: { name: 'Other' } }, { idempotencyKey })
    .catch((error: unknown) => error)
  t.match(reused, { status: 422, code: 'idempotency_key_reused' })
  const waits: number[] = []
  const answers = [
    new Response('{"error":1,"code":"idempotency_in_progress"}', { status: 409, headers: { 'Retry-After': '1' } }),
    new Response('{"error":0,"id":7}'),
  ]
  const waiting = createClient({
    baseUrl,
    fetch: async () => answers.shift() ?? Response.error(),
    sleep: async (milliseconds) => void waits.push(milliseconds),
  })
  t.equal((await waiting.createChannel({ body: { name: 'Once' } }, { idempotencyKey })).id, 7)
  t.ok(waits.length === 1 && (waits[0] ?? 0) >= 1000, `${waits}`)
})

t.test('an iterator reads all pages of a list', async (t) => {
  const { client } = await listen(t, { RATE_LIMIT_PER_MINUTE: '1000' })
  const ids: number[] = []
  for (let i = 0; i < 5; i++) ids.push((await client.createChannel({ body: { name: `Channel ${i}` } })).id)
  const seen: number[] = []
  for await (const channel of iterate(client.listChannels, { query: { limit: 2 } })) seen.push(channel.id)
  t.same(seen, ids.reverse())
  for await (const _none of iterate(client.listLinks)) t.fail('there is no link')
})

t.test('a call ends at its timeout and when aborted, also while waiting for a retry', async (t) => {
  const { createServer } = await import('node:http')
  let calls = 0
  const counting: typeof fetch = (...args) => {
    calls++
    return fetch(...args)
  }
  const silent = createServer((request) => request.resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.teardown(() => silent.closeAllConnections())
  t.teardown(() => silent.close())
  const { port } = silent.address() as { port: number }
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: 1000,
    fetch: counting,
    base: 1,
    jitter: 0,
  })
  await t.rejects(client.getAccount(), { name: 'TimeoutError' })
  t.equal(calls, 1, 'it is not repeated')
  await t.rejects(client.createKey({ body: {} }, { timeoutMs: 500 }), { name: 'TimeoutError' })
  t.equal(calls, 2)
  const controller = new AbortController()
  const waiting = client.getAccount({}, { signal: controller.signal, timeoutMs: 0 })
  setTimeout(() => controller.abort(), 20)
  await t.rejects(waiting, { name: 'AbortError' })
  const refusing: typeof fetch = async () =>
    new Response('{"error":1}', { status: 503, headers: { 'Retry-After': '60' } })
  const patient = createClient({ baseUrl: 'http://localhost', fetch: refusing })
  const backingOff = new AbortController()
  const repeated = patient.getAccount({}, { signal: backingOff.signal })
  setTimeout(() => backingOff.abort(), 20)
  await t.rejects(repeated, { name: 'AbortError' })
})

t.test('every method has a documentation comment', async (t) => {
  const text = readFileSync('sdk/src/methods.ts', 'utf8')
  const documented = [...text.matchAll(/\*\/\n {2}(\w+): Call</g)].map(([, name]) => name)
  const { client } = await listen(t)
  t.same(documented.sort(), Object.keys(client).sort())
  t.match(text, '* Create a link\n')
})

t.test('the client verifies webhooks', async (t) => {
  const [secret, old] = [newWebhookSecret(), newWebhookSecret()]
  const event = { id: 'evt_42', type: 'link.created', data: { title: 'Ünïcode 🎉' } }
  const body = JSON.stringify(event)
  const headers = signedHeaders([secret], 'evt_42', body, new Date())
  t.strictSame(await verifyWebhook(secret, headers, body), event)
  t.strictSame(await verifyWebhook(secret, new Headers(headers), Buffer.from(body)), event)
  t.strictSame(await verifyWebhook([old, secret], headers, body), event, 'with one of several secrets')
  const rotating = signedHeaders([secret, old], 'evt_42', body, new Date())
  t.strictSame(await verifyWebhook(old, rotating, body), event, 'while it is being rotated')
  const minutesAgo = (n: number) => signedHeaders([secret], 'evt_42', body, new Date(Date.now() - n * 60_000))
  t.strictSame(await verifyWebhook(secret, minutesAgo(4), body), event)
  for (const [name, one, sent, text] of [
    ['another secret', old, headers, body],
    ['another body', secret, headers, body.replace('42', '43')],
    ['another id', secret, { ...headers, 'webhook-id': 'evt_43' }, body],
    ['an old time', secret, minutesAgo(6), body],
    ['a future time', secret, minutesAgo(-6), body],
    ['another time', secret, { ...headers, 'webhook-timestamp': `${Math.floor(Date.now() / 1000) - 60}` }, body],
    ['no time', secret, { ...headers, 'webhook-timestamp': 'now' }, body],
    ['no signature', secret, { ...headers, 'webhook-signature': '' }, body],
    ['a malformed signature', secret, { ...headers, 'webhook-signature': 'v1,=== v2,abc x' }, body],
    ['no headers', secret, {}, body],
  ] as const)
    await t.rejects(verifyWebhook(one, sent, text), WebhookVerificationError, name)
})
