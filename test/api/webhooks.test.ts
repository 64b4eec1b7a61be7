import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import t from 'tap'
import { extendPause, settleEvents } from '../support/events.ts'
import { fetchFromReceivers, type Received, startReceiver } from '../support/receiver.ts'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t, {}, { safeFetch: fetchFromReceivers })
const { db, deliveries } = service.services

const addWebhook = async (client: Client, body: object) => {
  const reply = await client.post('/api/webhook/add', body)
  t.equal(reply.status, 200, reply.text)
  return reply.body as { id: number; secret: string }
}
const addLink = async (client: Client, n: number | string): Promise<number> =>
  (await client.post('/api/url/add', { url: `https://example.com/${n}` })).body.id
const settle = async () => {
  await settleEvents(db)
  await deliveries.idle()
}
/** Settles until a receiver has got so many: on a busy server, what one turn leaves may come with the next. */
const settleUntil = async ({ received }: { received: unknown[] }, count: number) => {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    await settle()
    if (received.length >= count) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const logOf = async (client: Client, id: number, query = '') =>
  (await client.get(`/api/webhook/${id}/deliveries?limit=1000${query}`)).body.data.deliveries
const signatureOf = ({ id, headers, body }: Received, secret: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`
// Pauses and waits last up to a day.
const endWaits = async () => {
  await sql`update webhook_deliveries set next_at = now()`.execute(db)
  await sql`update webhooks set next_try_at = null`.execute(db)
}

t.test('a webhook is created, listed, changed and deleted', async (t) => {
  const client = await service.newClient()
  const url = 'https://hooks.example.com/waymark'
  const made = await client.post('/api/webhook/add', { url, types: ['link.created'], description: 'Shop' })
  t.match(made.body, { error: 0, id: Number, secret: /^whsec_[A-Za-z0-9+/]{43}=$/ })
  t.equal(made.headers['cache-control'], 'no-store')
  const { id } = made.body
  const details = { id, url, types: ['link.created'], description: 'Shop', enabled: true, disabledreason: null }
  t.match((await client.get(`/api/webhook/${id}`)).body, { error: 0, details })
  const list = await client.get('/api/webhooks')
  t.match(list.body.data, { result: 1, webhooks: [details] })
  t.notMatch(list.text, 'whsec_')
  t.equal((await client.put(`/api/webhook/${id}/update`, { enabled: false, description: null, types: [] })).status, 200)
  const changed = { ...details, enabled: false, description: null, types: [] }
  t.match((await client.get(`/api/webhook/${id}`)).body.details, changed)
  t.equal((await client.delete(`/api/webhook/${id}/delete`)).status, 200)
  t.equal((await client.get(`/api/webhook/${id}`)).status, 404)
  t.equal((await client.get('/api/webhooks')).body.data.result, 0)
})

t.test('bad input is refused, and an account has at most 12', async (t) => {
  const client = await service.newClient()
  for (const [body, path] of [
    [{}, '/url'],
    [{ url: 'ftp://example.com' }, '/url'],
    [{ url: 'https://ada:secret@example.com' }, '/url'],
    [{ url: 'https://example.com:25' }, '/url'],
    [{ url: 'https://example.com', types: ['link.opened'] }, '/types/0'],
  ] as const) {
    const { status, body: answer } = await client.post('/api/webhook/add', body)
    t.match([status, answer.errors], [400, [{ path }]], JSON.stringify(body))
  }
  const replies = await Promise.all(
    Array.from({ length: 14 }, (_, i) => client.post('/api/webhook/add', { url: `https://example.com/${i}` })),
  )
  t.equal(replies.filter(({ status }) => status === 200).length, 12)
  t.match(replies.find(({ status }) => status !== 200)?.body, { code: 'webhook_limit' })
})

