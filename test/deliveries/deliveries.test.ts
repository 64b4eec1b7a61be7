import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { timeToNextDelivery } from '../../db/queries/webhook-turns.ts'
import { pauseAfter, waitAfter } from '../../src/deliveries/schedule.ts'
import { createSeal } from '../../src/security/seal.ts'
import { usesServer } from '../support/database.ts'
import { extendPause, settleEvents } from '../support/events.ts'
import { fetchFromReceivers, startReceiver } from '../support/receiver.ts'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t, {}, { safeFetch: fetchFromReceivers })
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
  t.equal(seal.open(`${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`), undefined)
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

t.test('receivers that never respond do not delay others', async (t) => {
  const [slow, quick] = [await service.newClient(), await service.newClient()]
  const hanging = await startReceiver(t, () => new Promise(() => {}))
  const receiver = await startReceiver(t)
  for (let n = 0; n < 12; n++) await addWebhook(slow, `${hanging.url}/${n}`)
  await addLink(slow, 'slow')
  await hanging.wait(4)
  await addWebhook(quick, receiver.url)
  await addLink(quick, 'quick')
  await receiver.wait(1)
  t.equal(hanging.received.length, 4, 'an account has four at a time, which have not timed out yet')
})

t.test('a receiver that fails costs one attempt, whatever happens meanwhile', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, (_, reply) => void reply.writeHead(503).end())
  const id = await addWebhook(client, receiver.url)
  await addLink(client, 1)
  await receiver.wait(1)
  await settle()
  await extendPause(db, id)
  const items = Array.from({ length: 500 }, (_, n) => ({ url: `https://example.com/${n}` }))
  await client.post('/api/url/bulk', { items })
  await settle()
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
  const { rows } = await sql`select tries from webhook_deliveries where webhook_id = ${id}`.execute(db)
  t.strictSame(rows, [{ tries: 0 }], 'costs no try')
  await client.post(`/api/webhook/${id}/rotate`, {})
  await deliveries.idle()
  t.equal(receiver.received.length, 1, 'a rotation ends the pause')
  t.equal((await client.get(`/api/webhook/${id}`)).body.details.failingsince, null)
})

t.test('while an event waits for an earlier one about the same record, no turn starts', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, (_, reply) => void reply.writeHead(500).end())
  const id = await addWebhook(client, receiver.url)
  const link = await addLink(client, 1)
  await settle()
  await extendPause(db, id)
  await client.put(`/api/url/${link}/update`, { url: 'https://example.com/2' })
  await settleEvents(db)
  await sql`update webhook_deliveries set next_at = now() + interval '2 hours' where webhook_id = ${id}`.execute(db)
  await sql`update webhooks set next_try_at = null where id = ${id}`.execute(db)
  await settle()
  const read = async () =>
    (
      await sql`
        select w.xmin::text as version, (select count(*)::integer from webhook_deliveries where webhook_id = w.id) as count
        from webhooks w where id = ${id}`.execute(db)
    ).rows
  const before = await read()
  t.match(before, [{ count: 2 }], 'the second event waits')
  await settle()
  t.strictSame(await read(), before)
  t.equal(receiver.received.length, 1)
  const ms = (await timeToNextDelivery(db, new Set([client.id]))) ?? 0
  t.ok(ms > 7_000_000 && ms <= 7_200_000, `${ms} ms are about two hours`)
})

t.test('an event that is always refused does not hold up the others', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, ({ event }, reply) => {
    if (event.data.longurl.endsWith('/refused')) reply.writeHead(400).end()
  })
  const id = await addWebhook(client, receiver.url)
  await addLink(client, 'refused')
  await settle()
  await extendPause(db, id)
  await addLink(client, 'accepted')
  await settleEvents(db)
  await sql`update webhook_deliveries set next_at = now() where webhook_id = ${id}`.execute(db)
  await sql`update webhooks set next_try_at = null where id = ${id}`.execute(db)
  await deliveries.idle()
  const urls = receiver.received.map(({ event }) => event.data.longurl.split('/').at(-1))
  t.strictSame(urls, ['refused', 'accepted', 'refused'])
})

t.test('an event that was deleted is no failure of the receiver', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const id = await addWebhook(client, receiver.url)
  await addLink(client, 1)
  await settle()
  await sql`delete from events where account_id = ${client.id}`.execute(db)
  const listed = async () => (await client.get(`/api/webhook/${id}/deliveries`)).body.data.deliveries
  await client.post(`/api/delivery/${(await listed())[0].id}/replay`)
  await deliveries.idle()
  t.match(await listed(), [{ status: 'failed', attempts: [{ error: null }, { error: /deleted/ }] }])
  t.equal((await client.get(`/api/webhook/${id}`)).body.details.failingsince, null)
  const { rows } = await sql`select next_try_at from webhooks where id = ${id}`.execute(db)
  t.strictSame(rows, [{ next_try_at: null }], 'there is no pause')
})

t.test('a failure does not undo what was changed or asked for during the attempt', async (t) => {
  const client = await service.newClient()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const slow = await startReceiver(t, async (_, reply) => {
    await released
    reply.writeHead(410).end()
  })
  const fresh = await startReceiver(t)
  const id = await addWebhook(client, slow.url)
  await addLink(client, 1)
  await slow.wait(1)
  await client.put(`/api/webhook/${id}/update`, { url: fresh.url })
  const [{ id: delivery }] = (await client.get(`/api/webhook/${id}/deliveries`)).body.data.deliveries
  await client.post(`/api/delivery/${delivery}/replay`)
  release()
  await fresh.wait(1)
  await deliveries.idle()
  t.match((await client.get(`/api/webhook/${id}`)).body.details, { enabled: true, failingsince: null })
  const log = (await client.get(`/api/webhook/${id}/deliveries`)).body.data.deliveries
  const attempts = [{ status: 410 }, { status: 204 }]
  t.match(log, [{ status: 'delivered', attempts }], 'the log has the attempt')
})

t.test('stopping stores the outcome of finished attempts and does not wait for others', async (t) => {
  const send = fetchFromReceivers
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const stopped = await startService(t, {}, { safeFetch: (...request) => send(...request).finally(end) })
  const client = await stopped.newClient()
  const receiver = await startReceiver(t, ({ event }) =>
    event.data.longurl.endsWith('/hangs') ? new Promise(() => {}) : undefined,
  )
  const id = await addWebhook(client, receiver.url)
  const items = ['hangs', 'ends'].map((name) => ({ url: `https://example.com/${name}` }))
  await client.post('/api/url/bulk', { items })
  await receiver.wait(2)
  await ended
  await stopped.services.deliveries.close()
  const { rows } = await sql`
    select d.status, d.tries, w.claimed_until from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where w.id = ${id} order by d.id`.execute(stopped.services.db)
  // An attempt that was waited for would have failed at its timeout.
  t.strictSame(rows, [
    { status: 'pending', tries: 0, claimed_until: null },
    { status: 'delivered', tries: 1, claimed_until: null },
  ])
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
