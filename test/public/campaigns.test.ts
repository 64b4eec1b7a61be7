import { sql } from 'kysely'
import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { send, services } = service
const client = await service.newClient()

const newCampaign = async (fields: object) => (await client.post('/api/campaign/add', fields)).body
const newLink = async (campaign: number, fields: object = {}) => {
  const { body } = await client.post('/api/url/add', { url: 'https://example.com/a', campaign, ...fields })
  return { id: body.id as number, path: new URL(body.shorturl).pathname }
}
const pathOf = (url: string) => new URL(url).pathname

t.test('a rotator chooses among the live links of its campaign evenly and counts the visits', async (t) => {
  const { id, rotator } = await newCampaign({ name: 'Spread', slug: 'spread' })
  const links = []
  for (const to of ['a', 'b', 'c']) links.push(await newLink(id, { url: `https://example.com/${to}` }))
  await newLink(id, { url: 'https://example.com/private', status: 'private' })
  await newLink(id, { url: 'https://example.com/used-up', clicklimit: 1 }).then(({ path }) => send('GET', path))
  const old = await newLink(id, { url: 'https://example.com/expired' })
  await services.db
    .updateTable('links')
    .set({ expires_at: new Date(0) })
    .where('id', '=', old.id)
    .execute()
  const hits = new Map<string, number>()
  for (let i = 0; i < 150; i++) {
    const reply = await send('GET', pathOf(rotator))
    t.equal(reply.status, 302)
    const to = reply.headers.location ?? ''
    hits.set(to, (hits.get(to) ?? 0) + 1)
  }
  t.strictSame(
    [...hits.keys()].sort(),
    ['a', 'b', 'c'].map((to) => `https://example.com/${to}`),
  )
  t.ok(Math.min(...hits.values()) > 20, `each is picked: ${[...hits.values()]}`)
  const counts = await Promise.all(links.map(async ({ id }) => (await client.get(`/api/url/${id}`)).body.data.clicks))
  t.equal(
    counts.reduce((sum, clicks) => sum + clicks, 0),
    150,
  )
})

t.test('a rotator without live links, an unknown one and a removed one are 404', async (t) => {
  const { id, rotator } = await newCampaign({ name: 'Empty', slug: 'empty' })
  t.equal((await send('GET', pathOf(rotator))).status, 404)
  await newLink(id, { status: 'private' })
  t.equal((await send('GET', pathOf(rotator))).status, 404)
  await newLink(id)
  t.equal((await send('GET', pathOf(rotator))).status, 302)
  await client.put(`/api/campaign/${id}/update`, { name: 'Empty', slug: null })
  t.equal((await send('GET', pathOf(rotator))).status, 404)
  for (const path of ['/r/never', '/r/%00', "/r/'--", `/r/${'x'.repeat(80)}`])
    t.ok([400, 404].includes((await send('GET', path)).status), 'unknown')
})

t.test('a rotator redirects to the short URL of a link with a password', async (t) => {
  const { id, rotator } = await newCampaign({ name: 'Locked', slug: 'locked' })
  const { path } = await newLink(id, { password: 'open sesame' })
  t.equal(pathOf((await send('GET', pathOf(rotator))).headers.location ?? ''), path)
})

t.test('the list of a public campaign shows its public links; other lists are 404', async (t) => {
  const { id, list } = await newCampaign({ name: '<b>Autumn</b>', slug: 'listed', public: true })
  const { path } = await newLink(id, { metatitle: '<img src=x>' })
  const hidden = await newLink(id, { status: 'private' })
  const page = await send('GET', pathOf(list))
  t.match(page, { status: 200, headers: { 'content-type': /html/ } })
  t.match(page.text, path)
  t.notMatch(page.text, hidden.path)
  t.notMatch(page.text, /<b>|<img src=x/)
  await client.put(`/api/campaign/${id}/update`, { name: 'Autumn', public: false })
  t.equal((await send('GET', pathOf(list))).status, 404)
  for (const path of [
    `/u/nobody/${id}`,
    `/u/${client.username}/999999`,
    `/u/${client.username}/x`,
    `/u/${client.username}/99999999999999999999`,
  ])
    t.equal((await send('GET', path)).status, 404, path)
})

t.test('the pages of a list link to each other and show every link once', async (t) => {
  const { id, list } = await newCampaign({ name: 'Long', slug: 'long', public: true })
  await sql`
    with added as (
      insert into links (account_id, campaign_id, url, status)
      select ${client.id}::bigint, ${id}::bigint, 'https://example.com/' || n, case n % 2 when 0 then 'private' else 'public' end
      from generate_series(1, 270) n returning id, url
    )
    insert into aliases (link_id, alias) select id, 'long-' || split_part(url, '/', 4) from added`.execute(
    service.services.db,
  )
  const wanted = Array.from({ length: 135 }, (_, i) => `/long-${269 - 2 * i}`)
  const shownOn = (text: string) => [...text.matchAll(/href="[^"]*(\/long-\d+)"/g)].map(([, path]) => path)
  const linkOf = (text: string, rel: string) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(text)?.[1]
  const pages: string[] = []
  for (let path: string | undefined = pathOf(list); path !== undefined; path = linkOf(pages.at(-1) ?? '', 'next'))
    pages.push((await send('GET', path)).text)
  t.strictSame(pages.flatMap(shownOn), wanted)
  t.match(pages[0], /135 links/)
  t.equal(linkOf(pages[0] ?? '', 'prev'), undefined)
  const up = []
  for (let path = linkOf(pages.at(-1) ?? '', 'prev'); path !== undefined; path = linkOf(up.at(-1) ?? '', 'prev'))
    up.push((await send('GET', path)).text)
  t.strictSame(up.map(shownOn), [wanted.slice(50, 100), wanted.slice(0, 50)])
  t.strictSame(shownOn((await send('GET', `${pathOf(list)}?page=3`)).text), wanted.slice(100))
  t.equal((await send('GET', `${pathOf(list)}?page=201`)).status, 404)
})

t.test("a public campaign's list shows preview texts, no descriptions, and only links that redirect", async (t) => {
  const { id, list } = await newCampaign({ name: 'Shown', slug: 'shown', public: true })
  await newLink(id, { metatitle: 'Huts', metadescription: 'Open from June', description: 'paid 200 for this' })
  const spent = await newLink(id, { clicklimit: 1 })
  await send('GET', spent.path)
  const { text } = await send('GET', pathOf(list))
  t.match(text, /Huts/)
  t.match(text, /Open from June/)
  t.notMatch(text, /paid 200/)
  t.notMatch(text, spent.path)
})
