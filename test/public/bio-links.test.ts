import { sql } from 'kysely'
import t from 'tap'
import { bioLinkKey } from '../../src/pages/bio-links.ts'
import { rollUpVisits } from '../../src/visits/roll-up.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { send } = service
const { db } = service.services.store
const client = await service.newClient()
const other = await service.newClient()

const MAP = 'https://example.com/map?a=1&b=%222%22'
const HUTS = 'https://example.com/huts'
const blocks = [
  { type: 'link', text: 'Map', url: MAP },
  { type: 'link', text: 'Map again', url: MAP },
  { type: 'link', text: 'Huts', url: HUTS },
  { type: 'social', network: 'mastodon', url: 'https://social.example/@ada' },
]
const { id, link } = (await client.post('/api/bio/add', { name: 'Ada', blocks })).body
const path = new URL(link).pathname
const linksOf = async () => (await client.get(`/api/bio/${id}/links`)).body.links as { key: string; clicks: number }[]
const chrome = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
}

t.test('visits that follow a link of a bio page are counted for it, and not for the page', async (t) => {
  const { text } = await send('GET', path, { headers: chrome })
  const hrefs = [...text.matchAll(/href="(\?go=[^"]+)"/g)].map(([, href]) => href)
  t.strictSame(
    hrefs,
    [MAP, MAP, HUTS].map((url) => `?go=${bioLinkKey(url)}`),
  )
  for (const href of hrefs) {
    const reply = await send('GET', `${path}${href}`, { headers: chrome })
    t.match(reply, { status: 302, headers: { 'cache-control': 'private, no-store' } })
  }
  t.equal((await send('GET', `${path}${hrefs[2]}`)).headers.location, HUTS)
  await send('GET', `${path}${hrefs[2]}`, { headers: { 'user-agent': 'Googlebot/2.1' } })
  t.strictSame(await linksOf(), [
    { key: bioLinkKey(MAP), url: MAP, text: 'Map', clicks: 2, uniqueClicks: 1 },
    { key: bioLinkKey(HUTS), url: HUTS, text: 'Huts', clicks: 2, uniqueClicks: 2 },
  ])
  const stats = async (query = '') =>
    (await client.get(`/api/bio/${id}/stats?link=${bioLinkKey(HUTS)}${query}`)).body.data
  t.match(await stats('&by=browser'), {
    clicks: 2,
    groups: [
      { name: 'Chrome', clicks: 1 },
      { name: 'Unknown', clicks: 1 },
    ],
  })
  t.equal((await stats('&include=all')).clicks, 3)
  t.match((await client.get(`/api/bio/${id}`)).body.data, { clicks: 1 })
  t.match((await client.get('/api/account/stats')).body.data, { clicks: 1 })
})

t.test('the counts stay the same when they are rolled up, and when the link moves on the page', async (t) => {
  const before = await linksOf()
  await rollUpVisits(db, { maxVisits: 2, minWaiting: 1 })
  t.strictSame(await linksOf(), before)
  await client.put(`/api/bio/${id}/update`, {
    blocks: [blocks[2], { type: 'link', text: 'New', url: 'https://example.com/new' }, blocks[0]],
  })
  await service.services.changes.settle()
  t.strictSame(
    (await linksOf()).map(({ clicks }) => clicks),
    [2, 0, 2],
  )
  t.match((await client.get(`/api/bio/${id}/stats?link=${bioLinkKey('https://example.com/new')}`)).body.data, {
    clicks: 0,
  })
})

t.test('only links of the page are followed', async (t) => {
  for (const go of [
    '',
    'x',
    bioLinkKey('https://evil.example/'),
    '__proto__',
    encodeURIComponent(MAP),
    'x'.repeat(5000),
  ])
    t.match(await send('GET', `${path}?go=${go}`), { status: 200, text: /<h1/ }, go.slice(0, 40))
  const draft = (await client.post('/api/bio/add', { name: 'Draft', published: false, blocks })).body
  const { preview } = (await client.get(`/api/bio/${draft.id}`)).body.details
  const { text } = await send('GET', new URL(preview).pathname + new URL(preview).search)
  t.match(text, `href="${HUTS}"`)
  t.notMatch(text, 'href="?go=')
  t.equal((await send('GET', `${new URL(draft.link).pathname}?go=${bioLinkKey(HUTS)}`)).status, 404)
  for (const path of [`/api/bio/${id}/links`, `/api/bio/${id}/stats?link=${bioLinkKey(HUTS)}`])
    t.match(await other.get(path), { status: 404 })
  t.match(await client.get(`/api/bio/${id}/stats?link=short`), { status: 400 })
})

t.test('a deleted page leaves nothing of its links', async (t) => {
  await client.delete(`/api/bio/${id}/delete`)
  const { rows } = await sql`select 1 from bio_links where bio_id = ${id}`.execute(db)
  t.equal(rows.length, 0)
  const forgotten = await db.selectFrom('forgotten_visits').select('subject').where('subject', '=', 'biolink').execute()
  t.equal(forgotten.length, 2)
})
