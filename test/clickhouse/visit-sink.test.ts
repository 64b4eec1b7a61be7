import { CompiledQuery, sql } from 'kysely'
import t from 'tap'
import { isVisitIndexReady } from '../../db/queries/indexes.ts'
import { markRestored, settleRestored } from '../../db/queries/restored.ts'
import { findRangeStart, listShipped, readSinkLag } from '../../db/queries/visit-sink.ts'
import { checkClickhouse } from '../../src/cli/doctor-database.ts'
import { createClickhouse } from '../../src/clickhouse/client.ts'
import { runVisitSink } from '../../src/clickhouse/visit-sink.ts'
import { readConfig } from '../../src/config/config.ts'
import { forgetDeleted } from '../../src/visits/visit-jobs.ts'
import { refuse, startClickhouse } from '../support/clickhouse.ts'
import { startService } from '../support/service.ts'
import { recordStatements } from '../support/statements.ts'

const PASSWORD = 'sesame-4711'
const standIn = await startClickhouse(t)
const address = () => `http://ada:${PASSWORD}@127.0.0.1:${standIn.port}/numbers`
const service = await startService(t)
const { db, store, visitJobs } = service.services
await visitJobs.close()
const client = await service.newClient()

const addLink = async () => (await client.post('/api/url/add', { url: 'https://example.com/' })).body
const visit = (shorturl: string, headers = {}) => {
  const { pathname, search } = new URL(shorturl)
  return service.send('GET', `${pathname}${search}`, { headers })
}
const addVisits = (link: number, count: number) =>
  sql`insert into clicks (at, subject, subject_id, account_id, class, reason, agent, first)
    select now(), 'link', ${link}::bigint, ${client.id}::bigint, 'visitor', 'agent_other', 'curl (A_NAME)', true
    from generate_series(1, ${count}::integer)`.execute(db)
const lastId = async () => {
  const { rows } = await sql<{ last: number }>`select max(id) as last from clicks`.execute(db)
  return rows[0]?.last ?? 0
}
const shippedId = async () => (await db.selectFrom('visit_sink').select('shipped_id').executeTakeFirst())?.shipped_id
const isCaughtUp = async () => ((await shippedId()) ?? -1) >= (await lastId()) && (await readSinkLag(db)).visits === 0
const start = (t: { teardown(work: () => Promise<void>): unknown }, turnMs = 20, url = address()) => {
  const sink = runVisitSink(store, createClickhouse(url), { turnMs, maxPauseMs: 200 })
  const reports: unknown[] = []
  sink.report((error) => reports.push(error))
  t.teardown(() => sink.close())
  return { sink, reports }
}
const sentIds = () => standIn.inserts().flatMap(({ rows }) => rows.map(({ id }) => id as number))
const storedIds = async () => (await db.selectFrom('clicks').select('id').orderBy('id').execute()).map(({ id }) => id)

