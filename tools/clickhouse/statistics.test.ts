import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { readSinkLag } from '../../db/queries/visit-sink.ts'
import { buildApp } from '../../src/app.ts'
import { writeVisitDays } from '../../src/export/visit-days.ts'
import { visitHeaders } from '../../src/visits/describe-visits.ts'
import { rollUpVisits } from '../../src/visits/roll-up.ts'
import { createStatisticsSource } from '../../src/visits/statistics-source.ts'
import { detailsOfVisit } from '../../src/visits/visit-details.ts'
import { forgetDeleted } from '../../src/visits/visit-jobs.ts'
import { startService } from '../../test/support/service.ts'
import { agents, random } from '../../test/support/visits.ts'
import { startStandIn, until } from './stand-in.ts'

// Both engines count the same visits, and must give the same answers.

const scope = { teardown: (end: () => unknown) => after(async () => void (await end())), fail: assert.fail }
const standIn = await startStandIn((end) => scope.teardown(end))
const settings = { CLICKHOUSE_URL: standIn.url, STATISTICS_ENGINE: 'clickhouse', DOMAIN_CHECK: 'off' }
const service = await startService(scope as never, settings)
const { db, store, visitWriter } = service.services
const ofPostgres = await buildApp({ ...service.services, statistics: createStatisticsSource(store) })
const client = await service.newClient()

const add = async (path: string, body: object) => (await client.post(path, body)).body.id as number
const campaigns = [await add('/api/campaign/add', { name: 'One' }), await add('/api/campaign/add', { name: 'Two' })]
const channel = await add('/api/channel/add', { name: 'Mail' })
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
await client.post(`/api/channel/${channel}/assign/links/${links[0]}`)
await client.post(`/api/channel/${channel}/assign/links/${links[1]}`)
const code = await add('/api/qr/add', { type: 'link', data: 'https://example.com/' })
const page = await add('/api/bio/add', { name: 'Page' })

// Around the end of summer time in Berlin, the day of a change in Lord Howe (half an hour), and the end of a month.
const HOUR = 3_600_000
const START = Date.parse('2026-10-01T00:00:00Z')
const sources = [
  'mail',
  'flyer',
  '*',
  "o'brien",
  '=1+1',
  '__proto__',
  'back\\slash\\n',
  'tab\tübér 😀',
  '{a:String}',
  '?',
]
const visitSome = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => {
      const link = random(4)
      const [subject, id] = [
        ['link', links[link] ?? 0],
        ['qr', code],
        ['bio', page],
      ][Math.max(0, random(20) - 17)] as ['link' | 'qr' | 'bio', number]
      const utm = encodeURIComponent(sources[random(sources.length)] ?? '')
      const query = random(3) === 0 ? `utm_source=${utm}&utm_medium=m${random(3)}&wm_source=s${random(90)}` : ''
      return visitWriter.add({
        subject,
        id,
        at: new Date(START + (random(4) > 0 ? 23 * 24 + random(72) : random(40 * 24)) * HOUR + random(HOUR)),
        ip: `8.8.${random(9)}.${random(9)}`,
        method: random(30) === 0 ? 'HEAD' : 'GET',
        headers: visitHeaders({
          host: 'go.example',
          'user-agent': agents[random(agents.length)],
          'accept-language': ['de', 'en', ''][random(3)],
          ...(random(2) === 0 ? { referer: `https://site${random(9)}.example/` } : {}),
        }),
        ...(subject === 'link' && link === 1 ? { domainId: domain } : {}),
        details:
          subject === 'link'
            ? detailsOfVisit(
                query,
                random(4) === 0
                  ? { rule: 'split', link: `https://side.example/${random(2)}` }
                  : { rule: 'default', link: '' },
                random(6) === 0 ? `https://www.path.example/p${random(3)}?secret=1` : '',
              )
            : undefined,
      })
    }),
  )

