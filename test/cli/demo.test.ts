import t from 'tap'
import { commandLine } from '../support/command-line.ts'
import { startService } from '../support/service.ts'
import { runsAllVariants } from '../support/variants.ts'

t.setTimeout(480_000)

const service = await startService(t, {}, {})
const { store } = service.services
// The counters below are of what the command has rolled up.
await service.services.visitJobs.close()
const waymark = commandLine(async () => store)

t.test('it fills an account of its own, whose statistics show 90 days, and which can be deleted', async (t) => {
  const { code, json, err } = await waymark(['demo', '--json'])
  t.equal(code, 0, err)
  t.match(json, { email: 'demo@waymark.localhost', password: /^.{16}$/, apikey: /^wm_/, links: 16, codes: 3 })
  t.ok(json.visits > 20_000 && json.visits < 40_000, `${json.visits} visits`)
  const key = json.apikey
  const get = async (path: string) => (await service.send('GET', path, { key })).body
  t.equal((await get('/api/urls')).data.result, 16)
  t.equal((await get('/api/campaigns')).data.result, 3)
  t.equal((await get('/api/domains')).data.result, 1)
  const { urls } = (await get('/api/urls?order=click')).data
  const [top] = urls
  t.equal(top.alias, 'autumn')
  const stats = await get(`/api/url/${top.id}/stats`)
  t.equal(stats.error, 0)
  const { details } = await get(`/api/url/${top.id}`)
  t.ok(details.clicks > 3000)
  t.ok(details.uniqueclicks > details.clicks / 2 && details.uniqueclicks < details.clicks)
  const lines = (await service.send('GET', '/autumn+?days=90', { isElsewhere: true })).text
  for (const word of ['Germany', 'google.com', 'Firefox']) t.match(lines, word)
  const page = await service.send('GET', '/huts', { isElsewhere: true })
  t.match(page.text, /Book a bunk/)

  const again = await waymark(['demo'])
  t.match(again, { code: 1, err: /\S/ }, 'there is one account of this name')
  t.match(await waymark(['account', 'delete', json.email, '--yes']), { code: 0 })
  t.equal((await service.send('GET', '/huts', { isElsewhere: true })).status, 404)
})

const skip = !runsAllVariants && 'runs with TEST_ALL=1'
t.test('it fills an account that exists, again with other names', { skip }, async (t) => {
  const client = await service.newClient()
  const args = ['demo', '--username', client.username, '--json']
  const clicksOf = async () => {
    const { urls } = (await client.get('/api/urls?limit=100&order=click')).body.data
    return urls.map(({ clicks }: { clicks: number }) => clicks)
  }
  t.match((await waymark(args)).json, { error: 0, links: 16 })
  const first = await clicksOf()
  t.match((await waymark(args)).json, { error: 0, links: 16 })
  const both = await clicksOf()
  t.equal(both.length, 32)
  // Today may have got some more.
  const half = both.filter((_: number, i: number) => i % 2 === 0)
  for (const [i, clicks] of first.entries()) t.ok(Math.abs(half[i] - clicks) <= 150, `${half[i]} and ${clicks} visits`)
})