t.test('a visit arrives with all that is known of it, and the user in headers', async (t) => {
  t.ok(await isVisitIndexReady(db, 'clicks_order'))
  const { id, shorturl } = await addLink()
  await visit(`${shorturl}?utm_source=mail%00%22`, {
    'user-agent': 'curl/8.1 "quoted" \\ ü',
    referer: 'https://news.example/a?b',
    'accept-language': 'de',
  })
  start(t)
  await standIn.until(isCaughtUp)
  const [made, insert, ...more] = standIn.taken
  t.same(more, [])
  t.match(made?.sql, /^create table if not exists waymark_visits_[0-9a-f]{8} \(/)
  t.match(insert?.sql, /^insert into waymark_visits_[0-9a-f]{8} format JSONEachRow$/)
  t.equal(insert?.query.get('database'), 'numbers')
  t.match(insert?.headers, { 'x-clickhouse-user': 'ada', 'x-clickhouse-key': PASSWORD })
  t.notMatch(`${insert?.query}`, PASSWORD)
  const [row] = insert?.rows ?? []
  const columns = [...(made?.sql.matchAll(/`(\w+)` /g) ?? [])].map(([, name]) => name)
  t.same(Object.keys(row ?? {}).sort(), columns.sort(), 'a value for every column')
  t.match(row, {
    ...{ subject: 'link', subject_id: id, account_id: client.id, class: 'visitor', unique: true, country: '' },
    ...{ referrer: 'news.example', language: 'de', agent: 'curl/8.1 "quoted" \\ ü', channel_ids: [], campaign_id: 0 },
    utm_source: /^mail/,
    at: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/,
  })
})

t.test('what is open while others commit is not left out', async (t) => {
  const { id } = await addLink()
  standIn.taken = []
  start(t)
  let release = () => {}
  const opened = new Promise<void>((resolve) => {
    release = resolve
  })
  // The embedded database has one connection: there a transaction keeps all others waiting.
  const open = db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock_shared(7270501)`.execute(db)
    await sql`insert into clicks (at, subject, subject_id, account_id, class, reason, first)
      values (now(), 'link', ${id}::bigint, ${client.id}::bigint, 'visitor', 'agent_other', true)`.execute(db)
    if (store.kind === 'server') await opened
  })
  await addVisits(id, 3)
  await new Promise((resolve) => setTimeout(resolve, 200))
  release()
  await open
  await standIn.until(isCaughtUp)
  t.equal(sentIds().length, 4)
})

t.test('batches are bounded, in the order of ids, and bridge ids that were never used', async (t) => {
  const { id } = await addLink()
  standIn.taken = []
  await addVisits(id, 12_000)
  await sql`select setval('click_ids', 1700000000000000)`.execute(db)
  await addVisits(id, 3)
  // Long ones, so that a batch ends by its bytes.
  await sql`insert into clicks (at, subject, subject_id, account_id, class, reason, agent, first)
    select now(), 'link', ${id}::bigint, ${client.id}::bigint, 'visitor', 'agent_other', repeat('ü', 4500), true
    from generate_series(1, 1500)`.execute(db)
  start(t)
  await standIn.until(isCaughtUp)
  const ids = sentIds()
  t.same(
    ids,
    [...new Set(ids)].sort((a, b) => a - b),
    'each once, in order',
  )
  t.equal(ids.length, 13_503)
  const most = store.kind === 'server' ? 10_000 : 2000
  for (const { rows, bytes } of standIn.inserts()) t.ok(rows.length <= most && bytes <= 8 * 1024 * 1024)
  t.ok(standIn.inserts().some(({ bytes }) => bytes > 7 * 1024 * 1024))
})

t.test('what ClickHouse has refused or not confirmed is sent again, with one report', async (t) => {
  const { id } = await addLink()
  standIn.taken = []
  const { sink, reports } = start(t)
  const before = await lastId()
  const failures: ((...sent: Parameters<typeof standIn.answer>) => void)[] = [
    (statement, reply) => void refuse(reply, statement),
    (_, reply) => void reply.destroy(),
    (_, reply) => {
      reply.writeHead(200, { 'content-length': '10' }).write('{')
      reply.destroy()
    },
    (_, reply) => void reply.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  ]
  standIn.answer = (statement, reply) => {
    if (statement.sql.startsWith('insert')) failures.shift()?.(statement, reply)
  }
  await addVisits(id, 5)
  t.match(await readSinkLag(db), { visits: 5 })
  await standIn.until(isCaughtUp)
  t.equal(standIn.inserts().length, 5)
  t.same(new Set(sentIds()), new Set((await storedIds()).filter((id) => id > before)))
  t.match(sink.counts(), { batches: 1, visits: 5, failures: 4 })
  await standIn.until(() => reports.length === 2)
  t.match(reports, [{ message: 'ClickHouse answered 500 (code 241, MEMORY_LIMIT_EXCEEDED)' }, undefined])

  await standIn.stop()
  await addVisits(id, 5)
  await standIn.until(() => reports.length === 3)
  t.match(reports[2], { message: 'ClickHouse cannot be reached (ECONNREFUSED)' })
  t.notMatch(
    JSON.stringify(reports.map((error) => [`${error}`, error, (error as Error)?.stack])),
    new RegExp(`${PASSWORD}|127.0.0.1|curl`),
  )
  await standIn.listen(standIn.port)
  await standIn.until(() => reports.length === 4)
  t.ok(await isCaughtUp())
})

t.test('of two processes one sends; the other goes on when the first one ends', async (t) => {
  const { id } = await addLink()
  const [first, second] = [start(t).sink, start(t).sink]
  await addVisits(id, 5)
  await standIn.until(isCaughtUp)
  t.same([first.counts().visits, second.counts().visits].sort(), [0, 5])
  const [holder, other] = first.counts().visits > 0 ? [first, second] : [second, first]
  await holder.close()
  await addVisits(id, 5)
  await standIn.until(isCaughtUp)
  t.equal(other.counts().visits, 5)
})

t.test('a process that cannot reach ClickHouse leaves the sink to another one', async (t) => {
  const { id } = await addLink()
  const unreachable = start(t, 20, 'http://127.0.0.1:1/numbers').sink
  await addVisits(id, 5)
  await standIn.until(() => unreachable.counts().failures > 1)
  const { sink } = start(t)
  await standIn.until(isCaughtUp)
  t.equal(sink.counts().visits, 5)
})

t.test(
  'a process that loses the sink while it reads sends nothing',
  {
    skip: store.kind === 'embedded' && 'the embedded database has one connection',
  },
  async (t) => {
    const { id } = await addLink()
    await addVisits(id, 1)
    standIn.taken = []
    await db.transaction().execute(async (locking) => {
      await sql`lock table clicks in access exclusive mode`.execute(locking)
      start(t)
      const isReading = async () => {
        const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%to_char(at%'`.execute(db)
        return rows.length > 0
      }
      await standIn.until(isReading)
      await sql`
      update visit_sink set holder = gen_random_uuid(), held_until = now() + interval '1 minute'`.execute(db)
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    t.same(standIn.inserts(), [])
    await sql`update visit_sink set held_until = now()`.execute(db)
    await standIn.until(isCaughtUp)
    t.equal(sentIds().length, 1)
  },
)

