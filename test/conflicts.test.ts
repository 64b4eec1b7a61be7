import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../db/open.ts'
import { inTransaction } from '../db/transaction.ts'
import { toApiError } from '../src/plugins/errors.ts'
import { usesServer } from './support/database.ts'
import { settleEvents } from './support/events.ts'
import { startService } from './support/service.ts'

// Concurrent requests for a unique value: one succeeds, the others are 409.

const service = await startService(t)
const clients = await Promise.all([1, 2, 3].map(() => service.newClient()))

/** Sends the same creation from every account at once and returns the statuses and codes. */
async function raceFor(path: string, body: object) {
  const replies = await Promise.all(clients.map((client) => client.post(path, body)))
  return {
    statuses: replies.map(({ status }) => status).toSorted(),
    losers: replies.filter(({ status }) => status !== 200),
  }
}

for (const [what, path, body] of [
  ['an alias', '/api/url/add', { url: 'https://example.com', custom: 'only-one' }],
  ['a rotator slug', '/api/campaign/add', { name: 'Race', slug: 'only-one' }],
  ['a domain', '/api/domain/add', { domain: 'https://only-one.example.com' }],
  ['an alias of a bio page', '/api/bio/add', { name: 'Race', custom: 'only-one-page' }],
] as const)
  t.test(`of three concurrent requests for ${what} one succeeds`, async (t) => {
    const { statuses, losers } = await raceFor(path, body)
    t.same(statuses, [200, 409, 409])
    for (const { body } of losers)
      t.match(body, { error: 1, code: /_taken$/, errors: [{ path: String, message: String }] })
  })

t.test('ten concurrent requests with reuse create one link', async (t) => {
  const [client] = clients
  const link = { url: 'https://example.com/once', reuse: true }
  const replies = await Promise.all(Array.from({ length: 10 }, () => client?.post('/api/url/add', link)))
  t.equal(new Set(replies.map((reply) => reply?.body.id)).size, 1)
})

t.test('a link and a bio page cannot have the same alias', async (t) => {
  const [client] = clients
  const replies = await Promise.all([
    client?.post('/api/url/add', { url: 'https://example.com', custom: 'either-or' }),
    client?.post('/api/bio/add', { name: 'Either', custom: 'either-or' }),
  ])
  t.same(replies.map((reply) => reply?.status).toSorted(), [200, 409])
})

t.test('aliases that differ in case are different', async (t) => {
  const [client] = clients
  for (const custom of ['Case-Sensitive', 'case-sensitive'])
    t.equal((await client?.post('/api/url/add', { url: 'https://example.com', custom }))?.status, 200)
})

t.test('two links that swap aliases concurrently both get a reply', async (t) => {
  const client = await service.newClient()
  const add = async (custom: string) =>
    (await client.post('/api/url/add', { url: 'https://example.com', custom })).body.id as number
  const links = await Promise.all([add('swap-one'), add('swap-two')])
  for (let i = 0; i < 20; i++) {
    const swapped = i % 2 === 0 ? ['swap-two', 'swap-one'] : ['swap-one', 'swap-two']
    const replies = await Promise.all(
      links.map((id, place) => client.put(`/api/url/${id}/update`, { custom: swapped[place] })),
    )
    for (const { status } of replies) t.ok([200, 409, 503].includes(status), `${status}`)
  }
})

t.test(
  'a body that names a record that is deleted meanwhile is 400, a path is 404',
  { skip: usesServer ? false : 'needs two connections' },
  async (t) => {
    const client = await service.newClient()
    const add = async (path: string, body: object) => (await client.post(`/api/${path}/add`, body)).body.id as number
    const link = await add('url', { url: 'https://example.com' })
    const channel = await add('channel', { name: 'Brief' })
    const send = () => [
      client.post('/api/url/add', { url: 'https://example.com', channel }),
      client.post('/api/url/bulk', { items: [{ url: 'https://example.com', channel }] }),
      client.put(`/api/url/${link}/update`, { channel }),
      client.post(`/api/channel/${channel}/assign/links/${link}`),
    ]
    const { replies } = await service.services.store.visitors.transaction().execute(async (db) => {
      await db.deleteFrom('channels').where('id', '=', channel).execute()
      const replies = Promise.all(send())
      // They have found the channel, and wait for the row to refer to it.
      await sleep(1000)
      return { replies }
    })
    t.match(await replies, [
      { status: 400, body: { code: 'invalid_request' } },
      { status: 400, body: { code: 'invalid_request' } },
      { status: 400, body: { code: 'invalid_request' } },
      { status: 404, body: { code: 'not_found' } },
    ])
  },
)

t.test(
  'an assignment to a channel and a change of the link that names it wait for each other',
  { skip: usesServer ? false : 'needs two connections' },
  async (t) => {
    const client = await service.newClient()
    const { store } = service.services
    const link = (await client.post('/api/url/add', { url: 'https://example.com' })).body.id as number
    const [channel, other] = await Promise.all(
      ['Both', 'Other'].map(async (name) => (await client.post('/api/channel/add', { name })).body.id as number),
    )
    const isWaiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
      return rows.length > 0
    }
    const { assigning } = await store.visitors.transaction().execute(async (db) => {
      await sql`update links set url = 'https://example.com/new', updated_at = now() where id = ${link}::bigint`.execute(
        db,
      )
      await sql`select from links where id = ${link}::bigint for update`.execute(db)
      const assigning = Promise.all(
        [channel, other].map((id) => client.post(`/api/channel/${id}/assign/links/${link}`)),
      )
      while (!(await isWaiting())) await sleep(20)
      await sql`insert into channel_items (channel_id, link_id) values (${Number(channel)}::bigint, ${link}::bigint)`.execute(
        db,
      )
      return { assigning }
    })
    t.match(await assigning, [{ status: 200 }, { status: 200 }])
    for (const id of [channel, other]) t.equal((await client.get(`/api/channel/${id}`)).body.data.result, 1)
    await settleEvents(store.db)
    const { events } = (await client.get(`/api/events?link=${link}&type=link.updated`)).body.data
    t.match(
      events,
      [{ data: { changed: ['channel'], longurl: 'https://example.com/new' } }],
      'the event is of after the wait',
    )
  },
)

t.test('a transaction that was aborted by a conflict is retried a few times', async (t) => {
  const { db } = service.services
  const giveUp = (db: Database) =>
    sql`do $$ begin raise exception 'given up' using errcode = '40001'; end $$`.execute(db)
  let runs = 0
  t.equal(
    await inTransaction(db, async (db) => {
      if (++runs < 3) await giveUp(db)
      return 'done'
    }),
    'done',
  )
  t.equal(runs, 3)
  runs = 0
  const always = inTransaction(db, async (db) => {
    runs++
    await giveUp(db)
  })
  await t.rejects(always, { code: '40001' })
  t.ok(runs > 1 && runs < 10)
  t.match(toApiError(await always.catch((error) => error)), { status: 503, headers: { 'Retry-After': /^\d+$/ } })
  runs = 0
  await t.rejects(
    db.transaction().execute((outer) =>
      inTransaction(outer, async (db) => {
        runs++
        await giveUp(db)
      }),
    ),
  )
  t.equal(runs, 1, 'a part of a transaction cannot be run again alone')
})
