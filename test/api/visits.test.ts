import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t, { BASE_URL: 'http://wm.localhost:3000' })
const client = await service.newClient()
const { app, services } = service
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const visit = (path: string, agent = CHROME, more: object = {}) =>
  app.inject({
    url: path,
    headers: { host: 'wm.localhost:3000', 'user-agent': agent, 'accept-language': 'de', ...more },
    remoteAddress: '192.0.2.7',
  })
const { body: link } = await client.post('/api/url/add', { url: 'https://example.com/', custom: 'seen' })
const list = async (query: string) => (await client.get(`/api/visits?link=${link.id}${query}`)).body.data

t.test('visits are listed one by one with class and reason, without an address', async (t) => {
  await visit('/seen', CHROME, { referer: 'https://www.news.example/x' })
  await visit('/seen')
  await visit('/seen', 'Googlebot/2.1 (+http://www.google.com/bot.html)')
  await visit('/seen', CHROME, { 'sec-purpose': 'prefetch' })
  await visit('/seen', '=cmd|A1')
  const reply = await client.get(`/api/visits?link=${link.id}`)
  t.match(reply.body, { error: '0', data: { perpage: 1000, more: false } })
  const { visits, nextcursor: next } = reply.body.data
  t.equal(reply.headers['x-next-cursor'], next)
  t.strictSame(
    visits.map((one: Record<string, unknown>) => [one['class'], one['reason'], one['unique']]),
    [
      ['visitor', 'agent_other', true],
      ['visitor', 'agent_other', false],
      ['bot', 'agent_crawler', true],
      ['prefetch', 'purpose_header', true],
      ['bot', 'agent_crawler', true],
    ],
  )
  t.match(visits[0], {
    referrer: 'news.example',
    browser: 'Chrome',
    os: 'Linux',
    device: 'Desktop',
    language: 'de',
    agent: CHROME,
  })
  t.notMatch(reply.text, '192.0.2.7')

  const csv = await client.get(`/api/visits?link=${link.id}&format=csv`)
  t.match(csv.headers, { 'content-type': 'text/csv; charset=utf-8', 'x-next-cursor': next })
  const lines = csv.text.trimEnd().split('\r\n')
  t.equal(lines.length, 6)
  t.match(lines[0], /^id,date,class,reason,unique,/)
  t.match(lines[5], /,'=cmd\|A1,/, 'no spreadsheet runs it')
  const ndjson = await client.get(`/api/visits?link=${link.id}&format=ndjson`)
  t.match(ndjson.headers, { 'content-type': 'application/x-ndjson; charset=utf-8', 'x-next-cursor': next })
  t.strictSame(
    ndjson.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    visits,
  )
})

t.test('a cursor goes through all visits once, also while more come', async (t) => {
  const all = (await list('')).visits.map(({ id }: { id: number }) => id)
  const seen: number[] = []
  let after = ''
  for (;;) {
    const page = await list(`&limit=2${after}`)
    seen.push(...page.visits.map(({ id }: { id: number }) => id))
    after = `&after=${page.nextcursor}`
    if (!page.more) break
  }
  t.strictSame(seen, all)
  t.strictSame((await list(after)).visits, [])
  await Promise.all(Array.from({ length: 30 }, () => visit('/seen')))
  const more = await list(after)
  t.equal(more.visits.length, 30)
  t.equal(
    (await list(`&after=${more.nextcursor}&format=json`)).nextcursor,
    more.nextcursor,
    'without news the cursor stays',
  )
})

t.test('pages and codes have visits too; others of no account, and wrong queries, are refused', async (t) => {
  const { body: bio } = await client.post('/api/bio/add', { name: 'Ada', custom: 'ada' })
  await visit('/ada')
  t.equal((await client.get(`/api/visits?bio=${bio.id}`)).body.data.visits.length, 1)
  const { body: qr } = await client.post('/api/qr/add', { type: 'link', data: 'https://example.com' })
  t.strictSame((await client.get(`/api/visits?qr=${qr.id}`)).body.data.visits, [])
  const other = await service.newClient()
  t.equal((await other.get(`/api/visits?link=${link.id}`)).status, 404)
  for (const [query, path] of [
    ['', 'query/link'],
    [`link=${link.id}&bio=${bio.id}`, 'query/bio'],
    [`link=${link.id}&after=djE6`, 'query/after'],
    [`link=${link.id}&after=%00`, 'query/after'],
    [`link=${link.id}&limit=0`, 'query/limit'],
    [`link=${link.id}&format=xml`, 'query/format'],
    [`link=${link.id}&from=2026-01-02&to=2026-01-01`, 'query/to'],
    ['link=x', 'query/link'],
  ])
    t.match(await client.get(`/api/visits?${query}`), { status: 400, body: { errors: [{ path }] } }, String(query))
})

t.test('a range of time is found among many visits', async (t) => {
  const { body } = await client.post('/api/url/add', { url: 'https://example.com/' })
  await sql`
    insert into clicks (at, subject, subject_id, account_id, class, reason, first)
    select timestamptz '2026-01-01 00:00:00Z' + n * interval '1 minute', 'link', ${body.id}::bigint, ${client.id}::bigint,
      'visitor', 'agent_other', true from generate_series(0, 30000) n`.execute(services.db)
  const get = async (query: string) => (await client.get(`/api/visits?link=${body.id}&${query}`)).body.data
  const page = await get('from=2026-01-15 00:00&to=2026-01-15 00:10&limit=4')
  t.strictSame(
    page.visits.map(({ date }: { date: string }) => date),
    ['2026-01-15 00:00:00', '2026-01-15 00:01:00', '2026-01-15 00:02:00', '2026-01-15 00:03:00'],
  )
  t.equal(page.more, true)
  const rest = await get(`from=2026-01-15 00:00&to=2026-01-15 00:10&after=${page.nextcursor}`)
  t.equal(rest.visits.length, 6)
  t.equal(rest.more, false)
  const streamed = await client.get(`/api/visits?link=${body.id}&format=ndjson&limit=99999`)
  t.equal(streamed.text.trimEnd().split('\n').length, 10_000, 'bounded')
  const next = await client.get(
    `/api/visits?link=${body.id}&format=csv&limit=9000&after=${streamed.headers['x-next-cursor']}`,
  )
  t.match(next.text.split('\r\n')[1], /^\d+,2026-01-07 22:40:00,/)
  t.equal((await get('')).visits.length, 1000)
})

t.test('a client that does not read holds no connection of the database', async (t) => {
  const { body } = await client.post('/api/url/add', { url: 'https://example.com/', custom: 'slow' })
  const agent = 'x'.repeat(400)
  await sql`
    insert into clicks (at, subject, subject_id, account_id, class, reason, agent, first)
    select timestamptz '2026-01-01 00:00:00Z', 'link', ${body.id}::bigint, ${client.id}::bigint,
      'visitor', 'agent_other', ${agent}::text, true from generate_series(1, 10000)`.execute(services.db)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const sockets = Array.from({ length: 12 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write(
      `GET /api/visits?link=${body.id}&format=ndjson&limit=10000 HTTP/1.1\r\nHost: wm.localhost:3000\r\nAuthorization: Bearer ${client.apikey}\r\n\r\n`,
    )
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  t.equal((await visit('/slow')).statusCode, 302)
  t.equal((await client.get('/api/urls')).status, 200)
  for (const socket of sockets) socket.destroy()
})