t.test('only admin keys manage webhooks, and a replayed reply has no secret', async (t) => {
  const client = await service.newClient()
  const { apikey: key } = (await client.post('/api/key/add', { scope: 'write' })).body
  const body = { url: 'https://example.com/hook' }
  t.match((await service.send('POST', '/api/webhook/add', { key, body })).body, { code: 'admin_key_required' })
  const headers = { 'idempotency-key': 'once' }
  const first = await client.post('/api/webhook/add', body, { headers })
  const again = await client.post('/api/webhook/add', body, { headers })
  t.match(again.headers['idempotent-replayed'], 'true')
  t.strictSame(again.body, { error: 0, id: first.body.id })
  const rotated = await client.post(
    `/api/webhook/${first.body.id}/rotate`,
    {},
    { headers: { 'idempotency-key': 'two' } },
  )
  t.match(rotated.body, { secret: /^whsec_/ })
  const replayed = await client.post(
    `/api/webhook/${first.body.id}/rotate`,
    {},
    { headers: { 'idempotency-key': 'two' } },
  )
  t.strictSame(replayed.body, { error: 0, id: first.body.id })
  const { rows } = await sql<{ all: string }>`
    select string_agg(w::text, ' ') || (select string_agg(k::text, ' ') from idempotency_keys k) as all from webhooks w`.execute(
    db,
  )
  for (const secret of [first.body.secret, rotated.body.secret]) t.notOk(rows[0]?.all.includes(secret), 'is sealed')
})

t.test('events are sent, signed, in order, with the ids of the list, to their account alone', async (t) => {
  const [client, other] = [await service.newClient(), await service.newClient()]
  const [receiver, foreign] = [await startReceiver(t), await startReceiver(t)]
  await addLink(client, 'before')
  await settle()
  const { id, secret } = await addWebhook(client, { url: `${receiver.url}/hook?token=1` })
  await addWebhook(other, { url: foreign.url })
  const links = []
  for (let n = 0; n < 5; n++) links.push(await addLink(client, n))
  for (const link of links) await client.put(`/api/url/${link}/update`, { url: 'https://example.com/changed' })
  await addLink(other, 'theirs')
  await settle()
  const listed = (await client.get('/api/events?direction=asc&limit=100')).body.data.events.slice(1)
  t.equal(listed.length, 10)
  t.same(new Set(receiver.received.map(({ id }) => id)), new Set(listed.map(({ id }: { id: string }) => id)))
  for (const received of receiver.received) {
    const { event, headers, path, method } = received
    t.strictSame(
      event,
      listed.find(({ id }: { id: string }) => id === received.id),
      'is as in the list',
    )
    t.equal(headers['webhook-signature'], signatureOf(received, secret))
    t.match(
      { path, method, type: headers['content-type'] },
      { path: '/hook?token=1', method: 'POST', type: 'application/json' },
    )
  }
  for (const link of links) {
    const types = receiver.received.filter(({ event }) => event.data.id === link).map(({ event }) => event.type)
    t.strictSame(types, ['link.created', 'link.updated'])
  }
  t.strictSame(
    foreign.received.map(({ event }) => event.data.longurl),
    ['https://example.com/theirs'],
  )
  const log = await logOf(client, id)
  t.equal(log.length, 10)
  t.match(log[0], { status: 'delivered', nextattempt: null, attempts: [{ status: 204, error: null, response: '' }] })
  t.equal((await other.get(`/api/webhook/${id}/deliveries`)).status, 404)
  t.equal((await other.post(`/api/delivery/${log[0].id}/replay`)).status, 404)
})

t.test('a webhook that is created disabled gets what happened since, once it is enabled', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  await addLink(client, 'before')
  const { id } = await addWebhook(client, { url: receiver.url, enabled: false })
  t.match((await client.get(`/api/webhook/${id}`)).body.details, { enabled: false, disabledreason: null })
  await addLink(client, 'since')
  await settle()
  t.strictSame(receiver.received, [])
  await client.put(`/api/webhook/${id}/update`, { enabled: true })
  await settleUntil(receiver, 1)
  t.strictSame(
    receiver.received.map(({ event }) => event.data.longurl),
    ['https://example.com/since'],
  )
})

