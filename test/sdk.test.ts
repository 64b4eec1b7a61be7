import { readFileSync } from 'node:fs'
import t from 'tap'
import { createClient, WaymarkError } from '../sdk/src/client.ts'
import { entriesOf } from '../src/work/openapi/model.ts'
import { documentOf } from './support/document.ts'
import { startService } from './support/service.ts'

// Against the real limiter; only the waits are not waited. (tools/contract waits for real.)

async function listen(settings: Record<string, string> = {}) {
  const service = await startService(t, settings)
  const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { apikey: apiKey } = await service.newClient()
  const waits: number[] = []
  const sleep = async (milliseconds: number) => void waits.push(milliseconds)
  return { service, waits, baseUrl, client: createClient({ baseUrl, apiKey, sleep }), sleep }
}

t.test('the client has a method for every operation of the document', async (t) => {
  const { service, client } = await listen()
  const wanted = entriesOf(documentOf(service.app)).map(({ operation }) => operation.operationId)
  t.same(Object.keys(client).sort(), wanted.sort())
  t.equal(JSON.parse(readFileSync('sdk/package.json', 'utf8')).version, documentOf(service.app).info.version)
})

t.test('it makes, reads, changes and deletes, and throws what the service refuses', async (t) => {
  const { client } = await listen()
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

t.test('it waits for the reset before it would be refused, then backs off: 5 attempts, 500 ms doubling', async (t) => {
  const { client, waits } = await listen({ RATE_LIMIT_PER_MINUTE: '2' })
  await client.getAccount()
  await client.getAccount()
  t.same(waits, [])
  const refused = await client.getAccount().catch((error: unknown) => error)
  t.match(refused, { status: 429, code: 'rate_limited' })
  const [first = 0, ...rest] = waits
  t.ok(first > 0 && first <= 61_250, `first waits for the reset: ${first}`)
  // Four waits between five attempts, each the time asked for and more; the wait before an attempt may stand between them.
  const backoffs = rest.filter((wait) => wait > 0)
  t.ok(backoffs.length >= 4, `${backoffs}`)
  t.ok(
    backoffs.every((wait) => wait <= 61_000 + 4000 + 250),
    `${backoffs}`,
  )
})

t.test('what is lost on the way is repeated, but a POST', async (t) => {
  const { baseUrl, sleep, waits } = await listen()
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
})
