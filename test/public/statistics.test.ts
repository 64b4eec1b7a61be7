import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { send } = service
const client = await service.newClient()
const other = await service.newClient()

const newLink = async (fields: object = {}) => {
  const { body } = await client.post('/api/url/add', { url: 'https://example.com/page', ...fields })
  return { id: body.id as number, path: new URL(body.shorturl).pathname }
}
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

t.test('statistics have a time series and groups', async (t) => {
  const { id, path } = await newLink()
  await send('GET', path, { ip: '8.8.8.8', headers: { 'user-agent': chrome, 'accept-language': 'de' } })
  await send('GET', path, { ip: '8.8.8.8', headers: { 'user-agent': chrome, 'accept-language': 'de' } })
  await send('GET', path, { ip: '81.2.69.142', headers: { 'user-agent': 'Googlebot/2.1' } })
  const reply = await client.get(`/api/url/${id}/stats`)
  t.match(reply, {
    status: 200,
    body: { error: 0, data: { clicks: 2, uniqueClicks: 1, by: null, groups: [], timezone: 'UTC' } },
  })
  const { series } = reply.body.data
  t.equal(series.length, 31)
  t.match(series.at(-1), { clicks: 2, uniqueClicks: 1 })
  for (const [by, name] of [
    ['country', 'United States'],
    ['referrer', 'Direct'],
    ['browser', 'Chrome'],
    ['os', 'Windows'],
    ['device', 'Desktop'],
    ['language', 'German'],
    ['campaign', 'None'],
  ]) {
    const { body } = await client.get(`/api/url/${id}/stats?by=${by}`)
    t.strictSame(body.data.groups, [{ name, clicks: 2, uniqueClicks: 1 }], `by ${by}`)
  }
  const all = await client.get(`/api/url/${id}/stats?by=country&include=all`)
  t.match(all.body.data, { clicks: 3, groups: [{ name: 'United States' }, { name: 'United Kingdom', clicks: 1 }] })
  t.match(await client.get(`/api/url/${id}`), { body: { data: { clicks: 2, topCountries: { 'United States': '2' } } } })
})

t.test("statistics by campaign and channel have their names; a rotator's visits belong to its campaign", async (t) => {
  const campaign = (await client.post('/api/campaign/add', { name: 'Autumn', slug: 'autumn' })).body.id
  const channel = (await client.post('/api/channel/add', { name: '=Mail' })).body.id
  const { id, path } = await newLink()
  await send('GET', path)
  await client.post(`/api/campaign/${campaign}/assign/${id}`)
  await client.post(`/api/channel/${channel}/assign/links/${id}`)
  t.match(await send('GET', '/r/autumn'), { status: 302, headers: { location: 'https://example.com/page' } })
  await send('GET', path)
  const groups = (await client.get(`/api/url/${id}/stats?by=campaign`)).body.data.groups
  t.strictSame(
    groups.map((group: { name: string; clicks: number }) => [group.name, group.clicks]),
    [
      ['Autumn', 2],
      ['None', 1],
    ],
  )
  t.match((await client.get(`/api/url/${id}/stats?by=channel`)).body.data.groups, [{ name: '=Mail', clicks: 3 }])
  const csv = await client.get(`/api/url/${id}/stats?by=channel`, { headers: { accept: 'text/csv' } })
  t.match(csv.headers['content-type'], /text\/csv/)
  t.equal(csv.text, "channel,clicks,uniqueClicks\r\n'=Mail,3,1\r\n", 'no cell begins like a formula')
  const bare = (await client.post('/api/url/add', { url: 'https://example.com/' })).body
  await send('GET', new URL(bare.shorturl).pathname)
  for (const by of ['campaign', 'channel'])
    t.match(
      (await client.get(`/api/url/${bare.id}/stats?by=${by}`)).body.data.groups,
      [{ name: 'None', clicks: 1 }],
      by,
    )
})

t.test('CSV has the groups, or the time series without groups', async (t) => {
  const { id, path } = await newLink()
  await send('GET', path, { headers: { referer: 'https://a.example/' } })
  const accept = { headers: { accept: 'text/csv' } }
  t.equal(
    (await client.get(`/api/url/${id}/stats?by=referrer`, accept)).text,
    'referrer,clicks,uniqueClicks\r\na.example,1,1\r\n',
  )
  const day = new Date().toISOString().slice(0, 10)
  const steps = (await client.get(`/api/url/${id}/stats?from=${day}&to=${day}`, accept)).text
  t.equal(steps, `date,utc,clicks,uniqueClicks\r\n${day} 00:00:00,${day} 00:00:00,1,1\r\n`)
})

t.test('CSV is returned if Accept prefers it to JSON', async (t) => {
  const { id } = await newLink()
  const typeFor = async (accept: string) => {
    const reply = await client.get(`/api/url/${id}/stats`, { headers: { accept } })
    t.match(reply.headers.vary, 'Accept')
    return reply.headers['content-type']?.split(';')[0]
  }
  for (const accept of ['text/csv', 'text/csv, */*;q=0.1', 'TEXT/CSV, */*', 'application/json;q=0.5, text/csv;q=0.9'])
    t.equal(await typeFor(accept), 'text/csv', accept)
  for (const accept of [
    'text/csv;q=0',
    'text/csv;q=0, */*',
    'text/csv;q=0.5, application/json',
    'text/csv, application/json',
    '*/*',
    'x/text/csv',
    'application/json',
  ])
    t.equal(await typeFor(accept), 'application/json', accept)
})