t.test(
  'types filter, and once it is enabled again a webhook gets what it missed, unless that is skipped',
  async (t) => {
    const client = await service.newClient()
    const receiver = await startReceiver(t)
    const { id } = await addWebhook(client, { url: receiver.url, types: ['link.deleted'] })
    const link = await addLink(client, 1)
    await client.delete(`/api/url/${link}/delete`)
    await settle()
    t.strictSame(
      receiver.received.map(({ event }) => event.type),
      ['link.deleted'],
    )
    const sent = () => receiver.received.slice(1).map(({ event }) => event.data.longurl.split('/').at(-1))
    const change = async (body: object) => (await client.put(`/api/webhook/${id}/update`, body)).status
    await change({ enabled: false, types: [] })
    const missed = await addLink(client, 'missed')
    await client.put(`/api/url/${missed}/update`, { url: 'https://example.com/changed' })
    await settle()
    t.equal(await change({ enabled: true }), 200)
    await addLink(client, 'next')
    await settleUntil(receiver, 4)
    t.strictSame(sent().toSorted(), ['changed', 'missed', 'next'])
    t.ok(sent().indexOf('missed') < sent().indexOf('changed'), 'in the order of each thing')
    await change({ enabled: false })
    await addLink(client, 'skipped')
    await settleEvents(db)
    t.equal(await change({ enabled: true, skip: true }), 200)
    await addLink(client, 'follows')
    await settleUntil(receiver, 5)
    t.strictSame(sent().slice(3), ['follows'])
  },
)

t.test('what waited for the end of a pause when the webhook was disabled is sent, or given up with skip', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, (_, reply) => void reply.writeHead(500).end())
  const { id } = await addWebhook(client, { url: receiver.url })
  const fail = async (...names: string[]) => {
    receiver.answer = (_, reply) => void reply.writeHead(500).end()
    receiver.received.length = 0
    for (const name of names) await addLink(client, name)
    await settle()
    await client.put(`/api/webhook/${id}/update`, { enabled: false })
    const tried = new Set(receiver.received.map((received) => received.id)).size
    receiver.received.length = 0
    receiver.answer = () => {}
    return tried
  }
  const urls = () => receiver.received.map(({ event }) => event.data.longurl.split('/').at(-1)).toSorted()
  await fail('a', 'b', 'c')
  await client.put(`/api/webhook/${id}/update`, { enabled: true })
  await settle()
  t.strictSame(urls(), ['a', 'b', 'c'])
  // The webhook may pause before the second event exists.
  const tried = await fail('d', 'e')
  t.ok(tried > 0)
  await client.put(`/api/webhook/${id}/update`, { enabled: true, skip: true })
  await settle()
  t.strictSame(urls(), [])
  t.equal((await logOf(client, id, '&status=failed')).length, tried, 'what was tried is given up')
  t.match((await client.post(`/api/webhook/${id}/replay`, { created_after: '2026-01-01' })).body, { replayed: 5 })
  await settle()
  t.strictSame(urls(), ['a', 'b', 'c', 'd', 'e'])
})

t.test('after a failure the whole webhook pauses, then everything arrives in order', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, (_, reply) => void reply.writeHead(500).end('x'.repeat(5000)))
  const { id } = await addWebhook(client, { url: receiver.url })
  const link = await addLink(client, 1)
  await settle()
  t.equal(receiver.received.length, 1)
  await extendPause(db, id)
  for (let n = 2; n < 10; n++) await client.put(`/api/url/${link}/update`, { url: `https://example.com/${n}` })
  await settle()
  t.equal(receiver.received.length, 1, 'nothing more is sent during the pause')
  t.match((await client.get(`/api/webhook/${id}`)).body.details, { failingsince: String, enabled: true })
  await endWaits()
  await deliveries.idle()
  t.equal(receiver.received.length, 2, 'one event is tried')
  const [first] = (await logOf(client, id)).toReversed()
  t.match(first, { status: 'pending', nextattempt: String, attempts: [{ status: 500, error: String }, {}] })
  t.equal(first.attempts[0].response.length, 500)
  receiver.answer = () => {}
  await endWaits()
  await deliveries.idle()
  const urls = receiver.received.slice(2).map(({ event }) => event.data.longurl)
  t.strictSame(
    urls,
    Array.from({ length: 9 }, (_, n) => `https://example.com/${n + 1}`),
  )
  t.equal((await client.get(`/api/webhook/${id}`)).body.details.failingsince, null)
})

