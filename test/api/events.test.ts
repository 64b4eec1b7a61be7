import { sql } from 'kysely'
import t from 'tap'
import { usesServer } from '../support/database.ts'
import { settleEvents } from '../support/events.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { db } = service.services
const client = await service.newClient()
const other = await service.newClient()

const readNow = async (query: string, who = client) => {
  const reply = await who.get(`/api/events?${query}`)
  t.equal(reply.status, 200, reply.text)
  return reply.body.data
}
const read = async (query: string, who = client) => {
  await settleEvents(db)
  return readNow(query, who)
}
const typesOf = (data: { events: { type: string }[] }) => data.events.map(({ type }) => type)
const addLink = async (n: number) => (await client.post('/api/url/add', { url: `https://example.com/${n}` })).body.id

t.test('the list has what changed and which key changed it', async (t) => {
  const { apikey, id: keyid } = (await client.post('/api/key/add', { name: 'Robot', scope: 'write' })).body
  const made = await service.send('POST', '/api/campaign/add', {
    key: apikey,
    body: { name: 'Summer', slug: 'summer' },
  })
  await client.put(`/api/campaign/${made.body.id}/update`, { name: 'Autumn' })
  const login = await service.send('POST', '/login', {
    body: { username: client.username, password: 'correct horse battery' },
  })
  await service.send('DELETE', `/api/campaign/${made.body.id}/delete`, { key: login.body.apikey })
  const { events } = await read('')
  const data = { id: made.body.id, name: 'Autumn', slug: 'summer' }
  t.match(events, [
    { type: 'campaign.deleted', actor: { type: 'login', keyid: Number }, data },
    { type: 'campaign.updated', actor: { type: 'key', keyname: 'First key' }, data: { ...data, changed: ['name'] } },
    { type: 'campaign.created', actor: { type: 'key', keyid, keyname: 'Robot' }, data: { ...data, name: 'Summer' } },
  ])
  t.match(events[0].id, /^evt_\d+$/)
  t.match(events[0].date, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  t.equal((await read(`key=${keyid}`)).events.length, 1)
  await client.delete(`/api/key/${keyid}/delete`)
  t.match((await read(`key=${keyid}`)).events, [{ actor: { keyname: 'Robot' } }], 'also of a deleted key')
})

t.test('filters and both directions', async (t) => {
  const id = await addLink(1)
  await client.post('/api/qr/add', { type: 'text', data: 'Text' })
  await client.put(`/api/url/${id}/update`, { url: 'https://example.com/2' })
  t.strictSame(typesOf(await read(`link=${id}`)), ['link.updated', 'link.created'])
  t.strictSame(typesOf(await read(`link=${id}&direction=asc`)), ['link.created', 'link.updated'])
  t.strictSame(typesOf(await read('type=qr.created')), ['qr.created'])
  t.strictSame(typesOf(await read('created_after=2030-01-01')), [])
  t.equal((await read('created_before=2030-01-01&created_after=2020-01-01')).events.length, 6)
  t.strictSame((await read('', other)).events, [], 'nothing of another account')
  t.match((await client.get('/api/events?type=link.opened')).body, { code: 'invalid_request' })
  for (const after of [
    'x',
    Buffer.from('v1:1').toString('base64url'),
    Buffer.from('v1:1:99999999999999999').toString('base64url'),
  ])
    t.match((await client.get(`/api/events?after=${after}`)).body.errors, [
      { path: 'query/after', message: /is not a cursor/ },
    ])
})

t.test('pages in both directions have every event once', async (t) => {
  await client.post('/api/url/bulk', {
    items: Array.from({ length: 7 }, (_, i) => ({ url: `https://example.com/b${i}` })),
  })
  const all = (await read('limit=1000')).events.map(({ id }: { id: string }) => id)
  for (const direction of ['asc', 'desc']) {
    const seen: string[] = []
    let next = ''
    for (let more = true; more; ) {
      const data = await read(`limit=4&direction=${direction}${next}`)
      seen.push(...data.events.map(({ id }: { id: string }) => id))
      next = `&after=${data.nextcursor}`
      more = data.more
    }
    t.strictSame(seen, direction === 'asc' ? all.toReversed() : all)
    const end = await read(`direction=${direction}${next}`)
    t.strictSame([end.events, end.more, `&after=${end.nextcursor}`], [[], false, next])
  }
})

t.test(
  'a cursor misses no event of a transaction that commits late',
  { skip: !usesServer && 'needs two connections' },
  async (t) => {
    const start = (await read('limit=1')).nextcursor
    const later = async (after: string) => read(`direction=asc&after=${after}`)
    const work = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const late = service.services.store.db.transaction().execute(async (trx) => {
      await sql`insert into events (account_id, type, subject_id, actor, data)
      values (${client.id}, 'domain.lost', 1, 'system', '{"domain":"https://go.lost.example"}')`.execute(trx)
      started.resolve()
      await work.promise
    })
    await started.promise
    const id = await addLink(3)
    const during = await readNow(`direction=asc&after=${start}`)
    t.strictSame(during.events, [], 'the newer event waits for the older transaction')
    t.strictSame(during.nextcursor, start)
    work.resolve()
    await late
    const after = await later(during.nextcursor)
    t.match(after.events, [{ type: 'domain.lost' }, { type: 'link.created', data: { id } }])
    t.strictSame((await later(after.nextcursor)).events, [])
  },
)

t.test('a read key reads events, and none may be written', async (t) => {
  const { apikey } = (await client.post('/api/key/add', { scope: 'read' })).body
  t.equal((await service.send('GET', '/api/events', { key: apikey })).status, 200)
  t.equal((await db.selectFrom('events').select('id').where('account_id', '=', other.id).execute()).length, 0)
})