t.test('invalid ranges, intervals and time zones are 400', async (t) => {
  const { id } = await newLink()
  const ask = (query: string) => client.get(`/api/url/${id}/stats?${query}`)
  for (const query of [
    'from=2026-02-30',
    'from=yesterday',
    'from=0000-01-01',
    'from=0001-01-01',
    'from=1999-12-31&to=2000-01-02',
    'to=9999-12-31',
    'from=2200-12-31&to=2201-01-01',
    'timezone=SystemV/PST8PDT',
    'from=2026-02-03&to=2026-02-02',
    'timezone=Mars/Olympus',
    "timezone=UTC'--",
    'timezone=%2B02:00',
    'interval=minute',
    'by=alias',
    'include=everyone',
    'interval=hour&from=2020-01-01&to=2026-01-01',
    'from=2026-02-02&to=2026-02-02%2000:00:00',
  ])
    t.match(
      await ask(query),
      { status: 400, body: { error: 1, code: 'invalid_request', errors: [{ path: String }] } },
      query,
    )
  const hours = await ask('from=2026-03-29&to=2026-03-29&interval=hour&timezone=Europe/Berlin')
  t.equal(hours.body.data.series.length, 23, 'the day that summer time begins has 23 hours')
  t.match(hours.body.data, { from: '2026-03-28 23:00:00', to: '2026-03-29 22:00:00' })
  const months = await ask('from=2026-01-15&to=2026-03-01&interval=month&timezone=Asia/Kolkata')
  t.strictSame(
    months.body.data.series.map((step: { date: string }) => step.date),
    ['2026-01-01 00:00:00', '2026-02-01 00:00:00', '2026-03-01 00:00:00'],
  )
  t.equal((await ask('')).status, 200)
  t.equal((await ask('from=2200-12-01&to=2200-12-31')).status, 200)
})

t.test('a time zone may be given by any alias, also one that the database does not know', async (t) => {
  const { id } = await newLink()
  const aliases = 'AGT BET CNT PNT ECT MIT NET PLT VST CTT AET SST IET PRT CAT US/Pacific-New Europe/Kyiv Europe/Kiev'
  for (const timezone of [...aliases.split(' '), 'Etc/GMT+5', 'GMT', 'utc', 'europe/berlin', 'Asia/Kolkata'])
    t.match(await client.get(`/api/url/${id}/stats?timezone=${encodeURIComponent(timezone)}`), {
      status: 200,
      body: { data: { timezone } },
    })
})

t.test('statistics, access and explain are 404 for other accounts', async (t) => {
  const { id } = await newLink()
  for (const path of [`/api/url/${id}/stats`, `/api/url/${id}/access`, `/api/qr/${id}/stats`])
    t.match(await other.get(path), { status: 404, body: { code: 'not_found' } })
  t.match(await other.post(`/api/url/${id}/explain`, {}), { status: 404 })
})

t.test('explain returns the matching rule and counts no visit', async (t) => {
  const { id } = await newLink({
    geotarget: [{ location: 'France', link: 'https://example.com/fr' }],
    languagetarget: [{ language: 'de', link: 'https://example.com/de' }],
    forward: true,
  })
  const explain = (body: object) => client.post(`/api/url/${id}/explain`, body)
  t.match(await explain({ country: 'fr' }), {
    status: 200,
    body: { error: 0, rule: 'country', action: 'redirect', destination: 'https://example.com/fr', class: 'visitor' },
  })
  t.match((await explain({ language: 'de-CH', query: 'a=1' })).body, {
    rule: 'language',
    destination: 'https://example.com/de?a=1',
  })
  const plain = (await explain({ agent: 'Googlebot/2.1' })).body
  t.match(plain, { rule: 'default', class: 'bot', destination: 'https://example.com/page' })
  t.match(plain.steps.at(-1), { rule: 'default', matched: true, why: String })
  t.match(await explain({ country: 'Atlantis', time: '2026-02-30' }), {
    status: 400,
    body: { errors: [{ path: '/country' }, { path: '/time' }] },
  })
  t.match((await client.get(`/api/url/${id}/stats?include=all`)).body.data, { clicks: 0 })
})

t.test('the statistics page needs the signed URL, or publicstats', async (t) => {
  const { id, path } = await newLink({ metatitle: '<script>alert(1)</script>' })
  await send('GET', path, { headers: { referer: 'https://evil.example/' } })
  t.equal((await send('GET', `${path}+`)).status, 404)
  const { link, stats, expires } = (await client.get(`/api/url/${id}/access`)).body
  t.match(expires, /^\d{4}-\d\d-\d\d /)
  const at = (url: string) => new URL(url).pathname + new URL(url).search
  const page = await send('GET', at(stats))
  t.match(page, { status: 200, headers: { 'content-type': /text\/html/, 'content-security-policy': String } })
  t.equal(page.headers['referrer-policy'], 'no-referrer', 'its address holds a signature')
  t.match(page.text, /<svg/)
  t.match(page.text, /evil\.example/)
  t.match(page.text, /db-ip\.com/)
  t.notMatch(page.text, /<script/)
  t.notMatch(page.text, /(?:src|href)="https?:\/\/(?!db-ip\.com)/)
  t.equal((await send('GET', at(link))).status, 302)
  await client.put(`/api/url/${id}/update`, { publicstats: true })
  for (const days of ['', '?days=7', '?days=365', '?days=abc'])
    t.equal((await send('GET', `${path}+${days}`)).status, 200, days)
  await client.put(`/api/url/${id}/update`, { status: 'private' })
  t.equal((await send('GET', `${path}+`)).status, 404, 'a private link has no public statistics')
  t.equal((await send('GET', at(stats))).status, 200)
  t.equal((await send('GET', at(link))).status, 302, 'the owner’s address opens a private link')
})
