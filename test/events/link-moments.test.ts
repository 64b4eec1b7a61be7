import { sql } from 'kysely'
import t from 'tap'
import { recordExpiredLinks } from '../../db/queries/link-expiry.ts'
import { foldDeltas } from '../../db/queries/visit-subjects.ts'
import { settleEvents } from '../support/events.ts'
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

t.test('a link that expires makes one event', async (t) => {
  const links = []
  for (let n = 0; n < 5; n++) links.push(await addLink({ expiry: '2099-01-01', metatitle: `Sale ${n}` }))
  const later = await addLink({ expiry: '2099-01-01' })
  await sql`update expiry_mark set expires_at = now() - interval '1 hour'`.execute(db)
  await sql`update links set expires_at = now() - interval '10 minutes' where id = any (${`{${links.join()}}`}::text::bigint[])`.execute(
    db,
  )
  await sql`update links set expires_at = now() - interval '1 second' where id = ${later}`.execute(db)
  const batches = []
  for (let n = 0; n < 4; n++) batches.push(await recordExpiredLinks(store.db, 2))
  t.strictSame(batches, [2, 2, 1, 0])
  for (const [n, link] of links.entries()) {
    const events = await eventsOf(link, 'link.expired')
    t.match(events, [{ actor: { type: 'system' }, data: { id: link, title: `Sale ${n}` } }])
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

t.test('a link that reaches 100, 1,000 … visits makes an event each time', async (t) => {
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
