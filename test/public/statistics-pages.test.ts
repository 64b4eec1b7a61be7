import t from 'tap'
import { readPeriod } from '../../src/visits/shown-period.ts'
import { startService } from '../support/service.ts'

// The statistics page: periods, time zones, the file, and what strangers send.

const service = await startService(t)
const { send } = service
const client = await service.newClient()

const newLink = async (fields: object = {}) => {
  const { body } = await client.post('/api/url/add', { url: 'https://example.com/', publicstats: true, ...fields })
  return { id: body.id as number, path: new URL(body.shorturl).pathname }
}
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const visitAt = (id: number, at: string, ip = '8.8.8.8') =>
  service.services.visitWriter.add({
    subject: 'link',
    id,
    at: new Date(at),
    ip,
    method: 'GET',
    headers: { agent: 'curl/8', referer: '', language: '', purpose: '', optedOut: false },
  })
const daysOf = (search: string, now = '2026-11-02T12:00:00Z') => {
  const { from, to, timezone, interval, fault } = readPeriod(new URLSearchParams(search), new Date(now))
  return [from, to, timezone, interval, fault]
}

t.test('a period is the last days or two days of the time zone; long ones have longer steps', async (t) => {
  for (const [search, ...expected] of [
    ['', '2026-10-04', '2026-11-02', 'UTC', 'day', null],
    ['days=7', '2026-10-27', '2026-11-02', 'UTC', 'day', null],
    ['days=abc', '2026-10-04', '2026-11-02', 'UTC', 'day', null],
    ['days=365&timezone=europe/kiev', '2025-11-03', '2026-11-02', 'Europe/Kyiv', 'week', null],
    ['from=&to=&timezone=', '2026-10-04', '2026-11-02', 'UTC', 'day', null],
    ['from=2026-01-01&to=2026-01-31', '2026-01-01', '2026-01-31', 'UTC', 'day', null],
    ['from=2026-10-30', '2026-10-30', '2026-11-02', 'UTC', 'day', null],
    ['to=2026-01-30', '2026-01-01', '2026-01-30', 'UTC', 'day', null],
    ['from=2026-01-01&to=2099-01-01', '2026-01-01', '2026-11-02', 'UTC', 'week', null],
    ['from=2024-01-01', '2024-01-01', '2026-11-02', 'UTC', 'month', null],
    ['days=7&timezone=Pacific/Kiritimati', '2026-10-28', '2026-11-03', 'Pacific/Kiritimati', 'day', null],
    ['timezone=Etc/GMT%2B5&days=7', '2026-10-27', '2026-11-02', 'Etc/GMT+5', 'day', null],
  ] as const)
    t.strictSame(daysOf(search), expected, search)
})

t.test('what is no period or time zone is told, and the last 30 days are shown', async (t) => {
  for (const search of [
    'from=2026-02-30',
    'from=yesterday',
    'from=2026-10-02&to=2026-10-01',
    'from=2027-01-01',
    'from=1999-12-31&to=2000-01-02',
    'from=0000-01-01',
    'from=2000-01-01',
    `from=${'9'.repeat(5000)}`,
    'from=2026-01-01%2000:00:00',
    'to=%00',
  ])
    t.strictSame(daysOf(search), ['2026-10-04', '2026-11-02', 'UTC', 'day', 'period'], search.slice(0, 40))
  for (const zone of ['Atlantis', '../etc', 'x'.repeat(5000), '<script>', '%00', '+02:00'])
    t.equal(daysOf(`timezone=${zone}`).at(-1), 'timezone', zone.slice(0, 40))

  const { path } = await newLink()
  for (const [search, text] of [
    ['from=%3Cscript%3E', /role="alert">This period cannot be shown/],
    ['timezone=%3Cscript%3E', /role="alert">This time zone is not known/],
    ['from=x&format=csv', /role="alert">This period cannot be shown/],
  ] as const) {
    const page = await send('GET', `${path}+?${search}`)
    t.match(page, { status: 400, headers: { 'content-type': /text\/html/ } }, search)
    t.match(page.text, text)
    t.match(page.text, /<form.*<svg/s)
    t.notMatch(page.text, /<script/)
  }
})

t.test('the page has the visits of the local days, as the file has them', async (t) => {
  const { id, path } = await newLink({ custom: 'Häuser/eins' })
  await visitAt(id, '2026-03-01T23:30:00Z')
  await visitAt(id, '2026-03-02T10:00:00Z', '8.8.4.4')
  await visitAt(id, '2026-03-03T23:30:00Z')
  const query = 'from=2026-03-02&to=2026-03-03&timezone=Europe/Berlin'
  const { text } = await send('GET', `${path}+?${query}`)
  t.match(text, /<dt>Visits<\/dt><dd>2<\/dd>/)
  t.match(text, /<option selected>Europe\/Berlin/)
  t.match(text, /id="from"[^>]*value="2026-03-02"/)
  t.match(text, /<title>United States: 2<\/title>/, 'on the map')
  t.match(text, /Most visits: Monday, 12 AM \(1\)/, 'the heat map is in the time zone')
  const link = /<a href="([^"]*)" download>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const csv = await send('GET', link)
  t.match(csv, { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8', 'cache-control': /no-store/ } })
  t.match(csv.headers['content-disposition'], /^attachment; filename="Hauser eins 2026-03-02 2026-03-03\.csv"/)
  t.equal(
    csv.text,
    'date,utc,clicks,uniqueClicks\r\n2026-03-02 00:00:00,2026-03-01 23:00:00,2,2\r\n' +
      '2026-03-03 00:00:00,2026-03-02 23:00:00,0,0\r\n',
  )
})