const isCaughtUp = async () => {
  const sink = await db.selectFrom('visit_sink').select('complete_at').executeTakeFirst()
  return sink?.complete_at != null && (await readSinkLag(db)).visits === 0
}
const readBoth = async (path: string) => {
  const before = standIn.counts.get('select') ?? 0
  const one = await client.get(path)
  assert.equal(one.status, 200, one.text)
  const selects = (standIn.counts.get('select') ?? 0) - before
  const other = await ofPostgres.inject({
    url: path,
    headers: { host: 'localhost:3000', authorization: `Bearer ${client.apikey}` },
  })
  return { one: one.body.data, other: other.json().data, selects }
}
const things = () => [
  ...links.map((id) => `url/${id}`),
  ...[`qr/${code}`, `bio/${page}`, ...campaigns.map((id) => `campaign/${id}`)],
  ...[`channel/${channel}`, `domain/${domain}`, 'account'],
]
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Pacific/Apia']
const properties = [
  ...['', 'country', 'browser', 'os', 'device', 'language', 'referrer', 'campaign', 'utm_source', 'utm_medium'],
  ...['source', 'target', 'rule', 'path', 'city'],
]

const compare = async () => {
  let compared = 0
  for (const thing of things())
    for (const [place, by] of properties.entries()) {
      const day = 1 + random(28)
      const ranges = [
        'from=2026-10-01&to=2026-11-15',
        `from=2026-10-${String(day).padStart(2, '0')} 07:15&to=2026-10-${String(day + 3).padStart(2, '0')} 19:45`,
        'from=2026-10-24&to=2026-10-26',
      ]
      const query = [
        ranges[random(3)],
        `timezone=${zones[(place + random(2)) % zones.length]}&interval=${['hour', 'day', 'week', 'month'][random(4)]}`,
        by === '' ? '' : `by=${by}`,
        ['', 'include=all', 'include=bot', 'heatmap=true'][random(4)],
      ]
      const path = `/api/${thing}/stats?${query.filter(Boolean).join('&')}`
      const { one, other, selects } = await readBoth(path)
      assert.deepEqual({ ...one, lag: 0 }, { ...other, lag: 0 }, path)
      assert.ok(selects > 0, `${path} was read from ClickHouse`)
      compared += one.clicks > 0 ? 1 : 0
    }
  assert.ok(compared > 80, `${compared} answers had visits`)
}

test('both engines give the same statistics', async () => {
  await visitSome(4000)
  await until(isCaughtUp)
  await compare()
  // With counters in Postgres, and more visits.
  await rollUpVisits(db, { maxVisits: 1000, minWaiting: 1 })
  await visitSome(500)
  await until(isCaughtUp)
  await compare()
})

test('Parquet files have the same visits', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'waymark-parquet-'))
  scope.teardown(() => rmSync(directory, { recursive: true }))
  const range = { from: new Date('2026-10-01Z'), to: new Date('2026-11-15Z') }
  const { files, visits } = await writeVisitDays(db, directory, range)
  assert.ok(files > 30 && visits === 4500)
  const { generation } = await db.selectFrom('visit_sink').select('generation').executeTakeFirstOrThrow()
  const columns = standIn.query(`describe table waymark_visits_${generation}`).map(({ name }) => `\`${name}\``)
  const of = (source: string) =>
    standIn.query(
      `select count() as visits, sum(cityHash64(tuple(${columns.map((name) => `toString(${name})`)}))) as hash from ${source}`,
    )
  assert.deepEqual(of(`file('${directory}/*.parquet')`), of(`waymark_visits_${generation} final`))
})

test('what was sent twice counts once', async () => {
  const { generation } = await db.selectFrom('visit_sink').select('generation').executeTakeFirstOrThrow()
  const rows = () => Number(standIn.query(`select count() as rows from waymark_visits_${generation}`)[0]?.['rows'])
  const before = rows()
  standIn.query('system stop merges')
  await sql`update visit_sink set shipped_id = 0`.execute(db)
  await until(isCaughtUp)
  assert.equal(rows(), 2 * before, 'they are there twice')
  await compare()
  standIn.query('system start merges')
})

