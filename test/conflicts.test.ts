import t from 'tap'
import { startService } from './support/service.ts'

// What only one may have, asked for by several at the same time: one gets it, the others are told so.

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
  t.test(`${what} asked for by three at once is given to one`, async (t) => {
    const { statuses, losers } = await raceFor(path, body)
    t.same(statuses, [200, 409, 409])
    for (const { body } of losers)
      t.match(body, { error: 1, code: /_taken$/, errors: [{ path: String, message: String }] })
  })

t.test('a link and a bio page cannot have the same alias, whoever comes first', async (t) => {
  const [client] = clients
  const replies = await Promise.all([
    client?.post('/api/url/add', { url: 'https://example.com', custom: 'either-or' }),
    client?.post('/api/bio/add', { name: 'Either', custom: 'either-or' }),
  ])
  t.same(replies.map((reply) => reply?.status).toSorted(), [200, 409])
})

t.test('aliases that differ in case are two', async (t) => {
  const [client] = clients
  for (const custom of ['Case-Sensitive', 'case-sensitive'])
    t.equal((await client?.post('/api/url/add', { url: 'https://example.com', custom }))?.status, 200)
})
