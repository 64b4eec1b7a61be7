import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { settleRestoredWebhooks } from '../../db/queries/deliveries.ts'
import { pauseAfter, waitAfter } from '../../src/deliveries/schedule.ts'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { createSeal } from '../../src/security/seal.ts'
import { usesServer } from '../support/database.ts'
import { settleEvents } from '../support/events.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t, {}, { safeFetch: createSafeFetch({ allowPrivate: true }) })
const { db, store, deliveries } = service.services

const addWebhook = async (client: Client, url: string): Promise<number> =>
  (await client.post('/api/webhook/add', { url })).body.id
const addLink = async (client: Client, n: number | string): Promise<number> =>
  (await client.post('/api/url/add', { url: `https://example.com/${n}` })).body.id
const settle = async () => {
  await settleEvents(db)
  await deliveries.idle()
}

t.test('there are ten attempts within about three days, and a pause lasts a day at most', async (t) => {
  const waits = Array.from({ length: 9 }, (_, n) => waitAfter(n + 1) ?? Number.NaN)
  for (const [n, wanted] of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].entries())
    t.ok(Math.abs((waits[n] ?? 0) - wanted) <= wanted / 10, `${waits[n]} s are about ${wanted}`)
  t.equal(waitAfter(10), undefined)
  t.ok(Math.abs(pauseAfter(1) - 5) <= 0.5)
  t.ok(Math.abs(pauseAfter(1000) - 86_400) <= 8640)
})

t.test('a seal opens what it has sealed, and nothing else', async (t) => {
  const seal = createSeal('0123456789abcdef', 'one')
  const sealed = seal.seal('whsec_Ünïcode')
  t.equal(seal.open(sealed), 'whsec_Ünïcode')
  t.not(seal.seal('whsec_Ünïcode'), sealed)
  t.equal(createSeal('0123456789abcdef', 'two').open(sealed), undefined)
  t.equal(createSeal('fedcba9876543210', 'one').open(sealed), undefined)
  t.equal(seal.open(`A${sealed.slice(1)}`), undefined)
  for (const other of ['', 'x', '{}']) t.equal(seal.open(other), undefined)
})

t.test('events arrive by themselves, soon after the change', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  await addWebhook(client, receiver.url)
  for (let n = 0; n < 3; n++) {
    await addLink(client, n)
    await receiver.wait(n + 1)
  }
})

t.test('more events than one turn reads arrive, each once', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  await addWebhook(client, receiver.url)
  const items = Array.from({ length: 450 }, (_, n) => ({ url: `https://example.com/${n}` }))
  t.equal((await client.post('/api/url/bulk', { items })).status, 200)
  await settleEvents(db)
  await receiver.wait(450)
  await deliveries.idle()
  t.equal(new Set(receiver.received.map(({ id }) => id)).size, 450)
  t.equal(receiver.received.length, 450)
})

t.test('receivers that never answer delay nobody else', async (t) => {
  const [slow, quick] = [await service.newClient(), await service.newClient()]
  const hanging = await startReceiver(t, () => new Promise(() => {}))
  const receiver = await startReceiver(t)
  for (let n = 0; n < 12; n++) await addWebhook(slow, `${hanging.url}/${n}`)
  await addLink(slow, 'slow')
  await hanging.wait(4)
  await addWebhook(quick, receiver.url)
  const begun = Date.now()
  await addLink(quick, 'quick')
  await receiver.wait(1)
  t.ok(Date.now() - begun < 10_000)
  t.equal(hanging.received.length, 4, 'an account has four at a time')
})

t.test('a receiver that fails costs one attempt, whatever happens meanwhile', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, (_, reply) => void reply.writeHead(503).end())
  const id = await addWebhook(client, receiver.url)
  await addLink(client, 1)
  await receiver.wait(1)
  await settleEvents(db)
  await setTimeout(300)
  const items = Array.from({ length: 500 }, (_, n) => ({ url: `https://example.com/${n}` }))
  await client.post('/api/url/bulk', { items })
  await settleEvents(db)
  await setTimeout(500)
  t.equal(receiver.received.length, 1)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from webhook_deliveries where webhook_id = ${id}`.execute(db)
  t.match(rows, [{ count: 1 }], 'nothing is written for the other events')
})

t.test(
  'an event of a transaction that ends late is not skipped',
  { skip: usesServer ? false : 'the embedded database has one connection' },
  async (t) => {
    const client = await service.newClient()
    const receiver = await startReceiver(t)
    await addWebhook(client, receiver.url)
    await store.db.transaction().execute(async (late) => {
      await sql`insert into events (account_id, type, subject_id, actor, data)
        values (${client.id}, 'campaign.deleted', 1, 'system', '{"name": "Late", "slug": null}')`.execute(late)
      await addLink(client, 'later')
      await setTimeout(500)
      t.equal(receiver.received.length, 0, 'waits for the older transaction')
    })
    await receiver.wait(2)
    t.same(receiver.received.map(({ event }) => event.type).toSorted(), ['campaign.deleted', 'link.created'])
  },
)

t.test('a webhook from a backup of another server sends what follows, and what was not read there', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const id = await addWebhook(client, receiver.url)
  await addLink(client, 'sent')
  await settle()
  // As a restored database has it: transactions of another server, which had more of them.
  await sql`update webhooks set since = '999999999999:999999999999:', transaction = '999999999999', next_try_at = now() + interval '1 hour'
    where id = ${id}`.execute(db)
  await addLink(client, 'unread')
  await settleEvents(db)
  await sql`update events set transaction = '0' where account_id = ${client.id}`.execute(db)
  await settleRestoredWebhooks(db)
  await sql`update webhooks set next_try_at = null where id = ${id}`.execute(db)
  await addLink(client, 'next')
  await receiver.wait(3)
  const urls = receiver.received.map(({ event }) => event.data.longurl.split('/').at(-1))
  t.strictSame(urls, ['sent', 'unread', 'next'])
})

t.test('without the right SECRET nothing is sent, and the log says why', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const id = await addWebhook(client, receiver.url)
  await sql`update webhooks set secret = ${createSeal('another secret!!', 'webhook secrets').seal('whsec_x')} where id = ${id}`.execute(
    db,
  )
  await client.post(`/api/webhook/${id}/test`)
  await deliveries.idle()
  t.equal(receiver.received.length, 0)
  t.match((await client.get(`/api/webhook/${id}/deliveries`)).body.data.deliveries, [
    { attempts: [{ error: /SECRET/ }] },
  ])
  await client.post(`/api/webhook/${id}/rotate`, {})
  await client.post(`/api/webhook/${id}/replay`, {})
  await receiver.wait(1)
})

t.test('with an account its webhooks and deliveries are deleted', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const id = await addWebhook(client, receiver.url)
  await addLink(client, 1)
  await receiver.wait(1)
  await deliveries.idle()
  await sql`delete from accounts where id = ${client.id}`.execute(db)
  const { rows } = await sql`
    select id from webhooks where id = ${id} union all select id from webhook_deliveries where webhook_id = ${id}`.execute(
    db,
  )
  t.strictSame(rows, [])
})
