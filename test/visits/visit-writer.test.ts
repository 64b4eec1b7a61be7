import { mock } from 'node:test'
import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { listFacets, listSeries } from '../../db/queries/statistics.ts'
import { createPartitions, forgetVisitors } from '../../db/queries/visit-maintenance.ts'
import { totalOf } from '../../db/queries/visit-totals.ts'
import { claimClick, hasClicksLeft } from '../../db/queries/visits.ts'
import { openCountryLookup } from '../../src/visits/country-lookup.ts'
import { estimateBytes, type Visit, visitHeaders } from '../../src/visits/describe-visits.ts'
import { rollUpVisits } from '../../src/visits/roll-up.ts'
import { readStatistics } from '../../src/visits/top-lists.ts'
import { createDeadlines } from '../../src/visits/visit-deadlines.ts'
import { dropOldVisits, forgetDeleted } from '../../src/visits/visit-jobs.ts'
import { createVisitWriter } from '../../src/visits/visit-writer.ts'
import { createVisitorSalts } from '../../src/visits/visitor-hash.ts'
import { countQueries } from '../support/count-queries.ts'
import { openTestStore } from '../support/database.ts'

const store = await openTestStore()
const { db } = store
t.teardown(() => store.close())
const countryLookup = await openCountryLookup('')
const { id: account } = await db
  .insertInto('accounts')
  .values({ email: 'ada@example.com', username: 'ada', password_hash: '-', expires_at: new Date() })
  .returning('id')
  .executeTakeFirstOrThrow()

