import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import t from 'tap'
import { createKeySet, packKeys, unpackKeys } from '../../src/abuse/key-set.ts'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { createServices } from '../../src/startup/open-services.ts'
import { commandLine } from '../support/command-line.ts'
import { startService } from '../support/service.ts'

// Lists of blocked hosts that are fetched from URLs: by one instance, for all of them.

let status = 200
let edition = ''
let body = '# hosts\n127.0.0.1\tevil.example\n127.0.0.1\tworse.example\nno entry here\n@@evil.example\n'
const asked: (string | undefined)[] = []
const server = createServer((request, reply) => {
  asked.push(request.headers['if-none-match'])
  if (request.url?.startsWith('/silent')) return
  const etag = `"${body.length}${edition}"`
  if (status === 200 && request.headers['if-none-match'] === etag) return reply.writeHead(304).end()
  reply.writeHead(status, { etag }).end(body)
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const list = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.txt`
const settings = { BASE_URL: 'https://way.example', BLOCKED_HOSTS_URLS: `${list} ` }
const safeFetch = createSafeFetch({ allowPrivate: true })
const service = await startService(t, settings, { safeFetch })
const { services } = service
const { db, listFetcher, blocklist, changes } = services
const client = await service.newClient()
const waymark = commandLine(async () => services.store, settings)
const second = await createServices(services.config, { ...services.store, close: async () => {} }, { safeFetch })
t.teardown(second.close)
const urls = ['https://evil.example/', 'https://www.worse.example/', 'https://new.example/']
const blocked = () => urls.map((url) => blocklist.blocksUrl(url))
const elsewhere = () => urls.map((url) => second.services.blocklist.blocksUrl(url))

const fetchNow = async () => {
  await db
    .updateTable('block_lists')
    .set({ due_at: new Date(0) })
    .execute()
  await listFetcher.fetchDue()
  await changes.settle()
  // They load the list after the notification.
  for (const one of [blocklist, second.services.blocklist]) await one.refresh()
}

t.test('a list is fetched once for all instances, and blocks in each', async (t) => {
  await Promise.all([listFetcher.fetchDue(), second.services.listFetcher.fetchDue()])
  t.equal(asked.length, 1)
  await changes.settle()
  for (let i = 0; i < 500 && !(blocked()[0] && elsewhere()[0]); i++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  t.strictSame(blocked(), [true, true, false], 'exceptions of fetched lists do not count')
  t.strictSame(elsewhere(), [true, true, false])
  const refused = await client.post('/api/url/add', { url: 'https://evil.example/' })
  t.match(refused, { status: 400, body: { code: 'destination_blocked' } })
  const { json } = await waymark(['abuse', 'lists', '--json'])
  t.match(json.lists, [{ url: list, entries: 2, unread: 1, fault: null, fetched: /^\d{4}-/ }])
})

t.test('a list that has not changed is not read again; one that has replaces what it had', async (t) => {
  await fetchNow()
  t.match(asked.at(-1), /^"\d+"$/)
  t.strictSame(blocked(), [true, true, false])
  body = 'new.example\nworse.example\n'
  await fetchNow()
  for (let i = 0; i < 500 && !(blocked()[2] && elsewhere()[2]); i++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  t.strictSame(blocked(), [false, true, true])
  t.strictSame(elsewhere(), [false, true, true])
})

t.test('a list with the same entries under another tag is not written again', async (t) => {
  let written = 0
  changes.on('block_lists', () => void written++)
  edition = '-2'
  await fetchNow()
  t.equal(written, 0)
  t.match(await db.selectFrom('block_lists').select('etag').execute(), [{ etag: /-2"$/ }])
  t.strictSame(blocked(), [false, true, true])
  body += 'third.example\n'
  await fetchNow()
  t.equal(written, 1)
})

t.test('commands fetch no lists', async (t) => {
  await db
    .updateTable('block_lists')
    .set({ due_at: new Date(0) })
    .execute()
  const before = asked.length
  t.match(await waymark(['link', 'list', '--username', client.username, '--json']), { code: 0 })
  t.equal(asked.length, before)
  t.strictSame(await db.selectFrom('block_lists').select('due_at').execute(), [{ due_at: new Date(0) }])
})

t.test('the last list stays in force while a fetch fails', async (t) => {
  status = 500
  await fetchNow()
  t.strictSame(blocked(), [false, true, true])
  t.match((await waymark(['abuse', 'lists'])).out, /3 entries {2}fetched .* {2}The server answered 500\.\n/)
  status = 200
  body = '<!doctype html><title>Down for maintenance</title>'
  await fetchNow()
  t.strictSame(blocked(), [false, true, true])
  t.match((await waymark(['abuse', 'lists'])).out, 'The response has no entries.')
  const third = await createServices(services.config, { ...services.store, close: async () => {} }, { safeFetch })
  t.teardown(third.close)
  t.ok(third.services.blocklist.blocksUrl('https://new.example/'), 'an instance that starts meanwhile has it')
})

t.test('a packed set has the same keys', async (t) => {
  const set = createKeySet()
  for (let i = 0; i < 5000; i++) set.add(`host-${i}.example`)
  const copy = await unpackKeys(packKeys(set))
  t.equal(copy.size, 5000)
  for (let i = 0; i < 5000; i++) if (!copy.has(`host-${i}.example`)) t.fail(`host-${i}`)
  for (let i = 0; i < 5000; i++) if (copy.has(`other-${i}.example`)) t.fail(`other-${i}`)
})

t.test('settings that are no URLs are refused', async (t) => {
  const { readConfig } = await import('../../src/config/config.ts')
  t.throws(() => readConfig({ BLOCKED_HOSTS_URLS: 'ftp://x.example/list' }), { message: /BLOCKED_HOSTS_URLS/ })
  const many = Array.from({ length: 11 }, (_, i) => `https://x.example/${i}`).join(' ')
  t.throws(() => readConfig({ BLOCKED_HOSTS_URLS: many }), { message: /at most 10/ })
})

t.test('lists that an instance has not fetched when it stops are due for others', async (t) => {
  const silent = ['/silent-1', '/silent-2'].map((path) => new URL(path, list).href)
  const reached = once(server, 'request')
  const config = { ...services.config, blockedHostsUrls: silent }
  const fourth = await createServices(config, { ...services.store, close: async () => {} }, { safeFetch })
  await reached
  const dueLists = () =>
    db
      .selectFrom('block_lists')
      .select('url')
      .where('url', 'in', silent)
      .where('due_at', '<=', sql<Date>`now()`)
      .orderBy('id')
      .execute()
  t.strictSame(await dueLists(), [{ url: silent[1] }], 'one is claimed at a time')
  await fourth.close()
  t.strictSame(
    await dueLists(),
    silent.map((url) => ({ url })),
  )
})