test('a deleted link is gone, and its account is counted where the counts are', async () => {
  const [link = 0] = links.splice(3, 1)
  await client.delete(`/api/url/${link}/delete`)
  await forgetDeleted(db, 1000)
  await until(async () => (await db.selectFrom('visit_sink_deletions').selectAll().execute()).length === 0)
  const { generation } = await db.selectFrom('visit_sink').select('generation').executeTakeFirstOrThrow()
  const left = standIn.query(
    `select count() as rows from waymark_visits_${generation} where subject = 'link' and subject_id = ${link}`,
  )
  assert.equal(Number(left[0]?.['rows']), 0)
  const path = 'stats?from=2026-10-01&to=2026-11-15&by=browser'
  const account = await readBoth(`/api/account/${path}`)
  assert.deepEqual({ ...account.one, lag: 0 }, { ...account.other, lag: 0 })
  assert.equal(account.selects, 0, 'from Postgres')
  const other = await readBoth(`/api/url/${links[0]}/${path}`)
  assert.deepEqual({ ...other.one, lag: 0 }, { ...other.other, lag: 0 })
  assert.ok(other.selects > 0)
})

test('values that Postgres adds up as Other are counted', async () => {
  const many = await add('/api/url/add', { url: 'https://example.com/many' })
  await Promise.all(
    Array.from({ length: 700 }, (_, i) =>
      visitWriter.add({
        ...{ subject: 'link', id: many, ip: '8.8.8.8', method: 'GET', at: new Date(START + i * 60_000) },
        headers: visitHeaders({ 'user-agent': agents[0] }),
        details: detailsOfVisit(`wm_source=s${i % 350}`, { rule: 'default', link: '' }, ''),
      }),
    ),
  )
  await rollUpVisits(db, { maxVisits: 1000, minWaiting: 1 })
  await until(isCaughtUp)
  const { one, other } = await readBoth(`/api/url/${many}/stats?by=source&from=2026-10-01&to=2026-10-02`)
  assert.deepEqual([one.clicks, other.clicks], [700, 700])
  assert.equal(one.groups.length, 350)
  assert.ok(other.groups.some(({ name }: { name: string }) => name === 'Other'))
})

test('ranges with visits of which only counters are left are read from Postgres', async () => {
  await db
    .insertInto('visit_days')
    .values({
      ...{ account_id: client.id, subject: 'link', subject_id: links[0] ?? 0, start: '2026-10-02Z', class: 'visitor' },
      ...{ visits: 5, uniques: 5, first_id: 0, last_id: 0, facets: {} },
    } as never)
    .onConflict((conflict) =>
      conflict.columns(['subject', 'subject_id', 'start', 'class']).doUpdateSet({ first_id: 0 }),
    )
    .execute()
  const imported = await readBoth(`/api/url/${links[0]}/stats?from=2026-10-01&to=2026-10-03`)
  assert.equal(imported.selects, 0)
  assert.ok((await readBoth(`/api/url/${links[0]}/stats?from=2026-10-03&to=2026-10-05`)).selects > 0)
  await sql`update visit_mark set raw_from = '2026-11-01Z'`.execute(db)
  assert.equal((await readBoth(`/api/url/${links[1]}/stats?from=2026-10-31&to=2026-11-05`)).selects, 0)
  assert.ok((await readBoth(`/api/url/${links[1]}/stats?from=2026-11-01&to=2026-11-05`)).selects > 0)
  await until(
    async () => (await db.selectFrom('visit_sink').select('dropped_before').executeTakeFirst())?.dropped_before != null,
  )
  const { generation } = await db.selectFrom('visit_sink').select('generation').executeTakeFirstOrThrow()
  const left = standIn.query(`select count() as rows, min(at) as first from waymark_visits_${generation}`)
  assert.ok(Number(left[0]?.['rows']) > 0 && String(left[0]?.['first']) >= '2026-11-01', 'the months were dropped')
})

test('while ClickHouse fails or hangs, Postgres answers', async () => {
  const path = `/api/url/${links[1]}/stats?from=2026-11-01&to=2026-11-05`
  const { one: expected } = await readBoth(path)
  const reports: unknown[] = []
  service.services.statistics.report((error, place) => reports.push([place, error === undefined]))
  const since = performance.now()
  standIn.answer = () => {}
  assert.deepEqual({ ...(await client.get(path)).body.data, lag: 0 }, { ...expected, lag: 0 })
  assert.ok(performance.now() - since < 20_000)
  const again = performance.now()
  assert.equal((await client.get(path)).body.data.lag, 0)
  assert.ok(performance.now() - again < 4500, 'further requests do not wait')
  standIn.reset()
  await until(async () => {
    await client.get(path)
    return reports.length === 2
  })
  assert.deepEqual(reports, [
    ['clickhouse', false],
    ['clickhouse', true],
  ])
})
