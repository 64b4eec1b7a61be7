import t from 'tap'
import { countQueries } from '../support/count-queries.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { app, services } = service
const client = await service.newClient()
const COUNT = 300

const items = Array.from({ length: COUNT }, (_, i) => ({
  url: `https://example.com/${i}`,
  custom: `Link-${i}`,
  ...(i % 3 === 0 ? { domain: 'https://go.example.org' } : {}),
}))
t.test('simultaneous visits of links that are not cached read them together', async (t) => {
  t.equal((await client.post('/api/domain/add', { domain: 'https://go.example.org' })).body.error, 0)
  for (let i = 0; i < COUNT; i += 100)
    t.equal((await client.post('/api/url/bulk', { items: items.slice(i, i + 100) })).body.error, 0)
  const replies: { i: number; location: string | undefined }[] = []
  const queries = await countQueries(t, services, async () => {
    await Promise.all(
      items.map(async ({ custom, domain }, i) => {
        const host = domain ? 'go.example.org' : 'localhost:3000'
        const { headers } = await app.inject({
          url: `/${custom}`,
          headers: { host },
          remoteAddress: `192.0.2.${i % 200}`,
        })
        replies.push({ i, location: headers.location })
      }),
    )
  })
  t.strictSame(
    replies.filter(({ i, location }) => location !== `https://example.com/${i}`),
    [],
    'each leads to its own destination',
  )
  t.ok(queries > 0 && queries < COUNT / 3, `${queries} queries for ${COUNT} links`)
})

t.test('an unknown alias is distinguished from others in the same query', async (t) => {
  const statuses = await Promise.all(
    ['/Link-1', '/link-1', '/Link-0', '/Link-2'].map(async (url) => {
      const reply = await app.inject({ url, headers: { host: 'localhost:3000' } })
      return reply.statusCode
    }),
  )
  t.strictSame(statuses, [302, 404, 404, 302])
})
