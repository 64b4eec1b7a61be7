import { sql } from 'kysely'
import t from 'tap'
import { deleteOldBatches } from '../../db/queries/event-maintenance.ts'
import { listFeeds, recordVisitBatches } from '../../db/queries/visit-feeds.ts'
import { foldDeltas } from '../../db/queries/visit-subjects.ts'
import { recordBatches } from '../../src/visits/visit-batches.ts'
import { settleEvents } from '../support/events.ts'
import { fetchFromReceivers, type Received, startReceiver } from '../support/receiver.ts'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t, {}, { safeFetch: fetchFromReceivers })
const { db, store, deliveries, visitJobs } = service.services
// The tests do its work themselves.
await visitJobs.close()

const types = ['visits.recorded']
const addWebhook = async (client: Client, body: object): Promise<number> => {
  const reply = await client.post('/api/webhook/add', body)
  t.equal(reply.status, 200, reply.text)
  return reply.body.id
}
const addLink = async (client: Client, custom: string): Promise<number> =>
  (await client.post('/api/url/add', { url: 'https://example.com/', custom })).body.id
const visit = async (alias: string, count = 1) => {
  for (let n = 0; n < count; n++) t.equal((await service.send('GET', `/${alias}`)).status, 302)
}
// Visits of a link as record_visits writes them.
const addVisits = async (link: number, account: number, count: number) => {
  await sql`insert into clicks (at, subject, subject_id, account_id, class, reason, first)
    select now(), 'link', ${link}::bigint, ${account}::bigint, 'visitor', 'agent_other', true
    from generate_series(1, ${count}::integer)`.execute(db)
  await sql`insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
    values ('link', ${link}, 0, ${account}, ${count}, 0, ${count})
    on conflict (subject, subject_id, slot) do update set waiting = visit_deltas.waiting + ${count}`.execute(db)
}
const record = () => recordBatches(store.db)
const fold = () => foldDeltas(store.db, { after: undefined, limit: 1000 })
const settle = async () => {
  await settleEvents(db)
  await deliveries.idle()
}
const idsOf = (received: Received[]): number[] =>
  received.flatMap(({ event }) => event.data.visits.map(({ id }: { id: number }) => id))

t.test('visits arrive in batches, each once, as GET /api/visits shows them', async (t) => {
  const client = await service.newClient()
  const [receiver, plain] = [await startReceiver(t), await startReceiver(t)]
  const link = await addLink(client, 'first')
  await visit('first')
  await addWebhook(client, { url: receiver.url, types })
  await addWebhook(client, { url: plain.url })
  await visit('first', 3)
  await record()
  await visit('first', 2)
  // What the fold has moved is found too.
  await fold()
  await record()
  await record()
  await settle()
  await receiver.wait(2)
  const { visits } = (await client.get(`/api/visits?link=${link}`)).body.data
  const batches = receiver.received.toSorted((a, b) => a.event.data.visits[0].id - b.event.data.visits[0].id)
  t.strictSame(
    batches.map(({ event }) => event.data.count),
    [3, 2],
  )
  t.strictSame(
    batches.flatMap(({ event }) => event.data.visits),
    visits.slice(1).map((one: object) => ({ link, qr: null, bio: null, ...one })),
  )
  const [first, second] = batches.map(({ event }) => event) as [Received['event'], Received['event']]
  t.match(first, { type: 'visits.recorded', actor: { type: 'system' }, data: { dropped: 0, droppedfrom: [] } })
  t.equal(first.data.nextcursor, second.data.after)
  const rest = await client.get(`/api/visits?link=${link}&after=${first.data.nextcursor}`)
  t.strictSame(
    rest.body.data.visits.map(({ id }: { id: number }) => id),
    second.data.visits.map(({ id }: { id: number }) => id),
  )
  t.equal(plain.received.length, 0, 'webhooks without types do not get them')
  t.notOk((await client.get('/api/events?limit=100')).text.includes('visits.recorded'), 'nor does the list show them')
  const list = await client.get('/api/events?type=visits.recorded&direction=asc')
  t.equal(list.status, 200, list.text)
  const listed = list.body.data.events
  t.strictSame(
    listed.map(({ id }: { id: string }) => id),
    batches.map(({ id }) => id),
  )
  t.strictSame(listed[0].data.visits, undefined)
})

