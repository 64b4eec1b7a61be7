import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { settleRestored } from '../../db/queries/restored.ts'
import { readConfig } from '../../src/config/config.ts'
import { createServices } from '../../src/startup/open-services.ts'
import { recordBatches } from '../../src/visits/visit-batches.ts'
import { commandLine } from '../support/command-line.ts'
import { settleEvents } from '../support/events.ts'
import { fetchFromReceivers, startReceiver } from '../support/receiver.ts'
import { type Client, startService } from '../support/service.ts'

const safeFetch = fetchFromReceivers
const service = await startService(t, {}, { safeFetch })
const { db, store, deliveries, maintenance } = service.services
// Those of the other instances record expiries.
await maintenance.close()

const addWebhook = async (client: Client, url: string): Promise<number> =>
  (await client.post('/api/webhook/add', { url })).body.id
const addLink = async (client: Client, name: string): Promise<void> => {
  t.equal((await client.post('/api/url/add', { url: `https://example.com/${name}` })).status, 200)
}
const settle = async () => {
  await settleEvents(db)
  await deliveries.idle()
}
const namesOf = (received: { event: { data: { longurl: string } } }[]) =>
  received.map(({ event }) => event.data.longurl.split('/').at(-1))

/** The services of another process on the same database. */
const startInstance = async (t: Test, BASE_URL: string) => {
  const config = readConfig({ LOG_LEVEL: 'silent', BASE_URL })
  const shared = { ...store, close: async () => {} }
  const { services, close } = await createServices(config, shared, { safeFetch })
  t.teardown(close)
  return services.deliveries
}

t.test('after a backup was restored no id of an event is given again', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  await addWebhook(client, receiver.url)
  for (const name of ['a', 'b']) await addLink(client, name)
  const { id } = (await client.post('/api/url/add', { url: 'https://example.com/ends', expiry: '2099-01-01' })).body
  await receiver.wait(3)
  // As the backup of a moment before has it.
  await sql`delete from webhook_deliveries`.execute(db)
  await sql`delete from events where account_id = ${client.id}`.execute(db)
  await sql`select setval('events_id_seq', 1)`.execute(db)
  // The start of an instance records it.
  await sql`update expiry_mark set expires_at = now() - interval '1 hour'`.execute(db)
  await sql`update links set expires_at = now() - interval '10 minutes' where id = ${id}`.execute(db)
  await startInstance(t, '')
  await receiver.wait(1, ({ event }) => event.type === 'link.expired')
  for (const name of ['c', 'd']) await addLink(client, name)
  await receiver.wait(6)
  const laterThan = (count: number) => {
    const ids = receiver.received.map(({ id }) => Number(id.replace('evt_', '')))
    t.ok(Math.min(...ids.slice(count)) > Math.max(...ids.slice(0, count)), 'later events have larger ids')
    t.ok(ids.every(Number.isSafeInteger))
  }
  laterThan(3)
  await sql`select setval('events_id_seq', 1)`.execute(db)
  const waymark = commandLine(async () => store)
  const args = ['import', '-', '--from', 'csv', '--username', client.username]
  t.match(await waymark(args, 'URL\nhttps://example.com/e\n'), { code: 0 })
  await receiver.wait(7)
  laterThan(6)
})

