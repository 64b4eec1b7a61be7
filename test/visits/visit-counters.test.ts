import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { migrate } from '../../db/migrate.ts'
import { type Database, openServer, type Store } from '../../db/open.ts'
import { listLinks } from '../../db/queries/link-list.ts'
import { listFacets, listSeries, type VisitsQuery } from '../../db/queries/statistics.ts'
import { totalOf } from '../../db/queries/visit-totals.ts'
import type { VisitClass } from '../../db/tables/visits.ts'
import { openGeo } from '../../src/visits/country-lookup.ts'
import { type Visit, visitHeaders } from '../../src/visits/describe-visits.ts'
import { rollUpVisits } from '../../src/visits/visit-jobs.ts'
import { createVisitWriter } from '../../src/visits/visit-writer.ts'
import { createVisitorSalts } from '../../src/visits/visitor-hash.ts'
import { newServerDatabase, openTestStore, usesServer } from '../support/database.ts'
import { run } from '../support/process.ts'

t.setTimeout(240_000)

const geo = await openGeo('')
const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
const START = Date.parse('2026-03-27T00:00:00Z')
const serverOnly = { skip: usesServer ? false : 'needs a Postgres server' }

const newLinks = async (db: Database, count: number) => {
  const { id: account_id } = await db
    .insertInto('accounts')
    .values({ email: 'ada@example.com', username: 'ada', password_hash: '-', expires_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const url = 'https://example.com'
  const rows = Array.from({ length: count }, () => ({ account_id, url }))
  return (await db.insertInto('links').values(rows).returning('id').execute()).map(({ id }) => id)
}
const openWriter = (db: Database) =>
  createVisitWriter({
    db,
    geo,
    salts: createVisitorSalts(db),
    commitTimeout: 60_000,
    respectDnt: false,
    maxBufferedBytes: 64 * 1024 * 1024,
  })

// Deterministic numbers.
let seed = 7
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:121.0) Gecko/20100101 Firefox/121.0',
  'curl/8.1',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
]
// Visits on six days; the first day is busy, so that it also has quarter-hour counters.
const someVisit = (id: number): Visit => ({
  subject: 'link',
  id,
  at: new Date(START + (random(2) === 0 ? random(DAY_MS) : random(6 * DAY_MS))),
  ip: `8.8.${random(3)}.${random(4)}`,
  method: 'GET',
  headers: visitHeaders({
    host: 'go.example',
    'user-agent': agents[random(agents.length)],
    'accept-language': ['de', 'en', 'fr'][random(3)],
    ...(random(2) === 0 ? { referer: `https://site${random(9)}.example/` } : {}),
  }),
})

const someQuery = (id: number): VisitsQuery & { from: Date; to: Date } => {
  const from = START + random(4 * 96) * QUARTER_MS
  const classes: VisitClass[] = random(2) === 0 ? ['visitor'] : ['visitor', 'bot']
  return { subject: 'link', id, classes, from: new Date(from), to: new Date(from + (1 + random(3 * 96)) * QUARTER_MS) }
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()

/** Compares the statistics with a count of all raw visits. */
async function compare(t: Test, db: Database, id: number, query: VisitsQuery & { from: Date; to: Date }, zone: string) {
  const { from, to, classes } = query
  const raw = sql`(select * from clicks where subject = 'link' and subject_id = ${id}
    and class in (${sql.join([...classes])}) and at >= ${from}::timestamptz and at < ${to}::timestamptz) r`
  const facets = await sql<object>`
    select f.dimension, coalesce(f.value, '') as value, count(*) as clicks, count(*) filter (where first) as "uniqueClicks"
    from ${raw} cross join lateral (values ('total', ''), ('country', country), ('referrer', referrer), ('browser', browser),
      ('os', os), ('device', device), ('language', language), ('campaign', campaign_id::text)) f(dimension, value)
    group by 1, 2`.execute(db)
  t.strictSame(
    sorted(await listFacets(db, query)),
    sorted(facets.rows),
    `facets ${from.toISOString()} ${to.toISOString()}`,
  )
  const days = await sql<{ date: string; clicks: number }>`
    select to_char(date_trunc('day', at, ${zone}), 'YYYY') || to_char(date_trunc('day', at, ${zone}) at time zone ${zone}, '-MM-DD HH24:MI:SS') as date,
      count(*) as clicks from ${raw} group by 1 order by 1`.execute(db)
  const series = (await listSeries(db, query, 'day', zone)).filter(({ clicks }) => clicks > 0)
  t.strictSame(
    series.map(({ date, clicks }) => ({ date, clicks })),
    days.rows,
    `days in ${zone}`,
  )
}

async function compareAll(t: Test, db: Database, ids: readonly number[], count: number) {
  for (const id of ids) {
    for (let i = 0; i < count; i++)
      await compare(t, db, id, someQuery(id), ['UTC', 'Europe/Berlin', 'Asia/Kolkata'][random(3)] ?? '')
    const whole = { from: new Date(START), to: new Date(START + 7 * DAY_MS) }
    await compare(t, db, id, { subject: 'link', id, classes: ['visitor'], ...whole }, 'UTC')
    const { visits, counted } = await db
      .selectFrom('links')
      .select(totalOf('link', 'visits').as('visits'))
      .select(
        sql<number>`(select count(*) from clicks where subject_id = links.id and class = 'visitor')`.as('counted'),
      )
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    t.equal(visits, counted, 'clicks in lists')
  }
}

t.test('statistics equal a count of raw visits, regardless of the roll-up', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { db } = store
  const [hot = 0, cold = 0] = await newLinks(db, 2)
  const visits = openWriter(db)
  const steps = [
    { count: 300, maxVisits: 70, minWaiting: 100 },
    { count: 5000, maxVisits: 2000, minWaiting: 100 },
    { count: 300, maxVisits: 1000, minWaiting: 100_000 },
    { count: 900, maxVisits: 500, minWaiting: 1 },
    { count: 50, maxVisits: 500, minWaiting: 100_000 },
  ]
  for (const { count, maxVisits, minWaiting } of steps) {
    await Promise.all(Array.from({ length: count }, () => visits.add(someVisit(random(50) === 0 ? cold : hot))))
    await compareAll(t, db, [hot, cold], 2)
    await rollUpVisits(db, 0, { maxVisits, minWaiting })
    await compareAll(t, db, [hot, cold], 6)
  }
  const { quarters } = await db
    .selectFrom('visit_quarters')
    .select(({ fn }) => fn.countAll<number>().as('quarters'))
    .executeTakeFirstOrThrow()
  t.ok(Number(quarters) > 50, 'a busy day was counted by quarters of an hour')
  await visits.close()
})

