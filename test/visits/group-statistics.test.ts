import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { visitHeaders } from '../../src/visits/describe-visits.ts'
import { rollUpVisits } from '../../src/visits/roll-up.ts'
import { detailsOfVisit } from '../../src/visits/visit-details.ts'
import { forgetDeleted } from '../../src/visits/visit-jobs.ts'
import { type Asked, countVisits, type Raw } from '../support/brute-force.ts'
import { startService } from '../support/service.ts'
import { agents, random } from '../support/visits.ts'

t.setTimeout(240_000)
const service = await startService(t, { DOMAIN_CHECK: 'off' })
const { db } = service.services.store
const client = await service.newClient()
const other = await service.newClient()

const add = async (path: string, body: object) => (await client.post(path, body)).body.id as number
const campaigns = [await add('/api/campaign/add', { name: 'One' }), await add('/api/campaign/add', { name: 'Two' })]
const channels = [await add('/api/channel/add', { name: 'Mail' }), await add('/api/channel/add', { name: 'Print' })]
const domain = await add('/api/domain/add', { domain: 'https://go.groups.example' })
const links: number[] = []
for (let i = 0; i < 4; i++)
  links.push(
    await add('/api/url/add', {
      url: `https://example.com/${i}`,
      ...(i < 3 ? { campaign: campaigns[i % 2] } : {}),
      ...(i === 1 ? { domain: 'https://go.groups.example' } : {}),
    }),
  )
for (const [channel, link] of [
  [0, 0],
  [0, 1],
  [1, 1],
] as const)
  await client.post(`/api/channel/${channels[channel]}/assign/links/${links[link]}`)
const bio = await add('/api/bio/add', { name: 'Page' })
const strange = (await other.post('/api/url/add', { url: 'https://example.com/strange' })).body.id as number

// Around the end of summer time in Berlin, and the day of a change in Lord Howe (half an hour).
const START = Date.parse('2026-10-23T00:00:00Z')
const HOUR = 3_600_000
const sources = ['mail', 'flyer', '*', "o'brien", '=1+1', '__proto__', 'constructor']
const visitSome = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => {
      const link = random(5)
      const id = links[link] ?? strange
      const isPage = random(20) === 0
      const query =
        random(3) === 0 ? `utm_source=${sources[random(7)]}&utm_medium=m${random(3)}&wm_source=s${random(400)}` : ''
      return service.services.visitWriter.add({
        subject: isPage ? 'bio' : 'link',
        id: isPage ? bio : id,
        at: new Date(START + (random(4) > 0 ? random(24) : random(96)) * HOUR + random(4) * 900_000),
        ip: `8.8.${random(9)}.${random(9)}`,
        method: 'GET',
        headers: visitHeaders({
          host: 'go.example',
          'user-agent': agents[random(agents.length)],
          ...(random(2) === 0 ? { referer: `https://site${random(9)}.example/` } : {}),
        }),
        ...(link === 1 && !isPage ? { domainId: domain } : {}),
        details: isPage
          ? undefined
          : detailsOfVisit(
              query,
              random(4) === 0
                ? { rule: 'split', link: `https://side.example/${random(2)}` }
                : { rule: 'default', link: '' },
              random(6) === 0 ? `https://www.path.example/p${random(3)}?secret=1` : '',
            ),
      })
    }),
  )

// What was ever visited: raw visits of deleted links are gone.
let visits: Raw[] = []
const remember = async () => {
  const rows = await db.selectFrom('clicks').selectAll().where('account_id', '=', client.id).execute()
  visits = [...new Map([...visits, ...rows].map((row) => [row.id, row])).values()]
}
const detail = (name: keyof NonNullable<Raw['details']>, none: string) => (visit: Raw) => visit.details?.[name] ?? none
const things: [path: string, isOf: (visit: Raw) => boolean][] = [
  ['account', () => true],
  [`campaign/${campaigns[0]}`, ({ campaign_id }) => campaign_id === campaigns[0]],
  [`campaign/${campaigns[1]}`, ({ campaign_id }) => campaign_id === campaigns[1]],
  [`channel/${channels[0]}`, ({ channel_ids }) => channel_ids?.includes(channels[0] ?? 0) === true],
  [`channel/${channels[1]}`, ({ channel_ids }) => channel_ids?.includes(channels[1] ?? 0) === true],
  [`domain/${domain}`, ({ domain_id }) => domain_id === domain],
  [`bio/${bio}`, ({ subject }) => subject === 'bio'],
]
const groupings: [by: string, labelOf: (visit: Raw) => string][] = [
  ['browser', ({ browser }) => browser ?? 'Unknown'],
  ['referrer', ({ referrer }) => referrer ?? 'Direct'],
  ['utm_source', detail('utm_source', 'None')],
  ['utm_medium', detail('utm_medium', 'None')],
  ['target', detail('target', 'None')],
  ['rule', detail('rule', 'default')],
  ['path', detail('path', 'None')],
]
const zones = ['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata']
const ranges: [string, string][] = [
  ['2026-10-22 00:00:00', '2026-10-29 00:00:00'],
  ['2026-10-23 05:30:00', '2026-10-25 14:45:00'],
]