t.test('of a hot link 2,000 visits are sent at a time, and the last batch says what is left out', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const [hot, cold] = [await addLink(client, 'hot'), await addLink(client, 'cold')]
  await addWebhook(client, { url: receiver.url, types })
  await addVisits(hot, client.id, 2500)
  await addVisits(cold, client.id, 1)
  await record()
  await settle()
  await receiver.wait(20)
  t.equal(new Set(idsOf(receiver.received)).size, 2000)
  const last = receiver.received.find(({ event }) => event.data.dropped > 0)
  t.match(last?.event.data, {
    dropped: 501,
    droppedfrom: [
      { link: hot, qr: null, bio: null, visits: 500 },
      { link: cold, visits: 1 },
    ],
  })
  const { visits, more } = (await client.get(`/api/visits?link=${hot}&after=${last?.event.data.nextcursor}`)).body.data
  t.strictSame([visits.length, more], [500, false], 'which the cursor leads to')
  await addVisits(cold, client.id, 1)
  await record()
  await settle()
  await receiver.wait(21)
  t.equal(idsOf(receiver.received).length, 2001, 'and it goes on')
  // As after a pause of the jobs.
  await sql`update visit_feeds set read_at = now() - interval '25 seconds' where account_id = ${client.id}`.execute(db)
  await addVisits(hot, client.id, 4500)
  await record()
  await settleEvents(db)
  const { events } = (await client.get('/api/events?type=visits.recorded&limit=45')).body.data
  t.ok(events.every(({ data }: Received['event']) => data.count === 100 && data.dropped === 0))
  await addVisits(hot, client.id, 2001)
  await record()
  await settleEvents(db)
  const latest = (await client.get('/api/events?type=visits.recorded&limit=1')).body.data.events[0]
  t.equal(latest.data.dropped, 1, 'a pause is made up for once')
})

t.test('an account whose visits cannot be written does not hold up the others', async (t) => {
  const [broken, client] = [await service.newClient(), await service.newClient()]
  const receiver = await startReceiver(t)
  for (const one of [broken, client]) {
    await addWebhook(one, { url: receiver.url, types })
    await addVisits(await addLink(one, `of-${one.id}`), one.id, 1)
  }
  await sql`update visit_feeds set read_at = now() - case account_id when ${broken.id}::bigint then interval '1 s'
    else interval '2 s' end`.execute(db)
  await sql`alter table events add constraint refused check (account_id <> ${sql.lit(broken.id)}) not valid`.execute(db)
  await t.rejects(record(), { message: `The visits of account ${broken.id} cannot be written as events` })
  await receiver.wait(1)
  const open = [broken.id, client.id]
  const listed = async () => (await listFeeds(store.db)).accounts.filter((id) => open.includes(id))
  t.strictSame(await listed(), open.toReversed(), 'and comes last the next time')
  await sql`alter table events drop constraint refused`.execute(db)
  await record()
  await receiver.wait(2)
  t.equal(new Set(idsOf(receiver.received)).size, 2)
})