const newLink = async (clicklimit: number | null = null) =>
  (
    await db
      .insertInto('links')
      .values({ account_id: account, url: 'https://example.com', clicklimit })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const visit = (id: number, more: Partial<Visit> & { sent?: Record<string, string> } = {}): Visit => {
  const { sent, ...rest } = more
  return {
    subject: 'link',
    id,
    at: new Date(),
    ip: '8.8.8.8',
    method: 'GET',
    headers: visitHeaders({ host: 'go.example', 'user-agent': chrome, ...sent }),
    ...rest,
  }
}
const maxBufferedBytes = 1024 * 1024
const writer = (db: Database, more: { respectDnt?: boolean; maxBufferedBytes?: number; commitTimeout?: number } = {}) =>
  createVisitWriter({
    db,
    countryLookup,
    salts: createVisitorSalts(db),
    commitTimeout: 10_000,
    respectDnt: false,
    maxBufferedBytes,
    ...more,
  })
const counts = (id: number) =>
  db
    .selectFrom('link_totals')
    .select([totalOf('link', 'visits').as('clicks'), totalOf('link', 'uniques').as('uniqueclicks')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
// Rolls up all visits in steps of `maxVisits`.
const rollUp = (maxVisits: number) => rollUpVisits(db, { maxVisits, minWaiting: 1 })

t.test('a visit is committed when add resolves; repeated visits count once as unique', async (t) => {
  const id = await newLink()
  const clicks = writer(db)
  await Promise.all([clicks.add(visit(id)), clicks.add(visit(id)), clicks.add(visit(id, { ip: '81.2.69.142' }))])
  t.strictSame(await counts(id), { clicks: 3, uniqueclicks: 2 })
  await clicks.add(visit(id))
  t.strictSame(await counts(id), { clicks: 4, uniqueclicks: 2 })
  t.match(clicks.metrics(), { buffered: 0, dropped: 0, late: 0, written: 4 })
  await clicks.close()
})

t.test('a stored visit has its class and no IP address', async (t) => {
  const id = await newLink()
  const clicks = writer(db)
  const sent = { referer: 'https://www.news.example/a?secret=1', 'accept-language': 'de-AT,en;q=0.5' }
  await clicks.add(visit(id, { sent }))
  await clicks.add(visit(id, { sent: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }))
  await clicks.add(visit(id, { method: 'HEAD' }))
  await clicks.add(visit(id, { sent: { 'sec-purpose': 'prefetch;prerender' } }))
  await clicks.add(visit(id, { sent: { 'user-agent': 'Twitterbot/1.0' } }))
  await clicks.close()
  const rows = await db.selectFrom('clicks').selectAll().where('subject_id', '=', id).orderBy('id').execute()
  t.match(rows[0], {
    class: 'visitor',
    country: 'US',
    referrer: 'news.example',
    browser: 'Chrome',
    os: 'Windows',
    device: 'Desktop',
    language: 'de',
    first: true,
  })
  t.strictSame(
    rows.map((row) => [row.class, row.reason]),
    [
      ['visitor', 'agent_other'],
      ['bot', 'agent_crawler'],
      ['head', 'method_head'],
      ['prefetch', 'purpose_header'],
      ['preview', 'agent_preview'],
    ],
  )
  t.notMatch(JSON.stringify(rows), /8\.8\.8\.8|secret/)
  t.strictSame(await counts(id), { clicks: 1, uniqueclicks: 1 }, 'only the visitor is counted')
})

t.test('with RESPECT_DNT a visit that opts out is counted without details', async (t) => {
  const id = await newLink()
  const clicks = writer(db, { respectDnt: true })
  await clicks.add(visit(id, { sent: { 'sec-gpc': '1', referer: 'https://x.com/a' } }))
  await clicks.close()
  t.match(await db.selectFrom('clicks').selectAll().where('subject_id', '=', id).executeTakeFirst(), {
    country: null,
    referrer: null,
    browser: null,
    agent: null,
    first: false,
  })
  t.strictSame(await counts(id), { clicks: 1, uniqueclicks: 0 })
})

t.test('a visit to a deleted subject is skipped and does not affect others', async (t) => {
  const id = await newLink()
  const clicks = writer(db)
  await Promise.all([clicks.add(visit(999_999)), clicks.add(visit(id)), clicks.add(visit(5, { subject: 'qr' }))])
  t.equal((await counts(id)).clicks, 1)
  await clicks.close()
})

t.test('only the row that the database refuses is dropped', async (t) => {
  const id = await newLink()
  const clicks = writer(db)
  let told = 0
  clicks.report(() => told++)
  const bad = visit(id, { campaignId: Number.MAX_VALUE })
  await Promise.all([clicks.add(visit(id)), clicks.add(visit(id)), clicks.add(bad), clicks.add(visit(id))])
  t.equal((await counts(id)).clicks, 3)
  t.match(clicks.metrics(), { dropped: 1, buffered: 0, written: 3 })
  t.equal(told, 1)
  await clicks.close()
})

t.test('a visit with hostile header bytes is written', async (t) => {
  const id = await newLink()
  const clicks = writer(db)
  const bytes = 'a\u0000b\ud800c\u0007\u00ff'.repeat(400)
  const sent = { 'user-agent': bytes, 'accept-language': bytes, referer: `https://${bytes}/` }
  await clicks.add(visit(id, { sent }))
  t.equal((await counts(id)).clicks, 1)
  await clicks.close()
})

t.test(
  'while the database is down visitors do not wait; visits are buffered, bounded, and written later',
  async (t) => {
    const id = await newLink()
    let isAway = true
    const flaky = new Proxy(db, {
      get(target, property) {
        if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
        const value = Reflect.get(target, property)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const clicks = writer(flaky, { maxBufferedBytes: 5.5 * estimateBytes(visit(id)) })
    for (let i = 0; i < 8; i++) await clicks.add(visit(id))
    t.match(clicks.metrics(), { buffered: 5, dropped: 3 })
    const reported: number[] = []
    clicks.reportDropped((dropped) => reported.push(dropped))
    isAway = false
    await clicks.close()
    t.same(reported, [3], 'the last ones are reported on closing')
    t.equal((await counts(id)).clicks, 5)
    t.match(clicks.metrics(), { buffered: 0, written: 5 })
  },
)

t.test('a redirect is answered after the time limit even if its visit is not committed yet', async (t) => {
  const id = await newLink()
  let release = () => {}
  const slow = new Promise<void>((resolve) => {
    release = resolve
  })
  const salts = createVisitorSalts(db)
  const clicks = createVisitWriter({
    db,
    countryLookup,
    salts: { today: async () => slow.then(() => salts.today()) },
    commitTimeout: 10,
    respectDnt: false,
    maxBufferedBytes,
  })
  await clicks.add(visit(id))
  t.match(clicks.metrics(), { late: 1, written: 0 })
  release()
  await clicks.close()
  t.equal((await counts(id)).clicks, 1)
})

t.test('responses are sent within the time limit, whenever their request came', (t) => {
  mock.timers.enable({ apis: ['setInterval', 'Date'] })
  t.teardown(() => mock.timers.reset())
  const deadlines = createDeadlines(100, () => {})
  const waits: number[] = []
  for (let i = 0; i < 300; i++) {
    const since = Date.now()
    if (i < 50) {
      const answer = () => void waits.push(Date.now() - since)
      deadlines.add({ visit: visit(1), answer, deadline: since + 100 })
      // Its request had waited for its route.
      deadlines.add({ visit: visit(1), answer: () => void waits.push(Date.now() - since + 70), deadline: since + 30 })
    }
    mock.timers.tick(1)
  }
  t.equal(waits.length, 100)
  t.ok(Math.max(...waits) <= 80, `${Math.max(...waits)} ms at most`)
  t.ok(Math.min(...waits) >= 65, `${Math.min(...waits)} ms at least`)
  t.end()
})

t.test('a locked link delays no visits, including its own', async (t) => {
  // The embedded database has one connection, so nothing else can hold a lock.
  if (store.kind === 'embedded') return
  const [locked, other] = [await newLink(), await newLink()]
  const clicks = writer(store.visitors)
  let first: Promise<void> | undefined
  await db.transaction().execute(async (held) => {
    await held.selectFrom('links').select('id').where('id', '=', locked).forUpdate().execute()
    first = clicks.add(visit(locked))
    await new Promise(setImmediate)
    await Promise.all(Array.from({ length: 64 }, () => clicks.add(visit(other))))
    await first
    t.match(clicks.metrics(), { late: 0, written: 65 })
  })
  t.equal((await counts(locked)).clicks, 1)
  await clicks.close()
})

t.test('a second group is written meanwhile once it is large enough, and no third', async (t) => {
  if (store.kind === 'embedded') return
  const id = await newLink()
  const clicks = writer(store.visitors)
  const added: Promise<void>[] = []
  const add = (count: number) => {
    for (let i = 0; i < count; i++) added.push(clicks.add(visit(id)))
  }
  const isWriting = async (groups: number) => {
    const { rows } = await sql<{ groups: number }>`
      select count(*)::integer as groups from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%record_visits%'`.execute(db)
    return rows[0]?.groups === groups
  }
  const until = async (groups: number) => {
    for (const end = Date.now() + 30_000; !(await isWriting(groups)); )
      if (Date.now() > end) throw new Error(`not ${groups} groups`)
  }
  await store.api.transaction().execute(async (held) => {
    await sql`lock table visit_groups in exclusive mode`.execute(held)
    add(64)
    await until(1)
    add(63)
    await new Promise((resolve) => setTimeout(resolve, 100))
    t.ok(await isWriting(1))
    add(1)
    await until(2)
    add(500)
    await new Promise((resolve) => setTimeout(resolve, 100))
    t.ok(await isWriting(2))
  })
  await Promise.all(added)
  t.match(clicks.metrics(), { written: 628, buffered: 0, groups: 3 })
  t.equal((await counts(id)).clicks, 628)
  await clicks.close()
})

t.test('a click limit is exact with concurrent visits, and a claimed click is not counted twice', async (t) => {
  const id = await newLink(3)
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimClick(db, id)))
  t.equal(claims.filter(Boolean).length, 3)
  t.equal(await hasClicksLeft(db, id), false)
  const clicks = writer(db)
  await clicks.add(visit(id, { claimed: true }))
  await clicks.close()
  t.strictSame(await counts(id), { clicks: 3, uniqueclicks: 1 })
})

t.test('statistics are the same before, between and after rolling up', async (t) => {
  const id = await newLink()
  const clicks = writer(db)
  const visits = [
    visit(id, { sent: { referer: 'https://m.facebook.com/x' } }),
    visit(id, { sent: { referer: 'https://t.co/x' } }),
    visit(id, { ip: '127.0.0.1', sent: { referer: 'https://l.instagram.com/' } }),
    visit(id, { sent: { 'user-agent': 'curl/8.1' } }),
    visit(id, { sent: { 'user-agent': 'Googlebot/2.1' } }),
  ]
  for (const one of visits) await clicks.add(one)
  const expected = {
    clicks: 4,
    uniqueClicks: 3,
    topCountries: { 'United States': '3', Unknown: '1' },
    topReferrers: { Direct: '1', 'l.instagram.com': '1', 'm.facebook.com': '1', 't.co': '1' },
    topBrowsers: { Chrome: '3', curl: '1' },
    topOs: { Windows: '3', Unknown: '1' },
    socialCount: { facebook: 1, twitter: 1, instagram: 1 },
  }
  t.strictSame(await readStatistics(db, 'link', id), expected)
  await rollUp(3)
  t.strictSame(await readStatistics(db, 'link', id), expected)
  await rollUp(3)
  t.strictSame(await readStatistics(db, 'link', id), expected)
  await clicks.add(visit(id, { sent: { 'user-agent': 'curl/8.1' } }))
  t.match(await readStatistics(db, 'link', id), { clicks: 5, uniqueClicks: 3, topBrowsers: { curl: '2' } })
  await rollUp(1000)
  t.match(await readStatistics(db, 'link', id), { clicks: 5, uniqueClicks: 3, topBrowsers: { curl: '2' } })
  t.match(await readStatistics(db, 'link', id, ['bot']), { clicks: 6, topBrowsers: { curl: '2', Googlebot: '1' } })
  await clicks.close()
})

t.test('at most ten entries are returned, most frequent first; rare values are counted together', async (t) => {
  const id = await newLink()
  const clicks = writer(db)
  const floods = []
  for (let i = 0; i < 300; i++)
    for (let n = 0; n <= (i < 12 ? 12 - i : 0); n++)
      floods.push(clicks.add(visit(id, { sent: { referer: `https://site${i}.example/` } })))
  await Promise.all(floods)
  const before = await readStatistics(db, 'link', id)
  t.strictSame(
    Object.keys(before.topReferrers),
    Array.from({ length: 10 }, (_, i) => `site${i}.example`),
  )
  await rollUp(1000)
  const after = await readStatistics(db, 'link', id)
  t.equal(after.clicks, before.clicks)
  t.equal(after.topReferrers['site0.example'], '13')
  const facets = await listFacets(db, { subject: 'link', id, classes: ['visitor'], from: null, to: null })
  const referrers = facets.filter(({ dimension }) => dimension === 'referrer')
  t.equal(referrers.length, 201)
  t.equal(
    referrers.reduce((sum, { clicks }) => sum + clicks, 0),
    before.clicks,
  )
  await clicks.close()
})

t.test('time series follow the time zone, with DST and half-hour offsets, and match the ranges', async (t) => {
  const id = await newLink()
  const clicks = writer(db)
  const times = ['2026-10-24T22:10:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T18:40:00Z']
  for (const at of times) await clicks.add(visit(id, { at: new Date(at) }))
  const query = { subject: 'link' as const, id, classes: ['visitor'] as const }
  for (const rolled of [false, true]) {
    if (rolled) await rollUp(1000)
    const berlin = { ...query, from: new Date('2026-10-24T22:00:00Z'), to: new Date('2026-10-25T23:00:00Z') }
    const days = await listSeries(db, berlin, 'day', 'Europe/Berlin')
    t.match(days, [{ date: '2026-10-25 00:00:00', clicks: 4 }])
    t.equal(days.length, 1)
    const hours = await listSeries(db, berlin, 'hour', 'Europe/Berlin')
    t.equal(hours.length, 25)
    const at2 = hours.filter(({ date }) => date === '2026-10-25 02:00:00')
    t.strictSame(
      at2.map(({ utc, clicks }) => [utc, clicks]),
      [
        ['2026-10-25 00:00:00', 1],
        ['2026-10-25 01:00:00', 1],
      ],
    )
    const india = { ...query, from: new Date('2026-10-24T18:30:00Z'), to: new Date('2026-10-25T18:30:00Z') }
    t.match(await listSeries(db, india, 'day', 'Asia/Kolkata'), [{ date: '2026-10-25 00:00:00', clicks: 3 }])
    const total = async (from: string | null, to: string | null) =>
      (
        await listFacets(db, {
          ...query,
          from: from === null ? null : new Date(from),
          to: to === null ? null : new Date(to),
        })
      ).find(({ dimension }) => dimension === 'total')?.clicks ?? 0
    t.equal(await total('2026-10-24T18:30:00Z', '2026-10-25T18:30:00Z'), 3)
    t.equal(await total('2026-10-25T00:00:00Z', '2026-10-26T00:00:00Z'), 3)
    t.equal(await total('2026-10-25T00:45:00Z', '2026-10-25T01:30:00Z'), 0)
    t.equal(await total(null, '2026-10-25T00:00:00Z'), 1)
    t.equal(await total('2026-10-25T00:15:00Z', null), 3)
  }
  await clicks.close()
})

t.test('visitor hashes and salts are deleted when their day is over', async (t) => {
  await sql`insert into salts (day, salt) values ('2020-01-01', 'old')`.execute(db)
  const days = async () =>
    (await sql<{ day: string }>`select day::text as day from visitors_seen order by day`.execute(db)).rows.map(
      ({ day }) => day,
    )
  const today = new Date().toISOString().slice(0, 10)
  const before = sql`create table visitors_seen_2020_01_01 partition of visitors_seen for values from ('2020-01-01') to ('2020-01-02')`
  // On the first day the old partition has all earlier days.
  await sql`alter table visitors_seen detach partition visitors_seen_before`.execute(db)
  await before.execute(db)
  await sql`create table visitors_seen_today partition of visitors_seen for values from (${sql.lit(today)}) to (${sql.lit(
    new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  )})`.execute(db)
  await sql`insert into visitors_seen (day, visitor) values ('2020-01-01', gen_random_uuid()), (${today}, gen_random_uuid())`.execute(
    db,
  )
  await forgetVisitors(db)
  t.equal((await db.selectFrom('salts').select('day').execute()).length, 1)
  t.strictSame(await days(), [today])
})

t.test('a dump delays the deletion of old hashes, and no visits', async (t) => {
  if (store.kind === 'embedded') return
  const id = await newLink()
  await sql`create table visitors_seen_2020_01_02 partition of visitors_seen for values from ('2020-01-02') to ('2020-01-03')`.execute(
    db,
  )
  const clicks = writer(store.visitors)
  await store.api.transaction().execute(async (held) => {
    await sql`lock table visitors_seen in access share mode`.execute(held)
    const forgotten = t.rejects(forgetVisitors(db), { code: '55P03' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const since = Date.now()
    await clicks.add(visit(id))
    t.ok(Date.now() - since < 10_000, `the visit took ${Date.now() - since} ms`)
    await forgotten
  })
  await clicks.close()
  t.equal((await counts(id)).clicks, 1)
  await forgetVisitors(db)
  t.match((await sql`select to_regclass('visitors_seen_2020_01_02') as found`.execute(db)).rows, [{ found: null }])
})

t.test('visits of a deleted subject are deleted, including uncounted ones, and no others', async (t) => {
  const [kept, gone] = [await newLink(), await newLink()]
  const clicks = writer(db)
  const visits = [gone, kept, gone, gone, kept, gone].map((id) => visit(id))
  for (const one of visits) await clicks.add(one)
  await rollUp(1000)
  for (const one of visits) await clicks.add(one)
  await db.deleteFrom('links').where('id', '=', gone).execute()
  await rollUp(1000)
  await forgetDeleted(db, 2)
  for (const table of ['visit_counts', 'visit_days', 'visit_deltas', 'visit_subjects'] as const)
    t.strictSame(await db.selectFrom(table).select('subject_id').where('subject_id', '=', gone).execute(), [], table)
  const left = async (id: number) =>
    (await db.selectFrom('clicks').select('id').where('subject_id', '=', id).execute()).length
  t.equal(await left(gone), 0)
  t.equal(await left(kept), 4)
  t.match(await readStatistics(db, 'link', kept), { clicks: 4 })
  t.strictSame(await db.selectFrom('forgotten_visits').selectAll().execute(), [])
  await clicks.close()
})

t.test('the visits of many deleted subjects are deleted in as many statements as those of one', async (t) => {
  const clicks = writer(db)
  const countFor = async (count: number) => {
    const ids = await Promise.all(Array.from({ length: count }, () => newLink()))
    for (const id of ids) await clicks.add(visit(id))
    await rollUp(1000)
    await db.deleteFrom('links').where('id', 'in', ids).execute()
    const queries = await countQueries(t, { db, store }, () => forgetDeleted(db, 1000))
    const { rows } = await sql`select 1 from clicks where subject_id = any (${`{${ids}}`}::text::bigint[])`.execute(db)
    t.equal(rows.length, 0)
    return queries
  }
  const one = await countFor(1)
  t.ok(one >= 7)
  t.equal(await countFor(40), one)
  t.strictSame(await db.selectFrom('forgotten_visits').selectAll().execute(), [])
  await clicks.close()
})

t.test('visits without a partition are stored and moved into it later; old partitions can be dropped', async (t) => {
  const id = await newLink()
  const clicks = writer(db)
  await clicks.add(visit(id, { at: new Date('2019-01-15T00:00:00Z') }))
  await clicks.add(visit(id))
  const part = sql.raw(`clicks_${new Date().toISOString().slice(0, 7).replace('-', '_')}`)
  await sql`alter table clicks detach partition ${part}`.execute(db)
  await sql`insert into clicks select * from ${part}`.execute(db)
  await sql`drop table ${part}`.execute(db)
  await createPartitions(db)
  const kept = async () =>
    (await sql<{ n: number }>`select count(*) as n from clicks where subject_id = ${id}`.execute(db)).rows[0]?.n
  t.equal(await kept(), 2)
  t.equal(
    (await sql<{ n: number }>`select count(*) as n from ${part} where subject_id = ${id}`.execute(db)).rows[0]?.n,
    1,
  )
  const before = await readStatistics(db, 'link', id)
  await dropOldVisits(db, 12, { maxVisits: 1000 })
  t.equal(await kept(), 1, 'what is older than a year is gone')
  t.strictSame(await readStatistics(db, 'link', id), before, 'it was counted before')
  await clicks.close()
})

t.test('waiting visits are bounded in bytes, and long headers are cut', async (t) => {
  const id = await newLink()
  const long = 'x'.repeat(16_000)
  const { headers } = visit(id, {
    sent: {
      'user-agent': long,
      referer: `https://news.example/${long}`,
      'accept-language': `de,${long}`,
      purpose: long,
    },
  })
  t.equal(headers.referer, 'https://news.example')
  t.ok(JSON.stringify(headers).length < 2000)
  const away = new Proxy(db, {
    get() {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
  })
  const clicks = writer(away, { maxBufferedBytes: 20_000 })
  t.teardown(() => clicks.close())
  for (let i = 0; i < 100; i++) await clicks.add(visit(id, { sent: { 'user-agent': long } }))
  const { buffered, dropped } = clicks.metrics()
  t.ok(buffered >= 15 && buffered <= 25, `${buffered} of 1000 bytes wait`)
  t.equal(buffered + dropped, 100)
})