t.test('an event is given up after ten attempts, and can be sent again', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, (_, reply) => void reply.writeHead(302, { location: '/elsewhere' }).end())
  const { id } = await addWebhook(client, { url: receiver.url })
  await addLink(client, 1)
  await settle()
  for (let n = 0; n < 12; n++) {
    await endWaits()
    await deliveries.idle()
  }
  t.equal(receiver.received.length, 10)
  t.ok(
    receiver.received.every(({ path }) => path === '/'),
    'redirects are not followed',
  )
  t.equal(new Set(receiver.received.map(({ id }) => id)).size, 1, 'with the same id')
  const [failed] = await logOf(client, id, '&status=failed')
  t.equal(failed.attempts.length, 10)
  receiver.answer = () => {}
  t.match((await client.post(`/api/webhook/${id}/replay`, {})).body, { error: 0, replayed: 1 })
  await deliveries.idle()
  t.match(await logOf(client, id), [{ id: failed.id, status: 'delivered' }])
  t.equal((await client.post(`/api/delivery/${failed.id}/replay`)).status, 200)
  await deliveries.idle()
  t.equal(receiver.received.length, 12)
  t.match((await client.post(`/api/webhook/${id}/replay`, { created_before: '2030-01-01' })).status, 400)
  t.match((await client.post(`/api/webhook/${id}/replay`, { created_after: '2026-01-01' })).body, { replayed: 1 })
  await deliveries.idle()
  t.equal(receiver.received.length, 13)
})

t.test('410 disables the webhook, and what it answered that to is sent once it is enabled', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, (_, reply) => void reply.writeHead(410).end())
  const { id } = await addWebhook(client, { url: receiver.url })
  await addLink(client, 1)
  await settle()
  await addLink(client, 2)
  await settle()
  t.equal(receiver.received.length, 1)
  t.match((await client.get(`/api/webhook/${id}`)).body.details, { enabled: false, disabledreason: 'gone' })
  t.match(await logOf(client, id), [{ status: 'pending', attempts: [{ status: 410 }] }])
  receiver.answer = () => {}
  await client.put(`/api/webhook/${id}/update`, { enabled: true })
  await addLink(client, 3)
  await settleUntil(receiver, 4)
  const urls = receiver.received.map(({ event }) => event.data.longurl.split('/').at(-1))
  t.strictSame(urls.toSorted(), ['1', '1', '2', '3'])
  t.match((await client.get(`/api/webhook/${id}`)).body.details, { enabled: true, disabledreason: null })
})

t.test('a test of a disabled webhook is sent once, and nothing else is', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, (_, reply) => void reply.writeHead(500).end())
  const { id } = await addWebhook(client, { url: receiver.url })
  await addLink(client, 'waits')
  await settle()
  await client.put(`/api/webhook/${id}/update`, { enabled: false })
  await addLink(client, 'missed')
  receiver.received.length = 0
  const types = () => receiver.received.map(({ event }) => event.type)
  for (const status of [500, 410, 204]) {
    receiver.answer = (_, reply) => void reply.writeHead(status).end()
    t.equal((await client.post(`/api/webhook/${id}/test`)).status, 200)
    await settle()
  }
  await endWaits()
  await settle()
  t.strictSame(types(), ['webhook.test', 'webhook.test', 'webhook.test'])
  const log = await logOf(client, id)
  t.match(log, [{ status: 'delivered' }, { status: 'failed' }, { status: 'failed' }, { status: 'pending' }])
  const details = { enabled: false, disabledreason: null, failingsince: null }
  t.match((await client.get(`/api/webhook/${id}`)).body.details, details)
  await client.put(`/api/webhook/${id}/update`, { enabled: true })
  await settleUntil(receiver, 5)
  t.strictSame(types().slice(3), ['link.created', 'link.created'])
})

