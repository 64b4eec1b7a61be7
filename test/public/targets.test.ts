import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t, { BASE_URL: 'http://wm.localhost:3000' })
const client = await service.newClient()

const add = (body: object) => client.post('/api/url/add', { url: 'https://example.com/page', ...body })
const details = async (id: number) => (await client.get(`/api/url/${id}`)).body.details

t.test('a time window stores the current IANA name of its zone', async (t) => {
  const window = { from: '00:00', to: '24:00', days: [1, 2, 3, 4, 5, 6, 7], link: 'https://example.com/now' }
  const zones = ['eUrOpE/bErLiN', 'Asia/Calcutta', 'us/eastern', 'utc']
  const timetarget = zones.map((timezone) => ({ ...window, to: '23:59', timezone }))
  const { body } = await add({ timetarget })
  const stored = async () => (await details(body.id)).timetarget.map(({ timezone }: { timezone: string }) => timezone)
  t.strictSame(await stored(), ['Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'UTC'])
  await client.put(`/api/url/${body.id}/update`, { timetarget: [{ ...window, to: '23:59', timezone: 'EUROPE/KIEV' }] })
  t.strictSame(await stored(), ['Europe/Kyiv'])
  const shown = (await details(body.id)).timetarget
  t.equal((await client.put(`/api/url/${body.id}/update`, { timetarget: shown })).status, 200, 'what is shown is taken')
})

const location = async (path: string, headers: Record<string, string> = {}) =>
  (await service.send('GET', path, { headers })).headers.location
const pathOf = ({ body }: { body: { shorturl: string } }) => new URL(body.shorturl).pathname

t.test('the query of a visit is forwarded byte for byte', async (t) => {
  const path = pathOf(await add({ url: 'https://example.com/p?own=1&utm_source=own#top', forward: true }))
  const passed = ['flag', 'a=%FF&b=%e4', 'a=1&a=2&&b', 'q=%22(x)|{y}', 'a=b+c%20d', 'x=1=2?3/4', 'access=theirs&z']
  for (const query of passed)
    t.equal(await location(`${path}?${query}`), `https://example.com/p?own=1&utm_source=own&${query}#top`, query)
  t.equal(
    await location(`${path}?utm%5Fsource=x`),
    'https://example.com/p?own=1&utm%5Fsource=x#top',
    'replaces its own',
  )
  t.equal(await location(`${path}?`), 'https://example.com/p?own=1&utm_source=own#top')
  for (const query of ['wm_source', 'wm_source=flyer', 'wm%5Fsource', 'wm_source&wm_source='])
    t.equal(await location(`${path}?${query}`), 'https://example.com/p?own=1&utm_source=own#top', query)
  t.equal(await location(`${path}?wm_source&z`), 'https://example.com/p?own=1&utm_source=own&z#top')
})

t.test('a language target with the URL of the link says which language the default has', async (t) => {
  const url = 'https://example.com/page'
  const german = { language: 'de', link: 'https://example.com/de' }
  const visitor = { 'accept-language': 'en-US,en;q=0.9,de;q=0.3' }
  const unsaid = pathOf(await add({ languagetarget: [german] }))
  t.equal(await location(unsaid, visitor), german.link, 'German is the only language that is known to be there')
  const said = pathOf(await add({ languagetarget: [german, { language: 'en', link: url }] }))
  t.equal(await location(said, visitor), url)
  t.equal(await location(said, { 'accept-language': 'de-AT,en;q=0.5' }), german.link)
  const chinese = ['zh', 'zh-Hant'].map((language) => ({ language, link: `https://example.com/${language}` }))
  t.equal(
    await location(pathOf(await add({ languagetarget: chinese })), { 'accept-language': 'zh-TW' }),
    'https://example.com/zh-Hant',
  )
})

t.test('only an access parameter signed for the link is removed', async (t) => {
  const created = await add({ url: 'https://example.com/p', forward: true, status: 'private' })
  const other = await add({ url: 'https://example.com/p' })
  const tokenOf = async (id: number) =>
    new URL((await client.get(`/api/url/${id}/access`)).body.link).searchParams.get('access') ?? ''
  const token = await tokenOf(created.body.id)
  const path = pathOf(created)
  t.equal(await location(`${path}?access=${token}&a`), 'https://example.com/p?a')
  t.equal(await location(`${path}?a&access=theirs&access=${token}`), 'https://example.com/p?a&access=theirs')
  t.equal((await service.send('GET', `${path}?access=${await tokenOf(other.body.id)}`)).status, 404)
  const old = service.services.signer.sign(['owner', 'link', String(created.body.id)], new Date(Date.now() - 1000))
  t.equal((await service.send('GET', `${path}?access=${old}`)).status, 404)
  await client.put(`/api/url/${created.body.id}/update`, { status: 'public' })
  t.equal(await location(`${path}?access=${old}&b`), 'https://example.com/p?b', 'an old token is not given away either')
  const explain = async (query: string) =>
    (await client.post(`/api/url/${created.body.id}/explain`, { query })).body.destination
  for (const query of ['flag', 'a=%FF', `access=theirs`])
    t.equal(await explain(query), `https://example.com/p?${query}`)
  t.equal(await explain(`?x=ä b&access=${token}`), 'https://example.com/p?x=%C3%A4%20b')
})

t.test('a rotator forwards the query to the password page', async (t) => {
  const campaign = (await client.post('/api/campaign/add', { name: 'c', slug: 'draw', public: true })).body
  const path = pathOf(await add({ campaign: campaign.id, password: 'open sesame', forward: true }))
  t.equal(await location('/r/draw?utm_source=x&flag'), `http://wm.localhost:3000${path}?utm_source=x&flag`)
  t.equal(await location('/r/draw'), `http://wm.localhost:3000${path}`)
  const form = await service.send('GET', `${path}?utm_source=x&flag`)
  t.match(form.text, `action="${path}?utm_source=x&amp;flag"`)
})

t.test('a device target must be a known device, operating system or browser, else 400 with the list', async (t) => {
  const refused = await add({ devicetarget: [{ device: 'fridge', link: 'https://example.com/x' }] })
  t.match(refused, {
    status: 400,
    body: { errors: [{ path: '/devicetarget/0/device', message: /must be one of mobile, .*iphone.*firefox/ }] },
  })
  const agents = {
    iphone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.1 Mobile/15E148 Safari/604.1',
    windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0) Gecko/20100101 Firefox/120.0',
    macos:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    fireTv: 'Mozilla/5.0 (Linux; Android 7.1.2; AFTS) AppleWebKit/537.36 Silk/108.4 like Chrome/108 Safari/537.36',
  }
  const hits = async (device: string, agent: string) => {
    const created = await add({ devicetarget: [{ device, link: 'https://example.com/x' }] })
    if (created.status !== 200) return created.body.message
    return (await location(pathOf(created), { 'user-agent': agent })) === 'https://example.com/x'
  }
  for (const device of ['iPhone', 'iPod', 'IOS', 'Mobile', 'Safari'])
    t.equal(await hits(device, agents.iphone), true, device)
  for (const device of ['Windows 10', 'windows', 'Firefox', 'PC'])
    t.equal(await hits(device, agents.windows), true, device)
  for (const device of ['Mac OS X', 'mac', 'Microsoft Edge']) t.equal(await hits(device, agents.macos), true, device)
  for (const device of ['chrome', 'tablet', 'BlackBerry']) t.equal(await hits(device, agents.macos), false, device)
  for (const device of ['TV', 'smart TV', 'android']) t.equal(await hits(device, agents.fireTv), true, device)
  t.equal(await hits('tablet', agents.fireTv), false)
})

t.test('a device target that was stored before the check keeps working', async (t) => {
  const created = await add({ devicetarget: [{ device: 'linux', link: 'https://example.com/x' }] })
  const devicetarget = [
    { device: 'fridge', link: 'https://example.com/fridge' },
    { device: 'PlayStation 4', link: 'https://example.com/x' },
  ]
  const { db, changes } = service.services
  await db.updateTable('links').set({ devicetarget }).where('id', '=', created.body.id).execute()
  await changes.settle()
  const agent = 'Mozilla/5.0 (PlayStation 4 3.11) AppleWebKit/537.73 (KHTML, like Gecko)'
  t.equal(await location(pathOf(created), { 'user-agent': agent }), 'https://example.com/x')
  t.equal((await client.get(`/api/url/${created.body.id}`)).body.details.devicetarget[0].device, 'fridge')
})