t.test('on another server a webhook sends what it had not read, once, before it sends anything else', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const id = await addWebhook(client, receiver.url)
  await addLink(client, 'sent')
  await settle()
  await sql`update webhooks set next_try_at = now() + interval '1 hour' where id = ${id}`.execute(db)
  for (const name of ['overtaken', 'read', 'unread']) await addLink(client, name)
  await settleEvents(db)
  const { events } = (await client.get('/api/events?direction=asc')).body.data
  const [sent, overtaken, read, unread] = events.map((event: { id: string }) => Number(event.id.slice(4)))
  // Transactions of a server that has had more of them, and in another order than their ids.
  await sql`update events set transaction = (case id when ${sent}::bigint then '900000000001' when ${read}::bigint then '900000000002'
    when ${overtaken}::bigint then '900000000003' else '900000000004' end)::xid8
    where id in (${sent}::bigint, ${overtaken}::bigint, ${read}::bigint, ${unread}::bigint)`.execute(db)
  await sql`update webhooks set since = '900000000000:900000000000:', transaction = '900000000002', event_id = ${read}::bigint
    where id = ${id}`.execute(db)
  await startInstance(t, '')
  await settleRestored(db)
  await sql`update webhooks set next_try_at = null where id = ${id}`.execute(db)
  await receiver.wait(3)
  await settle()
  t.strictSame(namesOf(receiver.received).toSorted(), ['overtaken', 'sent', 'unread'])
  await addLink(client, 'next')
  await receiver.wait(4)
  await settle()
  t.strictSame(namesOf(receiver.received).slice(3), ['next'])
  const rest = async (after: string) => {
    const { body } = await client.get(`/api/events?direction=asc&after=${after}`)
    return namesOf(body.data.events.map((event: object) => ({ event })))
  }
  const ahead = Buffer.from(`v1:900000000004:${unread}`).toString('base64url')
  t.strictSame(await rest(ahead), ['next'], 'a cursor from the other server goes on')
})

t.test('after a dump was restored no id of a visit is given again, and feeds end', async (t) => {
  await service.services.visitJobs.close()
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const types = ['visits.recorded']
  t.equal((await client.post('/api/webhook/add', { url: receiver.url, types })).status, 200)
  const link = (await client.post('/api/url/add', { url: 'https://example.com/', custom: 'visited' })).body.id
  const visit = async (after = '') => {
    t.equal((await service.send('GET', '/visited')).status, 302)
    const { body } = await client.get(`/api/visits?link=${link}${after && `&after=${after}`}`)
    return body.data
  }
  for (let n = 0; n < 3; n++) await visit()
  const before = await visit()
  // As the dump of a moment before has it, on a server that has had fewer transactions.
  await sql`delete from clicks`.execute(db)
  await sql`select setval('click_ids', 1)`.execute(db)
  await sql`update visit_mark set table_oid = 1`.execute(db)
  await sql`insert into visit_feed_subjects values (${client.id}, 'link', ${link}, '900000000001')`.execute(db)
  await settleRestored(db)
  const { visits } = await visit(before.nextcursor)
  t.equal(visits.length, 1, 'a cursor from before goes on')
  t.ok(Number.isSafeInteger(visits[0].id))
  const lastId = async () => (await sql`select last_value from click_ids`.execute(db)).rows
  const last = await lastId()
  await settleRestored(db)
  t.strictSame(await lastId(), last, 'once')
  await recordBatches(store.db)
  await recordBatches(store.db)
  const { rows } = await sql`select * from visit_feed_subjects where account_id = ${client.id}`.execute(db)
  t.strictSame(rows, [])
})

t.test('a copy with another BASE_URL sends nothing until that is confirmed, and nothing is lost', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const id = await addWebhook(client, receiver.url)
  await addLink(client, 'first')
  await receiver.wait(1)
  const other = 'https://staging.example.com'
  const waymark = commandLine(async () => store)
  t.match(await waymark(['deliveries', 'resume', 'staging']), { code: 2, err: /must be a URL/ })
  t.match(await waymark(['deliveries', 'resume', other]), { code: 0, out: /staging.example.com/ })
  await addLink(client, 'waits')
  await settle()
  t.strictSame(namesOf(receiver.received), ['first'], 'this instance has another BASE_URL')
  const copy = await startInstance(t, other)
  await receiver.wait(2)
  t.strictSame(namesOf(receiver.received), ['first', 'waits'])
  await copy.close()
  const back = await waymark(['deliveries', 'resume', '--from', 'http://localhost', '--disable', '--json'])
  t.ok(back.json.disabled > 0)
  t.match((await client.get(`/api/webhook/${id}`)).body.details, { enabled: false })
  await addLink(client, 'disabled')
  await settle()
  await client.put(`/api/webhook/${id}/update`, { enabled: true })
  await settle()
  t.strictSame(namesOf(receiver.received), ['first', 'waits', 'disabled'])
})