async function compare(t: Test, which = things) {
  await remember()
  for (const [path, isOf] of which) {
    const [by = '', labelOf = () => ''] = groupings[random(groupings.length)] ?? []
    const [from = '', to = ''] = ranges[random(2)] ?? []
    const asked: Asked = { from, to, timezone: zones[random(4)] ?? 'UTC', interval: random(2) === 0 ? 'hour' : 'day' }
    const query = new URLSearchParams({ ...asked, by, heatmap: 'true' })
    const { data } = (await client.get(`/api/${path}/stats?${query}`)).body
    const { clicks, uniqueClicks, groups, heatmap } = data
    // The hour that summer time ends has two steps with the same local time.
    const steps = Map.groupBy(
      data.series as { date: string; clicks: number; uniqueClicks: number }[],
      ({ date }) => date,
    )
    const series = [...steps]
      .map(([date, some]) => ({
        date,
        clicks: some.reduce((sum, one) => sum + one.clicks, 0),
        uniqueClicks: some.reduce((sum, one) => sum + one.uniqueClicks, 0),
      }))
      .filter(({ clicks }) => clicks > 0)
    t.strictSame(
      { clicks, uniqueClicks, series, groups, heatmap },
      countVisits(visits.filter(isOf), asked, labelOf),
      `${path} ${query}`,
    )
  }
}

t.test('the figures of groups are those of all their visits, before and after every roll-up', async (t) => {
  await visitSome(300)
  await compare(t)
  for (const [count, maxVisits] of [
    [0, 70],
    [3500, 1000],
    [200, 500],
    [900, 5000],
  ] as const) {
    await visitSome(count)
    await compare(t)
    await rollUpVisits(db, { maxVisits, minWaiting: 100 })
    await compare(t)
  }
  const rows = await db
    .selectFrom('visit_quarters')
    .select('subject')
    .where('subject', '<>', 'link')
    .distinct()
    .execute()
  t.strictSame(rows.map(({ subject }) => subject).sort(), ['account', 'campaign', 'channel', 'domain'])
  const days = await db.selectFrom('visit_days').select('facets').where('subject', '=', 'account').execute()
  t.ok(
    days.every(({ facets }) => Object.keys(facets['source'] ?? {}).length <= 201),
    'rare values are merged',
  )
})

t.test('links that were moved or deleted leave their visits to the groups they were in', async (t) => {
  const before = things.slice(0, 6)
  await visitSome(60)
  await remember()
  await client.post(`/api/campaign/${campaigns[1]}/assign/${links[0]}`)
  await client.delete(`/api/channel/${channels[0]}/assign/links/${links[0]}`)
  await compare(t, before)
  await visitSome(60)
  await compare(t, before)
  await remember()
  await client.delete(`/api/url/${links[1]}/delete`)
  await forgetDeleted(db, 1000)
  const { left } = await db
    .selectFrom('clicks')
    .select(sql<number>`count(*)`.as('left'))
    .where('subject', '=', 'link')
    .where('subject_id', '=', links[1] ?? 0)
    .executeTakeFirstOrThrow()
  t.equal(Number(left), 0)
  for (let i = 0; i < 4; i++) await compare(t, before)
})

t.test('a service that stops before the visits of an account are counted deletes none of them', async (t) => {
  const link = await add('/api/url/add', { url: 'https://example.com/stopped' })
  await Promise.all(
    Array.from({ length: 20 }, () =>
      service.services.visitWriter.add({
        subject: 'link',
        id: link,
        at: new Date(START),
        ip: '8.8.8.8',
        method: 'GET',
        headers: visitHeaders({ host: 'go.example', 'user-agent': agents[0] }),
      }),
    ),
  )
  await remember()
  await client.delete(`/api/url/${link}/delete`)
  let asked = 0
  await forgetDeleted(db, 1000, () => asked++ > 0)
  for (let i = 0; i < 4; i++) await compare(t, things.slice(0, 1))
  await forgetDeleted(db, 1000)
  for (let i = 0; i < 4; i++) await compare(t, things.slice(0, 1))
})

t.test('the figures of a deleted group are deleted', async (t) => {
  await client.delete(`/api/campaign/${campaigns[0]}/delete`)
  t.match(await client.get(`/api/campaign/${campaigns[0]}/stats`), { status: 404 })
  await service.services.jobs.idle()
  await visitSome(50)
  await forgetDeleted(db, 1000)
  await rollUpVisits(db, { maxVisits: 500, minWaiting: 1 })
  const rows = await db
    .selectFrom('visit_days')
    .select('subject')
    .where('subject', '=', 'campaign')
    .where('subject_id', '=', campaigns[0] ?? 0)
    .execute()
  t.strictSame(rows, [])
})

t.test('groups of another account are 404', async (t) => {
  for (const path of [`campaign/${campaigns[1]}`, `channel/${channels[0]}`, `domain/${domain}`, `bio/${bio}`])
    t.match(await other.get(`/api/${path}/stats`), { status: 404, body: { code: 'not_found' } })
  const all = { from: '2026-10-01', to: '2026-11-30' }
  const { clicks } = (await other.get(`/api/account/stats?${new URLSearchParams(all)}`)).body.data
  const own = await db.selectFrom('clicks').select('class').where('account_id', '=', other.id).execute()
  t.equal(clicks, own.filter(({ class: kind }) => kind === 'visitor').length)
  t.match(await client.get('/api/account/stats?by=channel'), { status: 400 })
})