t.test('no statement reads a whole table of visits', async (t) => {
  const statements = await recordStatements(t, async () => {
    await listShipped(db, 0, 1)
    await findRangeStart(db, 0, 1, 1)
    await readSinkLag(db)
  })
  await db.transaction().execute(async (db) => {
    let explained = 0
    for (const { sql: text, parameters } of statements) {
      if (!text.includes('from clicks')) {
        await db.executeQuery(CompiledQuery.raw(text, [...parameters]))
        continue
      }
      const plan = await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))
      const lines = plan.rows.map((row) => Object.values(row as object)[0]).join('\n')
      t.match(lines, /Bitmap Index Scan on clicks_\w+_order/)
      t.notMatch(lines, /(Seq|(?<!Bitmap )Index( Only)?) Scan.* on clicks/)
      explained++
    }
    t.equal(explained, 3)
  })
})

t.test('the visits of a deleted link are deleted there, after those here', async (t) => {
  const { id } = await addLink()
  await addVisits(id, 2)
  start(t)
  await standIn.until(isCaughtUp)
  standIn.taken = []
  await client.delete(`/api/url/${id}/delete`)
  await forgetDeleted(db, 1000)
  await standIn.until(async () => (await db.selectFrom('visit_sink_deletions').selectAll().execute()).length === 0)
  const deletions = standIn.taken.filter(({ sql }) => sql.startsWith('delete'))
  t.match(deletions, [
    {
      sql: new RegExp(
        `where \\(account_id, subject, subject_id\\) in \\(\\(${client.id}, 'link', ${id}\\), \\(0, 'link', ${id}\\)\\)$`,
      ),
    },
  ])
  t.equal(deletions.length, 1)
})

t.test('months that were dropped are dropped there', async (t) => {
  start(t)
  standIn.taken = []
  standIn.answer = ({ sql }, reply) => {
    if (sql.includes('system.parts')) reply.end('{"meta":[{"name":"month"}],"data":[["202501"],["202502"]]}')
  }
  await sql`update visit_mark set raw_from = '2025-03-01Z'`.execute(db)
  await standIn.until(
    async () =>
      (await db.selectFrom('visit_sink').select('dropped_before').executeTakeFirst())?.dropped_before !== null,
  )
  t.equal(standIn.taken.find(({ sql }) => sql.includes('system.parts'))?.query.get('param_before'), '202503')
  t.match(
    standIn.taken.map(({ sql }) => sql),
    [/./, / drop partition id '202501'$/, / drop partition id '202502'$/],
  )
  standIn.answer = () => {}
})

t.test('after a backup was restored everything is sent to another table', async (t) => {
  standIn.taken = []
  const { generation } = await db.selectFrom('visit_sink').select('generation').executeTakeFirstOrThrow()
  await markRestored(db)
  await settleRestored(db)
  // With an id of the time.
  await addVisits((await addLink()).id, 1)
  start(t)
  await standIn.until(isCaughtUp)
  t.same(new Set(sentIds()), new Set(await storedIds()))
  t.notOk(standIn.taken.some(({ sql }) => sql.includes(generation)))
})

t.test('doctor says whether ClickHouse answers', async (t) => {
  const config = readConfig({ CLICKHOUSE_URL: address() })
  standIn.answer = (_, reply) => void reply.end('{"meta":[{"name":"version"}],"data":[["26.7.2.1"]]}')
  t.match(await checkClickhouse(config, store), [
    { status: 'ok', message: 'Version 26.7.2.1 answers, and is 0 s behind.' },
  ])
  standIn.answer = (statement, reply) => void refuse(reply, statement, 403)
  t.match(await checkClickhouse(config, store), [{ status: 'failed', message: /answered 403/ }])
  standIn.answer = () => {}
  t.same(await checkClickhouse(readConfig({}), store), [])
})

t.test('an instance of an earlier release leaves a newer table alone', async (t) => {
  await sql`update visit_sink set version = 99`.execute(db)
  const { id } = await addLink()
  const { sink, reports } = start(t)
  standIn.taken = []
  await addVisits(id, 1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  t.same(standIn.taken, [])
  t.same([sink.counts().failures, reports], [0, []])
})
