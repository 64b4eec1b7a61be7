import { sql } from 'kysely'
import t from 'tap'
import { drawPublicLinks } from '../../db/queries/campaign-draws.ts'
import { createCampaignDraws } from '../../src/routing/campaign-draws.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { send, services } = service
const { db } = services.store
const client = await service.newClient()

const newCampaign = async (slug: string): Promise<number> =>
  (await client.post('/api/campaign/add', { name: slug, slug })).body.id
const newLink = async (campaign: number, url: string, fields: object = {}): Promise<number> =>
  (await client.post('/api/url/add', { url, campaign, ...fields })).body.id
const follow = async (slug: string) => (await send('GET', `/r/${slug}`)).headers.location

async function addLinks(campaign: number, count: number): Promise<void> {
  await sql`
    with added as (
      insert into links (account_id, campaign_id, url)
      select ${client.id}::bigint, ${campaign}::bigint, 'https://example.com/' || n from generate_series(1, ${count}::integer) n returning id
    )
    insert into aliases (link_id, alias) select id, 'drawn' || id from added`.execute(db)
}

/** How far counts are from even ones, in standard deviations of chi-square. */
function unevenness(counts: number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const freedom = counts.length - 1
  return (chiSquare - freedom) / Math.sqrt(2 * freedom)
}

t.test('each link of a small campaign is as likely as the other', async (t) => {
  const campaign = await newCampaign('even')
  const counts = new Map<string, number>()
  for (let i = 0; i < 7; i++) counts.set(`https://example.com/${i}`, 0)
  for (const url of counts.keys()) await newLink(campaign, url)
  const draws = createCampaignDraws(db, services)
  // If one link were drawn twice as often as each of the others, the unevenness would be about 38.
  for (let i = 0; i < 1400; i++) {
    const url = (await draws.draw('even'))?.link.url ?? ''
    counts.set(url, (counts.get(url) ?? 0) + 1)
  }
  t.equal(counts.size, 7)
  t.ok(unevenness([...counts.values()]) < 8, `${[...counts.values()]}`)
})

t.test('each live link of a large campaign is as likely as the other', async (t) => {
  const campaign = await newCampaign('large')
  await addLinks(campaign, 1500)
  await sql`update links set status = 'private' where campaign_id = ${campaign}::bigint and id % 5 = 0`.execute(db)
  const counts = new Map<number, number>()
  for (let draws = 0; draws < 12_000; ) {
    const { links, isComplete } = await drawPublicLinks(db, campaign, {
      isProofNeeded: false,
      inTurn: (step) => step(),
    })
    t.notOk(isComplete)
    for (const { id } of links) counts.set(id, (counts.get(id) ?? 0) + 1)
    draws += links.length
  }
  t.equal(counts.size, 1200, 'each was drawn, and no private one')
  t.ok(unevenness([...counts.values()]) < 6, `${unevenness([...counts.values()])}`)
})

t.test('a large campaign with hardly a live link leads to that one; with none it is 404', async (t) => {
  const campaign = await newCampaign('rare')
  await addLinks(campaign, 1200)
  await sql`update links set status = 'private' where campaign_id = ${campaign}::bigint`.execute(db)
  t.equal((await send('GET', '/r/rare')).status, 404)
  const id = await newLink(campaign, 'https://example.com/only')
  for (let i = 0; i < 3; i++) t.equal(await follow('rare'), 'https://example.com/only')
  await client.delete(`/api/url/${id}/delete`)
  t.equal((await send('GET', '/r/rare')).status, 404)
})

t.test('a change of a campaign or link takes effect with the next visit', async (t) => {
  const campaign = await newCampaign('changed')
  const other = await newCampaign('other')
  const first = await newLink(campaign, 'https://example.com/first')
  t.equal(await follow('changed'), 'https://example.com/first')
  await client.put(`/api/url/${first}/update`, { url: 'https://example.com/moved' })
  t.equal(await follow('changed'), 'https://example.com/moved')
  await client.put(`/api/url/${first}/update`, { status: 'private' })
  t.equal((await send('GET', '/r/changed')).status, 404)
  await client.put(`/api/url/${first}/update`, { status: 'public', custom: 'moved-again' })
  t.equal(await follow('changed'), 'https://example.com/moved')
  await client.post(`/api/campaign/${other}/assign/${first}`)
  t.equal((await send('GET', '/r/changed')).status, 404)
  t.equal(await follow('other'), 'https://example.com/moved')
  const limited = await newLink(campaign, 'https://example.com/limited', { clicklimit: 2 })
  for (let i = 0; i < 2; i++) t.equal(await follow('changed'), 'https://example.com/limited')
  t.equal((await send('GET', '/r/changed')).status, 404)
  await client.put(`/api/url/${limited}/update`, { clicklimit: 3 })
  t.equal(await follow('changed'), 'https://example.com/limited')
  await client.put(`/api/campaign/${campaign}/update`, { name: 'Changed', slug: 'renamed' })
  t.equal((await send('GET', '/r/changed')).status, 404)
})

t.test('simultaneous visits are led on to many links, and to none that is private by now', async (t) => {
  const followAll = async () => {
    const replies = await Promise.all(Array.from({ length: 400 }, () => send('GET', '/r/large')))
    t.strictSame(new Set(replies.map(({ status }) => status)), new Set([302]))
    return replies.map(({ headers }) => Number(headers.location?.split('/').at(-1)))
  }
  const numbers = await followAll()
  t.ok(new Set(numbers).size > 300, 'most visits are led to a link of their own')
  const { rows } = await sql<{ url: string }>`
    update links set status = 'private' where url like 'https://example.com/%' and id % 2 = 0
      and campaign_id = (select id from campaigns where slug = 'large') returning url`.execute(db)
  await services.changes.settle()
  const gone = new Set(rows.map(({ url }) => Number(url.split('/').at(-1))))
  t.ok(numbers.some((number) => gone.has(number)))
  t.notOk((await followAll()).some((number) => gone.has(number)))
})

t.test('the redirect of a rotator is not cached, whatever the status of its link', async (t) => {
  const campaign = await newCampaign('moved')
  await newLink(campaign, 'https://example.com/moved', { redirectstatus: 301 })
  t.match(await send('GET', '/r/moved'), {
    status: 302,
    headers: { location: 'https://example.com/moved', 'cache-control': 'private, no-store' },
  })
})
