import t from 'tap'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t, { BASE_URL: 'http://wm.localhost:3000' })
const url = 'https://example.com/page'
type Row = { id: number }

/** The ids of all pages of a list, page by page, by cursor. */
async function byCursor(client: Client, path: string, collection: string, between = async () => {}) {
  const ids: number[] = []
  const join = path.includes('?') ? '&' : '?'
  let cursor: string | null = ''
  let pages = 0
  while (cursor !== null) {
    const reply = await client.get(
      `${path}${join}limit=3${cursor === '' ? '' : `&after=${encodeURIComponent(cursor)}`}`,
    )
    if (reply.status !== 200) throw new Error(reply.text)
    const { data } = reply.body
    pages++
    if (data.currentpage !== pages) throw new Error(`page ${pages} says ${data.currentpage}`)
    ids.push(...data[collection].map(({ id }: Row) => id))
    cursor = data.nextcursor
    await between()
  }
  return ids
}

const idsOf = async (client: Client, path: string, collection = 'urls') =>
  (await client.get(path)).body.data[collection].map(({ id }: Row) => id)

t.test('links are found by campaign, channel, domain, status and time of creation', async (t) => {
  const client = await service.newClient()
  const other = await service.newClient()
  const campaign = (await client.post('/api/campaign/add', { name: 'Summer' })).body.id
  const channel = (await client.post('/api/channel/add', { name: 'Mail' })).body.id
  const domain = 'https://find.example.com'
  await client.post('/api/domain/add', { domain })
  const { results } = (
    await client.post('/api/url/bulk', {
      items: [
        { url, campaign },
        { url, channel },
        { url, domain, metatitle: 'needle' },
        { url, status: 'private', campaign, channel },
        { url },
      ],
    })
  ).body
  const ids = results.map(({ id }: Row) => id)
  const at = (...places: number[]) => places.map((i) => ids[i])
  await service.services.db
    .updateTable('links')
    .set({ created_at: '2020-05-05 12:00:00Z' })
    .where('id', '=', ids[4])
    .execute()
  for (const [query, places] of [
    [`campaign=${campaign}`, [3, 0]],
    [`channel=${channel}`, [3, 1]],
    [`campaign=${campaign}&status=public`, [0]],
    ['status=private', [3]],
    [`domain=${domain}`, [2]],
    ['domain=find.example.com&q=needle', [2]],
    ['domain=find.example.com&q=nothing', []],
    ['domain=http://wm.localhost:3000', [4, 3, 1, 0]],
    ['domain=unknown.example.com', []],
    ['campaign=999999', []],
    ['created_before=2020-05-05 12:00:00', []],
    ['created_before=2020-05-05 12:00:01', [4]],
    ['created_after=2020-05-05 12:00:00', [4, 3, 2, 1, 0]],
    ['created_after=2020-05-05 12:00:01&direction=asc', [0, 1, 2, 3]],
    [`campaign=${campaign}&order=click&direction=asc`, [0, 3]],
    [`channel=${channel}&order=click&q=example`, [3, 1]],
  ] as const) {
    const { data } = (await client.get(`/api/urls?${query}`)).body
    t.same(
      data.urls.map(({ id }: Row) => id),
      at(...places),
      query,
    )
    t.equal(data.result, places.length, query)
  }
  t.same(await idsOf(other, `/api/urls?campaign=${campaign}`), [])
  t.same(await idsOf(other, `/api/urls?channel=${channel}`), [])
  t.same(await idsOf(other, `/api/urls?domain=${domain}`), [])
  for (const bad of [
    'status=x',
    'campaign=x',
    'created_after=yesterday',
    'direction=up',
    'domain=',
    'after=x',
    'created_before=2020-02-30',
  ])
    t.equal((await client.get(`/api/urls?${bad}`)).status, bad === 'domain=' ? 200 : 400, bad)
})

t.test('a cursor reads every link once, in each order, while links are added', async (t) => {
  const client = await service.newClient()
  const items = Array.from({ length: 11 }, (_, i) => ({ url: `${url}/${i}`, custom: `cursor-${i}` }))
  const { results } = (await client.post('/api/url/bulk', { items })).body
  const ids: number[] = results.map(({ id }: Row) => id)
  const add = async () => {
    await client.post('/api/url/add', { url: 'https://example.com/later' })
  }
  t.same(await byCursor(client, '/api/urls', 'urls', add), [...ids].reverse())
  t.same((await byCursor(client, '/api/urls?direction=asc', 'urls')).slice(0, 11), ids)
  for (const [i, visits] of [2, 0, 1, 3, 1, 1, 0, 2].entries())
    for (let visit = 0; visit < visits; visit++) await service.send('GET', `/cursor-${i}`)
  const clicks = [2, 0, 1, 3, 1, 1, 0, 2, 0, 0, 0]
  const ranked = ids.map((id, i) => ({ id, clicks: clicks[i] ?? 0 })).sort((a, b) => b.clicks - a.clicks || b.id - a.id)
  const order = '/api/urls?q=cursor&order=click'
  t.same(
    await byCursor(client, order, 'urls'),
    ranked.map(({ id }) => id),
  )
  t.same(await byCursor(client, `${order}&direction=asc`, 'urls'), ranked.map(({ id }) => id).reverse())
  const all = await byCursor(client, '/api/urls?order=click', 'urls')
  t.same(
    all.filter((id) => ids.includes(id)),
    ranked.map(({ id }) => id),
  )
  t.same(await byCursor(client, '/api/urls?q=cursor', 'urls'), [...ids].reverse())
  t.equal((await client.get('/api/urls?limit=1000')).body.data.nextcursor, null)
  const paged = (await client.get('/api/urls?limit=3&page=2')).body.data
  const next = (await client.get(`/api/urls?limit=3&after=${paged.nextcursor}`)).body.data
  const third = (await client.get('/api/urls?limit=3&page=3')).body.data
  t.same(next, third, 'a page by cursor is the same as by number')
})

