import { sql } from 'kysely'
import t from 'tap'
import { recordExpiredLinks } from '../../db/queries/link-expiry.ts'
import { recordLinkMoments } from '../../db/queries/link-moments.ts'
import { foldDeltas } from '../../db/queries/visit-subjects.ts'
import { claimClick } from '../../db/queries/visits.ts'
import { usesServer } from '../support/database.ts'
import { settleEvents } from '../support/events.ts'
import { importFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { store, db, maintenance, visitJobs } = service.services
// The tests do its work themselves.
await maintenance.close()
await visitJobs.close()

const client = await service.newClient()
const other = await service.newClient()
const addLink = async (body: object): Promise<number> => {
  const reply = await client.post('/api/url/add', { url: 'https://example.com/', ...body })
  t.equal(reply.status, 200, reply.text)
  return reply.body.id
}
const eventsOf = async (link: number, type: string) => {
  await settleEvents(db)
  return (await client.get(`/api/events?direction=asc&link=${link}&type=${type}`)).body.data.events
}
const fold = () => foldDeltas(store.db, { after: undefined, limit: 1000 })

t.test('an expiring link records one event', async (t) => {
  const links = []
  for (let n = 0; n < 5; n++) links.push(await addLink({ expiry: '2099-01-01', metatitle: `Sale ${n}` }))
  const later = await addLink({ expiry: '2099-01-01' })
  await sql`update expiry_mark set expires_at = now() - interval '1 hour'`.execute(db)
  await sql`update links set expires_at = now() - interval '10 minutes' where id = any (${`{${links.join()}}`}::text::bigint[])`.execute(
    db,
  )
  const batches = []
  for (let n = 0; n < 4; n++) {
    await sql`update links set expires_at = now() - interval '1 second' where id = ${later}`.execute(db)
    batches.push(await recordExpiredLinks(store.db, 2))
  }
  t.strictSame(batches, [2, 2, 1, 0])
  for (const [n, link] of links.entries()) {
    const events = await eventsOf(link, 'link.expired')
    t.match(events, [{ actor: { type: 'system' }, data: { id: link, title: `Sale ${n}`, reason: 'expiry' } }])
    t.equal(events.length, 1)
  }
  t.strictSame(await eventsOf(later, 'link.expired'), [], 'transactions that take a while are waited for')
  t.equal((await other.get('/api/events')).body.data.events.length, 0)
})

t.test('two instances record an expiry once', async (t) => {
  const link = await addLink({ expiry: '2099-01-01' })
  await sql`update links set expires_at = now() - interval '6 seconds' where id = ${link}`.execute(db)
  await Promise.all([1, 2, 3].map(() => recordExpiredLinks(store.db, 100)))
  t.equal((await eventsOf(link, 'link.expired')).length, 1)
})

t.test('a link records an event each time it reaches 100, 1,000 … visits', async (t) => {
  const link = await addLink({})
  const visit = async (visits: number) => {
    await sql`insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
      values ('link', ${link}, 0, ${client.id}, ${visits}, 0, 0)`.execute(db)
    await fold()
  }
  for (const visits of [1, 98, 1, 1, 850, 50, 120_000, 5]) await visit(visits)
  const events = await eventsOf(link, 'link.milestone')
  t.strictSame(
    events.map(({ data }: { data: { visits: number } }) => data.visits),
    [100, 1000, 100_000],
  )
})

const addVisits = (link: number, visits: number) =>
  sql`insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
    values ('link', ${link}, 0, ${client.id}, ${visits}, 0, 0)`.execute(db)
const momentsOf = async (link: number) => {
  while ((await recordLinkMoments(store.db, 2)) > 0) {}
  const ended = await eventsOf(link, 'link.expired')
  const passed = await eventsOf(link, 'link.milestone')
  const reasons = ended.map(({ data }: { data: { reason: string } }) => data.reason)
  return [...reasons, ...passed.map(({ data }: { data: { visits: number } }) => data.visits)]
}

t.test('a link that ends by its click limit makes one event, and one more after the limit was raised', async (t) => {
  const link = await addLink({ clicklimit: 3, custom: 'limited', metatitle: 'Coupon' })
  const visit = async () => (await service.send('GET', '/limited')).status
  t.strictSame([await visit(), await visit()], [302, 302])
  t.strictSame(await momentsOf(link), [])
  t.strictSame([await visit(), await visit(), await visit()], [302, 410, 410])
  t.strictSame(await momentsOf(link), ['clicklimit'])
  t.match(await eventsOf(link, 'link.expired'), [{ actor: { type: 'system' }, data: { id: link, title: 'Coupon' } }])
  await client.put(`/api/url/${link}/update`, { clicklimit: 4 })
  t.strictSame([await visit(), await visit()], [302, 410])
  t.strictSame(await momentsOf(link), ['clicklimit', 'clicklimit'])
})

t.test('so does a link whose limit is set below its visits, or that had visits when it was set', async (t) => {
  const [lowered, waiting] = [await addLink({}), await addLink({})]
  await addVisits(lowered, 5)
  await fold()
  await addVisits(waiting, 5)
  await client.put(`/api/url/${lowered}/update`, { clicklimit: 5 })
  await client.put(`/api/url/${waiting}/update`, { clicklimit: 5 })
  t.strictSame(await momentsOf(lowered), ['clicklimit'])
  t.equal(await claimClick(db, waiting), false)
  await fold()
  t.strictSame(await momentsOf(waiting), ['clicklimit'])
  await client.put(`/api/url/${waiting}/update`, { clicklimit: 4, metatitle: 'lower still' })
  t.equal((await momentsOf(waiting)).length, 1)
})

t.test('a link with a click limit reaches milestones too, each once', async (t) => {
  const link = await addLink({})
  await addVisits(link, 990)
  await fold()
  await client.put(`/api/url/${link}/update`, { clicklimit: 1005 })
  while (await claimClick(db, link)) {}
  await fold()
  t.strictSame(await momentsOf(link), ['clicklimit', 100, 1000])
  const deleted = await addLink({ clicklimit: 1 })
  await claimClick(db, deleted)
  await client.delete(`/api/url/${deleted}/delete`)
  t.strictSame(await momentsOf(deleted), [], 'nothing is told of a deleted link')
})

t.test('what a link had reached has a smaller id than the change that follows, by a request or a job', async (t) => {
  const campaign = (await client.post('/api/campaign/add', { name: 'Short' })).body.id
  const link = await addLink({ clicklimit: 1, campaign })
  await claimClick(db, link)
  await client.put(`/api/url/${link}/update`, { clicklimit: 2 })
  await claimClick(db, link)
  await client.delete(`/api/campaign/${campaign}/delete`)
  await service.services.jobs.idle()
  t.strictSame(await momentsOf(link), ['clicklimit', 'clicklimit'])
  const { events } = (await client.get(`/api/events?direction=asc&link=${link}`)).body.data
  const byId = events.toSorted((a: { id: string }, b: { id: string }) => Number(a.id.slice(4)) - Number(b.id.slice(4)))
  t.strictSame(
    byId.map(({ type }: { type: string }) => type),
    ['link.created', 'link.expired', 'link.updated', 'link.expired', 'link.updated'],
  )
})

t.test('a link that another transaction changes is left to it', { skip: !usesServer }, async (t) => {
  const link = await addLink({ clicklimit: 1 })
  await claimClick(db, link)
  await store.db.transaction().execute(async (open) => {
    await sql`select from links where id = ${link} for update`.execute(open)
    t.equal(await recordLinkMoments(store.api, 10), 0)
  })
  t.strictSame(await momentsOf(link), ['clicklimit'])
})

t.test('visits that an import adds make no events', async (t) => {
  const lines = [
    { kind: 'export', format: 'waymark-export', version: 1 },
    { kind: 'link', id: 1, alias: 'moved', url: 'https://example.com/moved', clicklimit: 150 },
    { kind: 'day', subject: 'link', id: 1, date: '2024-01-01', class: 'visitor', visits: 200, uniques: 2, facets: {} },
    { kind: 'end' },
  ]
  const file = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  t.match((await importFile(service, client, 'waymark', file)).details, { created: 2, failed: 0 })
  const [link] = (await client.get('/api/urls?q=moved')).body.data.urls
  t.equal(link.clicks, 200)
  t.strictSame(await momentsOf(link.id), [])
})
