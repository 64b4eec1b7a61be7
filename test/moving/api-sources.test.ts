import { createServer, type IncomingMessage } from 'node:http'
import t from 'tap'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { commandLine } from '../support/command-line.ts'
import { linkOf, resultOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const waymark = commandLine(async () => service.services.store, { WAYMARK_IMPORT_KEY: 'the-secret-key' })
const account = ['--username', client.username, '--json']
const asked: string[] = []
let refusals = 1

const kutt = (skip: number) => ({
  data: Array.from({ length: Math.max(0, Math.min(50, 60 - skip)) }, (_, i) => ({
    address: `kutt-${skip + i}`,
    target: `https://example.com/k/${skip + i}`,
    description: 'A note',
    password: skip + i === 1,
    visit_count: 7,
    created_at: '2022-03-04T05:06:07.000Z',
  })),
  total: 60,
})
const shlink = {
  shortUrls: {
    data: [
      {
        shortCode: 'shl-1',
        shortUrl: 'https://s.test/shl-1',
        longUrl: 'https://example.com/s',
        dateCreated: '2021-02-03T04:05:06+00:00',
        visitsSummary: { total: 12, nonBots: 9, bots: 3 },
        tags: ['one'],
        meta: { validSince: '2020-06-01T12:00:00+02:00', validUntil: '2040-01-01T00:00:00+00:00', maxVisits: 500 },
        domain: null,
        title: 'A title',
        forwardQuery: true,
        hasRedirectRules: true,
      },
    ],
    pagination: { currentPage: 1, pagesCount: 1 },
  },
}
const rules = {
  redirectRules: [
    {
      priority: 1,
      longUrl: 'https://example.com/de',
      conditions: [{ type: 'geolocation-country-code', matchKey: null, matchValue: 'DE' }],
    },
    {
      priority: 2,
      longUrl: 'https://example.com/q',
      conditions: [{ type: 'query-param', matchKey: 'a', matchValue: 'b' }],
    },
  ],
}
function answer({ url: path = '', headers }: IncomingMessage): {
  status: number
  body: unknown
  headers?: Record<string, string>
} {
  asked.push(path)
  if (path.startsWith('/ends/') && path.includes('skip=50')) return { status: 404, body: {} }
  const url = path.replace(/^\/(sub|ends)\//, '/')
  if (headers['x-api-key'] !== 'the-secret-key') return { status: 401, body: {} }
  if (url.startsWith('/api/v2/links')) {
    if (url.includes('skip=50') && refusals-- > 0) return { status: 429, body: {}, headers: { 'retry-after': '1' } }
    return { status: 200, body: kutt(Number(new URL(url, 'http://x').searchParams.get('skip'))) }
  }
  return { status: 200, body: url.includes('redirect-rules') ? rules : shlink }
}
const server = createServer((request, reply) => {
  const { status, body, headers = {} } = answer(request)
  reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const host = `http://127.0.0.1:${(server.address() as { port: number }).port}`

t.test('Kutt, page by page, waiting as long as it says', async (t) => {
  const { json } = await waymark(['import', '--from', 'kutt', '--host', host, ...account])
  t.match(json, { import: { source: 'kutt', status: 'done', created: 60, failed: 0, message: null } })
  t.equal(asked.filter((url) => url.includes('skip=50')).length, 2, 'the page that was refused is asked for again')
  t.match((await linkOf(client, 'kutt-59')).details, { clicks: 7, date: '2022-03-04 05:06:07', description: 'A note' })
  t.match((await linkOf(client, 'kutt-1')).details, { status: 'private' })
})

t.test('Shlink, with rules', async (t) => {
  const { json } = await waymark(['import', '--from', 'shlink', '--host', host, ...account])
  t.match(json, { import: { created: 1 } })
  t.match((await linkOf(client, 'shl-1')).details, {
    clicks: 9,
    start: '2020-06-01 10:00:00',
    expiry: '2040-01-01 00:00:00',
    clicklimit: 500,
    forward: true,
    geotarget: [{ location: 'DE', link: 'https://example.com/de' }],
  })
})

t.test('the path of the address is kept', async (t) => {
  asked.length = 0
  const { json } = await waymark(['import', '--from', 'shlink', '--host', `${host}/sub/rest/v3/?a=b`, ...account])
  t.match(json, { import: { status: 'done', skipped: 1 } })
  t.match(asked, [/^\/sub\/rest\/v3\/short-urls\?/, /^\/sub\/rest\/v3\/short-urls\/shl-1\/redirect-rules$/])
  const open = await startService(t, {}, { safeFetch: createSafeFetch({ allowPrivate: true }) })
  const owner = await open.newClient()
  asked.length = 0
  const body = { source: 'kutt', key: 'the-secret-key', host: `${host}/sub` }
  const { id } = (await owner.post('/api/import/service', body)).body
  for (let tries = 0; tries < 400 && (await owner.get(`/api/import/${id}`)).body.details.status === 'reading'; tries++)
    await new Promise((resolve) => setTimeout(resolve, 25))
  t.match((await resultOf(open, owner, id)).details, { status: 'done', created: 60 })
  t.match(asked, [/^\/sub\/api\/v2\/links\?/, /^\/sub\/api\/v2\/links\?/])
})

t.test('an import that a service interrupts says how to go on', async (t) => {
  const importing = ['import', '--from', 'kutt', '--host', `${host}/ends`, '--conflicts', 'rename', ...account]
  const { code, json } = await waymark(importing)
  t.equal(code, 1)
  const [, id = ''] = /404 to \S+ Import (\d+) has 50 rows: go on with `import --resume \1`\.$/.exec(json.message) ?? []
  t.ok(id, json.message)
  t.match((await waymark(['import', '--resume', id, ...account])).json, { message: json.message })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as { port: number }
  const WAYMARK_SERVER = `http://127.0.0.1:${port}`
  const remote = commandLine(async () => t.fail() as never, {
    ...{ WAYMARK_SERVER, WAYMARK_KEY: client.apikey, WAYMARK_IMPORT_KEY: 'the-secret-key' },
  })
  const { err } = await remote(['import', '--resume', id])
  t.match(err, new RegExp(`^Import ${id}: .* It has 50 rows: go on with \`import --resume ${id}\`.\n$`))
})

t.test('a key that is refused is said, and stored nowhere; over the API private addresses are not asked', async (t) => {
  const wrong = commandLine(async () => service.services.store, { WAYMARK_IMPORT_KEY: 'wrong-key-000' })
  const { code, json } = await wrong(['import', '--from', 'kutt', '--host', host, ...account])
  t.equal(code, 1)
  t.match(json, { message: /refuses the key/ })
  const { body } = await client.post('/api/import/service', { source: 'kutt', key: 'wrong-key-111', host })
  for (let tries = 0; tries < 400; tries++) {
    if ((await client.get(`/api/import/${body.id}`)).body.details.status === 'interrupted') break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  t.match((await client.get(`/api/import/${body.id}`)).body.details, {
    status: 'interrupted',
    message: /public internet/,
  })
  const jobs = JSON.stringify(await service.services.db.selectFrom('jobs').selectAll().execute())
  for (const key of ['the-secret-key', 'wrong-key-000', 'wrong-key-111']) t.notMatch(jobs, key)
  t.match(await client.post('/api/import/service', { source: 'shlink', key: 'x' }), {
    status: 400,
    body: { errors: [{ path: '/host' }] },
  })
})