t.test('a year is shown by weeks and some years by months, with all visits', async (t) => {
  const { id, path } = await newLink()
  for (const days of [0, 20, 200, 364]) await visitAt(id, `${dayAgo(days)}T00:00:00Z`)
  for (const [search, heading, visits] of [
    ['days=90', 'By day', 2],
    ['days=365', 'By week', 4],
    [`from=${dayAgo(1000)}`, 'By month', 4],
  ] as const) {
    const { text } = await send('GET', `${path}+?${search}`)
    t.match(text, `<h2 id="steps">${heading}</h2>`, search)
    t.match(text, `<dt>Visits</dt><dd>${visits}</dd>`, search)
    const bars = /<g class="all">(.*?)<\/g>/s.exec(text)?.[1]?.match(/<path /g)?.length ?? 0
    t.ok(bars > 30 && bars <= 106, `${bars} bars`)
    const file = (await send('GET', `${path}+?${search}&format=csv`)).text.trim().split('\r\n').slice(1)
    t.equal(
      file.reduce((sum, line) => sum + Number(line.split(',')[2]), 0),
      visits,
      'the file is by day',
    )
  }
})

t.test('the file has the access of the page, and the owner keeps the signature', async (t) => {
  const { id, path } = await newLink({ publicstats: false })
  await visitAt(id, new Date().toISOString())
  t.equal((await send('GET', `${path}+?format=csv`)).status, 404)
  const stats = new URL((await client.get(`/api/url/${id}/access`)).body.stats)
  const { text } = await send('GET', stats.pathname + stats.search)
  const access = stats.searchParams.get('access') ?? ''
  t.match(text, `<input type="hidden" name="access" value="${access}">`)
  for (const [, href = ''] of text.matchAll(/<a href="(\/[^"]*\+\?[^"]*)"/g))
    t.equal((await send('GET', href.replaceAll('&amp;', '&'))).status, 200, href.slice(0, 40))
  t.equal((await send('GET', `${path}+?format=csv&access=${access}x`)).status, 404)
})

t.test('a page with much on it stays small', async (t) => {
  const { id, path } = await newLink()
  const ips = ['8.8.8.8', '81.2.69.142', '193.0.6.139', '200.160.2.3', '1.1.1.1', '133.242.0.3', '41.231.53.1']
  for (let day = 0; day < 90; day++)
    await visitAt(id, `${dayAgo(day)}T${String(day % 24).padStart(2, '0')}:00:00Z`, ips[day % 7])
  const { text, headers } = await send('GET', `${path}+?days=90`)
  t.match(headers['content-security-policy'], /form-action 'self'/)
  const pictures = [...text.matchAll(/<svg class="plot.*?<\/svg>/gs)].reduce((sum, [svg]) => sum + svg.length, 0)
  t.comment(`${text.length} characters, ${pictures} of them pictures`)
  t.ok(text.length - pictures < 40_000)
})

t.test('statistics of bio pages are public if their owner says so, and not of drafts', async (t) => {
  const { body } = await client.post('/api/bio/add', { name: 'Ada', custom: 'ada', language: 'de' })
  const page = (query = '') => send('GET', `/ada+${query}`)
  const update = (fields: object) => client.put(`/api/bio/${body.id}/update`, fields)
  t.equal((await page()).status, 404)
  t.equal((await page('?format=csv')).status, 404)
  await update({ publicstats: true })
  await send('GET', '/ada')
  const { status, text, headers } = await page()
  t.equal(status, 200)
  t.match(text, /<html lang="de".*Besuche von Ada.*localhost:3000\/ada<\/p>.*<dd>1<\/dd>/s)
  t.equal(headers['referrer-policy'], 'no-referrer')
  t.match((await page('?format=csv&days=7')).text, /,1,1\r\n$/)
  t.equal((await page('?from=x')).status, 400)
  t.equal((await send('GET', '/ada/qr')).status, 404)
  await update({ published: false })
  t.equal((await page()).status, 404, 'a draft')
  await update({ published: true, publicstats: false })
  t.equal((await page()).status, 404)
  t.match((await client.get(`/api/bio/${body.id}`)).body.data, { clicks: 1 }, 'the page is no visit')
})

t.test('statistics of QR codes are public if their owner says so', async (t) => {
  const { body } = await client.post('/api/qr/add', { type: 'link', data: 'https://example.com/menu', name: '<Menu>' })
  const { scan, publicstats } = (await client.get(`/api/qr/${body.id}`)).body.details
  t.equal(publicstats, false)
  const path = new URL(scan).pathname
  t.equal((await send('GET', `${path}+`)).status, 404)
  const change = (fields: object) =>
    client.put(`/api/qr/${body.id}/update`, { data: 'https://example.com/menu', ...fields })
  await change({ publicstats: true })
  await send('GET', path)
  const { status, text } = await send('GET', `${path}+`)
  t.equal(status, 200)
  t.match(text, /Visits of &lt;Menu&gt;/)
  t.match(text, /<dt>Visits<\/dt><dd>1<\/dd>/)
  t.match((await send('GET', `${path}+?format=csv`)).headers['content-type'], /text\/csv/)
  await change({ name: 'Menu' })
  t.equal((await send('GET', `${path}%2B`)).status, 200, 'an update without the field keeps it')
  t.equal((await send('GET', `${path}x+`)).status, 404)
  await change({ publicstats: false })
  t.equal((await send('GET', `${path}+`)).status, 404)
  t.match((await client.get(`/api/qr/${body.id}`)).body.details, { scans: 1, publicstats: false })
  t.match(await client.post('/api/qr/add', { type: 'text', data: 'x', publicstats: 'yes' }), { status: 400 })
})