t.test('statistics are exact after the roll-up was killed at random moments', serverOnly, async (t) => {
  const { url, drop } = await newServerDatabase()
  const store = await openServer(url, { connections: 4 })
  t.teardown(async () => {
    await store.close()
    await drop()
  })
  const { db } = store
  await migrate(db)
  const ids = await newLinks(db, 4)
  const visits = openWriter(db)
  for (let round = 0; round < 5; round++) {
    const rolling = run(t, [process.execPath, 'test/fixtures/roll-up-forever.ts', url, String(30 + random(300))], {})
    await rolling.printed(/ready/)
    const until = Date.now() + 300 + random(700)
    while (Date.now() < until)
      await Promise.all(Array.from({ length: 100 }, () => visits.add(someVisit(ids[random(ids.length)] ?? 0))))
    rolling.child.kill('SIGKILL')
    await rolling.ended
    await compareAll(t, db, ids, 2)
  }
  await rollUpVisits(db, 0, { maxVisits: 1000, minWaiting: 1 })
  await compareAll(t, db, ids, 4)
  t.match(visits.metrics(), { buffered: 0, dropped: 0 })
  await visits.close()
})

// A proxy that closes a connection between the commit of a group and its answer.
async function openCuttingProxy(t: Test, url: string) {
  const target = new URL(url)
  let isArmed = false
  let cuts = 0
  const server = createServer((client: Socket) => {
    const upstream = (async () => {
      const { connect } = await import('node:net')
      return connect(Number(target.port || 5432), target.hostname)
    })()
    upstream.then((socket) => {
      let isGroup = false
      client.on('data', (data) => {
        if (isArmed && data.includes('"reason"')) isGroup = true
        socket.write(data)
      })
      socket.on('data', (data) => {
        // ReadyForQuery ends the answer: the statement is committed.
        if (isGroup && data.includes('SELECT 1') && data.at(-6) === 0x5a) {
          isArmed = false
          cuts++
          client.destroy()
          socket.destroy()
          return
        }
        client.write(data)
      })
      for (const [one, other] of [
        [client, socket],
        [socket, client],
      ] as const) {
        one.on('error', () => other.destroy())
        one.on('close', () => other.destroy())
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: through.href,
    arm: () => {
      isArmed = true
    },
    cuts: () => cuts,
  }
}

t.test('a group whose connection is lost between commit and reply is written once', serverOnly, async (t) => {
  const { url, drop } = await newServerDatabase()
  const direct = await openServer(url, { connections: 2 })
  await migrate(direct.db)
  const proxy = await openCuttingProxy(t, url)
  const cut: Store = await openServer(proxy.url, { connections: 4 })
  t.teardown(async () => {
    await cut.close()
    await direct.close()
    await drop()
  })
  const [id = 0] = await newLinks(direct.db, 1)
  const visits = openWriter(cut.db)
  await visits.add(someVisit(id))
  for (let round = 1; round <= 3; round++) {
    proxy.arm()
    await Promise.all(Array.from({ length: 40 }, () => visits.add(someVisit(id))))
    while (visits.metrics().written < 1 + 40 * round) await new Promise((resolve) => setTimeout(resolve, 20))
    t.equal(proxy.cuts(), round)
  }
  await visits.close()
  const { rows } = await sql<{ raw: number }>`select count(*) as raw from clicks where subject_id = ${id}`.execute(
    direct.db,
  )
  t.equal(rows[0]?.raw, 121)
  await compareAll(t, direct.db, [id], 2)
  const groups = await direct.db.selectFrom('visit_groups').select('id').execute()
  t.ok(groups.length <= 2, 'ids of groups whose commit is known are deleted')
})

// Written as by the previous release: one row per visit, and counters of all visits up to `visit_mark.id`.
const writeAsBefore = (db: Database, id: number, at: readonly Date[]) =>
  sql`select record_visits('link'::text, '2026-03-27'::date, ${'[{"kind":0,"class":"visitor","reason":"agent_other","country":"DE"}]'}::text::json,
    ${`{${at.map(() => 0)}}`}::text::integer[], ${`{${at.map(() => id)}}`}::text::bigint[],
    ${`{${at.map((moment) => moment.getTime())}}`}::text::bigint[], ${`{${at.map(() => 'null')}}`}::text::bigint[],
    ${`{${at.map((_, i) => `00000000-0000-0000-0000-${String(id * 1000 + i).padStart(12, '0')}`)}}`}::text::uuid[],
    ${`{${at.map(() => false)}}`}::text::boolean[])`.execute(db)
const rollUpAsBefore = (db: Database) =>
  sql`
  with mark as (update visit_mark set id = (select max(id) from clicks)),
  counted as (
    select g.grain, c.subject, c.subject_id, c.class,
      date_bin(case g.grain when 'day' then interval '1 day' else interval '15 minutes' end, c.at, '2000-01-01T00:00Z') as start,
      count(*) as visits, count(*) filter (where first) as uniques
    from clicks c cross join (values ('quarter'), ('day')) g(grain) group by 1, 2, 3, 4, 5
  )
  insert into visit_counts (subject, subject_id, grain, start, class, visits, uniques, facets)
  select subject, subject_id, grain, start, class, visits, uniques,
    jsonb_build_object('country', jsonb_build_object('DE', jsonb_build_array(visits, uniques))) || (
      select jsonb_object_agg(name, jsonb_build_object('', jsonb_build_array(visits, uniques)))
      from unnest('{referrer,browser,os,device,language,campaign}'::text[]) name)
  from counted`.execute(db)

t.test('counters of the previous release are kept, and its instances may keep writing', async (t) => {
  const store = await openTestStore({ migrateTo: '0015_event_failures' })
  t.teardown(() => store.close())
  const { db } = store
  const ids = await newLinks(db, 2)
  const moments = (count: number) => Array.from({ length: count }, () => new Date(START + random(6 * DAY_MS)))
  for (const id of ids) await writeAsBefore(db, id, moments(80))
  await rollUpAsBefore(db)
  for (const id of ids) await writeAsBefore(db, id, moments(40))
  await migrate(db)
  await compareAll(t, db, ids, 4)
  const visits = openWriter(db)
  await Promise.all(Array.from({ length: 200 }, (_, i) => visits.add(someVisit(ids[i % 2] ?? 0))))
  for (const id of ids) await writeAsBefore(db, id, moments(40))
  await compareAll(t, db, ids, 4)
  await rollUpVisits(db, 0, { maxVisits: 90, minWaiting: 1 })
  await compareAll(t, db, ids, 4)
  await t.rejects(
    sql`update visit_mark set id = id + 1`.execute(db),
    /newer release/,
    'what the roll-up of before does is refused',
  )
  await compareAll(t, db, ids, 4)
  await visits.close()
})

t.test('links are sorted by exact clicks, with and without deltas', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { db } = store
  const ids = await newLinks(db, 9)
  const { account_id } = await db.selectFrom('links').select('account_id').executeTakeFirstOrThrow()
  for (const id of ids)
    await db
      .insertInto('aliases')
      .values({ alias: `by-clicks-${id}`, link_id: id, domain_id: null })
      .execute()
  const visits = openWriter(db)
  const counts = new Map(ids.map((id) => [id, 0]))
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 60; i++) {
      const id = ids[random(ids.length)] ?? 0
      counts.set(id, (counts.get(id) ?? 0) + 1)
      await visits.add({ ...someVisit(id), headers: visitHeaders({ host: 'go.example', 'user-agent': agents[2] }) })
    }
    const expected = [...counts].sort(([a, m], [b, n]) => n - m || b - a)
    for (const page of [1, 2, 3, 4]) {
      const { rows, total } = await listLinks(db, account_id, { order: 'click' }, { limit: 3, page })
      t.strictSame(
        rows.map(({ id, clicks }) => [id, clicks]),
        expected.slice(3 * page - 3, 3 * page),
      )
      t.equal(total, 9)
    }
    if (round === 1) await rollUpVisits(db, 0, { maxVisits: 1000 })
  }
  await visits.close()
})