t.test('the log is filtered by the time of its deliveries', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const { id } = await addWebhook(client, { url: receiver.url })
  for (const name of ['old', 'new']) await addLink(client, name)
  await settleUntil(receiver, 2)
  const [newer, older] = await logOf(client, id)
  await sql`update webhook_deliveries set created_at = '2026-01-02 03:04:05Z' where id = ${older.id}`.execute(db)
  const found = async (query: string) => (await logOf(client, id, query)).map(({ id }: { id: number }) => id)
  t.strictSame(await found('&created_after=2026-01-03'), [newer.id])
  t.strictSame(await found('&created_before=2026-01-03'), [older.id])
  t.strictSame(await found('&created_after=2026-01-01&created_before=2026-01-02'), [])
  t.equal((await client.get(`/api/webhook/${id}/deliveries?created_after=soon`)).status, 400)
})

t.test('during a rotation both secrets sign, then the new one', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const { id, secret } = await addWebhook(client, { url: receiver.url })
  const { secret: fresh } = (await client.post(`/api/webhook/${id}/rotate`, {})).body
  const { body } = await client.post(`/api/webhook/${id}/test`)
  await deliveries.idle()
  const [test] = receiver.received as [Received]
  t.match(test.event, { id: `test_${body.delivery}`, type: 'webhook.test', data: { id } })
  t.equal(test.headers['webhook-signature'], `${signatureOf(test, fresh)} ${signatureOf(test, secret)}`)
  const { secret: third } = (await client.post(`/api/webhook/${id}/rotate`, { overlap: 60 })).body
  await client.post(`/api/webhook/${id}/test`)
  await deliveries.idle()
  const second = receiver.received[1] as Received
  const all = [third, fresh, secret].map((one) => signatureOf(second, one))
  t.equal(second.headers['webhook-signature'], all.join(' '), 'a second rotation cuts no receiver off')
  const { secret: last } = (await client.post(`/api/webhook/${id}/rotate`, { overlap: 0 })).body
  await client.post(`/api/webhook/${id}/test`)
  await deliveries.idle()
  const final = receiver.received[2] as Received
  t.equal(final.headers['webhook-signature'], signatureOf(final, last))
})

t.test('each previous secret signs until the end of its own overlap', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const { id, secret: first } = await addWebhook(client, { url: receiver.url })
  const rotate = async (overlap: number) => (await client.post(`/api/webhook/${id}/rotate`, { overlap })).body.secret
  const signers = async (secrets: Record<string, string>) => {
    await client.post(`/api/webhook/${id}/test`)
    await deliveries.idle()
    const test = receiver.received.at(-1) as Received
    const names = new Map(Object.entries(secrets).map(([name, secret]) => [signatureOf(test, secret), name]))
    return test.headers['webhook-signature']?.split(' ').map((signature) => names.get(signature))
  }
  const second = await rotate(1)
  const third = await rotate(60)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  t.strictSame(await signers({ first, second, third }), ['third', 'second'])
  const fourth = await rotate(1)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  t.strictSame(
    await signers({ first, second, third, fourth }),
    ['fourth', 'second'],
    'a shorter one ends no longer one',
  )
  await sql`update webhooks set older_until = null, previous_until = now() + interval '1 hour' where id = ${id}`.execute(
    db,
  )
  const both = ['fourth', 'third', 'second']
  t.strictSame(await signers({ second, third, fourth }), both, 'as an earlier release stored them')
})