t.test('the number of a page by cursor is where it begins, also with another limit than before', async (t) => {
  const client = await service.newClient()
  await client.post('/api/url/bulk', { items: Array.from({ length: 25 }, (_, i) => ({ url: `${url}/${i}` })) })
  const all = await idsOf(client, '/api/urls?limit=1000')
  for (const list of ['/api/urls', '/api/urls?order=click', '/api/urls?q=example']) {
    const get = async (query: string) =>
      (await client.get(`${list}${list.includes('?') ? '&' : '?'}${query}`)).body.data
    const { nextcursor: ten } = await get('limit=10')
    const smaller = await get(`limit=5&after=${ten}`)
    t.match(smaller, { currentpage: 3, nextpage: 4, maxpage: 5 }, list)
    t.same(
      smaller.urls,
      (await get('limit=5&page=3')).urls,
      'the same records as by number, where the limit divides those before it',
    )
    t.match(await get(`limit=10&after=${smaller.nextcursor}`), { currentpage: 2, nextpage: 3, maxpage: 3 }, list)
    const larger = await get(`limit=1000&after=${ten}`)
    t.match(larger, { currentpage: 1, nextpage: 1, maxpage: 1, nextcursor: null }, list)
    t.same(
      larger.urls.map(({ id }: Row) => id),
      all.slice(10),
      list,
    )
  }
})

t.test('a cursor of another list, order, filter or account is refused', async (t) => {
  const client = await service.newClient()
  const other = await service.newClient()
  for (const owner of [client, other])
    await owner.post('/api/url/bulk', { items: Array.from({ length: 3 }, () => ({ url })) })
  const cursor = (await client.get('/api/urls?limit=1')).body.data.nextcursor
  t.equal((await client.get(`/api/urls?limit=2&after=${cursor}`)).status, 200, 'another limit will do')
  for (const [owner, path] of [
    [client, '/api/urls?order=click&'],
    [client, '/api/urls?direction=asc&'],
    [client, '/api/urls?status=public&'],
    [client, '/api/pixels?'],
    [other, '/api/urls?'],
  ] as const)
    t.match(await owner.get(`${path}after=${cursor}`), { status: 400, body: { errors: [{ path: 'query/after' }] } })
  t.equal(
    (await client.get(`/api/urls?after=${cursor.replace(/.$/, (end: string) => (end === '0' ? '1' : '0'))}`)).status,
    400,
  )
})

t.test('every other list has cursors, a direction and times of creation', async (t) => {
  const client = await service.newClient()
  const channel = (await client.post('/api/channel/add', { name: 'Mail' })).body.id
  const domain = 'https://bio.example.com'
  await client.post('/api/domain/add', { domain })
  for (const [path, collection, add, body] of [
    ['/api/pixels', 'pixels', '/api/pixel/add', { type: 'vendor01pixel', name: 'Pixel', tag: '1' }],
    ['/api/campaigns', 'campaigns', '/api/campaign/add', { name: 'Summer' }],
    ['/api/channels', 'channels', '/api/channel/add', { name: 'Mail' }],
    ['/api/overlay', 'cta', '/api/overlay/add', { type: 'message', name: 'Overlay', text: 'Hello' }],
    ['/api/splash', 'splash', '/api/splash/add', { name: 'Splash' }],
    ['/api/qr', 'qrs', '/api/qr/add', { type: 'link', data: url }],
    ['/api/bios', 'bios', '/api/bio/add', { name: 'Ada' }],
    ['/api/keys', 'keys', '/api/key/add', { scope: 'read' }],
  ] as const) {
    for (let i = 0; i < 4; i++) await client.post(add, body)
    const all = await idsOf(client, `${path}?limit=1000`, collection)
    t.same(await byCursor(client, path, collection), all, path)
    t.same(await byCursor(client, `${path}?direction=asc`, collection), [...all].reverse(), path)
    t.same(await idsOf(client, `${path}?created_before=2020-01-01`, collection), [], path)
    t.same(await idsOf(client, `${path}?created_after=2020-01-01&limit=1000`, collection), all, path)
  }
  const [qr] = await idsOf(client, '/api/qr', 'qrs')
  const bio = (await client.post('/api/bio/add', { name: 'Ada', domain })).body.id
  await client.post(`/api/channel/${channel}/assign/qr/${qr}`)
  await client.post(`/api/channel/${channel}/assign/bio/${bio}`)
  t.same(await idsOf(client, `/api/qr?channel=${channel}`, 'qrs'), [qr])
  t.same(await idsOf(client, `/api/bios?channel=${channel}`, 'bios'), [bio])
  t.same(await idsOf(client, '/api/bios?domain=bio.example.com', 'bios'), [bio])
  t.equal((await idsOf(client, '/api/bios?domain=wm.localhost', 'bios')).length, 4)
  t.same(await byCursor(client, `/api/channel/${channel}`, 'items'), [bio, qr])
})