t.test('a process that dies while it writes a batch loses no visit, and a replay has the same content', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t, (_, reply) => void reply.writeHead(500).end())
  const link = await addLink(client, 'dies')
  const id = await addWebhook(client, { url: receiver.url, types })
  await visit('dies', 3)
  const { horizon, accounts } = await listFeeds(store.db)
  t.ok(accounts.includes(client.id))
  await t.rejects(
    store.db.transaction().execute(async (open) => {
      const nested = { transaction: () => ({ execute: (work: (db: typeof open) => unknown) => work(open) }) }
      await recordVisitBatches(nested as never, client.id, { settledId: Number.MAX_SAFE_INTEGER, horizon, step: 0 })
      throw new Error('killed')
    }),
  )
  await Promise.all([record(), record(), record()])
  await settle()
  await receiver.wait(1)
  t.equal(receiver.received.length, 1)
  receiver.answer = () => {}
  await client.post(`/api/webhook/${id}/replay`, {})
  await receiver.wait(2)
  const [first, again] = receiver.received as [Received, Received]
  t.equal(again.id, first.id)
  t.equal(again.body, first.body)
  await client.delete(`/api/url/${link}/delete`)
  const { forgetDeleted } = await import('../../src/visits/visit-jobs.ts')
  await forgetDeleted(store.db, 100)
  await client.post(`/api/webhook/${id}/replay`, { created_after: '2026-01-01' })
  await receiver.wait(3)
  t.match(receiver.received.at(-1)?.event, { id: first.id, data: { count: 3, visits: [] } }, 'without deleted visits')
})

t.test('accounts that do not ask for visits have no feed', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  const link = await addLink(client, 'quiet')
  const id = await addWebhook(client, { url: receiver.url, types })
  await addVisits(link, client.id, 1)
  await fold()
  await client.put(`/api/webhook/${id}/update`, { enabled: false })
  await record()
  const { rows } = await sql`
    select account_id from visit_feeds where account_id = ${client.id}
    union all select account_id from visit_feed_subjects where account_id = ${client.id}
    union all select account_id from events where account_id = ${client.id} and type = 'visits.recorded'`.execute(db)
  t.strictSame(rows, [])
  await client.put(`/api/webhook/${id}/update`, { enabled: true })
  await addVisits(link, client.id, 1)
  await record()
  await receiver.wait(1)
  await settle()
  t.equal(idsOf(receiver.received).length, 1, 'what follows is sent once it is enabled again')
})

t.test('a batch that cannot be read is not attempted, and what was sent beside it is noted', async (t) => {
  const client = await service.newClient()
  const receiver = await startReceiver(t)
  await addLink(client, 'unread')
  const id = await addWebhook(client, { url: receiver.url, types: ['visits.recorded', 'link.created'] })
  const pause = (until: string | null) =>
    sql`update webhooks set next_try_at = ${until}::text::timestamptz where id = ${id}`.execute(db)
  await pause('2099-01-01')
  await visit('unread')
  await record()
  await addLink(client, 'beside')
  const setFrom = (from: string) =>
    sql`update events set data = jsonb_set(data, '{batch,from}', to_jsonb(${from}::text))
      where account_id = ${client.id} and type = 'visits.recorded'`.execute(db)
  await setFrom('unreadable')
  const failed = new Promise((resolve) => deliveries.report(resolve))
  await pause(null)
  await settle()
  t.match(await failed, /invalid input syntax/)
  const logged = async () => (await client.get(`/api/webhook/${id}/deliveries`)).body.data.deliveries
  t.match(
    (await logged()).toSorted((a: { type: string }, b: { type: string }) => a.type.localeCompare(b.type)),
    [
      { type: 'link.created', status: 'delivered' },
      { type: 'visits.recorded', status: 'pending', attempts: [] },
    ],
  )
  await setFrom('2026-01-01')
  await settle()
  await receiver.wait(2)
  await settle()
  t.strictSame(
    receiver.received.map(({ event }) => event.type),
    ['link.created', 'visits.recorded'],
  )
})

t.test('batches are kept as long as they may be tried', async (t) => {
  const client = await service.newClient()
  await sql`insert into events (account_id, type, actor, data, created_at)
    select ${client.id}, 'visits.recorded', 'system', '{}', now() - make_interval(hours => hours)
    from unnest(array[83, 95, 97]) hours`.execute(db)
  t.equal(await deleteOldBatches(store.db, 1000), 1)
})