t.test('what waits for a webhook is bounded', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const { id } = await addWebhook(client, { url: receiver.url })
  await addLink(client, 1)
  await settle()
  await client.put(`/api/webhook/${id}/update`, { enabled: false })
  // The turn that sends them does not end.
  receiver.answer = () => new Promise(() => {})
  const tests = await Promise.all(Array.from({ length: 25 }, () => client.post(`/api/webhook/${id}/test`)))
  t.equal(tests.filter(({ status }) => status === 200).length, 20)
  t.match(tests.find(({ status }) => status !== 200)?.body, {
    code: 'webhook_busy',
    message: /5000 events and 20 tests/,
  })
  await sql`
    insert into webhook_deliveries (webhook_id, event_id, type, subject_id, status)
    select ${id}::bigint, 1000000000 + n, 'link.created', n, case when n <= 4979 then 'pending' else 'failed' end
    from generate_series(1, 5100) n`.execute(db)
  const [delivered] = await logOf(client, id, '&status=delivered')
  const [failed] = await logOf(client, id, '&status=failed')
  t.equal((await client.post(`/api/delivery/${delivered.id}/replay`)).status, 200, 'the last of 5,000')
  t.match((await client.post(`/api/delivery/${failed.id}/replay`)).body, { code: 'webhook_busy' })
  t.equal((await client.post(`/api/delivery/${delivered.id}/replay`)).status, 200, 'waits already')
  t.match((await client.post(`/api/webhook/${id}/replay`, {})).body, { error: 0, replayed: 0 })
  const span = { created_after: '2026-01-01' }
  t.match((await client.post(`/api/webhook/${id}/replay`, span)).body, { error: 0, replayed: 1 })
  await addLink(client, 2)
  await settleEvents(db)
  t.match((await client.post(`/api/webhook/${id}/replay`, span)).body, { code: 'webhook_busy' })
})

t.test('a receiver on a private network is never called', async (t) => {
  const guarded = await startService(t)
  const client = await guarded.newClient()
  const receiver = await startReceiver(t)
  const url = receiver.url.replace('receiver.test', '127.0.0.1')
  const hosts = ['localhost', 'a.internal', '0177.0.0.1', '[::ffff:127.0.0.1]', '169.254.169.254', '[fd00::1]', '127.1']
  for (const refused of [url, ...hosts.map((host) => `http://${host}/x`)])
    t.match(await client.post('/api/webhook/add', { url: refused }), {
      status: 400,
      body: { errors: [{ path: '/url', message: 'has a host that is not on the public internet' }] },
    })
  const { id } = (await client.post('/api/webhook/add', { url: 'http://8.8.8.8/x' })).body
  // As earlier releases stored it.
  await sql`update webhooks set url = ${url} where id = ${id}`.execute(guarded.services.db)
  await client.post(`/api/webhook/${id}/test`)
  await guarded.services.deliveries.idle()
  t.equal(receiver.received.length, 0)
  const { deliveries } = (await client.get(`/api/webhook/${id}/deliveries`)).body.data
  t.match(deliveries, [{ status: 'pending', attempts: [{ status: null, error: /public internet/ }] }])
})

t.test('a deleted webhook and its deliveries are deleted in small steps, and old deliveries too', async (t) => {
  const { deleteDeliveriesOfDeletedWebhooks, deleteOldDeliveries, listLongLogs, shortenLog } = await import(
    '../../db/queries/delivery-maintenance.ts'
  )
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const { id } = await addWebhook(client, { url: receiver.url })
  for (let n = 0; n < 3; n++) await addLink(client, n)
  await settle()
  await sql`update webhook_deliveries set created_at = now() - interval '31 days' where webhook_id = ${id} and id in (
    select min(id) from webhook_deliveries where webhook_id = ${id})`.execute(db)
  await sql`delete from webhook_deliveries where webhook_id <> ${id}`.execute(db)
  await sql`
    insert into webhook_deliveries (webhook_id, type, next_at, created_at)
    values (${id}, 'webhook.test', now() + interval '1 hour', now() - interval '31 days')`.execute(db)
  t.equal(await deleteOldDeliveries(db, 30, 10), 1)
  t.match(await logOf(client, id), [{ status: 'pending' }, { status: 'delivered' }, { status: 'delivered' }])
  const [log] = await listLongLogs(db, 2)
  t.match(log, { webhook: id })
  if (log) t.strictSame([await shortenLog(db, log, 10), await shortenLog(db, log, 10)], [1, 0])
  t.match(await logOf(client, id), [{ status: 'pending' }, { status: 'delivered' }])
  await client.delete(`/api/webhook/${id}/delete`)
  t.equal(await deleteDeliveriesOfDeletedWebhooks(db, 1), 1)
  t.equal(await deleteDeliveriesOfDeletedWebhooks(db, 1), 1)
  t.equal(await deleteDeliveriesOfDeletedWebhooks(db, 1), 0)
  const { rows } = await sql`select from webhooks where id = ${id}`.execute(db)
  t.equal(rows.length, 0)
})
