import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import t from 'tap'
import { exportRecords } from '../../src/export/records.ts'
import { fillAccount } from '../support/account-contents.ts'
import { commandLine } from '../support/command-line.ts'
import { sendFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'
import { recordStatements } from '../support/statements.ts'

const service = await startService(t)
const client = await service.newClient()
const things = await fillAccount(client, 'go.export.example')
const parse = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
// biome-ignore lint/suspicious/noExplicitAny: a record can be anything; the tests state what they expect.
const ofKind = (records: { kind: string }[], kind: string): any[] => records.filter((record) => record.kind === kind)

t.test('HEAD gets the headers of what is streamed, and begins none of it', async (t) => {
  const own = await service.newClient()
  const bio = await own.post('/api/bio/add', { name: 'Ada' })
  const imported = await sendFile(own, 'csv', 'URL\nhttps://example.com/\n')
  await service.services.jobs.idle()
  const jobs = async () => (await own.get('/api/jobs')).body.data.result
  const before = await jobs()
  for (const [path, read] of [
    ['/api/export', /insert into "jobs"|from "domains"/],
    [`/api/bio/${bio.body.id}/answers.csv`, /bio_answers/],
    [`/api/import/${imported.body.id}/report`, /import_rows/],
  ] as const) {
    const head = () => service.send('HEAD', path, { key: own.apikey })
    const statements = await recordStatements(t, async () => {
      // More than may run at a time.
      const replies = await Promise.all([head(), head(), head()])
      for (const { status, text, headers } of [...replies, await head()]) {
        t.match({ status, text }, { status: 200, text: '' }, path)
        t.match(headers['content-disposition'], /^attachment; filename=/)
        t.equal(headers['content-length'], undefined)
      }
      t.equal(await jobs(), path === '/api/export' ? before : before + 1)
    })
    const begun = statements.map(({ sql }) => sql).filter((sql) => read.test(sql))
    t.same(begun, [], path)
    t.match(await own.get(path), { status: 200, text: /./ })
  }
})

t.test('an export has everything, in an order in which nothing refers to what comes later', async (t) => {
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  for (let i = 0; i < 3; i++) await service.send('GET', `/plain-${client.id}`, { headers: agent })
  const reply = await client.get('/api/export')
  t.equal(reply.status, 200)
  t.equal(reply.headers['content-type'], 'application/x-ndjson; charset=utf-8')
  t.match(reply.headers['content-disposition'], /^attachment; filename="waymark-[\d-]+\.ndjson"$/)
  const records = parse(reply.text)
  t.match(records[0], { kind: 'export', format: 'waymark-export', version: 1, passwords: true })
  t.match(records[1], { kind: 'account', username: client.username })
  const order = [
    'domain',
    'pixel',
    'overlay',
    'splash',
    'campaign',
    'channel',
    'qrtemplate',
    'link',
    'bio',
    'qr',
    'end',
  ]
  const places = order.map((kind) => records.findIndex((record) => record.kind === kind))
  t.notOk(places.includes(-1), 'every kind is there')
  t.same(
    [...places].sort((a, b) => a - b),
    places,
  )
  t.match(ofKind(records, 'domain'), [{ domain: 'https://go.export.example', redirect404: 'https://example.com/404' }])
  const link = ofKind(records, 'link').find(({ id }) => id === things.link)
  t.match(link, {
    alias: 'every-field',
    domain: 'https://go.export.example',
    attached: true,
    url: 'https://example.com/page?x=1#y',
    type: `overlay-${things.overlay}`,
    campaign: things.campaign,
    channels: things.channels,
    pixels: [things.pixel],
    expiry: '2099-01-02 03:04:05',
    passwordhash: /^\$argon2id\$/,
    haspassword: true,
    clicklimit: 1000,
    geotarget: [{ location: 'DE' }],
    timetarget: [{ timezone: 'Europe/Berlin' }],
    deeplink: { auto: false, apple: 'https://apps.apple.com/app/id1', google: null },
    forward: false,
    publicstats: true,
  })
  t.match(
    ofKind(records, 'link').find(({ id }) => id === things.splashed),
    { type: String(things.splash) },
  )
  t.match(
    ofKind(records, 'link').find(({ id }) => id === things.plain),
    { clicks: 3, uniqueclicks: 1, type: 'direct' },
  )
  const day = new Date().toISOString().slice(0, 10)
  t.match(ofKind(records, 'day'), [
    {
      subject: 'link',
      id: things.plain,
      date: day,
      class: 'visitor',
      visits: 3,
      uniques: 1,
      facets: { browser: { Firefox: [3, 1] }, referrer: { '': [3, 1] } },
    },
  ])
  t.match(ofKind(records, 'bio'), [{ published: false, blocks: [{ type: 'link' }, { type: 'contact' }] }])
  t.match(ofKind(records, 'qr'), [
    { logo: /^data:image/, logoimage: /^iVBOR/, static: false, design: { frame: { caption: 'Our menu' } } },
    { type: 'wifi', logoimage: null },
  ])
  t.same(records.at(-1), { kind: 'end', records: records.length - 3 })
  t.match((await client.get('/api/jobs')).body.data.jobs[0], {
    kind: 'export',
    progress: records.length,
    failures: 0,
  })
})

t.test('rolled-up visits and those that are not yet are one day', async (t) => {
  await sql`
    insert into visit_days (account_id, subject, subject_id, start, class, visits, uniques, first_id, last_id, facets)
    values (${client.id}, 'link', ${things.plain}, date_trunc('day', now(), 'UTC'), 'visitor', 10, 4, 0, 0,
      '{"browser": {"Firefox": [9, 3], "__proto__": [1, 1]}, "quarter": {"0": [10, 4]}}'),
    (${client.id}, 'link', ${things.plain}, '2020-02-03T00:00Z', 'bot', 7, 2, 0, 0, '{}')`.execute(service.services.db)
  const days = ofKind(parse((await client.get('/api/export')).text), 'day')
  t.match(days, [
    { date: '2020-02-03', class: 'bot', visits: 7, uniques: 2 },
    { class: 'visitor', visits: 13, uniques: 5, facets: { browser: { Firefox: [12, 4] } } },
  ])
  t.same(
    Object.entries(days[1].facets.browser).find(([name]) => name === '__proto__'),
    ['__proto__', [1, 1]],
  )
})

t.test('more links than one query reads come once each, and those of others never', async (t) => {
  const other = await service.newClient()
  await sql`
    with made as (insert into links (account_id, url) select ${other.id}, 'https://example.com/' || n from generate_series(1, 1203) n returning id)
    insert into aliases (link_id, alias) select id, 'many-' || id from made`.execute(service.services.db)
  const links = ofKind(parse((await other.get('/api/export')).text), 'link')
  t.equal(new Set(links.map(({ alias }) => alias)).size, 1203)
  t.equal(links.length, 1203)
})

t.test('CSV has the links, with formulas escaped', async (t) => {
  const { text, headers } = await client.get('/api/export?format=csv')
  t.equal(headers['content-type'], 'text/csv; charset=utf-8')
  const lines = text.split('\r\n')
  t.equal(
    lines[0],
    'Short URL,Alias,Domain,Long URL,Title,Description,Status,Tags,Clicks,Unique clicks,Expires at,Created at,Starts at,Click limit,Aliases,Redirect status,External ID,Password',
  )
  t.match(
    text,
    `https://go.export.example/every-field,every-field,https://go.export.example,https://example.com/page?x=1#y,Ünïcode 🎉,"'=HYPERLINK(""https://evil.example"")",public,News|News,0,0,2099-01-02 03:04:05,`,
  )
  t.match(text, /,1000,,302,,yes\r\n/, 'a password is there, but not its hash')
  t.notMatch(text, 'argon2')
  t.equal((await client.get('/api/export?format=xml')).status, 400)
})

t.test('a read-only key gets no password hashes', async (t) => {
  const { body } = await client.post('/api/key/add', { name: 'reader', scope: 'read' })
  const { text } = await client.get('/api/export', { key: body.apikey })
  t.notMatch(text, 'argon2')
  t.match(parse(text)[0], { passwords: false })
  t.match(
    ofKind(parse(text), 'link').find(({ id }) => id === things.link),
    { haspassword: true },
  )
})

t.test('an export that the client aborts is recorded as interrupted, and frees its slot', async (t) => {
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as { port: number }
  const big = await service.newClient()
  await sql`
    with made as (insert into links (account_id, url) select ${big.id}, 'https://example.com/' || repeat('x', 1900) || n from generate_series(1, 2000) n returning id)
    insert into aliases (link_id, alias) select id, 'big-' || id from made`.execute(service.services.db)
  for (let i = 0; i < 3; i++) {
    const stop = new AbortController()
    const headers = { authorization: `Bearer ${big.apikey}` }
    const reply = await fetch(`http://127.0.0.1:${port}/api/export`, { headers, signal: stop.signal })
    t.equal(reply.status, 200)
    await reply.body?.getReader().read()
    stop.abort()
    for (let tries = 0; tries < 400; tries++) {
      const { jobs } = (await big.get('/api/jobs')).body.data
      if (jobs.length === i + 1 && jobs.every((job: { finished: string | null }) => job.finished !== null)) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const { jobs } = (await big.get('/api/jobs')).body.data
  t.equal(jobs.length, 3)
  for (const job of jobs) t.match(job, { failures: 1, finished: String })
  const links = ofKind(parse((await big.get('/api/export')).text), 'link')
  t.equal(links.length, 2000)
})

t.test('the command line exports to a file that is whole or absent, or to standard output', async (t) => {
  const waymark = commandLine(async () => service.services.store)
  const { out } = await waymark(['export', '--username', client.username])
  t.match(parse(out).at(-1), { kind: 'end' })
  const file = `${t.testdir()}/export.ndjson`
  // What lies under the temporary name of an earlier release is not written to.
  writeFileSync(`${file}.kept`, 'kept')
  symlinkSync(`${file}.kept`, `${file}.part`)
  t.match((await waymark(['export', '--username', client.username, '--out', file, '--json'])).json, { error: 0, file })
  t.equal(readFileSync(file, 'utf8').split('\n').length, out.split('\n').length)
  t.equal(lstatSync(file).mode & 0o777, 0o600)
  t.equal(readFileSync(`${file}.kept`, 'utf8'), 'kept')
  t.match((await waymark(['export', '--username', client.username, '--format', 'csv'])).out, /^Short URL,/)
  t.equal((await waymark(['export', '--username', client.username, '--json'])).code, 2)
  t.equal((await waymark(['export', '--username', client.username, '--format', 'xml'])).code, 2)
})

t.test('the days of a link with years of visits are read in parts, each once and in order', async (t) => {
  const { db, config } = service.services
  const own = await service.newClient()
  const ids: number[] = []
  for (const custom of ['days-few', 'days-many', 'days-last'])
    ids.push((await own.post('/api/url/add', { url: 'https://example.com/days', custom })).body.id)
  const fill = (id: number | undefined, days: number) =>
    sql`insert into visit_days (account_id, subject, subject_id, start, class, visits, uniques, first_id, last_id, facets)
      select ${own.id}::bigint, 'link', ${id}::bigint, timestamptz '2016-01-01T00:00Z' + n * interval '1 day', class, 2, 1, 0, 0, '{}'
      from generate_series(0, ${days}::integer - 1) n, unnest(array['bot', 'visitor']) class`.execute(db)
  await fill(ids[0], 30)
  await fill(ids[1], 3000)
  await fill(ids[2], 40)
  const groups: number[] = []
  const found: string[] = []
  for await (const records of exportRecords({ db, config, accountId: own.id, withPasswords: false })) {
    groups.push(records.length)
    for (const { kind, id, date, class: name, visits } of records)
      if (kind === 'day') found.push(`${ids.indexOf(id as number)} ${date} ${name} ${visits}`)
  }
  t.ok(Math.max(...groups) <= 2000, `${Math.max(...groups)} records together`)
  t.equal(found.length, 2 * 3070)
  t.same(found, [...new Set(found)].sort())
})
